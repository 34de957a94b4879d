package local

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/retort-ml/retort/backends"
)

// Sequences are continued in groups, each by one thread to the end. A group of fewer than
// fewestRows is not worth a thread; in one of more than mostGroup the cached keys and values of
// a step fall out of the processor's caches before the next.
const (
	fewestRows = 4
	mostGroup  = 24
)

// continuation is one request while it is worked on.
type continuation struct {
	request backends.SampleRequest
	entry   *cached
	keyed   bool
	tokens  []backends.Token // context and what was sampled
	fed     int              // how many tokens have keys and values
	out     backends.Sample
}

// done says whether the continuation is complete.
func (c *continuation) done() bool { return c.out.Stopped || len(c.out.Tokens) >= c.request.MaxTokens }

// accept takes a sampled token.
func (c *continuation) accept(token backends.Token, logProb float32) {
	c.tokens = append(c.tokens, token)
	c.out.Tokens = append(c.out.Tokens, token)
	c.out.LogProbs = append(c.out.LogProbs, logProb)
	c.out.Stopped = slices.Contains(c.request.Stop, token)
}

// Sample continues sequences. Of requests with the same key in one call the first
// uses the cache. What a request gets does not depend on the others.
func (m *model) Sample(ctx context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, fmt.Errorf("sample: %w", errClosed)
	}
	longest := 0
	for i, r := range requests {
		if err := checkSample(r, m.config.Vocab); err != nil {
			return nil, fmt.Errorf("sample: request %d: %w", i, err)
		}
		longest = max(longest, len(r.Tokens)+r.MaxTokens)
	}
	m.refresh(longest, false)
	all := make([]continuation, len(requests))
	var active []*continuation
	for i, r := range requests {
		m.open(&all[i], r)
		if r.MaxTokens > 0 {
			active = append(active, &all[i])
		}
	}
	groups := max(min(m.threads, (len(active)+fewestRows-1)/fewestRows), (len(active)+mostGroup-1)/mostGroup)
	err := m.parallel(ctx, groups, func(w *workspace, job int) error {
		from, to := job*len(active)/groups, (job+1)*len(active)/groups
		return w.continueAll(ctx, active[from:to])
	})
	out := make([]backends.Sample, len(requests))
	for i := range all {
		m.settle(&all[i], err == nil)
		out[i] = all[i].out
	}
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	return out, nil
}

func checkSample(r backends.SampleRequest, vocab int) error {
	if len(r.Tokens) == 0 {
		return fmt.Errorf("no tokens")
	}
	if r.MaxTokens < 0 {
		return fmt.Errorf("max tokens is %d", r.MaxTokens)
	}
	if !(r.Temperature >= 0) || math.IsInf(float64(r.Temperature), 0) {
		return fmt.Errorf("temperature is %g", r.Temperature)
	}
	if p := r.RepetitionPenalty; p != 0 && !(p >= 1) || math.IsInf(float64(p), 0) {
		return fmt.Errorf("repetition penalty is %g, must be 1 or more, or 0", p)
	}
	return sequence{tokens: r.Tokens}.check(vocab)
}

// open prepares a request: finds what the cache has and reserves blocks for the
// longest possible continuation, so that workers never touch the pool's lists.
func (m *model) open(c *continuation, r backends.SampleRequest) {
	c.request = r
	c.entry = &cached{}
	if r.Key != 0 {
		e, ok := m.cache.entries[r.Key]
		switch {
		case !ok:
			m.cache.entries[r.Key] = c.entry
			c.keyed = true
		case e.tokens != nil: // nil: in use by an earlier request of this call
			c.entry, c.keyed = e, true
		}
	}
	// The last token of the context is fed again in any case: its logits are wanted.
	c.fed = min(commonPrefix(c.entry.tokens, r.Tokens), len(r.Tokens)-1)
	c.tokens = append(make([]backends.Token, 0, len(r.Tokens)+r.MaxTokens), r.Tokens...)
	c.entry.tokens = nil
	if r.MaxTokens > 0 {
		m.cache.reserve(m, c.entry, len(r.Tokens)+r.MaxTokens)
	}
}

// settle leaves the cache as the next call may find it.
func (m *model) settle(c *continuation, ok bool) {
	switch {
	case !c.keyed:
		m.cache.trim(c.entry, 0)
	case !ok:
		m.cache.trim(c.entry, 0)
		delete(m.cache.entries, c.request.Key)
	default:
		c.entry.tokens = c.tokens[:c.fed]
		m.cache.trim(c.entry, c.fed)
	}
}
