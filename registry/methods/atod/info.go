package atod

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:        "atod",
		Title:       "ATOD: from distillation to reinforcement",
		Idea:        "Training starts as distillation by a teacher and ends as reinforcement by outcomes; distillation weighs most in turns where the student disagrees with the teacher or is unsure itself.",
		Objective:   "A_t = kappa(s) w_k (l_T - l_old) + rho(s) A_GRPO; w_k = 1 - (1 - sigma(z(d_k)))(1 - sigma(z(u_k))) scaled to mean 1, d_k the turn's disagreement, u_k the student's entropy; clipped policy gradient",
		Source:      "notes on ATOD; the paper was not available",
		Stages:      []string{"atod: 'steps' rounds of 'tasks_a_step' x 'group' episodes, teacher scoring, the student's entropies, one update"},
		Needs:       []string{"a task reward", "teacher log-probabilities"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "kappa_start = 1, kappa_end = 0.1, rho_start = 0.1, rho_end = 1", Origin: "inferred: kappa falls and rho rises"},
			{Setting: "anneal_steps = 100", Origin: "ours, all of the default steps (published: 150 of 150)"},
			{Setting: "schedule = linear", Origin: "published, or cosine"},
			{Setting: "weighting = dur", Origin: "inferred: the source says soft or; none is the ablation"},
			{Setting: "kl_coef = 0, invalid_penalty = 0, clip = 0.2, clip_high = 0.2", Origin: "inferred, as sod's loss"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			{Setting: "group = 8, steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo"},
		},
		Departures: []string{
			"the formulas of w, kappa and rho are inferred",
			"d_k is the mean absolute gap of the turn's tokens, as in sod",
			"the distillation term is clamped to [-10, 10] nats a token, as in opd",
			"one update a batch; the learning rate decays linearly to a tenth",
			"the final student is reported; the source reports the best during training",
		},
	}
}
