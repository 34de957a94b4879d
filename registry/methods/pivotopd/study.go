package pivotopd

import (
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// build adds the stages of a study of a policy: the mistakes of the starting student, how the policy recovers from them, and what
// the detector would have said of them. Studies of one trial share the mistakes.
func (s *Study) build(b registry.Builder, policy registry.Artifact, temperature float64, detector string, address textmodel.Address) {
	if s.StudyTasks == 0 {
		return
	}
	found := b.Stage(DiagnosisName, &Diagnosis{
		Split: s.StudySplit, Tasks: s.StudyTasks, Temperature: temperature, Mistakes: s.Mistakes, Replays: s.Replays,
	}, registry.Inputs{"policy": b.Student()}, true)
	b.Stage(RecoveryName, &Replays{Replays: s.Replays, Temperature: temperature}, registry.Inputs{"policy": policy, "mistakes": found}, true)
	if s.Failures {
		b.Stage(FailuresName, &Failures{
			Split: s.StudySplit, Tasks: s.StudyTasks, Temperature: temperature, Samples: s.Replays,
		}, registry.Inputs{"policy": policy, "mistakes": found}, true)
	}
	inputs := registry.Inputs{"mistakes": found}
	switch detector {
	case "teacher":
		inputs["reader"] = b.Teacher()
	case "self":
		inputs["reader"] = b.Student()
	case "model":
	default:
		return
	}
	b.Stage(DetectionName, &Detection{Address: address}, inputs, true)
}

// StudySettings is what an experiment sets of a study of another policy than PivotOPD's.
type StudySettings struct {
	training.Distillation
	Study
	// Policy is "start", the student as it is, or "opd", after plain distillation with these very settings.
	Policy string `hcl:"policy,optional" json:"policy"`
}

// Validate names the setting that cannot work.
func (s *StudySettings) Validate() error {
	return errors.Join(
		s.Distillation.Validate(),
		s.Study.Validate(),
		training.CheckRange("study_tasks", s.StudyTasks, 1, 1_000_000),
		training.CheckOneOf("policy", s.Policy, "start", "opd"),
	)
}

// studyDefaults are the laptop sizes.
func studyDefaults() StudySettings {
	s := StudySettings{Distillation: training.DistillationDefaults(), Study: StudyDefaults(), Policy: "opd"}
	s.StudyTasks = 128
	return s
}

// StudyKind registers the study of the starting student and of plain distillation: what PivotOPD's analyses compare it with. It trains with
// training.DistillStage, which a trial of opd with equal settings shares.
func StudyKind() registry.MethodKind {
	return training.MethodKind(studyInfo(), studyDefaults, (*StudySettings).build)
}

// build declares the stages.
func (s *StudySettings) build(b registry.Builder) registry.Artifact {
	policy := b.Student()
	if s.Policy == "opd" {
		policy = b.Stage(training.DistillStage, &s.Distillation, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
	}
	s.Study.build(b, policy, s.Temperature, "", textmodel.Address{})
	return policy
}
