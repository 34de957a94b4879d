// Package calculator is the small expression language that the mathcode environment lends to its agent as a tool.
//
// A program is a list of statements, an expression or "name = expression" each, separated by semicolons or line ends. Numbers are
// exact fractions until a function such as sin makes them approximate. There are comparisons, "a if c else b", and the bounded
// loops sum, product, count and first; there are no functions to define, no strings and no lists.
//
// The language is safe by construction: nothing in it can reach a file, a process, a clock or a source of chance, and every program ends.
// [Parse] refuses long and deeply nested texts, [Program.Run] counts steps, and the sizes of numbers and of the memory are bounded. It
// is not meant to be fast, nor to be Python: the syntax is a part of Python's with ^ and ! besides.
package calculator

// Bounds of a program and of what it may use.
const (
	MaxSource     = 4096   // bytes of a program
	MaxStatements = 32     // statements of a program
	MaxDepth      = 64     // nesting of expressions
	MaxSteps      = 50_000 // evaluations of a run, those of large numbers counting more
	MaxBits       = 1024   // of a numerator or denominator
	MaxNames      = 64     // names in a memory
	maxName       = 32     // bytes of a name
)
