package metrics

import "github.com/retort-ml/retort/registry"

// repetitionMetrics say how much an episode repeats itself.
func repetitionMetrics() []registry.Metric {
	return []registry.Metric{
		{
			Name: "stagnation", Title: "Stagnation",
			Help: "Mean over turns of the largest overlap (ROUGE-L F of thought and action) with any earlier turn of the episode, from 0 to 1; " +
				"the first turn counts 0, so that short episodes have less. Source: ProD, lexical stagnation score.",
			Value: func(s *registry.Summary) (float64, bool) { return s.Stagnation, s.Turns > 0 },
		},
		{
			Name: "stagnation_lost", Title: "Stagnation, lost episodes",
			Help: "Stagnation of the episodes that do not reach the goal: loops rather than the overlap that every task has. " +
				"Two methods lose different episodes: compare with the success rate in view. Source: ours, after ProD.",
			Value: func(s *registry.Summary) (float64, bool) { return s.Stagnation, !s.Won && s.Turns > 0 },
		},
		{
			Name: "repeated_4_grams", Title: "Repeated 4-gram ratio",
			Help: "Share, from 0 to 1, of the runs of four tokens inside a response that stood in the same response before, over the responses of an episode; " +
				"not available for an episode whose responses are all shorter. Source: SMRC-SD; the definition is inferred.",
			Value: func(s *registry.Summary) (float64, bool) {
				return float64(s.RepeatedFourGrams) / float64(max(s.FourGrams, 1)), s.FourGrams > 0
			},
		},
	}
}
