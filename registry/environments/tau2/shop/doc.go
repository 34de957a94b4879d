// Package shop draws little shops: a database, a policy and tasks in the format of tau2's retail
// domain, of any size, from a seed. The tasks are the kinds that the real domain has, one goal
// each, and some that the policy forbids. [Draw] is the entry point.
//
// It draws data and runs nothing; package tau2 plays it.
package shop
