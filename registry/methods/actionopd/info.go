package actionopd

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "actionopd",
		Title:     "ActionOPD: distillation of actions",
		Idea:      "At each state the student proposes several responses and the teacher answers several times; proposals are reinforced by how many of the teacher's answers mean the same action. Tokens, log-probabilities and vocabularies are not compared.",
		Objective: "c = sum_j match(y, y^T_j); r = -1 invalid, 0 no match, 1 + lambda (c-1)/(K-1); A = (r - mean of the state) / deviation of the batch; clipped policy gradient over all candidates",
		Source:    "ActionOPD and its authors' code (package aopd); section on semantic actions, reward and state groups",
		Stages:    []string{"actionopd: 'steps' rounds of 'tasks_a_step' episodes, 'candidates' proposals and 'teacher_samples' answers at each state, one update"},
		Needs:     []string{"a teacher that plays", "several samples at a state", "private = actions: shortest solutions or an expert, and a teacher that reads references", "matcher = state: fork and state signatures", "matcher = model: a text model at an address"},
		Constants: []registry.Constant{
			{Setting: "candidates = 4, teacher_samples = 3, lambda = 0.5", Origin: "published (N, K, lambda)"},
			{Setting: "reward = matches, select = best", Origin: "published; validity (a1), lambda = 0 (a4) and random (a5) are ablations"},
			{Setting: "teacher_retries = 2, clip = 0.2, dual_clip = 3", Origin: "published (authors' code)"},
			{Setting: "teacher = teacher, private = none", Origin: "published; self and actions are Self-ActionOPD (s2)"},
			{Setting: "matcher = program", Origin: "ours, by program alone; \"model\" is published: a frozen language model decides what a program cannot, and an answer that cannot be read is no match; \"state\" is ours and compares what the actions lead to"},
			{Setting: "text_model_url, text_model", Origin: "ours: where matcher = model is answered; the share of answers that could not be read is recorded as unread_answers"},
			{Setting: "turns = 0", Origin: "ours: the horizon (published: 20 or 40 decisions)"},
			{Setting: "teacher_temperature = 1, steps = 100, tasks_a_step = 8, learning_rate = 1e-3, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models"},
		},
		Departures: []string{
			"select = random draws among the valid candidates, so that the episode can go on (inferred)",
			"private = actions tells the teacher reference actions alone: no guidance text and no facts about the customer, which the published s2 adds",
			"a deviation of 0 is guarded by 1e-6",
			"no progress safeguards on the executed candidate and no penalty for an announced transfer, which the authors' code has",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}
}
