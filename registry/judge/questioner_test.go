package judge_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// requireCounts takes the counts from a questioner.
func requireCounts(t *testing.T, q *judge.Questioner, asked, unread int) {
	t.Helper()
	numbers := map[string]float64{}
	q.Numbers(numbers)
	require.Equal(t, map[string]float64{judge.Unread: float64(unread) / float64(asked), judge.Unread + "_n": float64(asked)}, numbers)
}

// noting keeps what is recorded.
type noting struct {
	registry.Bench
	numbers  map[string]float64
	warnings []string
}

func (n *noting) Metric(name string, step int, value float64) error {
	if step == -1 {
		n.numbers[name] = value
	}
	return nil
}
func (n *noting) Warn(message string) error { n.warnings = append(n.warnings, message); return nil }

// Counts are those since they were last taken; nothing asked, nothing recorded.
func TestQuestioner(t *testing.T) {
	q := judge.Ask(&script{answers: []string{`{"completed": true}`, "what?", "{}"}})
	numbers := map[string]float64{}
	q.Numbers(numbers)
	require.Empty(t, numbers)
	ask := func() {
		_, err := judge.AskCompletion(q).Completed(t.Context(), []*registry.Episode{deeds("a"), deeds("b"), deeds("c")})
		require.NoError(t, err)
	}
	ask()
	requireCounts(t, q, 3, 2)
	ask()
	ask()
	b := &noting{numbers: map[string]float64{}}
	require.NoError(t, q.Record(b))
	require.Equal(t, map[string]float64{judge.Unread: 2.0 / 3, judge.Unread + "_n": 6}, b.numbers)
	require.Equal(t, []string{"4 of 6 answers of the text model could not be read"}, b.warnings)
	b = &noting{}
	require.NoError(t, q.Record(b))
	var nobody *judge.Questioner
	require.NoError(t, nobody.Record(b))
	nobody.Numbers(nil)
	require.Empty(t, b.numbers)

	_, err := judge.AskCompletion(judge.Ask(silent{})).Completed(t.Context(), nil)
	require.NoError(t, err, "whoever has no question asks nobody")
}
