// Package sciencelab is a native science world in the spirit of ScienceWorld: rooms with doors,
// containers, substances that melt and boil, electrical circuits, living things that grow, and tasks
// with a score from 0 to 100 for ordered and optional sub-goals. It speaks ScienceWorld's
// command language and answers in its style; worlds are drawn from a seed.
//
// New is the entry point. Beside the worlds the package has the compact view for tiny models, an exploring
// expert that knows only what it has read, an oracle, and the outcome key. It does not play the
// original's JAR, and it does not count turns, reward or train: that is the caller's.
package sciencelab
