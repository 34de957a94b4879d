// Package attempt is the folder of one execution of a stage: what a worker writes into
// it and how everybody reads it back. A worker opens the folder with Open, appends records and
// episodes, writes artifacts and checkpoints, and ends with Finish or Fail. The package knows
// nothing of the index or of other stages: package results does.
//
// Nothing in records, episodes, artifacts or done.json depends on the time, on the machine's
// name or on how often the stage was interrupted: the same plan gives the same bytes.
package attempt
