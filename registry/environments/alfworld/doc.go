// Package alfworld is the household environment: ALFWorld's text games, played from the
// game's own PDDL problem and text grammar (package tw), either from folders of real game
// files or from a seeded generator that makes small rooms in the same format.
//
// New is the entry point. The package also has what a study needs around the games: the
// compact view for tiny models, an exploring expert that knows only what it has read, the
// shortest-solution oracle, and the outcome key. It does not count turns, reward or
// train: that is the caller's.
package alfworld
