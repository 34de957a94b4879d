package futurebridge

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "futurebridge",
		Title:     "FutureBridge on-policy distillation",
		Idea:      "Where student and teacher disagree most in an episode, one turn of the teacher is tried. It becomes a training sample only if the student, playing on by itself, then does what the teacher would do more often than after its own turn.",
		Objective: "k* = argmax mean_t (l_S - l_T); keep the bridge iff the share of tokens with l_T > l_S in the student's next H turns is larger after it; A = l_T - l_S on student tokens and kept bridges; base loop TCOD-B2F",
		Source:    "FutureBridge-OPD (arXiv 2608.01953) and its code",
		Stages: []string{
			"trajectories: up to 'attempts' teacher episodes for each of 'trajectory_tasks' tasks, the first success kept",
			"futurebridge: 'steps' rounds of replay, rollouts, teacher scoring, one bridge an episode with two futures of 'bridge_turns' turns, one update",
		},
		Needs:       []string{"exact replay", "a teacher that plays during training", "a task reward, once, to choose the trajectories", "teacher log-probabilities"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "bridge_turns = 3, select = gap, gate = future", Origin: "published (FutureBridge code); random, token and always are its ablations"},
			{Setting: "bridge_temperature = 1, trajectory_temperature = 1", Origin: "inferred: that of all sampling in training"},
			{Setting: "form = full", Origin: "ours, as opd, so that methods differ in their idea alone (published: sampled, A = l_T - l_S)"},
			{Setting: "k_start = 1, attempts = 10", Origin: "published (TCOD)"},
			{Setting: "eta = 2", Origin: "published default (TCOD)"},
			{Setting: "trajectory_tasks = 512", Origin: "ours (published: every training task)"},
			{Setting: "distillation settings otherwise", Origin: "as opd (published steps: 200)"},
		},
		Departures: []string{
			"an action is invalid when it does not parse or the world does not understand it; this is asked of the bridge and of both futures, not of the student's own turn",
			"form = full distils kept bridges over the whole vocabulary at the teacher's tokens; form = sampled is the published loss",
			"advantages are clamped to [-10, 10], as in opd",
			"the ablation without executing the bridge is not there: its description was not found in full",
		},
	}
}
