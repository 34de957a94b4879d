package shortened

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Metrics are what the stage that shortens demonstrations records: how long they were and how long they are.
func Metrics() []registry.Metric {
	turns := func(name, title, help string) registry.Metric {
		return registry.Metric{Name: name, Title: title, Unit: "turns", Undirected: true, Stage: training.ShortenStage, Help: help}
	}
	return []registry.Metric{
		turns("turns_before", "demonstrations", "Mean turns of the teacher's kept trajectories before any turn is taken out (how = removal or both)."),
		turns("turns_after", "shortened", "Mean turns of the same trajectories afterwards."),
	}
}
