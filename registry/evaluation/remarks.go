package evaluation

import (
	"fmt"
	"maps"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// remarks counts what a number of episodes should say beside itself: whose outcome says less than it seems to, and by which rules
// a world accepted what ended them.
type remarks struct {
	episodes, unjudged int
	lost               map[string]int // by reason
	accepted           map[string]int // by rule
}

func newRemarks() *remarks { return &remarks{lost: map[string]int{}, accepted: map[string]int{}} }

// add looks at an episode. What nobody judged cannot lower a score of 0.
func (r *remarks) add(e *registry.Episode) {
	r.episodes++
	if e.NotJudged > 0 && e.Score > 0 {
		r.unjudged++
	}
	if e.Lost != "" {
		r.lost[e.Lost]++
	}
	if e.Rule != "" {
		r.accepted[e.Rule]++
	}
}

// record writes them where tables find them.
func (r *remarks) record(b registry.Bench) error {
	for _, why := range slices.Sorted(maps.Keys(r.lost)) {
		if err := b.Warn(fmt.Sprintf("%d of %d episodes were lost and count as failures: %s", r.lost[why], r.episodes, why)); err != nil {
			return err
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(r.accepted)) {
		if err := training.RecordMean(b, registry.AcceptedBy+rule, float64(r.accepted[rule]), r.episodes); err != nil {
			return err
		}
	}
	if r.unjudged == 0 {
		return nil
	}
	return training.RecordMean(b, registry.NotJudged, float64(r.unjudged), r.episodes)
}
