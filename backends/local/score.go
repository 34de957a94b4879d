package local

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
)

// Score gives the log-probabilities of given tokens. What a request gets does not depend on the
// others.
func (m *model) Score(ctx context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, fmt.Errorf("score: %w", errClosed)
	}
	all, members, longest := make([]sequence, len(requests)), make([]int, 0, len(requests)), 0
	out := make([]backends.Score, len(requests))
	for i, r := range requests {
		all[i] = sequence{r.Tokens, r.Positions}
		if err := all[i].check(m.config.Vocab); err != nil {
			return nil, fmt.Errorf("score: request %d: %w", i, err)
		}
		out[i].LogProbs = make([]float32, len(r.Positions))
		if r.Full {
			out[i].Full = make([]float32, len(r.Positions)*m.config.Vocab)
		}
		if n := all[i].fed(); n > 0 {
			members = append(members, i)
			longest = max(longest, n)
		}
	}
	m.refresh(longest, false)
	jobs := chunks(all, members)
	err := m.parallel(ctx, len(jobs), func(w *workspace, job int) error {
		w.batch.fill(all, jobs[job])
		w.forward(false)
		w.score(requests, out)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("score: %w", err)
	}
	return out, nil
}

// score answers the batch's requests from hidden.
func (w *workspace) score(requests []backends.ScoreRequest, out []backends.Score) {
	s, c := w.stream, w.m.config
	from := 0
	for _, i := range w.batch.members {
		left := out[i]
		for len(left.LogProbs) > 0 {
			n := min(w.logitRows(), len(left.LogProbs))
			logits := w.head(from, n)
			stats := w.stats.Slice(0, n*device.StatsWidth)
			s.RowStats(stats, logits, s.Index(w.batch.labels[from:from+n]), c.Vocab)
			if len(w.host) < stats.Len() {
				w.host = make([]float32, max(stats.Len(), device.StatsWidth*w.logitRows()))
			}
			s.Download(w.host[:stats.Len()], stats)
			for j := range n {
				left.LogProbs[j] = w.host[device.StatsWidth*j]
			}
			if requests[i].Full {
				s.LogSoftmax(logits, stats, n, c.Vocab)
				s.Download(left.Full[:n*c.Vocab], logits)
				left.Full = left.Full[n*c.Vocab:]
			}
			left.LogProbs = left.LogProbs[n:]
			from += n
		}
	}
}
