package r2s

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// chosen is a branch whose takeovers passed the check.
type chosen struct {
	*branch
	Takeover *registry.Episode
}

// choose applies the check to every branch and keeps, of each that passes, the shortest
// passing takeover: fewest turns, then fewest tokens (inferred), then the first.
func choose(branches []*branch, env registry.Environment, s *Repair) ([]chosen, error) {
	passes := byReward
	if s.Select == "consensus" {
		outcomes, ok := env.(registry.Outcomes)
		if !ok {
			return nil, fmt.Errorf("select = %q: the environment has no outcome keys to vote on", s.Select)
		}
		passes = func(br *branch) []bool { return byConsensus(br, outcomes, s.Agreement) }
	}
	var kept []chosen
	for _, br := range branches {
		if t := shortest(br, passes(br)); t != nil {
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
	return registry.Summarize(a).Tokens < registry.Summarize(b).Tokens
}
