// Package mathcode is the world of mathematics problems with a calculator: the agent writes small programs (package calculator), reads what
// they print, and gives an answer, which is compared with the expected one by package answers.
//
// NewDrawn is the entry point for generated word problems of graded difficulty, which have a compact view that says everything, an expert and
// solutions; New reads problems from JSON lines in the form of MATH, Omni-MATH or GSM8K, for which nobody but a trained policy
// knows a way. The package runs no code but the calculator's, counts no turns and trains nothing.
package mathcode
