// Package training is what methods share: turning episodes into data a loss can
// read, learning-rate schedules, and the on-policy loop (collect, privilege, score, signal, loss)
// that every method of the five papers reduces to. A method says what is its own and
// calls OnPolicy.Run.
package training
