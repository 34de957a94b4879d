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
func choose(ctx context.Context, branches []*branch, env registry.Environment, s *Repair, completion judge.Completion) ([]chosen, error) {
	passes := func(_ int, br *branch) []bool { return byReward(br) }
	switch s.Select {
	case "consensus":
		outcomes, ok := env.(registry.Outcomes)
		if !ok {
			return nil, fmt.Errorf("select = %q: the environment has no outcome keys to vote on", s.Select)
		}
		passes = func(_ int, br *branch) []bool { return byConsensus(br, outcomes, s.Agreement) }
	case "judge":
		verdicts, err := byJudge(ctx, branches, completion, s.Agreement)
		if err != nil {
			return nil, err
		}
		passes = func(i int, _ *branch) []bool { return verdicts[i] }
	}
	var kept []chosen
	for i, br := range branches {
		if t := shortest(br, passes(i, br)); t != nil {
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

// completion is the judge of the settings, and who asks a text model for it; nil when nobody does.
func (s *Repair) completion() (judge.Completion, *judge.Questioner) {
	switch s.Judge {
	case "scorer":
		return judge.ConfidentCompletion{Turns: s.JudgeTurns, Threshold: s.JudgeThreshold}, nil
	case "model":
		asked := judge.Ask(s.Address.Open())
		return judge.AskCompletion(asked), asked
	}
	return judge.RuleCompletion{}, nil
}

// byJudge passes, of each branch, the takeovers that a judge takes for completed, when they are more than the share agreement of all.
// Of a takeover the judge reads the whole episode, as a reader would; it reads no reward.
func byJudge(ctx context.Context, branches []*branch, j judge.Completion, agreement float64) ([][]bool, error) {
	var all []*registry.Episode
	for _, br := range branches {
		all = append(all, br.Takeovers...)
	}
	completed, err := j.Completed(ctx, all)
	if err != nil {
		return nil, err
	}
	verdicts := make([][]bool, len(branches))
	for i, br := range branches {
		pass := completed[:len(br.Takeovers)]
		completed = completed[len(br.Takeovers):]
		yes := 0
		for _, p := range pass {
			if p {
				yes++
			}
		}
		if float64(yes) <= agreement*float64(len(pass)) {
			pass = make([]bool, len(pass))
		}
		verdicts[i] = pass
	}
	return verdicts, nil
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
