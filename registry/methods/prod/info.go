package prod

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "prod",
		Title:     "ProD: penalised stagnation",
		Idea:      "Small students loop. On the student's own trajectories the excess of repetition over the teacher's, and a wrong end, become the margin by which the teacher's trajectory must be likelier a token than the student's; the likelihood of the teacher's trajectory stays in the loss.",
		Objective: "-log sigmoid(beta/|tau_T| log p(tau_T) - beta/|tau_S| log p(tau_S) - f) + lambda SFT(tau_T); f = c0 (alpha max(0, S(tau_S) - S(tau_T)) + (1 - alpha) [failed])",
		Source:    "ProD",
		Stages: []string{
			"trajectories: the teacher plays 'trajectories' tasks, the first won episode of each is kept",
			"imitation: the student is fitted to them for 'sft_epochs' passes",
			"own_trajectories: the student plays the same tasks; once a round",
			"prod: stagnation, margins, 'epochs' passes over the pairs; once a round",
		},
		Needs:       []string{"a teacher that plays", "a task reward", "judge = model: a text model at an address"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "alpha = 0.5, rounds = 1, similarity = lexical, temperature = 0, warmup_share = 0.03", Origin: "published"},
			{Setting: "beta = 2", Origin: "inferred from SimPO (2.0 to 2.5); the length normalisation too"},
			{Setting: "c0 = 1", Origin: "inferred: f lies in 0 to 1 then, within SimPO's margins"},
			{Setting: "lambda = 1, epochs = 1", Origin: "inferred"},
			{Setting: "margin = adaptive, fixed_margin = 0.5", Origin: "published kinds; the constant of the fixed one is inferred"},
			{Setting: "rejected = episode", Origin: "published; \"stagnant\", with stagnant_at = 0.99, is ours: nine tenths of the tokens of a looping episode stand in turns that do not repeat anything, and pushing those down makes tiny students repeat more; experiments/prod measures both"},
			{Setting: "judge = rule", Origin: "ours: by what was done before and what came of it; \"model\" asks a text model as published, one question an episode, and the rule rates an episode whose answer cannot be read"},
			{Setting: "text_model_url, text_model", Origin: "ours: where judge = model is answered; the share of answers that could not be read is recorded as unread_answers"},
			{Setting: "sft_epochs = 2, sft_episodes_a_step = 16, trajectories = 512, attempts = 2, pairs_a_step = 16, learning_rate = 2e-4, sft_learning_rate = 1e-3, measure_tasks = 64", Origin: "ours, for tiny models (published: 3,000 trajectories, batch 32, LoRA of rank 64)"},
		},
		Departures: []string{
			"all weights are trained, not an adapter",
			"similarity = semantic embeds by hashed character n-grams (published: all-mpnet-base-v2), similarity = judge asks a rule unless judge = model",
			"a wrong answer is a failed task",
			"after each round the student plays 'measure_tasks' training tasks again; nothing depends on what is measured",
		},
	}
}
