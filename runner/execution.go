package runner

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// slot is a place where one stage runs at a time.
type slot struct {
	number int
	worker worker // nil: none is alive
}

// alive says whether the slot has a worker. One that died between two stages costs nothing.
func (s *slot) alive() bool {
	for s.worker != nil {
		select {
		case _, open := <-s.worker.messages():
			if !open {
				s.drop()
			}
		default:
			return true
		}
	}
	return false
}

// drop forgets a worker whose messages have ended.
func (s *slot) drop() {
	s.worker.leave()
	s.worker = nil
}

// outcome is the end of one attempt.
type outcome struct {
	stage  int
	slot   *slot
	number int // of the attempt
	dir    string
	log    string
	state  attempt.State
	error  string
	tail   []string
	// own says that the stage itself failed, rather than what it ran on.
	own bool
	// took is how long a whole stage took, 0 when the attempt was a part or nothing of it.
	took time.Duration
	// fatal is an error of the store, or of starting workers: the run cannot go on.
	fatal error
}

// ending is how a worker's part in an attempt ended.
type ending struct {
	last  *message // done, failed or stopped; nil when the worker went without
	exit  *exit    // nil when the worker lives on
	state attempt.State
	cause string // state and cause are set when the controller ended it
}

// execute makes one attempt at stage i.
func (r *run) execute(s *slot, i int) (o outcome) {
	stage := &r.plan.Stages[i]
	o = outcome{stage: i, slot: s}
	inputs, err := r.inputs(stage)
	if err != nil {
		o.fatal = err
		return o
	}
	a, err := r.store.Begin(stageInfo(stage))
	if errors.Is(err, results.ErrDone) {
		o.state = attempt.Done
		return o
	}
	if err != nil {
		o.fatal = err
		return o
	}
	o.number, o.dir, o.log = a.Number, a.Dir, a.Log
	start := time.Now()
	log, err := r.equip(s, a, stage, start)
	if err != nil {
		f := attempt.Failure{State: attempt.Failed, Message: err.Error(), Retry: true}
		o.fatal = errors.Join(err, r.store.Fail(a.AttemptRef, f, attempt.Usage{}))
		return o
	}
	defer log.Close()
	r.reports <- Event{
		Type: StageStarted, Time: start, Hash: stage.Hash, Slot: s.number, Attempt: a.Number, Path: a.Dir,
	}
	s.worker.send(command{Type: commandJob, Job: &jobLine{
		Stage: *stage, Attempt: a.Dir, Log: a.Log, Inputs: inputs, Threads: r.opts.Threads,
	}})
	end := r.watch(s, stage, a.Number)
	elapsed := time.Since(start)
	usage := attempt.Usage{Seconds: elapsed.Seconds()}
	if end.last != nil && end.last.Usage != nil {
		usage.CPUSeconds, usage.PeakBytes = end.last.Usage.CPUSeconds, end.last.Usage.PeakBytes
	} else if end.exit != nil {
		usage.PeakBytes = end.exit.memory
	}
	o.tail = tail(a.Log)
	r.settle(&o, a, end, usage)
	closeLog(log, &o, end, usage)
	if o.state == attempt.Done && a.Resumes == 0 {
		o.took = elapsed
	}
	return o
}

// equip opens the attempt's log and sees to it that the slot has a worker.
func (r *run) equip(s *slot, a *results.Attempt, stage *Stage, now time.Time) (*os.File, error) {
	log, err := openLog(a, stage, now)
	if err != nil || s.alive() {
		return log, err
	}
	w, err := r.launch(log)
	if err != nil {
		fmt.Fprintf(log, "# %v\n", err)
		return nil, errors.Join(err, log.Close())
	}
	s.worker = w
	return log, nil
}

// watch follows an attempt until its worker reports its end or is gone.
func (r *run) watch(s *slot, stage *Stage, number int) (end ending) {
	w := s.worker
	var timeout, grace <-chan time.Time
	if stage.Timeout > 0 {
		t := time.NewTimer(stage.Timeout)
		defer t.Stop()
		timeout = t.C
	}
	silence := time.NewTimer(r.opts.Silence)
	defer silence.Stop()
	stopping, kill := r.stopping, r.opts.Kill
	giveUp := func(state attempt.State, cause string) {
		// What ends the attempt first names the end.
		if end.state == "" {
			end.state, end.cause = state, cause
		}
		w.kill()
	}
	for {
		select {
		case m, open := <-w.messages():
			if !open {
				e := w.exit()
				end.exit = &e
				s.drop()
				return end
			}
			silence.Reset(r.opts.Silence)
			switch m.Type {
			case messageProgress:
				if m.Progress == nil {
					continue
				}
				r.reports <- Event{
					Type: StageProgress, Time: time.Now(), Hash: stage.Hash, Slot: s.number, Attempt: number, Progress: m.Progress,
				}
			case messageDone, messageFailed, messageStopped:
				end.last = &m
				if m.Type == messageStopped && stopping != nil {
					w.kill() // it was told to go by somebody else
				} else if end.state == "" {
					return end
				}
				// The worker is on its way out: the slot is free when it is gone.
			}
		case <-timeout:
			giveUp(attempt.TimedOut, fmt.Sprintf("stopped after the time-out of %v", stage.Timeout))
		case <-silence.C:
			giveUp(attempt.Lost, fmt.Sprintf("no sign of life for %v", r.opts.Silence))
		case <-stopping:
			stopping = nil
			w.send(command{Type: commandStop})
			t := time.NewTimer(r.opts.Grace)
			defer t.Stop()
			grace = t.C
		case <-grace:
			giveUp(attempt.Interrupted, fmt.Sprintf("stopped: no checkpoint within %v", r.opts.Grace))
		case <-kill:
			kill = nil
			giveUp(attempt.Interrupted, "killed with the run")
		}
	}
}

// settle decides how the attempt ended and tells the store.
func (r *run) settle(o *outcome, a *results.Attempt, end ending, usage attempt.Usage) {
	if end.last != nil && end.last.Type == messageDone {
		err := r.store.Commit(a.AttemptRef, usage)
		if corrupt := (*attempt.CorruptError)(nil); errors.As(err, &corrupt) {
			o.state, o.error = attempt.Corrupt, err.Error()
			return
		}
		o.state, o.fatal = attempt.Done, err
		return
	}
	var f attempt.Failure
	switch {
	case end.state != "":
		f = attempt.Failure{State: end.state, Message: end.cause, Retry: true}
		o.own = end.state == attempt.TimedOut
	case end.last == nil:
		f = crash(*end.exit, lastWords(a.Log))
	case end.last.Type == messageStopped:
		f = attempt.Failure{State: attempt.Interrupted, Message: end.last.Error, Retry: true}
	default:
		f = attempt.Failure{State: attempt.Failed, Message: end.last.Error}
		if end.last.Failure != nil {
			f = *end.last.Failure
		}
		o.own = true
	}
	o.state, o.error = f.State, f.Message
	if o.state == "" {
		o.state = attempt.Failed
	}
	err := r.store.Fail(a.AttemptRef, f, usage)
	if errors.Is(err, results.ErrDone) {
		// The worker died between finishing and saying so.
		o.state, o.error = attempt.Done, ""
		return
	}
	o.fatal = err
}

// crash classifies the end of a worker that nobody asked to go. Words is what it said of the cause.
func crash(e exit, words string) attempt.Failure {
	f := attempt.Failure{State: attempt.Failed, Message: e.String(), Retry: true, ExitCode: max(e.code, 0)}
	if words != "" {
		f.Message += ": " + words
	}
	if e.signal != 0 {
		f.Signal = e.signal.String()
	}
	switch {
	case e.signal == syscall.SIGKILL && !e.killed:
		// Nobody else sends this signal in ordinary life but a kernel short of memory.
		f.State = attempt.OutOfMemory
		f.Message = fmt.Sprintf("the worker was killed from outside, most likely for want of memory (it held up to %d MiB)", e.memory>>20)
	case strings.Contains(words, "out of memory"), strings.Contains(words, "cannot allocate memory"):
		f.State = attempt.OutOfMemory
	}
	return f
}

// inputs lists the files of a stage's inputs.
func (r *run) inputs(stage *Stage) (map[string]map[string]string, error) {
	if len(stage.Inputs) == 0 {
		return nil, nil
	}
	inputs := make(map[string]map[string]string, len(stage.Inputs))
	for _, in := range stage.Inputs {
		artifacts, err := r.store.Artifacts(in.Hash)
		if err != nil {
			return nil, fmt.Errorf("find input %s of stage %s: %w", in.Name, stage.Hash, err)
		}
		files := make(map[string]string, len(artifacts))
		for _, a := range artifacts {
			files[a.Name] = a.Path
		}
		inputs[in.Name] = files
	}
	return inputs, nil
}

func stageInfo(s *Stage) results.StageInfo {
	info := results.StageInfo{Hash: s.Hash, Kind: s.Kind, Title: s.Title, Spec: s.Spec}
	for _, in := range s.Inputs {
		info.Inputs = append(info.Inputs, results.Input{Name: in.Name, Hash: in.Hash})
	}
	return info
}
