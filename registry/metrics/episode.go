package metrics

import "github.com/retort-ml/retort/registry"

// episodeMetrics are those with a value for every episode they apply to.
func episodeMetrics() []registry.Metric {
	list := []registry.Metric{
		{
			Name: "success_rate", Title: "Success rate", Unit: "%", HigherIsBetter: true, Rate: true,
			Help: "Share of episodes that reach the goal. An episode that times out or whose responses cannot be parsed is a failure, never left out. " +
				"Source: R2S, TCOD and the papers on ALFWorld, WebShop and ScienceWorld.",
			Value: func(s *registry.Summary) (float64, bool) { return yes(s.Won), true },
		},
		{
			Name: "timeout_rate", Title: "Timeout rate", Unit: "%", Rate: true,
			Help: "Share of episodes that use up all turns without reaching the goal. " +
				"Source: R2S, turn exhaustion of held-out episodes.",
			Value: func(s *registry.Summary) (float64, bool) { return yes(s.TimedOut), true },
		},
		{
			Name: "failure_rate", Title: "Failure rate", Unit: "%", Rate: true,
			Help: "Share of episodes that the environment ended without the goal: the wrong thing bought, focused on, said. With success and timeout rate " +
				"it sums to 100 %; a policy that learns to delay has fewer failures and more time-outs. Source: ours.",
			Value: func(s *registry.Summary) (float64, bool) { return yes(!s.Won && !s.TimedOut), true },
		},
		{
			Name: "score", Title: "Score", HigherIsBetter: true,
			Help: "Final score of the environment's own measure, from 0 to 1, unsuccessful episodes included. " +
				"Source: SMRC-SD reports WebShop's terminal reward on this scale; others print it times 100.",
			Value: func(s *registry.Summary) (float64, bool) { return s.Score, true },
		},
		{
			Name: "turns", Title: "Turns", Unit: "turns",
			Help: "Turns of an episode, failures included; says little without the success rate beside it. " +
				"Source: rounds in TCOD, turns a task in ProD.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.Turns), true },
		},
		{
			Name: "search_turns", Title: "Search turns", Unit: "turns",
			Help: "Turns whose action only looks or goes somewhere, in all episodes. Which actions these are the environment says; " +
				"the paper's list is not published. Source: R2S.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.SearchTurns), true },
		},
		{
			Name: "search_turns_won", Title: "Search turns, won episodes", Unit: "turns",
			Help: "Turns whose action only looks or goes somewhere, in episodes that reach the goal. Two methods win different " +
				"episodes: compare with the success rate in view. Source: R2S, search turns of won episodes.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.SearchTurns), s.Won },
		},
		{
			Name: "hesitation_turns", Title: "Hesitation turns", Unit: "turns",
			Help: "Turns whose thought holds a word of hesitation. Which words these are the environment says; " +
				"the paper's list is not published. Source: after R2S, which counts such words in scores.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.HesitationTurns), true },
		},
		{
			Name: "invalid_turns", Title: "Invalid turns", Unit: "turns",
			Help:  "Turns whose response had no valid form or whose action the environment did not understand. Source: ours.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.InvalidTurns), true },
		},
		{
			Name: "response_length", Title: "Response length", Unit: "tokens a turn",
			Help: "Sampled tokens a turn, averaged within the episode first, so that long episodes do not count more. " +
				"Source: SMRC-SD, mean response length.",
			Value: func(s *registry.Summary) (float64, bool) {
				return float64(s.ResponseTokens) / float64(s.Turns), s.Turns > 0
			},
		},
		{
			Name: "tokens", Title: "Generated tokens", Unit: "tokens",
			Help:  "Sampled tokens of an episode. Source: tokens a task in ProD.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.ResponseTokens), true },
		},
		{
			Name: "context_tokens", Title: "Context tokens", Unit: "tokens",
			Help:  "Length of the whole stream at the end of an episode: prompt, responses and observations. Source: ours.",
			Value: func(s *registry.Summary) (float64, bool) { return float64(s.Tokens), true },
		},
		{
			Name: "gap", Title: "KL to the teacher", Unit: "nats a token",
			Help: "Student minus teacher log-probability of the sampled tokens, averaged over the scored tokens of the episode: " +
				"the sampled estimate of KL(student || teacher), which can be negative by chance. Available where a teacher scored the evaluation. " +
				"Source: the trajectory-level KL of TCOD.",
			Value: func(s *registry.Summary) (float64, bool) { return s.Gap, s.GapTokens > 0 },
		},
	}
	return append(list, repetitionMetrics()...)
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
