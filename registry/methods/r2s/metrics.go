package r2s

import "github.com/retort-ml/retort/registry"

// Metrics are the numbers that the preparation stages record, for tables of the paper's analyses.
func Metrics() []registry.Metric {
	rate := func(stage, name, title, help string, higher bool) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "%", Rate: true, HigherIsBetter: higher, Help: help, Stage: stage}
	}
	nats := func(name, title, help string, higher bool) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "nats", HigherIsBetter: higher, Help: help, Stage: RepairName}
	}
	return []registry.Metric{
		rate(ProbeName, "student_success", "student alone", "Analysis 1: success of the student's own probe episodes.", true),
		rate(ProbeName, "takeover_success", "takeover", "Analysis 1: success of teacher takeovers from the divergence turn of the same episodes, within the same horizon.", true),
		{Name: "divergence_turn", Title: "divergence turn", Unit: "turns", Help: "Mean turn k* of largest disagreement, from 1.", Stage: ProbeName},
		rate(RepairName, "kept_share", "kept", "Share of states whose takeovers passed the check.", true),
		rate(RepairName, "kept_precision", "kept that won", "Share of the kept takeovers that really won: what the reward-free check is worth.", true),
		nats("score_drop_hesitation", "hesitation words", "Analysis 2: by how much the takeover in context lowers the score of the student's hesitation words.", true),
		nats("score_drop_search", "search words", "Analysis 2: the same for search words.", true),
		nats("score_drop_other", "other thought words", "Analysis 2: the same for all other thought words.", false),
		nats("closeness_before", "KL before", "Analysis 5: KL(q+ || teacher) a token on held-out states.", false),
		nats("closeness_after", "KL after", "Analysis 5: KL(q+ || repaired teacher) a token on held-out states.", false),
		rate(RepairName, "teacher_success", "teacher", "The teacher's own success on training tasks before the repair.", true),
		rate(RepairName, "repaired_success", "repaired", "The repaired teacher's own success on the same tasks, measured before anything is distilled from it.", true),
		{Name: "teacher_hesitation_turns", Title: "teacher hesitation", Unit: "turns", Help: "Hesitation turns an episode of the teacher before the repair.", Stage: RepairName},
		{Name: "repaired_hesitation_turns", Title: "repaired hesitation", Unit: "turns", Help: "Hesitation turns an episode of the repaired teacher.", Stage: RepairName},
	}
}
