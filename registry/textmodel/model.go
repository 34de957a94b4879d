package textmodel

import (
	"context"
	"crypto/sha256"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"
	"golang.org/x/sync/errgroup"
)

// limits bound what a model costs.
type limits struct {
	atOnce   int           // requests at a time
	tries    int           // requests a prompt
	pause    time.Duration // after the first try, doubled after each further one
	patience time.Duration // with one request
}

// defaults leave a slow server the time for a long answer, and one that starts again a few seconds to be there.
var defaults = limits{atOnce: 8, tries: 5, pause: 250 * time.Millisecond, patience: 5 * time.Minute}

// model implements judge.TextModel.
type model struct {
	address Address
	limits  limits
	client  *openai.Client
	answers answers
	free    chan struct{} // has room for one value a request
	away    atomic.Bool   // all tries of the last prompt failed, so that the next one has one only
}

func newModel(a Address, l limits) *model {
	config := openai.DefaultConfig("")
	config.BaseURL = a.URL
	config.HTTPClient = newTransport()
	return &model{
		address: a,
		limits:  l,
		client:  openai.NewClientWithConfig(config),
		answers: answers{known: map[[sha256.Size]byte]*answer{}},
		free:    make(chan struct{}, l.atOnce),
	}
}

// Answer implements judge.TextModel. The first prompt that gets no answer ends it; what was answered by then is not asked again.
func (m *model) Answer(ctx context.Context, prompts []string) ([]string, error) {
	texts := make([]string, len(prompts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(m.limits.atOnce)
	for i, prompt := range prompts {
		group.Go(func() error {
			text, err := m.answers.get(ctx, prompt, m.ask)
			texts[i] = text
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return texts, nil
}
