package prod

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/text/stagnation"
	"github.com/retort-ml/retort/registry/training"
)

// gaps sums up pairs of a student's and a teacher's trajectory.
type gaps struct {
	n                                       int
	student, teacher, margin, wrong, beyond float64
}

func (g *gaps) add(student, teacher, margin float64, wrong bool) {
	g.n++
	g.student += student
	g.teacher += teacher
	g.margin += margin
	if wrong {
		g.wrong++
	}
	if student > teacher {
		g.beyond++
	}
}

// record writes the means with a suffix to their names.
func (g *gaps) record(b registry.Bench, suffix string) error {
	return errors.Join(
		training.RecordMean(b, "stagnation_student"+suffix, g.student, g.n),
		training.RecordMean(b, "stagnation_teacher"+suffix, g.teacher, g.n),
		training.RecordMean(b, "stagnation_gap"+suffix, g.student-g.teacher, g.n),
		training.RecordMean(b, "stagnant_share"+suffix, g.beyond, g.n),
		training.RecordMean(b, "wrong_share"+suffix, g.wrong, g.n),
		training.RecordMean(b, "mean_margin"+suffix, g.margin, g.n),
	)
}

// measure lets the trained student play the first of the teacher's tasks and records how it stagnates now, by the same
// similarity.
func (s *Round) measure(ctx context.Context, b registry.Bench, j judge.Stagnation, student backends.Learner, shown []*registry.Episode) error {
	shown = shown[:min(s.MeasureTasks, len(shown))]
	if len(shown) == 0 {
		return nil
	}
	starts := make([]rollout.Start, len(shown))
	for i, e := range shown {
		starts[i] = rollout.Start{Task: e.Task, Seed: b.Seed(fmt.Sprintf("measure/%d", i))}
	}
	player := rollout.Player{Model: student, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: "student"}
	own, err := player.Play(ctx, starts)
	if err != nil {
		return err
	}
	_, after, err := s.Pairs(ctx, j, shown, own)
	if err != nil {
		return err
	}
	return after.record(b, "_after")
}

// agreement records the correlation (Pearson) between the three ways to score stagnation, over the student's episodes.
func agreement(ctx context.Context, b registry.Bench, j judge.Stagnation, own []*registry.Episode) error {
	scores := map[string][]float64{}
	for _, similarity := range []string{"lexical", "semantic", "judge"} {
		s := Signal{Similarity: similarity}
		turns, err := s.stagnation(ctx, j, own)
		if err != nil {
			return err
		}
		for _, t := range turns {
			scores[similarity] = append(scores[similarity], stagnation.Mean(t))
		}
	}
	for _, other := range []string{"semantic", "judge"} {
		r, ok := correlation(scores["lexical"], scores[other])
		n := len(own)
		if !ok {
			n = 0
		}
		if err := training.RecordMean(b, "pearson_"+other, r*float64(n), n); err != nil {
			return err
		}
	}
	return nil
}

// correlation is Pearson's r, and false where one of the lists is constant.
func correlation(x, y []float64) (float64, bool) {
	n := float64(len(x))
	mx, my := 0.0, 0.0
	for i := range x {
		mx += x[i] / n
		my += y[i] / n
	}
	xy, xx, yy := 0.0, 0.0, 0.0
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}

// Metrics are the numbers of the rounds that tables can show. A trial of several rounds has one of each round.
func Metrics() []registry.Metric {
	var list []registry.Metric
	for _, m := range []struct {
		name, title, help string
		undirected        bool
	}{
		{"stagnation_gap", "Stagnation gap", "Stagnation of the student's training episodes minus that of the teacher's on the same tasks, before the round.", false},
		{"stagnation_gap_after", "Stagnation gap, after", "The same after the round, on the first tasks; negative where the student repeats itself less than the teacher.", false},
		{"stagnation_teacher", "Stagnation of the teacher", "Stagnation of the teacher's won trajectories.", true},
		{"pearson_semantic", "Lexical and semantic stagnation", "Correlation (Pearson) of the two scores over the student's training episodes.", true},
		{"pearson_judge", "Lexical and judged stagnation", "Correlation (Pearson) of the two scores over the student's training episodes.", true},
	} {
		list = append(list, registry.Metric{Name: m.name, Title: m.title, Stage: StageName, Undirected: m.undirected, Help: m.help + " Source: ProD."})
	}
	return list
}
