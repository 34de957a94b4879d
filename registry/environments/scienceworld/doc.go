// Package scienceworld plays the real ScienceWorld: its own simulator, a Java program, with one virtual
// machine an episode, and the 30 tasks with their 7,207 variations of version 1.2.3.
//
// [New] is the entry point. A pool keeps as many simulators as a memory budget allows and lends them to
// worlds; a world that has to give its simulator back gets another one by loading its task and
// repeating its actions, which is exact because the simulators run with a constant identity hash. The same
// makes forks. What a simulator says is held against recordings by the tests; the package adds no rules of
// its own besides the end of an episode that the original leaves to its caller.
//
// The compact view cuts the simulator's texts into phrases of a closed vocabulary. The expert follows the
// simulator's own solution, which is computed from hidden state: it is privileged, and [Environment.ExpertIn] starts
// it from a world.
//
// Package simulator is the child process, package py4j its protocol. Package sciencelab is a world of the same language
// that needs no Java and has an expert that knows only what it has read.
package scienceworld
