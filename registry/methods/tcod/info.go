package tcod

import "github.com/retort-ml/retort/registry"

const source = "TCOD (arXiv 2604.24005) and its code"

// constants are those of both methods.
func constants() []registry.Constant {
	return []registry.Constant{
		{Setting: "k_start = 1", Origin: "published (TCOD)"},
		{Setting: "eta = 2", Origin: "published default (TCOD; its configurations: F2B 6, 4, 6 and B2F 5, 4, 5 for ALFWorld, WebShop, ScienceWorld, over 150 to 250 steps)"},
		{Setting: "distillation settings", Origin: "as opd"},
	}
}

// departures are those of both methods.
func departures() []string {
	return []string{
		"all turns of an episode are trained on in one update; the paper makes every turn a sample and updates on 64 of them",
		"the loss is the mean over the batch's tokens; the paper's F2B configuration for ALFWorld takes the mean of each turn first",
		"form = full is our default, as in opd",
	}
}

func f2bInfo() registry.MethodInfo {
	return registry.MethodInfo{
		Name:       "tcod-f2b",
		Title:      "TCOD, front to back",
		Idea:       "On-policy distillation on the first k turns of an episode, k growing with training: the student learns to start well before it is judged on what follows.",
		Objective:  "k(n) = min(k_start + floor(n / eta), H); OPD on turns 1..k(n), the episode stopped there",
		Source:     source + ", F2B",
		Stages:     []string{"tcod-f2b: 'steps' rounds of rollouts of k(n) turns, teacher scoring, one update"},
		Needs:      []string{"teacher log-probabilities", "full form: teacher and student share a vocabulary"},
		Constants:  constants(),
		Departures: departures(),
	}
}

func b2fInfo() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "tcod-b2f",
		Title:     "TCOD, back to front",
		Idea:      "A successful episode of the teacher is replayed up to its last k turns and the student plays on from there, k growing with training: it starts near the goal and moves back.",
		Objective: "replay max(0, L - k(n)) turns of a stored success of L turns, k(n) = k_start + floor(n / eta); OPD on the student's turns",
		Source:    source + ", B2F",
		Stages: []string{
			"trajectories: up to 'attempts' teacher episodes for each of 'trajectory_tasks' tasks, the first success kept",
			"tcod-b2f: 'steps' rounds of replay, rollouts to the end, teacher scoring, one update",
		},
		Needs:       []string{"exact replay", "a teacher that plays", "a task reward, once, to choose the trajectories", "teacher log-probabilities"},
		ReadsReward: true,
		Constants: append(constants(),
			registry.Constant{Setting: "attempts = 10", Origin: "published (TCOD: pass@10)"},
			registry.Constant{Setting: "trajectory_tasks = 512", Origin: "ours (published: every training task)"},
			registry.Constant{Setting: "trajectory_temperature = 1", Origin: "inferred: that of all sampling in training"},
		),
		Departures: append(departures(), "steps draw from the tasks that have a trajectory; the others are left out, as published"),
	}
}
