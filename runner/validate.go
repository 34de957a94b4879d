package runner

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// maxTrialID is the longest id of a trial in bytes: it becomes part of file names.
const maxTrialID = 80

// Validate checks that the plan can be executed: hashes are unique and fit for folder names, every
// stage stands after its inputs, and each trial lists all the stages that it needs, in that order. It
// returns every fault found, joined.
func (p *Plan) Validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }

	if p.Experiment == "" || p.Hash == "" {
		fault("check plan: it has no experiment (%q) or no hash (%q)", p.Experiment, p.Hash)
	}
	position := make(map[string]int, len(p.Stages))
	for i := range p.Stages {
		s := &p.Stages[i]
		if !isHash(s.Hash) {
			fault("check plan: stage %d (%s): hash %q is not at least 8 lower-case hexadecimal digits", i, s.Title, s.Hash)
		}
		if first, twice := position[s.Hash]; twice {
			fault("check plan: stages %d and %d have the same hash %s", first, i, s.Hash)
			continue
		}
		if err := s.check(position); err != nil {
			fault("check plan: stage %s (%s): %w", s.Hash, s.Title, err)
		}
		position[s.Hash] = i
	}
	ids := make(map[string]bool, len(p.Trials))
	for i := range p.Trials {
		t := &p.Trials[i]
		if ids[t.ID] {
			fault("check plan: two trials have the id %q", t.ID)
		}
		ids[t.ID] = true
		if err := t.check(p, position); err != nil {
			fault("check plan: trial %q: %w", t.ID, err)
		}
	}
	return errors.Join(faults...)
}

// check looks at one stage; earlier holds the stages before it.
func (s *Stage) check(earlier map[string]int) error {
	switch {
	case s.Kind == "":
		return errors.New("no kind")
	case !json.Valid(s.Spec):
		return errors.New("the specification is not JSON")
	case s.Timeout < 0:
		return fmt.Errorf("time-out %v is negative", s.Timeout)
	case s.Retries < 0:
		return fmt.Errorf("%d retries", s.Retries)
	case s.Cost < 0 || math.IsNaN(s.Cost) || math.IsInf(s.Cost, 0):
		return fmt.Errorf("cost %v is not a number of seconds", s.Cost)
	}
	names := make(map[string]bool, len(s.Inputs))
	for _, in := range s.Inputs {
		if in.Name == "" || names[in.Name] {
			return fmt.Errorf("input name %q is empty or stands twice", in.Name)
		}
		names[in.Name] = true
		if _, ok := earlier[in.Hash]; !ok {
			return fmt.Errorf("input %s (%s) does not stand before it", in.Name, in.Hash)
		}
	}
	return nil
}

func (t *Trial) check(p *Plan, position map[string]int) error {
	if t.ID == "" || len(t.ID) > maxTrialID {
		return fmt.Errorf("the id has %d bytes, want 1 to %d", len(t.ID), maxTrialID)
	}
	has := make(map[string]bool, len(t.Stages))
	for _, h := range t.Stages {
		i, known := position[h]
		if !known {
			return fmt.Errorf("stage %s is not in the plan", h)
		}
		for _, in := range p.Stages[i].Inputs {
			if !has[in.Hash] {
				return fmt.Errorf("stage %s needs %s, which the trial does not list before it", h, in.Hash)
			}
		}
		has[h] = true
	}
	for role, h := range t.Roles {
		if !has[h] {
			return fmt.Errorf("role %q names %s, which is none of its stages", role, h)
		}
	}
	return nil
}

func isHash(s string) bool {
	if len(s) < 8 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
