package training

import (
	"maps"
	"slices"

	"github.com/retort-ml/retort/registry"
)

// RecordAll records numbers in the order of their names, so that records do not depend on the
// order of a map.
func RecordAll(b registry.Bench, step int, numbers map[string]float64) error {
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		if err := b.Metric(name, step, numbers[name]); err != nil {
			return err
		}
	}
	return nil
}

// RecordMean records a mean and its n as "name" and "name_n". A mean over nothing is not recorded: it
// is a hole, not a zero.
func RecordMean(b registry.Bench, name string, sum float64, n int) error {
	if n == 0 {
		return b.Metric(name+"_n", -1, 0)
	}
	if err := b.Metric(name, -1, sum/float64(n)); err != nil {
		return err
	}
	return b.Metric(name+"_n", -1, float64(n))
}
