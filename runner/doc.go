// Package runner executes plans: it schedules the stages of a Plan on slots, each slot a worker
// process that is kept alive from stage to stage, retries what crashed, and resumes what an
// earlier run left off.
//
// It does not know what a stage computes. A worker process calls Work with an Executor, and that
// is where methods, environments and models come in (package workbench). It does not read HCL either:
// a Plan arrives fully expanded.
//
// The main entry point is Run. Diff says beforehand what Run would do.
//
// # Processes
//
// The controller (the process that calls Run) is the only one that writes the store's index. A
// worker writes only into the folder of the attempt that it was given. Jobs go to a worker as JSON lines
// on its standard input, events come back on file descriptor 3; standard output and error of the
// worker are the attempt's log file itself, so that a worker's last words survive the controller. A
// worker leads its own process group and leaves when its standard input closes; on Linux the
// kernel kills it when the controller dies.
package runner
