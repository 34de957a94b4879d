package stepopsd

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "stepopsd",
		Title:     "StepOPSD: step-wise on-policy self-distillation",
		Idea:      "Told in hindsight what mattered, the student judges its own steps; steps that its judgement backs get a larger share of the outcome's advantage, within a budget that leaves the episode's total as it was.",
		Objective: "e_k = mean_t g; u_k = clip(sign(A) e_k, -alpha_clip, alpha_clip); w_k = n softmax(u)_k; A_k = A ((1 - lambda_mix) + lambda_mix w_k); clipped policy gradient plus kl_coef k3",
		Source:    "notes on StepOPSD; the paper was not available",
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once (skills = task or type)",
			"stepopsd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, their analysis (skills = hindsight), scoring under the skill, one update",
		},
		Needs:       skills.Needs("a task reward"),
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "lambda_mix = 0.5, alpha_clip = 1", Origin: "inferred: both are named and not given; 0.5 is AgentOPSD's and RLSD's"},
			{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "inferred: family B, on which the notes say it is built"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			skills.Defaults(skills.Hindsight).Constants(),
			{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo"},
		},
		Departures: []string{
			"the formula is inferred: the simplest with sign-preserving shaping, a local trust region, a global mix and a normalised budget",
			"the hindsight is a list of commands: those of the own success, or of the group's shortest one, that changed the world; groups without a success keep GRPO's advantages",
			training.ReturnDeparture,
			"A is the turn's advantage: the penalty of an invalid turn is in it, and sign(A) is the turn's",
			"a step is a turn; turns without trained tokens are passed over",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}
}
