package r2s

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// build declares the stages: probe, repair, and plain distillation by the repaired teacher. With target = "student" it is the student
// that the repair fits to the takeovers, and the teacher stays as it is.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	student, teacher := b.Student(), b.Teacher()
	branches := b.Stage(ProbeName, s.probe(), registry.Inputs{"student": student, "teacher": teacher}, true)
	repaired := &teacher
	if s.Target == "student" {
		repaired = &student
	}
	*repaired = b.Stage(RepairName, s.repair(), registry.Inputs{"branches": branches, "teacher": *repaired}, true)
	return b.Stage(training.DistillStage, &s.Distillation, registry.Inputs{"student": student, "teacher": teacher}, true)
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "r2s",
		Title:     "R2S: from rollout to scorer",
		Idea:      "A teacher that finishes from the student's worst state still scores the student's stalling as acceptable, because next-token scores do not see how the episode ends. A copy of the teacher learns to give, without seeing any future, the scores it would give after seeing one of its own finishing takeovers; then plain on-policy distillation with this repaired scorer.",
		Objective: "k* = argmax_k mean over thought tokens (l_S0 - l_T); q+ = p_T(. | takeover, c, y); L_repair = -(1/Z) sum q+ log p_phi; then OPD with p_T := p_phi",
		Source:    "R2S",
		Stages: []string{
			"r2s.probe: 'states' student episodes, divergence turn, 'takeovers' teacher continuations from it",
			"r2s.repair: check, shortest passing takeover, q+ targets, the teacher copy trained on them, its own success measured",
			"opd: distillation by the repaired teacher",
		},
		Needs:       []string{"fork or replay", "outcome keys (select = consensus)", "teacher log-probabilities over the vocabulary", "a teacher that can read a reference", "judge = model: a text model at an address"},
		ReadsReward: false,
		Constants: []registry.Constant{
			{Setting: "takeovers = 4", Origin: "ours (published: 8)"},
			{Setting: "states = 96", Origin: "ours (published: 19,200 takeovers, so 2,400 states)"},
			{Setting: "select = consensus", Origin: "published; its definition is inferred: the commonest outcome of the takeovers, as the environment condenses it"},
			{Setting: "agreement = 0.5", Origin: "inferred: more than half must agree, or pass the judge"},
			{Setting: "judge = rule, judge_turns = 2, judge_threshold = -0.1", Origin: "ours, with select = judge (published: a frozen language model reads task and transcript); \"rule\" reads how the takeover ends, \"scorer\" also how sure the frozen teacher was of its last turns, in nats a token; the threshold was chosen on training tasks of a search world, where it passed 83% of a teacher's won episodes and 9% of its lost ones (the rule alone: 100% and 57%); \"model\" asks a text model as published: one question a takeover, and an answer that cannot be read is a no"},
			{Setting: "text_model_url, text_model", Origin: "ours: where judge = model is answered; the share of answers that could not be read is recorded as unread_answers"},
			{Setting: "takeover_temperature = 1", Origin: "inferred"},
			{Setting: "span = suffix, target = scores", Origin: "published; takeovers as plain training data are an ablation, of which it is not published who learns them: takeovers, the copy of the teacher (inferred); student, the student before it is distilled, by the teacher as it is"},
			{Setting: "reference = own", Origin: "published; mismatched, the takeover of another state, is our placebo, and none leaves the teacher as it is"},
			{Setting: "repair_epochs = 8, repair_states_a_step = 16", Origin: "ours, for tiny models"},
			{Setting: "repair_learning_rate = 1e-4", Origin: "ours, chosen by the repaired teacher's own success on training tasks: at 3e-4 it fell by 8 to 17 points, at 1e-4 by 1.5"},
			{Setting: "held_out = 0.125, check_tasks = 64", Origin: "ours: for the closeness analysis and the teacher's own success"},
			{Setting: "distillation settings", Origin: "as opd"},
		},
		Departures: []string{
			"q+ is kept over the whole vocabulary: with a few hundred words nothing need be cut off",
			"the direction of the divergence and the place of the takeover in the prompt (a block of its actions behind the task) are inferred",
			"ties between equally short takeovers go to fewer tokens",
			"takeovers have the turns that were left to the student, not a whole horizon",
			"target = student: what the repair records of the teacher is then the student's",
			"select = reward (the ablation) reads the task reward",
		},
	}
}
