// Package results is the store: what every stage of every experiment produced, kept so
// that any number in a table can be walked back to the turns it was computed from.
//
// Attempt folders are the truth, written by workers through package attempt; index.sqlite
// is what everybody queries and is rebuilt from the folders by Rebuild. One process at a
// time runs experiments over a store (OpenForRun); any number read it (Open). The byte-level
// description is docs/results-format.md.
package results
