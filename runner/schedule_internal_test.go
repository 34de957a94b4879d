package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// actor plays a worker without a process: it does what the script of its stage says.
type actor struct {
	script func(stage Stage, attempt int) act
	orders chan command
	inbox  chan message
	death  chan struct{}
	once   sync.Once
	ended  exit
}

// act is what happens in one attempt.
type act struct {
	takes time.Duration
	ends  string // "done", "failed", "crash", "silent", "corrupt"
}

func newActor(script func(Stage, int) act) *actor {
	a := &actor{script: script, orders: make(chan command, 4), inbox: make(chan message), death: make(chan struct{})}
	go a.play()
	return a
}

func (a *actor) send(c command)           { a.orders <- c }
func (a *actor) messages() <-chan message { return a.inbox }
func (a *actor) leave()                   { close(a.orders) }
func (a *actor) exit() exit               { return a.ended }
func (a *actor) kill() {
	a.once.Do(func() {
		a.ended.killed = true
		close(a.death)
	})
}

func (a *actor) play() {
	defer close(a.inbox)
	for c := range a.orders {
		if c.Type != commandJob {
			continue
		}
		header, err := attempt.ReadHeader(c.Job.Attempt)
		if err != nil {
			panic(err)
		}
		x := a.script(c.Job.Stage, header.Number)
		folder, err := attempt.Open(c.Job.Attempt, attempt.Options{})
		if err != nil {
			panic(err)
		}
		tick := time.NewTicker(beatEvery)
		defer tick.Stop()
		end := time.After(x.takes)
	attempt:
		for {
			select {
			case <-a.death:
				return
			case <-tick.C:
				if x.ends != "silent" {
					a.inbox <- message{Type: messageBeat}
				}
			case c, open := <-a.orders:
				if !open {
					return
				}
				if c.Type == commandStop {
					a.inbox <- message{Type: messageStopped, Error: ErrInterrupted.Error()}
					break attempt
				}
			case <-end:
				switch x.ends {
				case "done":
					if err := folder.Finish(); err != nil {
						panic(err)
					}
					a.inbox <- message{Type: messageDone}
				case "corrupt": // done, and then a bit of the disk turns
					err := folder.Finish()
					if err == nil {
						err = os.WriteFile(filepath.Join(c.Job.Attempt, attempt.RecordsFile), []byte("{}\n"), 0o666)
					}
					if err != nil {
						panic(err)
					}
					a.inbox <- message{Type: messageDone}
				case "failed":
					a.inbox <- message{Type: messageFailed, Error: "no luck", Failure: &attempt.Failure{Message: "no luck"}}
				case "crash":
					a.ended.code = 3
					return
				default:
					continue
				}
				break attempt
			}
		}
	}
}

// rehearse runs a plan with actors, in the bubble of the calling test.
func rehearse(t *testing.T, ctx context.Context, plan *Plan, opts Options, script func(Stage, int) act) (Report, error) {
	t.Helper()
	store, err := results.OpenForRun(t.TempDir())
	require.NoError(t, err)
	defer func() { require.NoError(t, store.Close()) }()
	opts.WorkerCommand = []string{"unused"}
	opts, err = opts.withDefaults()
	require.NoError(t, err)
	return start(ctx, store, plan, opts, func(*os.File) (worker, error) { return newActor(script), nil })
}

// line makes stages "00000000", "00000001"… with the costs given in seconds; inputs names, for a stage, those before it.
func line(costs []float64, inputs map[int][]int) *Plan {
	p := &Plan{Experiment: "rehearsal", Hash: "1"}
	for i, cost := range costs {
		s := Stage{Hash: fmt.Sprintf("%08x", i), Kind: "walk", Title: fmt.Sprint(i), Spec: json.RawMessage(`{}`), Cost: cost}
		for _, j := range inputs[i] {
			s.Inputs = append(s.Inputs, Input{Name: fmt.Sprint(j), Hash: p.Stages[j].Hash})
		}
		p.Stages = append(p.Stages, s)
	}
	return p
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// asPlanned takes as long as the plan says.
func asPlanned(s Stage, _ int) act { return act{takes: seconds(s.Cost), ends: "done"} }

func TestSchedule_LongestChainFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// Four short stages that nothing follows, and a chain 4-5-6. In the order of the plan two slots
		// would take 2+10+10+10 seconds; the chain started first takes 30 and hides the rest.
		plan := line([]float64{1, 1, 1, 1, 10, 10, 10}, map[int][]int{5: {4}, 6: {5}})
		var started []string
		report, err := rehearse(t, t.Context(), plan, Options{Slots: 2, Events: func(e Event) {
			if e.Type == StageStarted {
				started = append(started, e.Title)
			}
		}}, asPlanned)
		require.NoError(t, err)
		require.True(t, report.Complete())
		require.Contains(t, started[:2], "4")
		require.InDelta(t, 30, report.Elapsed.Seconds(), 1e-3)
	})
}

func TestSchedule_SlotsStayBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		costs := []float64{8, 7, 6, 5, 4, 3, 2, 1}
		report, err := rehearse(t, t.Context(), line(costs, nil), Options{Slots: 2}, asPlanned)
		require.NoError(t, err)
		require.InDelta(t, 18, report.Elapsed.Seconds(), 1e-3, "36 seconds of work on two slots")
	})
}

func TestSchedule_BackOffDoubles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		var starts []time.Time
		report, err := rehearse(t, t.Context(), line([]float64{1}, nil), Options{Slots: 1, Events: func(e Event) {
			switch e.Type {
			case StageRetry:
				waits = append(waits, e.Wait)
			case StageStarted:
				starts = append(starts, e.Time)
			}
		}}, func(_ Stage, attempt int) act {
			if attempt < 4 {
				return act{takes: time.Second, ends: "crash"}
			}
			return act{takes: time.Second, ends: "done"}
		})
		require.NoError(t, err)
		require.True(t, report.Complete())
		require.Equal(t, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}, waits)
		require.Len(t, starts, 4)
		require.Equal(t, 3*time.Second, starts[2].Sub(starts[1]).Round(time.Millisecond))
	})
}

func TestSchedule_TwoBudgets(t *testing.T) {
	tests := []struct {
		name     string
		retries  int
		restarts int
		ends     []string
		done     bool
		attempts int
	}{
		{name: "own error, no retries", ends: []string{"failed"}, attempts: 1},
		{name: "own error, two retries", retries: 2, ends: []string{"failed", "failed", "done"}, done: true},
		{name: "own errors beyond", retries: 1, ends: []string{"failed", "failed"}, attempts: 2},
		{name: "crashes do not use up retries", retries: 1, ends: []string{"crash", "failed", "crash", "done"}, done: true},
		{name: "crashes beyond", restarts: 1, ends: []string{"crash", "crash"}, attempts: 2},
		{name: "no restarts", restarts: -1, ends: []string{"crash"}, attempts: 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plan := line([]float64{1}, nil)
				plan.Stages[0].Retries = test.retries
				report, err := rehearse(t, t.Context(), plan, Options{Slots: 1, Restarts: test.restarts}, func(_ Stage, attempt int) act {
					return act{takes: time.Second, ends: test.ends[attempt-1]}
				})
				require.NoError(t, err)
				require.Equal(t, test.done, report.Complete())
				if !test.done {
					require.Equal(t, test.attempts, report.Failures[0].Attempts)
				}
			})
		})
	}
}

func TestSchedule_TimeOutAndSilence(t *testing.T) {
	tests := []struct {
		name    string
		timeout time.Duration
		ends    string
		want    attempt.State
		after   time.Duration
	}{
		{name: "time-out", timeout: 10 * time.Second, ends: "done", want: attempt.TimedOut, after: 10 * time.Second},
		{name: "silence", ends: "silent", want: attempt.Lost, after: 30 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plan := line([]float64{1}, nil)
				plan.Stages[0].Timeout = test.timeout
				report, err := rehearse(t, t.Context(), plan, Options{Slots: 1, Restarts: -1}, func(Stage, int) act {
					return act{takes: time.Hour, ends: test.ends}
				})
				require.NoError(t, err)
				require.Equal(t, test.want, report.Failures[0].State)
				require.InDelta(t, test.after.Seconds(), report.Elapsed.Seconds(), 1e-3)
			})
		})
	}
}

func TestSchedule_DamagedResultIsMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var states []attempt.State
		report, err := rehearse(t, t.Context(), line([]float64{1, 1}, map[int][]int{1: {0}}), Options{Slots: 1, Events: func(e Event) {
			if e.Type == StageRetry || e.Type == StageDone {
				states = append(states, e.State)
			}
		}}, func(s Stage, number int) act {
			if s.Title == "0" && number == 1 {
				return act{takes: time.Second, ends: "corrupt"}
			}
			return act{takes: time.Second, ends: "done"}
		})
		require.NoError(t, err)
		require.True(t, report.Complete())
		require.Equal(t, []attempt.State{attempt.Corrupt, attempt.Done, attempt.Done}, states)
	})
}

func TestSchedule_InterruptedBeforeItBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		report, err := rehearse(t, ctx, line([]float64{1, 1}, nil), Options{Slots: 2, Events: func(e Event) {
			require.NotEqual(t, StageStarted, e.Type)
		}}, asPlanned)
		require.NoError(t, err)
		require.True(t, report.Interrupted)
		require.Equal(t, Counts{Total: 2, Pending: 2}, report.Counts)
	})
}

func TestSchedule_InterruptStopsLaunching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		report, err := rehearse(t, ctx, line([]float64{10, 10, 10, 10}, nil), Options{Slots: 1}, asPlanned)
		require.NoError(t, err)
		require.True(t, report.Interrupted)
		require.Equal(t, Counts{Total: 4, Done: 1, Pending: 3}, report.Counts)
		require.InDelta(t, 15, report.Elapsed.Seconds(), 1e-3)
	})
}

func TestSchedule_EstimateHoldsTheTruth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// The declared costs are three times too low; after the first stages the run knows.
		costs := slices.Repeat([]float64{4, 6}, 20)
		var begin time.Time
		type point struct {
			at  time.Time
			eta Estimate
		}
		var points []point
		report, err := rehearse(t, t.Context(), line(costs, nil), Options{Slots: 2, Events: func(e Event) {
			if e.Type == RunStarted {
				begin = e.Time
			}
			if e.Type == StageDone && e.Counts.Done >= 4 {
				require.NotNil(t, e.ETA)
				points = append(points, point{e.Time, *e.ETA})
			}
		}}, func(s Stage, _ int) act { return act{takes: seconds(3 * s.Cost), ends: "done"} })
		require.NoError(t, err)
		end := begin.Add(report.Elapsed)
		for _, p := range points {
			left := end.Sub(p.at)
			require.LessOrEqual(t, p.eta.Low, left+time.Second)
			require.GreaterOrEqual(t, p.eta.High, left-time.Second)
			require.LessOrEqual(t, p.eta.High-p.eta.Low, 25*time.Second, "%v of %v", p.eta, left)
		}
	})
}
