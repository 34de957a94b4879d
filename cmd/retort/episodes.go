package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
)

func episodesCommand() *command {
	return &command{
		name: "episodes", abrupt: true, arguments: "EXPERIMENT TRIAL", json: true,
		summary: "Read an episode of a trial turn by turn",
		help: `
Prints one recorded episode: the task, and for each turn thought, action, observation and what was noted about it. Where a teacher scored
the episode, the gap of every token stands below it: the student's log-probability minus the teacher's, in nats; positive means that the
teacher thinks less of the token.

The episodes of a TRIAL are those of its evaluation, or of another phase (-phase) or another of its stages (-stage). -n counts them from 0,
and with -task only those of one task. With -json the whole record is printed.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			var e episodeFlags
			o.declare(flags)
			flags.StringVar(&e.phase, "phase", "", "read episodes of `PHASE` ("+evaluation.Phase+")")
			flags.StringVar(&e.stage, "stage", "", "read episodes of `STAGE`: a role such as \"evaluate teacher\", a kind, or the beginning of a hash")
			flags.IntVar(&e.n, "n", 0, "read episode `N`, from 0")
			flags.IntVar(&e.task, "task", -1, "count only the episodes of task `I`")
			return func(_ context.Context, s *session, args []string) error { return s.episodes(args, &o, &e) }
		},
	}
}

// episodeFlags choose an episode.
type episodeFlags struct {
	phase, stage string
	n, task      int
}

func (s *session) episodes(args []string, o *source, f *episodeFlags) error {
	if err := arguments(args, "EXPERIMENT", "TRIAL"); err != nil {
		return err
	}
	if f.n < 0 {
		return usageError("-n %d is negative; episodes are counted from 0", f.n)
	}
	exp, plan, err := s.recordedPlan(args[0], o)
	if err != nil {
		return err
	}
	trial, err := findTrial(plan, args[1])
	if err != nil {
		return err
	}
	store, err := s.requireStore(o)
	if err != nil {
		return err
	}
	defer store.Close()
	hash, err := f.find(store, plan, trial)
	if err != nil {
		return err
	}
	e, n, total, err := f.read(store, hash)
	if err != nil {
		return err
	}
	format, err := s.format(exp, plan, trial)
	if err != nil {
		return err
	}
	views.NewEpisode(s.json, s.out).Episode(views.EpisodeRecord{
		Trial: trial.ID, Stage: hash, Title: stageOf(plan, hash).Title, Phase: f.phase, Number: n, Total: total, Episode: e, Word: word(format),
	})
	return nil
}

// find chooses the stage: the one that is named, or the first of the trial's that has the phase. It
// settles the phase, too.
func (f *episodeFlags) find(store *results.Store, plan *runner.Plan, trial *runner.Trial) (string, error) {
	candidates := trial.Stages
	switch {
	case f.stage != "":
		hash, err := f.named(plan, trial)
		if err != nil {
			return "", err
		}
		candidates = []string{hash}
	case f.phase == "" || f.phase == evaluation.Phase:
		candidates = []string{trial.Roles[reports.RoleEvaluate]}
	}
	var known []string
	waiting := ""
	for _, h := range candidates {
		phases, err := store.Phases(h)
		if errors.Is(err, results.ErrNotFound) {
			waiting = h
			continue
		}
		if err != nil {
			return "", storeError(err)
		}
		for _, p := range phases {
			if f.phase == "" || p.Name == f.phase {
				f.phase = p.Name
				return h, nil
			}
			if !slices.Contains(known, p.Name) {
				known = append(known, p.Name)
			}
		}
	}
	if waiting != "" {
		return "", &exitError{exitIncomplete, fmt.Errorf("stage %s is not done; retort run executes it", stageOf(plan, waiting).Title)}
	}
	return "", usageError("trial %s has no episodes of phase %q.%s", trial.ID, f.phase, didYouMean(f.phase, known, "", " Its phases: "+enumerate(known)))
}

// named finds a stage of the trial by role, kind or hash.
func (f *episodeFlags) named(plan *runner.Plan, trial *runner.Trial) (string, error) {
	if h, ok := trial.Roles[f.stage]; ok {
		return h, nil
	}
	var names []string
	for role := range trial.Roles {
		names = append(names, role)
	}
	for _, h := range trial.Stages {
		st := stageOf(plan, h)
		if st.Kind == f.stage || len(f.stage) >= minHash && strings.HasPrefix(h, f.stage) {
			return h, nil
		}
		names = append(names, st.Kind)
	}
	return "", usageError("trial %s has no stage %q.%s", trial.ID, f.stage, didYouMean(f.stage, names, "", " retort show lists them"))
}

// read returns the episode that is asked for, its number among all of the phase, and how many were to choose from.
func (f *episodeFlags) read(store *results.Store, hash string) (*registry.Episode, int, int, error) {
	if f.task < 0 {
		e, err := store.Episode(hash, f.phase, f.n)
		if errors.Is(err, results.ErrNotFound) {
			return nil, 0, 0, usageError("phase %s has no episode %d; they are counted from 0", f.phase, f.n)
		}
		total := 0
		if err == nil {
			var phases []results.Phase
			phases, err = store.Phases(hash)
			for _, p := range phases {
				if p.Name == f.phase {
					total = p.Episodes
				}
			}
		}
		return e, f.n, total, wrapStore(err)
	}
	found, at, i := (*registry.Episode)(nil), 0, 0
	matching := 0
	for e, err := range store.Episodes(hash, f.phase) {
		if err != nil {
			return nil, 0, 0, storeError(err)
		}
		if e.Task.Index == f.task {
			if matching == f.n {
				found, at = e, i
			}
			matching++
		}
		i++
	}
	if found == nil {
		return nil, 0, 0, usageError("phase %s has %d episodes of task %d, and -n %d is asked for; they are counted from 0", f.phase, matching, f.task, f.n)
	}
	return found, at, matching, nil
}

// format is how the trial's student reads its environment; nil where the data of that is not there any more.
func (s *session) format(exp *experiments.Experiment, plan *runner.Plan, trial *runner.Trial) (registry.Format, error) {
	trials, _ := exp.Trials()
	for i := range plan.Trials {
		if &plan.Trials[i] != trial {
			continue
		}
		catalog := s.catalog()
		kind, _ := catalog.Environment(trials[i].Environment.Use)
		env, err := kind.New(trials[i].Environment.Settings)
		if missing, ok := errors.AsType[*registry.SettingError](err); ok && missing.Missing {
			return nil, nil // a warning said so; tokens are shown as numbers
		}
		if err != nil {
			return nil, configError(err)
		}
		model, _ := catalog.Model(trials[i].Student.Model.Use)
		return model.Format(trials[i].Student.Model.Settings, env)
	}
	panic(fmt.Sprintf("trial %s is none of the plan's", trial.ID))
}

// word spells tokens; what the vocabulary does not have is shown as a number.
func word(f registry.Format) func(t backends.Token) string {
	return func(t backends.Token) string {
		if f == nil || t < 0 || int(t) >= f.Vocab() {
			return fmt.Sprintf("#%d", t)
		}
		return f.Word(t)
	}
}
