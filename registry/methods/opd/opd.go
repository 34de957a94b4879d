// Package opd is on-policy distillation (vanilla OPD): the student plays, the teacher
// scores the student's own tokens, and the student moves towards the teacher's distribution at the states it
// visits itself. No reward is read.
//
//	paper symbol          code                      setting
//	p_theta, p_T          student, scorer
//	g = l_T - l_S         training gap              form = "sampled"
//	beta (kl_coef)        Distillation.KLCoef          kl_coef
//	eps                   Distillation.Clip          clip
//	kappa (dual clip)     Distillation.DualClip         dual_clip
//
// Source: TCOD (arXiv 2604.24005), section on vanilla OPD, and its code, family A. Two forms:
//
//	full     L = mean over response tokens of KL(p_theta || p_T), over the whole vocabulary
//	sampled  A_t = kl_coef * (l_T(t) - l_old(t)), then the clipped policy gradient with dual clip
//
// Departures: one update a batch, so that old and current policy agree and the clip never acts; the
// learning rate decays linearly to a tenth; the sampled form clamps A to [-10, 10], without
// which single tokens dominate tiny models' gradients.
package opd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), training.DistillationDefaults, build)
}

// build declares the stage.
func build(s *training.Distillation, b registry.Builder) registry.Artifact {
	return b.Stage(training.DistillStage, s, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: training.DistillStage, Version: 1,
		Settings: func() any { s := training.DistillationDefaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { d := s.(*training.Distillation); return d.Steps * d.TasksAStep },
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*training.Distillation)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()
	o := s.Objective()
	loop := training.OnPolicy{Student: student, Budget: s.Budget, Scorer: teacher, Full: o.Full, Signal: o.Signal, Loss: o.Loss}
	if loop.Collect, err = training.Rollouts(b, student, s.Budget, 1); err != nil {
		return err
	}
	if err := loop.Run(ctx, b); err != nil {
		return err
	}
	return b.SaveWeights(student)
}
