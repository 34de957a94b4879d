// Package corpus holds documents and finds them: [Corpus] keeps them in memory behind the BM25 index of
// registry/text/bm25, [Read] and [Load] take them from JSON lines. A [Searcher] is whatever finds
// documents, here or behind a server.
//
// It knows nothing of questions or episodes.
package corpus
