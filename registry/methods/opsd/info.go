package opsd

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

const source = "SDAR (arXiv 2605.15155) and its code"

// constants are those of the three methods, each after its own.
func constants(own ...registry.Constant) []registry.Constant {
	return append(own, []registry.Constant{
		{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (SDAR code, family B)"},
		{Setting: "dual_clip = 3", Origin: "published (verl default)"},
		skills.Defaults(skills.Task).Constants(),
		{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo (published: 16 tasks, 150 steps, 1e-6)"},
	}...)
}

func departures(more ...string) []string {
	return append([]string{
		"a skill is a list of commands, by default of this very task: a list of commands of another task tells little, unlike the papers' texts by task type",
		"one update a batch, so that the gated term is added to the advantages: the same gradient in one pass",
		"the learning rate decays linearly to a tenth",
	}, more...)
}

// reinforced are the departures of the two methods that read the outcome.
func reinforced() []string {
	return []string{"the invalid-turn penalty stays outside the group's mean and deviation, as in grpo", training.ReturnDeparture}
}

func aloneInfo() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "opsd",
		Title:     "On-policy self-distillation",
		Idea:      "The student plays without a skill; the same weights with the skill in the prompt judge what it said, and it moves towards what it would have said.",
		Objective: "gated: mean_t sg(sigma(gate_beta g_t)) (l_T - l_theta), g = l_T - l_S under the student's own prompt with the skill; full: mean_t KL(p_theta || p_T) over the vocabulary; plus kl_coef k3 to the starting student",
		Source:    source + "; the original is arXiv 2601.18734",
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once (skills = task or type)",
			"opsd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, scoring under the skill, one update",
		},
		Needs:       skills.Needs("a task reward, once, to check the library's commands"),
		ReadsReward: true, // the library's stage alone
		Constants: constants(
			registry.Constant{Setting: "form = gated, gate = sigmoid, gate_beta = 5, distillation_coef = 0.01", Origin: "published (SDAR code, the agent version of OPSD)"},
			registry.Constant{Setting: "form = full", Origin: "published (the original OPSD, distillation_coef = 1; the direction of the divergence is inferred)"},
		),
		Departures: departures(
			"the gated term alone has no baseline: where gaps are small its gate is about 1/2 and its gradient mostly noise, so rates well above the default undo a tiny student",
			"form = full makes a tiny student copy what it does with a skill it no longer sees: shorter episodes, more invalid turns",
			"kl_coef stays as in family B: whether the released runs of OPSD switch it off is not known",
			"only the library reads the reward; training does not",
		),
	}
}

func constantInfo() registry.MethodInfo {
	i := info()
	i.Name, i.Title = "grpo-opsd", "GRPO with on-policy self-distillation"
	i.Idea = "Group relative reinforcement; besides, every token is pulled towards what the student says when it has the skill in its prompt."
	i.Objective = "L_GRPO + distillation_coef mean_t 1/2 (l_T - l_theta)"
	i.Constants = constants(registry.Constant{Setting: "gate = sigmoid, gate_beta = 0, distillation_coef = 0.01", Origin: "published (SDAR code): the gate is 1/2 everywhere"})
	i.Departures = departures(reinforced()...)
	return i
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "sdar",
		Title:     "SDAR: self-distilled agentic reinforcement",
		Idea:      "Group relative reinforcement; besides, tokens that the student itself finds more probable once it has the skill in its prompt are pulled up, the more the larger the gap.",
		Objective: "L_GRPO + distillation_coef mean_t sg(sigma(gate_beta g_t)) (l_T - l_theta), g = l_T - l_S under the student's own prompt with the skill",
		Source:    source,
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once (skills = task or type)",
			"sdar: 'steps' rounds of 'tasks_a_step' x 'group' episodes, scoring under the skill, one update",
		},
		Needs:       skills.Needs("a task reward"),
		ReadsReward: true,
		Constants: constants(
			registry.Constant{Setting: "gate = sigmoid, gate_beta = 5, distillation_coef = 0.01", Origin: "published (SDAR)"},
			registry.Constant{Setting: "gate = entropy, soft-or", Origin: "inferred: the paper's alternatives; entropy over ln V, and the probability that either gate opens"},
		),
		Departures: departures(reinforced()...),
	}
}
