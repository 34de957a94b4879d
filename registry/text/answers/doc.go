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
// have. Where that error leaves no digits to compare the answer is refused. It
// prefers refusing: integrals, sums, congruences, set builders and inequalities
// around absolute values are understood only when written identically. In one
// known case it accepts what math-verify refuses: a written product sign before
// a symbol (3i against 3\cdot i) changes nothing here. On math-verify's own
// tests and on the recorded pairs of its verdicts 99 % agree. It reports the rule by which it accepted, so that a table of results can say
// what its numbers rest on.
package answers
