// Package experiments is the language that experiments are written in: it reads a folder of HCL files, checks
// every reference and setting, and expands the grids into trials in a defined order. It knows no
// method, environment or model itself: a Catalog says which names exist and hands out the structs that their
// settings decode into. It runs nothing and reads no results.
//
// Load is the entry point; Experiment.Trials gives what has to be run.
package experiments
