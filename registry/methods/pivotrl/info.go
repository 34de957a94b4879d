package pivotrl

import "github.com/retort-ml/retort/registry"

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "pivotrl",
		Title:     "PivotRL: one-turn reinforcement at undecided turns",
		Idea:      "Turns of successful trajectories are the tasks: given the history, the student is rewarded when its action is the expert's. Only turns that the starting student does right sometimes, but not mostly, are trained on.",
		Objective: "r = [action matches the expert's]; turns with var r > 0 and mean r < tau under the starting student; A = (r - mean r)/(std r + 1e-6) over the samples of a turn; clipped policy gradient on the sampled response",
		Source:    "PivotRL (arXiv 2603.21383), through notes",
		Stages: []string{
			"trajectories: 'attempts' teacher episodes for each of 'trajectory_tasks' tasks, the successful ones kept",
			"pivotrl: a profile of every turn, then 'steps' rounds of 'tasks_a_step' turns x 'group' responses and one update; no episode is played",
		},
		Needs:       []string{"a teacher that plays, in the student's vocabulary", "a task reward, once, to choose the trajectories"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "profile_samples = 8, group = 8", Origin: "published (through notes)"},
			{Setting: "tau = 0.75", Origin: "inferred (not recovered; it must leave out turns that are almost solved)"},
			{Setting: "clip = 0.2, clip_high = 0.2, dual_clip = 3, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "inferred: as grpo"},
			{Setting: "trajectory_temperature = 1", Origin: "inferred: that of all sampling in training"},
			{Setting: "group reinforcement: tasks_a_step = 32, steps = 100, learning_rate = 3e-4, warmup_steps = 5, temperature = 1; trajectory_tasks = 256, attempts = 1", Origin: "ours, for tiny models"},
		},
		Departures: []string{
			"turns of a trajectory whose action the world did not understand are left out",
			"the verifier compares the texts of commands, blanks and case apart: two commands with the same effect are different",
			"the trajectories are the trial's teacher's, not those of a data set",
			"a response that has not the form of one is penalised as GRPO penalises an invalid turn; nothing is executed",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}
}
