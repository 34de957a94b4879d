package training

import "github.com/retort-ml/retort/registry"

// ReinforceWork is what "student" does in Reinforce, for an estimate of compute. Each of the group's episodes is played and learnt
// from, read once more by the frozen student where the KL term compares with it, and read passes more times for what a method adds:
// a judgement under privileged context, or whole distributions. The anchor's demonstrations are learnt from and not played.
func ReinforceWork(b Budget, g Group, passes int) registry.Work {
	n := b.Episodes(g.Size)
	if g.KLCoef > 0 {
		passes++
	}
	w := registry.Work{Input: "student", Plays: n, Scores: n * passes, Learns: n}
	if b.Anchor > 0 {
		w.Learns += b.Steps * b.AnchorDemonstrations
	}
	return w
}
