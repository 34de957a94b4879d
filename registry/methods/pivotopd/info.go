package pivotopd

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

const source = "PivotOPD (arXiv 2609.40285)"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "pivotopd",
		Title:     "PivotOPD: distillation at pivotal mistakes and right after them",
		Idea:      "Group relative reinforcement, and in failed rollouts the turns that decided them: there the student is drawn to the right action, and in the turns after the mistake it learns to recover. A teacher only names the actions; the probabilities are the student's own, told the action as a hint.",
		Objective: "L = L_GRPO + w_prev KL(p_theta(.|c_k) || q(.|c_k)) at pivots + w_rec KL(q(.|c) || p_theta(.|c)) at the K turns after them; q = p_ref(.|c + hint); both as advantages l_ref(y|c + hint) - l_ref(y|c)",
		Source:    source,
		Stages: []string{
			"pivotopd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, pivot detection, recoveries of 'recovery_turns' turns, one update",
			"pivotopd.diagnosis (study_tasks > 0): held-out episodes of the starting student, pivotal turns by the oracle, replays with interventions; analysis only",
			"pivotopd.recovery: the trained student's 'study_replays' replays from each mistake, compared with the starting student's",
			"pivotopd.failures (study_failures): the trained student's own failures on the same tasks, and 'study_replays' responses at each of the mistakes",
			"pivotopd.detection: the detector's mistakes against the oracle's",
		},
		Needs: []string{
			"a task reward", "detector = teacher: a teacher that plays, in the student's vocabulary", "detector = oracle, hint = way and the study: shortest solutions", "detector = model: a text model at an address",
			"recovery_turns > 1, hint = way and the study: exact replay",
			"a student whose warm-up had reference_share > 0: one that never saw actions in its context cannot be hinted",
		},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "group = 8, recovery_turns = 1", Origin: "published (PivotOPD; K = 1 was chosen on WebShop)"},
			{Setting: "pivots = 2, prevent_weight = 0.1, recover_weight = 0.1", Origin: "inferred (not published; to be swept over 0.01, 0.1, 1 with K)"},
			{Setting: "rollouts = failed, self_teacher = current", Origin: "inferred (which rollouts are read and which frozen student is hinted is not published)"},
			{Setting: "detector = teacher", Origin: "published (PivotOPD); self is its setting without a teacher, oracle that of its diagnosis; model asks a text model, which like the paper's teacher is told the outcome in words: an answer that cannot be read names no mistake and gives no advice"},
			{Setting: "text_model_url, text_model", Origin: "ours: where detector = model is answered; the share of answers that could not be read is recorded as unread_answers"},
			{Setting: "hint = action", Origin: "published (PivotOPD); way is ours: policies warmed up on whole references follow a way far more often than a single action (0.35 against 0.1 of the turns after a mistake in the household world), and policies warmed up without any follow neither"},
			{Setting: "study_mistakes = 72, study_replays = 8", Origin: "published (PivotOPD: 72 mistakes x 8 replays)"},
			{Setting: "study_split = unseen, study_tasks = 0, study_failures = false", Origin: "ours (published: 140 held-out tasks)"},
			{Setting: "clip = 0.2, clip_high = 0.2, dual_clip = 3, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "inferred: as grpo"},
			{Setting: "group reinforcement: tasks_a_step = 4, steps = 100, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, as grpo (published: 160 steps)"},
		},
		Departures: []string{
			"with detector = teacher or self the detector is a policy that cannot be told the outcome in words: it names the earliest turns in which its own most probable response acts, instead of only searching, and is not what was done; the rule was chosen among about thirty by its agreement with the oracle on training tasks of one student in the household world (0.65 within a turn there); on held-out tasks it found 0.36 to 0.63 of the first pivots of three students, and chance 0.15 to 0.24",
			"the compact format shows the hint as a reference of one action at the start of the prompt",
			"the right action differs from the executed one when their texts differ, blanks and case apart",
			"recoveries whose action is not the hinted one are kept: their tokens' changes say how good they are",
			training.ReturnDeparture,
			"the probabilities of the mistake and of the right action are shares of sampled responses: the thought before an action cannot be summed over",
			"changes of log-probabilities are clamped to [-10, 10] nats",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}
}

func studyInfo() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "pivot-study",
		Title:     "Pivotal mistakes of other policies",
		Idea:      "The analyses of PivotOPD for policies it is compared with: the pivotal mistakes of the starting student, and how the student as it is, or after plain distillation, recovers from them.",
		Objective: "none of its own: plain on-policy distillation, or nothing",
		Source:    source + ", diagnosis and recovery evaluation",
		Stages: []string{
			"opd (policy = opd): plain distillation, shared with a trial of opd with equal settings",
			"pivotopd.diagnosis, pivotopd.recovery, pivotopd.failures: as pivotopd",
		},
		Needs:       []string{"shortest solutions", "exact replay", "policy = opd: teacher log-probabilities"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "distillation settings", Origin: "as opd"},
			{Setting: "study_mistakes = 72, study_replays = 8", Origin: "published (PivotOPD)"},
			{Setting: "study_split = unseen, study_tasks = 128, study_failures = false, policy = opd", Origin: "ours (published: 140 held-out tasks)"},
		},
		Departures: []string{"pairs are compared with the starting student's own replays, the paper's Base (inferred: it is the only policy without paired counts)"},
	}
}
