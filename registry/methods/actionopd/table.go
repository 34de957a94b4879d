package actionopd

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/text/actions"
	"github.com/retort-ml/retort/registry/training"
)

// Streams of draws over a start's seed.
const (
	candidateStream = 0x63616e64 // "cand"
	teacherStream   = 0x74656163 // "teac"
	commitStream    = 0x636f6d6d // "comm"
)

// table plays the episodes of one step side by side, state by state.
type table struct {
	settings         *Settings
	bench            registry.Bench
	student, teacher backends.Sampler
	seats            []*seat
	states           []state
	tools            actions.Language  // of an environment with tools; nil: commands
	asked            *judge.Questioner // with matcher = "model"
}

// seat is one episode.
type seat struct {
	live *rollout.Live
	seed uint64
	// told is what the teacher reads in place of the prompt.
	told []backends.Token
	rng  *rand.Rand // of the commits
	over bool
}

// episodes are those played.
func (t *table) episodes() []*registry.Episode {
	list := make([]*registry.Episode, len(t.seats))
	for i, s := range t.seats {
		list[i] = s.live.Episode
	}
	return list
}

// play begins an episode for every start and plays them to their ends, collecting the states.
func (t *table) play(ctx context.Context, starts []rollout.Start) error {
	env, format := t.bench.Environment(), t.bench.Format()
	if tooled, ok := env.(registry.Tooled); ok {
		tools, err := actions.NewTools(tooled.Tools())
		if err != nil {
			return fmt.Errorf("read the environment's tools: %w", err)
		}
		t.tools = tools
	}
	for _, start := range starts {
		live, err := rollout.Begin(env, format, start.Task)
		if err != nil {
			return err
		}
		live.Episode.Actor = "student"
		s := &seat{live: live, seed: start.Seed, told: live.Episode.Prompt, rng: rand.New(rand.NewPCG(start.Seed, commitStream))}
		if t.settings.Private == "actions" {
			path, err := reference(env, live.World, start.Task)
			if err != nil {
				return err
			}
			s.told = training.ReferencePrompt(live.Stream, live.World, path)
		}
		t.seats = append(t.seats, s)
	}
	limit := env.Horizon()
	if t.settings.Turns > 0 {
		limit = min(limit, t.settings.Turns)
	}
	defer t.release()
	for range limit {
		if err := t.turn(ctx); err != nil {
			return err
		}
	}
	for _, s := range t.seats {
		s.live.Episode.TimedOut = !s.over
	}
	return nil
}

// release frees the caches under the keys that sample uses.
func (t *table) release() {
	for i := range t.seats {
		for c := range t.settings.Candidates {
			t.student.Release(key(i, c))
		}
		for c := range t.settings.TeacherSamples {
			t.teacher.Release(key(i, maxSamples+c))
		}
	}
}

// maxSamples keeps the cache keys of student and teacher apart, who may be one.
const maxSamples = 64

func key(seat, sample int) uint64 { return uint64(seat*2*maxSamples+sample) + 1 }

// turn is one decision of every episode that goes on.
func (t *table) turn(ctx context.Context) error {
	s := t.settings
	var open []int
	for i, seat := range t.seats {
		if !seat.over {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return nil
	}
	proposals, err := t.propose(ctx, open)
	if err != nil {
		return err
	}
	answers, err := t.ask(ctx, open)
	if err != nil {
		return err
	}
	meanings := make([][]actions.Action, len(open))
	for o, i := range open {
		language := t.language(t.seats[i].live.World)
		for _, turn := range proposals[o] {
			meanings[o] = append(meanings[o], read(language, turn))
		}
	}
	judges, err := t.judges(ctx, open, meanings, answers)
	if err != nil {
		return err
	}
	lexicon, _ := t.bench.Environment().(registry.Lexicon)
	for o, i := range open {
		seat := t.seats[i]
		st := state{context: seat.live.Context, unanswered: len(answers[o]) == 0}
		for j, turn := range proposals[o] {
			c := candidate{turn: turn, valid: meanings[o][j].Kind != actions.Invalid}
			if c.matches, err = actions.Matches(meanings[o][j], answers[o], judges[o]); err != nil {
				return fmt.Errorf("match actions: %w", err)
			}
			st.candidates = append(st.candidates, c)
		}
		committed := s.commit(st.candidates, seat.rng)
		t.states = append(t.states, st)
		seat.over = seat.live.Respond(st.candidates[committed].turn, lexicon)
	}
	return nil
}

// commit chooses the candidate that is executed: any of the best, or any valid one.
func (s *Settings) commit(candidates []candidate, rng *rand.Rand) int {
	var eligible []int
	best := -2.0
	for i, c := range candidates {
		r := s.reward(c)
		if s.Select == "random" {
			r = min(r, 0) // any valid one is as good as another
		}
		if r > best {
			best, eligible = r, eligible[:0]
		}
		if r == best {
			eligible = append(eligible, i)
		}
	}
	return eligible[rng.IntN(len(eligible))]
}

// propose samples the student's candidates at each open seat, [open][candidates].
func (t *table) propose(ctx context.Context, open []int) ([][]registry.Turn, error) {
	s, format := t.settings, t.bench.Format()
	var requests []backends.SampleRequest
	for _, i := range open {
		for c := range s.Candidates {
			requests = append(requests, backends.SampleRequest{
				Key: key(i, c), Tokens: t.seats[i].live.Context, MaxTokens: format.MaxResponse(), Stop: format.Stop(),
				Temperature: float32(s.Temperature), Seed: draw(t.seats[i].seed, candidateStream, c),
			})
		}
	}
	samples, err := t.student.Sample(ctx, requests)
	if err != nil {
		return nil, fmt.Errorf("sample %d candidates: %w", len(requests), err)
	}
	turns := make([][]registry.Turn, len(open))
	for r, sample := range samples {
		o := r / s.Candidates
		turns[o] = append(turns[o], rollout.Read(t.seats[open[o]].live.Stream, format, sample))
	}
	return turns, nil
}

// ask samples the teacher's actions at each open seat and reads the valid ones, duplicates kept. An invalid one is
// sampled again, TeacherRetries times at most.
func (t *table) ask(ctx context.Context, open []int) ([][]actions.Action, error) {
	s, format := t.settings, t.bench.Format()
	answers := make([][]actions.Action, len(open))
	type wanted struct{ open, sample int }
	var pending []wanted
	for o := range open {
		for c := range s.TeacherSamples {
			pending = append(pending, wanted{o, c})
		}
	}
	for try := 0; try <= s.TeacherRetries && len(pending) > 0; try++ {
		requests := make([]backends.SampleRequest, len(pending))
		for r, w := range pending {
			seat := t.seats[open[w.open]]
			requests[r] = backends.SampleRequest{
				Key: key(open[w.open], maxSamples+w.sample), Tokens: training.TokensAfter(seat.told, seat.live.Episode.Turns),
				MaxTokens: format.MaxResponse(), Stop: format.Stop(),
				Temperature: float32(s.TeacherTemperature), Seed: draw(seat.seed, teacherStream, w.sample+try*s.TeacherSamples),
			}
		}
		samples, err := t.teacher.Sample(ctx, requests)
		if err != nil {
			return nil, fmt.Errorf("sample %d answers of the teacher: %w", len(requests), err)
		}
		var again []wanted
		for r, w := range pending {
			seat := t.seats[open[w.open]]
			meaning := read(t.language(seat.live.World), rollout.Read(seat.live.Stream, format, samples[r]))
			if meaning.Kind == actions.Invalid {
				again = append(again, w)
				continue
			}
			answers[w.open] = append(answers[w.open], meaning)
		}
		pending = again
	}
	return answers, nil
}

// reference returns actions that win: those of the task file where the world has one, else a path through the task; nil
// where there is none.
func reference(env registry.Environment, w registry.World, task registry.Task) ([]string, error) {
	if p, ok := w.(registry.Privileged); ok {
		return p.Private(registry.PrivateReference), nil
	}
	path, _, err := training.Path(env, task)
	return path, err
}

// language is that of the environment's tools, or of commands: a command is valid when the world understands it.
func (t *table) language(w registry.World) actions.Language {
	if t.tools != nil {
		return t.tools
	}
	return actions.Commands{Understood: func(command string) bool { return w.Fork().Step(command).Valid }}
}

// read gives the meaning of a response; one that does not have the form of a response has none.
func read(language actions.Language, turn registry.Turn) actions.Action {
	if !turn.Parsed {
		return actions.Action{Reason: "no response"}
	}
	a := language.Read(turn.Action)
	a.Text = turn.Action
	return a
}

// draw derives the seed of one of a start's sampling streams.
func draw(seed, stream uint64, i int) uint64 {
	return rand.New(rand.NewPCG(seed, stream+uint64(i)<<32)).Uint64()
}
