package r2s

import (
	"math"

	"github.com/retort-ml/retort/registry"
)

// divergence returns the turn of an episode that a teacher scored at which the two
// disagree most,
//
//	k* = argmax_k mean over thought tokens t of turn k of (l_S0(t) - l_T(t)),
//
// all response tokens counting where a turn has no thought. The first of equal turns wins. An
// episode without turns that were scored gives -1.
//
// The direction (the student likes what the teacher does not) is inferred.
func divergence(e *registry.Episode, format registry.Format) int {
	best, at := math.Inf(-1), -1
	for k := range e.Turns {
		if d, ok := disagreement(&e.Turns[k], format); ok && d > best {
			best, at = d, k
		}
	}
	return at
}

// disagreement is the mean log-ratio of a turn, and false when the turn has no scored token.
func disagreement(t *registry.Turn, format registry.Format) (float64, bool) {
	if t.TeacherLogProbs == nil {
		return 0, false
	}
	sampled := t.Tokens[:len(t.Tokens)-t.Forced]
	thought := format.Thought(sampled)
	sum, n := 0.0, 0
	all := 0.0
	for j := range sampled {
		gap := float64(t.LogProbs[j]) - float64(t.TeacherLogProbs[j])
		all += gap
		if thought[j] {
			sum += gap
			n++
		}
	}
	switch {
	case n > 0:
		return sum / float64(n), true
	case len(sampled) > 0:
		return all / float64(len(sampled)), true
	}
	return 0, false
}
