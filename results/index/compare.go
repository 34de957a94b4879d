package index

import (
	"math"
	"reflect"
	"slices"
	"strings"
)

// Holds says that the index has exactly this content for a stage.
func (i *DB) Holds(hash string, c Content) (bool, error) {
	var there Content
	var err error
	if there.Artifacts, err = i.Artifacts(hash); err != nil {
		return false, err
	}
	if there.Metrics, err = i.Metrics(hash); err != nil {
		return false, err
	}
	if there.Warnings, err = i.Warnings(hash); err != nil {
		return false, err
	}
	phases, err := i.Phases(hash)
	if err != nil {
		return false, err
	}
	for _, p := range phases {
		episodes, err := i.Episodes(hash, p.Name)
		if err != nil {
			return false, err
		}
		there.Episodes = append(there.Episodes, episodes...)
	}
	slices.SortFunc(there.Episodes, func(a, b Episode) int { return a.Frame - b.Frame })
	slices.SortFunc(there.Artifacts, func(a, b Artifact) int { return strings.Compare(a.Name, b.Name) })
	return slices.Equal(there.Artifacts, c.Artifacts) && slices.Equal(there.Warnings, c.Warnings) &&
		slices.EqualFunc(there.Metrics, c.Metrics, sameMetric) && slices.EqualFunc(there.Episodes, c.Episodes, sameEpisode), nil
}

func sameMetric(a, b Metric) bool {
	return a.Name == b.Name && a.Step == b.Step && sameFloat(a.Value, b.Value)
}

func sameEpisode(a, b Episode) bool {
	if !sameFloat(a.Score, b.Score) || !sameFloat(a.Stagnation, b.Stagnation) || !sameFloat(a.Gap, b.Gap) || !slices.EqualFunc(a.TurnGaps, b.TurnGaps, sameFloat) {
		return false
	}
	a.Score, a.Stagnation, a.Gap, a.TurnGaps = 0, 0, 0, nil
	b.Score, b.Stagnation, b.Gap, b.TurnGaps = 0, 0, 0, nil
	return reflect.DeepEqual(a, b)
}

// sameFloat takes all NaN for the same one, and both zeros, as SQLite does.
func sameFloat(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b)
}
