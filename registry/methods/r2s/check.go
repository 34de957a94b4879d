package r2s

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// chosen is a branch whose takeovers passed the check.
type chosen struct {
	*branch
	Takeover *registry.Episode
}

// choose applies the check to every branch and keeps, of each that passes, the shortest
// passing takeover: fewest turns, then fewest tokens (inferred), then the first.
func choose(ctx context.Context, branches []*branch, env registry.Environment, s *Repair) ([]chosen, error) {
	passes := func(br *branch) ([]bool, error) { return byReward(br), nil }
	switch s.Select {
	case "consensus":
		outcomes, ok := env.(registry.Outcomes)
		if !ok {
			return nil, fmt.Errorf("select = %q: the environment has no outcome keys to vote on", s.Select)
		}
		passes = func(br *branch) ([]bool, error) { return byConsensus(br, outcomes, s.Agreement), nil }
	case "judge":
		passes = func(br *branch) ([]bool, error) { return byJudge(ctx, br, s.completion(), s.Agreement) }
	}
	var kept []chosen
	for _, br := range branches {
		pass, err := passes(br)
		if err != nil {
			return nil, err
		}
		if t := shortest(br, pass); t != nil {
			kept = append(kept, chosen{br, t})
		}
	}
	return kept, nil
}

// byReward passes takeovers that won: the oracle variant, for the ablation.
func byReward(br *branch) []bool {
	pass := make([]bool, len(br.Takeovers))
	for i, t := range br.Takeovers {
		pass[i] = t.Won
	}
	return pass
}

// byConsensus passes the takeovers that share the commonest outcome key, when more than the share
// agreement of all takeovers do. Of equally common keys the one seen first counts. Only the commands the world
// understood are compared, and no reward. A takeover that changed nothing has no
// outcome and never passes.
func byConsensus(br *branch, outcomes registry.Outcomes, agreement float64) []bool {
	keys := make([]string, len(br.Takeovers))
	votes := map[string]int{}
	for i, t := range br.Takeovers {
		keys[i] = outcomes.OutcomeKey(commands(t))
		if keys[i] != "" {
			votes[keys[i]]++
		}
	}
	best := ""
	for _, k := range keys {
		if votes[k] > votes[best] {
			best = k
		}
	}
	pass := make([]bool, len(br.Takeovers))
	if float64(votes[best]) > agreement*float64(len(br.Takeovers)) {
		for i, k := range keys {
			pass[i] = k == best
		}
	}
	return pass
}

// completion is the judge of the settings.
func (s *Repair) completion() judge.Completion {
	if s.Judge == "scorer" {
		return judge.ConfidentCompletion{Turns: s.JudgeTurns, Threshold: s.JudgeThreshold}
	}
	return judge.RuleCompletion{}
}

// byJudge passes the takeovers that a judge takes for completed, when they are more than the share agreement of all. Of a
// takeover the judge reads the whole episode, as a reader would; it reads no reward.
func byJudge(ctx context.Context, br *branch, j judge.Completion, agreement float64) ([]bool, error) {
	pass, err := j.Completed(ctx, br.Takeovers)
	if err != nil {
		return nil, err
	}
	yes := 0
	for _, p := range pass {
		if p {
			yes++
		}
	}
	if float64(yes) <= agreement*float64(len(pass)) {
		return make([]bool, len(pass)), nil
	}
	return pass, nil
}

// commands lists what the world understood.
func commands(e *registry.Episode) []string {
	var list []string
	for i := range e.Turns {
		if e.Turns[i].Valid {
			list = append(list, e.Turns[i].Action)
		}
	}
	return list
}

func shortest(br *branch, pass []bool) *registry.Episode {
	var best *registry.Episode
	for i, t := range br.Takeovers {
		if pass[i] && (best == nil || less(t, best)) {
			best = t
		}
	}
	return best
}

func less(a, b *registry.Episode) bool {
	if len(a.Turns) != len(b.Turns) {
		return len(a.Turns) < len(b.Turns)
	}
	return registry.Tally(a).Tokens < registry.Tally(b).Tokens
}
