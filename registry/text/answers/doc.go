// Package answers decides whether an answer equals the expected one. It holds
// the word rules of question answering ([ExactMatch], [F1]), the two string
// rules of the MATH data set ([HendrycksEqual], [MinervaEqual]), and a native
// check of mathematical equivalence ([Equivalent] for bare answers, [Grade]
// for whole model outputs) whose verdicts follow the Python package
// math-verify 0.9.0.
//
// The native check reads LaTeX into numbers, expressions, relations, sets,
// tuples, intervals and matrices. Expressions are compared by value at fixed
// sample points, not by algebra, so identities hold whatever their form: exactly
// where they are rational, else within the error that evaluation in 64 bits can
// have. Expressions with roots, absolute values or logarithms are compared far
// away as well, beyond the largest number that occurs in them; whole parts by a
// stand-in that has their laws and not their flat stretches. Where the error
// leaves no digits to compare, or a summand vanished in it, the answer is
// refused.
//
// Like math-verify it accepts against a single symbol that symbol alone (x+0 is
// not x), does not round against whole numbers, reads 1/2x as 1/(2x), and lets
// equations of one variable differ by their sign alone. It prefers refusing:
// integrals, sums, congruences, set builders, \lg and inequalities around
// absolute values are understood only when written identically. It accepts
// some answers that math-verify refuses: those that are equal, and where
// math-verify's reader or sympy is at fault; docs/environments/mathcode.md lists
// them. It reports the rule by which it accepted, so that a table of results
// can say what its numbers rest on.
//
// A check may take a fixed number of operations; beyond it the answer is refused
// and [Verdict] says so.
package answers
