// Package rollout plays episodes: policies in batches, experts one by one,
// and continuations from a turn of an earlier episode. It knows no method;
// methods and evaluation both call it. Start at Play.
package rollout
