// Package metrics lists the numbers that can be computed from the episodes of an
// evaluation: All for the catalog, Named for any k of the families avg_at_k, pass_at_k and pass_hat_k. What a
// number is worth (intervals, comparisons) is the business of reports/stats.
//
// The value of a task is the mean of its episodes' values unless the metric is of a task; the value of a
// run is the mean over tasks. No metric depends on the order of episodes.
package metrics

import "github.com/retort-ml/retort/registry"

// Ks are the k of the families that All lists; Named knows every k from 1 on.
var Ks = []int{1, 2, 3, 4, 5, 8}

// All lists the metrics, families at Ks.
func All() []registry.Metric {
	list := episodeMetrics()
	for _, f := range families {
		for _, k := range Ks {
			list = append(list, f.at(k))
		}
	}
	return list
}

// Named returns a metric by name and false when there is none.
func Named(name string) (registry.Metric, bool) {
	for _, m := range episodeMetrics() {
		if m.Name == name {
			return m, true
		}
	}
	for _, f := range families {
		if k, ok := f.k(name); ok {
			return f.at(k), true
		}
	}
	return registry.Metric{}, false
}
