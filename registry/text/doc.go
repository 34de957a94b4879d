// Package text is the root of the exact text tools that environments, methods
// and metrics share: search (bm25), stemming (porter), summary overlap (rouge),
// fuzzy string ratios (fuzzy), Python's generator (pyrandom) and answer
// equivalence (answers). The folder itself holds no code. The packages under it
// import one another and the standard library, nothing else of this module.
package text
