// Package carrier draws little airlines: flights, customers with reservations, a policy and tasks in the
// format of tau2's airline domain, of any size, from a seed. The tasks are the kinds that the
// real domain has, one goal each, and some that the policy forbids. [Draw] is the entry point;
// [View] and [Expert] are the compact view of such an airline and who serves its customers.
//
// It draws data and runs nothing; package tau2 plays it.
package carrier
