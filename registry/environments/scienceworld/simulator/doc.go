// Package simulator runs ScienceWorld's own simulator, a Java program, as a child process and speaks
// with it: load a task, step, ask for the score or the actions it would accept.
//
// [Start] starts one with the JAR that [Locate] finds. A simulator holds one episode at a time, and it
// is not safe for concurrent use: what runs many is the environment's pool. Facts: version 1.2.3 of the
// Python package scienceworld.
package simulator
