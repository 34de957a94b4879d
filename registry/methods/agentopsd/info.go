package agentopsd

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "agentopsd",
		Title:     "AgentOPSD: credit by revisions of belief",
		Idea:      "Under a skill the student judges its own episode; the gaps are evidence for success and move a belief, and turns that move it in the direction of the outcome carry more of the outcome's advantage.",
		Objective: "e_k = sum_t g; c_k = gamma c_{k-1} + e_k; B_k = sigma(logit(B_0) + c_k); z the z-score of sign(A) (B_k - B_{k-1}) within the episode; A_k = A ((1 - lambda) + lambda clip(1 + bound z_k, 1 - bound, 1 + bound)); clipped policy gradient plus kl_coef k3",
		Source:    "AgentOPSD (arXiv 2608.05987)",
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once (skills = task or type)",
			"agentopsd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, scoring under the skill, one update",
		},
		Needs:       skills.Needs("a task reward"),
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "lambda = 0.5, bound = 0.2, gamma = 0.95, prior = group, e0 = 1e-3, clip = 0.2, clip_high = 0.24, kl_coef = 0.01", Origin: "published (paper; the released scripts have gamma = 1, prior = half and clip_high = 0.2)"},
			{Setting: "credit = belief, signed = true", Origin: "published; gap, token, false and prior = half are the paper's ablations, whose formulas are inferred from their names"},
			{Setting: "group = 8, invalid_penalty = 0.1", Origin: "published (family B)"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			skills.Defaults(skills.Task).Constants(),
			{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo (published: 16 tasks, 150 steps, 1e-6)"},
		},
		Departures: []string{
			"a skill is a list of commands, by default of this very task",
			training.ReturnDeparture,
			"A is the turn's advantage: the penalty of an invalid turn is in it, and sign(A) is the turn's",
			"turns without trained tokens are passed over; an episode without spread keeps its advantages, as does one without a skill",
			"the z-score uses the population's deviation",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}
}
