// Package retrieve speaks the retrieval protocol of Search-R1: POST /retrieve with queries, answered by the best
// documents for each. [Handler] serves a corpus, [Client] asks a server and is a corpus.Searcher.
//
//	{"queries": ["who ..."], "topk": 3, "return_scores": true}
//	{"result": [[{"document": {"id": "7", "contents": "\"Title\"\ntext"}, "score": 11.2}, ...]]}
//
// Without return_scores each result is the document itself.
package retrieve
