package pivotopd

import "github.com/retort-ml/retort/registry"

// Metrics are the numbers of the study's stages, for tables of the paper's analyses.
func Metrics() []registry.Metric {
	rate := func(stage, name, title, help string, higher bool) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "%", Rate: true, HigherIsBetter: higher, Help: help, Stage: stage}
	}
	turns := func(stage, name, title, help string) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "turns", Help: help, Stage: stage}
	}
	return []registry.Metric{
		rate(DiagnosisName, "diagnosis_failure_rate", "failed", "Share of the starting student's held-out episodes that failed.", false),
		rate(DiagnosisName, "failure_after_pivot", "failed after a pivot", "Share of its held-out episodes that failed and contain a pivotal turn: one that lengthens the shortest way to the goal or loses it.", false),
		rate(DiagnosisName, "failed_with_pivot", "failures with a pivot", "Share of its failed episodes that contain a pivotal turn.", false),
		turns(DiagnosisName, "first_pivotal_turn", "first pivotal turn", "Median number, from 1, of the first pivotal turn of failed episodes."),
		turns(DiagnosisName, "wasted_turns", "wasted turns", "Median number of turns after the first pivotal one of failed episodes."),
		rate(DiagnosisName, "replay_unchanged", "mistake kept", "Share of the starting student's replays from just after its first pivotal turn that finish the task.", true),
		rate(DiagnosisName, "replay_corrected", "mistake corrected (a)", "The same with the oracle's action in place of the pivotal one.", true),
		rate(DiagnosisName, "replay_forced", "mistake kept, two turns led (b)", "The same with the mistake kept and the oracle's actions in the next two turns.", true),
		rate(RecoveryName, "recovery_rate", "recovered", "Share of the trained student's replays from just after the starting student's mistakes that finish the task.", true),
		rate(RecoveryName, "recovery_improved", "improved", "Share of the mistakes from which the trained student finishes more replays than the starting one.", true),
		rate(RecoveryName, "recovery_worse", "worse", "Share of the mistakes from which it finishes fewer.", false),
		rate(RecoveryName, "recovery_same", "same", "Share of the mistakes from which it finishes as many.", false),
		turns(RecoveryName, "recovery_optimal_turns", "shortest way", "Mean shortest way to the goal after the mistakes, over the recovered replays."),
		rate(FailuresName, "own_failure_rate", "still failed", "Share of the trained student's held-out episodes that failed.", false),
		rate(FailuresName, "own_failure_after_pivot", "still failed after a pivot", "Share of them that failed and contain a pivotal turn.", false),
		rate(FailuresName, "own_failure_without_pivot", "still failed without one", "Share of them that failed and contain none.", false),
		rate(FailuresName, "mistake_repeated", "mistake made again", "Share of the trained student's responses at the starting student's mistakes that make the mistake again.", false),
		rate(FailuresName, "mistake_righted", "oracle's action", "Share of the same responses that take the oracle's action.", true),
		rate(FailuresName, "mistake_reached", "in a group", "Share of the mistakes at which any of the responses takes it: of the others reinforcement learns nothing.", true),
		rate(DetectionName, "detection_within_one", "pivot found", "Share of failed episodes in which the detector's first mistake is within one turn of the first pivotal one.", true),
		rate(DetectionName, "detection_random", "pivot by chance", "The same for a turn drawn at random.", false),
	}
}
