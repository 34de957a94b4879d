// Package registrytest holds the contract suites of the registry: what every implementation
// must do, whatever it is about. An implementation's test calls its suite in a few lines and
// adds what is particular to it. TestEnvironment is the suite of environments, TestKind that of their kinds.
package registrytest
