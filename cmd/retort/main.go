// Command retort runs agent-distillation experiments: it expands HCL into a plan, trains and
// evaluates every trial, keeps the results in a store, and prints tables and plots from it.
//
// The subcommands are listed in commands; each has a file of its own, which parses its flags
// and calls the packages that do the work. What they print is in package views. Environment variables
// are read here and nowhere else.
package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

func main() {
	os.Exit(mainCode(os.Args[1:]))
}

// mainCode runs the program and returns its exit code. The first interrupt ends the context, and the process where the command is
// abrupt; the second closes the kill channel, and a third ends the process in any case.
func mainCode(args []string) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	kill := make(chan struct{})
	var abrupt atomic.Bool
	signals := make(chan os.Signal, 3)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		<-signals
		cancel()
		if abrupt.Load() {
			os.Exit(exitInterrupted)
		}
		<-signals
		close(kill)
		<-signals
		os.Exit(exitInterrupted)
	}()
	p := process{args: args, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, kill: kill, abrupt: &abrupt}
	return p.execute(ctx)
}
