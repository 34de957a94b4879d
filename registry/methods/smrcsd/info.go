package smrcsd

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// needs are those of both methods.
func needs() []string {
	return []string{
		"a task reward", "shortest solutions or an expert, for a path of every training task", "exact replay, to see what was admissible",
		"a student whose warm-up had reference_share > 0: one that never saw a path in its context cannot judge by it",
	}
}

// constants are those of both methods.
func constants() []registry.Constant {
	return []registry.Constant{
		{Setting: "lambda = 0.01", Origin: "published (SMRC-SD)"},
		{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (the SDAR family of code it is built on)"},
		{Setting: "dual_clip = 3", Origin: "published (verl default)"},
		{Setting: "group reinforcement: tasks_a_step = 4, steps = 100, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, as grpo (published: 16 tasks, 1e-6)"},
	}
}

// departures are those of both methods.
func departures() []string {
	return []string{
		"the compact format shows a judge commands only, at the start of the prompt: no sentence about the state and no guidance sentence",
		training.ReturnDeparture,
		"the gap is clamped to [-10, 10] nats a token, as in opd",
		"the term is folded into the advantages: with one update a batch it has the gradient of rho k3",
		"paths are shortest solutions where the environment has them, else what its expert did; tasks without one are not distilled",
		"one update a batch; the learning rate decays linearly to a tenth",
	}
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "smrc-sd",
		Title:     "SMRC-SD: state-matched routing and contextualised self-distillation",
		Idea:      "The student, told a path that finishes the task, judges its own responses, but only in turns whose state is compatible with a point of that path; there it is told the path from this point on. Other turns learn from the outcome alone.",
		Objective: "L = L_GRPO + lambda (1/Z_all) sum over matched turns of rho k3(p_theta(.|c), p_theta(.|c+)), or with top_k of KL(p_theta(.|c+) || p_theta(.|c)) over top_k ids and a tail; Z_all counts the tokens of all turns",
		Source:    "SMRC-SD (arXiv 2608.05219)",
		Stages: []string{
			"smrc-sd.audit: 'audit_tasks' x 'audit_attempts' episodes of the starting student, matched in both ways, replayed, and judged with and without the path; analysis only",
			"smrc-sd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, matching, a pass of the student over the routed turns, one update",
		},
		Needs:       needs(),
		ReadsReward: true,
		Constants: append(constants(),
			registry.Constant{Setting: "routing = matched, context = localized, matcher = structured", Origin: "published (SMRC-SD); all, random and none, full, candidate and summary, and history are its ablations"},
			registry.Constant{Setting: "any_instance = false", Origin: "published (an option of the code)"},
			registry.Constant{Setting: "top_k = 0", Origin: "published (SMRC-SD): the k3 form; the code's other form, the forward divergence over the likeliest ids and a tail, is published with 32"},
			registry.Constant{Setting: "routing = random: as many turns as are matched, drawn in each episode", Origin: "inferred (published: the same number of turns, at random)"},
			registry.Constant{Setting: "audit_tasks = 64, audit_attempts = 2; the interval is a bootstrap over tasks", Origin: "ours; inferred"},
		),
		Departures: append(departures(),
			"top_k > 0 is a term of its own, over the whole of a small vocabulary's distributions, neither clamped nor folded into the advantages",
			"localized context: the path from the matched point on stands for path, state summary and candidate; candidate: the next command alone; summary: the commands that are done",
			"in a shop, results of the path's own search match where the path turns the page, even if its product is not in sight there",
			"environments without a matcher of their own match a state to the latest point of the path with the same signature",
			"the audit reads episodes of the starting student, not those of the training; an action is correct when it shortens the shortest way to the goal",
		),
	}
}

func fullPathInfo() registry.MethodInfo {
	return registry.MethodInfo{
		Name:        "fullpath-sd",
		Title:       "FullPath-SD: self-distillation with the whole path",
		Idea:        "The student, told a path that finishes the task, judges its own responses in every turn, whether its state is on the path or not. SMRC-SD's baseline.",
		Objective:   "L = L_GRPO + lambda mean over all tokens of rho k3(p_theta(.|c), p_theta(.|c + path))",
		Source:      "SMRC-SD (arXiv 2608.05219), baseline",
		Stages:      []string{"smrc-sd with routing = all and context = full"},
		Needs:       needs(),
		ReadsReward: true,
		Constants:   constants(),
		Departures:  departures(),
	}
}
