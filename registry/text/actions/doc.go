// Package actions says what a response means as an action: a call of a tool with its arguments, a message, or
// nothing that can be executed, each in a canonical form, so that two responses are compared by what they do and
// not by their tokens. A [Language] reads texts; [Compare] is the comparison, as far as a program decides it.
//
//	paper symbol      code
//	phi_s(y)          Language.Read
//	m_s(y, y')        Compare, with a judge for what it leaves undecided
//	sum_j m_s(y, y_j) Matches
//
// Source: ActionOPD, semantic actions and matcher. A call is valid when its tool exists and its arguments satisfy the tool's
// schema after harmless coercion: nulls of optional fields are dropped, integers written one way, keys sorted.
//
// Inferred, because the paper does not say it: an argument that the schema does not know makes a call invalid, since
// functions refuse it; messages are equal when they are without regard to case and blanks; numbers are equal when
// their values are (2, 2.0 and 2e0).
//
// The package executes nothing and asks no model.
package actions
