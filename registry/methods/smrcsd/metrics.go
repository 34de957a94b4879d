package smrcsd

import "github.com/retort-ml/retort/registry"

// Metrics are the numbers of the audit stage, for tables of the paper's analyses.
func Metrics() []registry.Metric {
	rate := func(name, title, help string) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "%", Rate: true, HigherIsBetter: true, Help: help, Stage: AuditName}
	}
	nats := func(name, title, help string) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "nats", HigherIsBetter: true, Help: help, Stage: AuditName}
	}
	return []registry.Metric{
		rate("structured_coverage", "coverage, state", "Share of turns that state matching matches to the reference path."),
		rate("history_coverage", "coverage, history", "Share of turns that history matching matches to the reference path."),
		rate("history_in_structured", "history found by state", "Share of the turns matched by history that state matching matches too."),
		rate("structured_in_history", "state found by history", "Share of the turns matched by state that history matching matches too."),
		rate("candidate_agreement", "same candidate", "Share of the turns both match on which they name the same next command."),
		rate("structured_replay", "replay, state", "Share of state matches from which the candidate and the rest of the path win the task."),
		rate("history_replay", "replay, history", "Share of history matches from which the candidate and the rest of the path win the task."),
		nats("shift_matched", "shift, matched (A)", "By how much the full path in the judge's context raises the log-probability of correct actions at matched states, a token."),
		nats("shift_unmatched", "shift, unmatched (C)", "The same at unmatched states."),
		nats("shift_difference", "A - C", "Shift at matched states less that at unmatched ones."),
		nats("shift_difference_low", "A - C, low", "Lower end of the 95 % bootstrap interval over tasks."),
		nats("shift_difference_high", "A - C, high", "Upper end of the 95 % bootstrap interval over tasks."),
	}
}
