package opid

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "opid",
		Title:     "OPID: hindsight skills from the policy's own episodes",
		Idea:      "An analyst reads each finished episode and returns a skill for it and skills for a few decisive turns; tokens that the student finds more probable once it is told so are reinforced a little more.",
		Objective: "A_t = R - mean R + episode_coef Delta_t or step_coef Delta_t, Delta_t = l_old(t | c + skill) - l_old(t | c), the skill that of the turn if it has one, else the episode's; clipped policy gradient plus kl_coef k3",
		Source:    "OPID (arXiv 2606.26790) and its code",
		Stages:    []string{"opid: 'steps' rounds of 'tasks_a_step' x 'group' episodes, their analysis, scoring under the skills, one update"},
		Needs: []string{
			"a task reward",
			"a student that reads commands in its prompt: a warm-up with reference_share > 0",
			"analyst = model: a text model at an address",
			"better with a lexicon: without one, commands that only look count as changing the world",
		},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "episode_coef = 0.001, step_coef = 0.001, step_skills = 5, normalize = mean", Origin: "published (OPID code; its ALFWorld returns are 10 for success, ours are 1)"},
			{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (OPID code, family B)"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			{Setting: "analyst = rule", Origin: "ours: a rule stands in for the paper's language model; \"model\" asks a text model, one question an episode, and an answer that cannot be read is no lesson"},
			{Setting: "text_model_url, text_model", Origin: "ours: where analyst = model is answered; the share of answers that could not be read is recorded as unread_answers"},
			{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo (published: 16 tasks, 160 steps, 1e-6)"},
		},
		Departures: []string{
			"a skill is a list of commands. By rule the episode skill is what changed the world in the own success or in the group's shortest one; step skills stand at such turns of a won episode and, with what was left to do, at the invalid turns of a lost one",
			"a lost episode without a success beside it has no skill: the paper's rules of avoidance are no commands",
			"the group's mean is over episodes; the published code takes it over turns, so that long episodes weigh more",
			"the invalid-turn penalty stays outside the group's mean",
			"no discounted step returns: the published code computes them (gamma = 0.95) with weight 0",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}
}
