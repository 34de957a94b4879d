// Package atlas draws little encyclopedias for multi-hop questions: people, companies, cities and films, three facts
// about each, every relation named by one of several words, and a question that chains two or more relations. A question
// and the document that answers it name a relation by words of their own, so a search that repeats the question's word
// often misses, and what it finds instead looks alike.
//
// [Draw] is the entry point. The package also reads its texts back: the compact view ([Compact]) and the
// exploring expert ([NewExpert]) know the language of these encyclopedias, not their content.
package atlas
