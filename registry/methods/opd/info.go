package opd

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "opd",
		Title:     "On-policy distillation",
		Idea:      "The student plays; the teacher scores the student's own tokens; the student moves towards the teacher's distribution at the states it visits itself.",
		Objective: "full: mean over response tokens of KL(p_theta || p_T). topk: the same over the teacher's k most probable tokens and one bucket for all others. sampled: A_t = kl_coef (l_T - l_old), then the clipped policy gradient with dual clip.",
		Source:    "TCOD (arXiv 2604.24005), vanilla OPD; the training family of its released code",
		Stages:    []string{"opd: 'steps' rounds of rollout, teacher scoring, one update"},
		Needs:     []string{"teacher log-probabilities", "full form: teacher and student share a vocabulary"},
		Constants: []registry.Constant{
			{Setting: "kl_coef = 1", Origin: "published (TCOD code)"},
			{Setting: "clip = 0.2, dual_clip = 3", Origin: "published (TCOD code)"},
			{Setting: "temperature = 1", Origin: "published (TCOD code)"},
			{Setting: "tasks_a_step = 32, steps = 100, learning_rate = 2e-3, warmup_steps = 5", Origin: "ours, for tiny models (the papers: 16 tasks, 150 to 250 steps, 1e-6)"},
			{Setting: "k = 16", Origin: "ours (form = topk)"},
			{Setting: "form = full", Origin: "ours: with a local teacher the whole distribution costs nothing and learns faster than one token"},
		},
		Departures: []string{
			"one update a batch: old and current policy agree, so the clip never acts",
			"the learning rate decays linearly to a tenth of its peak; the papers keep it constant",
			"the sampled form clamps advantages to [-10, 10]",
		},
	}
}
