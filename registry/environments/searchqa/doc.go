// Package searchqa is question answering with a search engine, by the rules of Search-R1: the agent thinks, searches a
// corpus and answers; what it answers is compared with the expected answers as HotpotQA does.
//
// [New] is the entry point. Without files it draws a little encyclopedia and a multi-hop question for every task (package atlas)
// and returns a [Drawn] environment, with a compact view and an expert. With files it plays question sets in the
// forms of HotpotQA, 2WikiMultihopQA or Natural Questions (package question) over their own paragraphs, a corpus file
// (package corpus) or a server of the /retrieve protocol (package retrieve, which also serves).
//
// It does not count turns or train: that is the caller's.
package searchqa
