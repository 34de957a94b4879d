package pivotopd

import (
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// build adds the stages of a study of a policy: the mistakes of the starting student, how the policy recovers from them, and what
// the detector would have said of them. Studies of one trial share the mistakes.
func (s *Study) build(b registry.Builder, policy registry.Artifact, temperature float64, detector string) {
	if s.StudyTasks == 0 {
		return
	}
	found := b.Stage(DiagnosisName, &Diagnosis{
		Split: s.StudySplit, Tasks: s.StudyTasks, Temperature: temperature, Mistakes: s.Mistakes, Replays: s.Replays,
	}, registry.Inputs{"policy": b.Student()}, true)
	b.Stage(RecoveryName, &Replays{Replays: s.Replays, Temperature: temperature}, registry.Inputs{"policy": policy, "mistakes": found}, true)
	reads := map[string]registry.Artifact{"teacher": b.Teacher(), "self": b.Student()}
	if who, ok := reads[detector]; ok {
		b.Stage(DetectionName, &struct{}{}, registry.Inputs{"reader": who, "mistakes": found}, true)
	}
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
	return registry.MethodKind{
		Info:     studyInfo(),
		Settings: func() any { s := studyDefaults(); return &s },
		New:      func(settings any) registry.Method { return &study{*settings.(*StudySettings)} },
	}
}

type study struct{ settings StudySettings }

// Build implements registry.Method.
func (m *study) Build(b registry.Builder) registry.Artifact {
	s := &m.settings
	policy := b.Student()
	if s.Policy == "opd" {
		policy = b.Stage(training.DistillStage, &s.Distillation, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
	}
	s.Study.build(b, policy, s.Temperature, "")
	return policy
}
