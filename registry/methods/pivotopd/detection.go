package pivotopd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// DetectionName is the kind of the stage that holds somebody's reading of mistakes against the oracle's. Its inputs are "mistakes",
// what DiagnosisName made, and "reader", the policy that reads; without one a text model does.
const DetectionName = "pivotopd.detection"

// Detection is the settings of that stage.
type Detection struct {
	textmodel.Address // that of the text model, where one reads
}

// detection records how often the first mistake that the reader names is within one turn of the first pivotal one, over all episodes
// (one without a mistake counts as missed), and how often a turn at random would be.
func detection(ctx context.Context, b registry.Bench, settings any) error {
	mistakes, err := readMistakes(b, "mistakes")
	if err != nil {
		return err
	}
	var critic judge.Critic
	var asked *judge.Questioner
	if b.Has("reader") {
		policy, err := b.Load("reader")
		if err != nil {
			return err
		}
		defer policy.Close()
		critic = readerIn(b, policy)
	} else {
		asked = judge.Ask(settings.(*Detection).Open())
		critic = judge.AskCritic(asked)
	}
	episodes := make([]*registry.Episode, len(mistakes))
	for i, m := range mistakes {
		episodes[i] = m.Episode
	}
	named, err := critic.Mistakes(ctx, episodes, 1)
	if err != nil {
		return err
	}
	if err := asked.Record(b); err != nil {
		return err
	}
	found := count{}
	chance := 0.0
	for i, m := range mistakes {
		found.add(len(named[i]) > 0 && near(named[i][0].Turn, m.Turn))
		within := count{}
		for k := range m.Episode.Turns {
			within.add(near(k, m.Turn))
		}
		chance += within.share()
	}
	if err := training.RecordMean(b, "detection_within_one", float64(found.yes), found.of); err != nil {
		return err
	}
	return training.RecordMean(b, "detection_random", chance, found.of)
}

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }
