package simulator

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/scienceworld/py4j"
)

// class is the simulator's interface for other programs.
const class = "scienceworld.runtime.pythonapi.PythonInterface"

// separator stands between the elements of a list that is fetched as one text; no element holds it.
const separator = "\n"

// Simulator is a running simulator. After an error that [Refused] does not tell apart it is good for
// nothing but Close.
type Simulator struct {
	process *process
	conn    *py4j.Conn
	object  string
}

// Result is what a step caused.
type Result struct {
	Observation string
	Score       float64 // as the simulator counts: up to 1, and -1 when the episode has failed
	Moves       int     // of the simulator's clock: a wait counts 11, looking around 0
	Completed   bool
}

// ErrRefused: the simulator is well and refuses the arguments.
var ErrRefused = errors.New("the simulator refuses")

// Start starts a simulator and makes its interface object. The error holds what Java printed.
func Start(o Options) (*Simulator, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	p, err := launch(o)
	if isMissing(err) {
		return nil, fmt.Errorf("start simulator: %w; it needs Java 8 or newer", err)
	}
	if err != nil {
		return nil, fmt.Errorf("start simulator: %w", err)
	}
	s := &Simulator{process: p}
	if err := s.connect(o); err != nil {
		s.Close()
		if text := p.said.String(); text != "" {
			err = fmt.Errorf("%w: %s", err, text)
		}
		return nil, fmt.Errorf("start simulator: %w", err)
	}
	return s, nil
}

func (s *Simulator) connect(o Options) error {
	ctx, cancel := context.WithTimeout(context.Background(), o.Start)
	defer cancel()
	var err error
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(s.process.port))
	// The first answer takes as long as Java needs to load everything.
	if s.conn, err = py4j.Dial(ctx, address, o.Start); err != nil {
		return err
	}
	made, err := s.conn.New(class)
	if err != nil {
		return err
	}
	s.conn.SetTimeout(o.Call)
	if made.Kind != py4j.Object {
		return fmt.Errorf("the class %s made no object", class)
	}
	s.object = made.Text
	return nil
}

// Close ends the process and waits until it is gone. It may be called at any time, and again.
func (s *Simulator) Close() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.process.close()
}

// Load starts an episode and returns what the agent sees first. Simplifications are joined by commas; those
// that a task does not allow the simulator leaves out. [ErrRefused] when there is no such task or
// variation.
func (s *Simulator) Load(task string, variation int, simplifications string) (Result, error) {
	// Without a gold path: with one, every reset would compute it again.
	refusal, err := s.text("load", py4j.Text(task), py4j.Int(variation), py4j.Text(simplifications), py4j.Bool(false))
	var thrown *py4j.RemoteError
	switch {
	case errors.As(err, &thrown):
		return Result{}, fmt.Errorf("load %s %d: %w: %w", task, variation, ErrRefused, err)
	case err != nil:
		return Result{}, err
	case refusal != "":
		return Result{}, refused(task, variation, refusal)
	}
	// Score and completion are those of the episode before until something was done.
	return s.Step("look around")
}

// refused is the error of a load that the simulator turned down, with the beginning of what it said.
func refused(task string, variation int, why string) error {
	return fmt.Errorf("load %s %d: %w: %.200s", task, variation, ErrRefused, why)
}

// Gold loads an episode as Load does and returns the actions of a solution that the simulator computes from its hidden
// state, which takes seconds. The episode is then where the simulator left it; load it again to play it.
func (s *Simulator) Gold(task string, variation int, simplifications string) ([]string, error) {
	refusal, err := s.text("load", py4j.Text(task), py4j.Int(variation), py4j.Text(simplifications), py4j.Bool(true))
	if err != nil {
		return nil, err
	}
	if refusal != "" {
		return nil, refused(task, variation, refusal)
	}
	return s.list("getGoldActionSequence")
}

// Step executes an action. Any text is one.
func (s *Simulator) Step(action string) (Result, error) {
	var r Result
	var err error
	if r.Observation, err = s.Repeat(action); err != nil {
		return r, err
	}
	score, err := s.call("getScore")
	if err != nil {
		return r, err
	}
	if r.Score, err = score.Float(); err != nil {
		return r, err
	}
	if !(r.Score >= -1 && r.Score <= 1) {
		return r, fmt.Errorf("call getScore: %v is not between -1 and 1", r.Score)
	}
	moves, err := s.call("getNumMoves")
	if err != nil {
		return r, err
	}
	n, err := moves.Int64()
	if err != nil {
		return r, err
	}
	r.Moves = int(n)
	completed, err := s.call("getCompleted")
	if err != nil {
		return r, err
	}
	r.Completed, err = completed.Truth()
	return r, err
}

// Repeat executes an action as Step does and returns the observation alone, in one exchange instead of four.
func (s *Simulator) Repeat(action string) (string, error) { return s.text("step", py4j.Text(action)) }

// Description is the task of the episode, in words.
func (s *Simulator) Description() (string, error) { return s.text("getTaskDescription") }

// Simplifications are those in force, joined by ", ", in the simulator's order.
func (s *Simulator) Simplifications() (string, error) { return s.text("getSimplificationsUsed") }

// Progress is the simulator's table of the goals that are reached. No policy may read it.
func (s *Simulator) Progress() (string, error) { return s.text("getGoalProgressStr") }

// maxTasks bounds the tasks that are asked about one by one; version 1.2.3 has 30.
const maxTasks = 1000

// Tasks returns the names of the tasks with their numbers of variations.
func (s *Simulator) Tasks() (map[string]int, error) {
	list, err := s.list("getTaskNames")
	if err != nil {
		return nil, err
	}
	if len(list) > maxTasks {
		return nil, fmt.Errorf("call getTaskNames: there are %d names, more than %d", len(list), maxTasks)
	}
	tasks := map[string]int{}
	for _, name := range list {
		v, err := s.call("getTaskMaxVariations", py4j.Text(name))
		if err != nil {
			return nil, err
		}
		n, err := v.Int64()
		if err != nil {
			return nil, err
		}
		tasks[name] = int(n)
	}
	return tasks, nil
}

func (s *Simulator) call(method string, args ...py4j.Value) (py4j.Value, error) {
	return s.conn.Call(s.object, method, args...)
}

func (s *Simulator) text(method string, args ...py4j.Value) (string, error) {
	v, err := s.call(method, args...)
	if err != nil {
		return "", err
	}
	return v.Str()
}

// list fetches a list of texts. Its elements would cost a round trip each, so the server joins them first.
func (s *Simulator) list(method string) ([]string, error) {
	list, err := s.call(method)
	if err != nil {
		return nil, err
	}
	if !list.Remote() {
		return nil, fmt.Errorf("call %s: the answer is no list", method)
	}
	joined, err := s.conn.Static("java.lang.String", "join", py4j.Text(separator), py4j.Value{Kind: py4j.Object, Text: list.Text})
	if err != nil {
		return nil, err
	}
	text, err := joined.Str()
	if err != nil {
		return nil, err
	}
	if err := s.conn.Release(list); err != nil {
		return nil, err
	}
	if text == "" {
		return nil, nil
	}
	return strings.Split(text, separator), nil
}
