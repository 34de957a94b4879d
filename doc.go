// Package retort is the root of a command-line experiment runner for agent distillation:
// teaching a small language-model agent from a large one.
//
// A tour, in the order in which an experiment passes through:
//
//	experiments   the HCL language, and the shipped experiments
//	registry      what a name in HCL can mean: methods, environments, models, metrics
//	runner        plans, the stage graph, worker processes, resume
//	backends      sampling, scoring and learning over token ids
//	results       the store: attempt folders, blobs, SQLite
//	reports       tables from the store; plots draws figures
//	cmd/retort    the program
//
// ARCHITECTURE.md follows one trial through all of them. Imports go one way, and imports_test.go
// in this folder holds them to it.
package retort
