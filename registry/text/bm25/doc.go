// Package bm25 is an in-memory search index whose ranking equals that of
// Anserini and Lucene 8: the same English analysis (standard tokenizer,
// possessive and stop word removal, Porter stemmer), the same one-byte
// document lengths, the same 32-bit score arithmetic and the same order of
// ties. Build an [Index] with a [Builder] and ask it with [Index.Search];
// [Builder.AddAll] analyzes many documents on several cores and builds the same
// bytes whatever their number.
//
// It keeps one field, no positions and no stored text, and neither updates nor
// deletes documents: the caller keeps documents by their number.
//
// Postings are byte strings (document gap and frequency as variable-length
// integers) in one arena, about two bytes a posting: a million documents of
// sixty distinct terms take some 130 MB. Building holds them in chunks of one
// shared arena, so it needs little more than twice the result. Search walks the
// document numbers in windows of fixed size and therefore needs the same small
// memory whatever the number of documents; any number of goroutines may search
// one Index.
package bm25
