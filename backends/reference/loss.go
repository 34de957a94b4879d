package reference

import (
	"math"

	"github.com/retort-ml/retort/backends"
)

// Row is one position as a loss sees it.
type Row struct {
	Label                  int
	Weight, Advantage      float64
	OldLogProb, RefLogProb float64
	Target                 []float64 // log q
}

// Loss is the loss of one row of logits and whether a clip removed the policy
// gradient there.
func Loss(z []float64, r Row, l backends.Loss) (value float64, clipped bool) {
	p := LogSoftmax(z)
	switch l.Kind {
	case backends.CrossEntropy:
		return -r.Weight * p[r.Label], false
	case backends.PolicyGradient:
		value, clipped = policyGradient(p[r.Label], r, l)
		return r.Weight * value, clipped
	}
	if l.Kind == backends.JSD {
		return r.Weight * jensenShannon(p, r.Target, float64(l.Beta)), false
	}
	if l.Kind == backends.TopKReverseKL {
		return r.Weight * topKReverse(p, r.Target), false
	}
	sum := 0.0
	for v := range p {
		q := max(r.Target[v], -100)
		switch l.Kind {
		case backends.ReverseKL:
			sum += math.Exp(p[v]) * (p[v] - q)
		case backends.ForwardKL:
			sum += math.Exp(q) * (q - p[v])
		case backends.DistributionCE:
			sum -= math.Exp(q) * p[v]
		}
	}
	return r.Weight * sum, false
}

// jensenShannon is b KL(q||m) + (1-b) KL(p||m), m = b q + (1-b) p; at its ends KL(q||p) and KL(p||q).
func jensenShannon(p, target []float64, b float64) float64 {
	sum := 0.0
	for v := range p {
		q := max(target[v], -100)
		m := math.Log(b*math.Exp(q) + (1-b)*math.Exp(p[v]))
		switch b {
		case 0:
			sum += math.Exp(q) * (q - p[v])
		case 1:
			sum += math.Exp(p[v]) * (p[v] - q)
		default:
			sum += b*math.Exp(q)*(q-m) + (1-b)*math.Exp(p[v])*(p[v]-m)
		}
	}
	return sum
}

// topKReverse is KL(p||q) over the ids that have a target and the sum of the others.
func topKReverse(p, target []float64) float64 {
	sum, mass, tail := 0.0, 0.0, 0.0
	for v := range p {
		if target[v] > 0 {
			mass += math.Exp(p[v])
			tail = max(1-target[v], -100)
			continue
		}
		sum += math.Exp(p[v]) * (p[v] - max(target[v], -100))
	}
	if mass > 0 {
		sum += mass * (math.Log(mass) - tail)
	}
	return sum
}

func policyGradient(logProb float64, r Row, l backends.Loss) (value float64, clipped bool) {
	ratio := math.Exp(clamp(logProb-r.OldLogProb, -20, 20))
	inside := clamp(ratio, 1-float64(l.ClipLow), 1+float64(l.ClipHigh))
	value = -ratio * r.Advantage
	if other := -inside * r.Advantage; other > value {
		value, clipped = other, true
	}
	if bound := -float64(l.DualClip) * r.Advantage; r.Advantage < 0 && l.DualClip > 1 && value > bound {
		value, clipped = bound, true
	}
	if l.KLCoef > 0 {
		d := clamp(r.RefLogProb-logProb, -20, 20)
		value += float64(l.KLCoef) * (math.Exp(d) - 1 - d)
	}
	return value, clipped
}

func clamp(x, low, high float64) float64 { return min(max(x, low), high) }
