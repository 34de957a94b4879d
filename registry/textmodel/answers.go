package textmodel

import (
	"context"
	"crypto/sha256"
	"sync"
)

// answers asks each prompt once, whoever asks and however many at a time. It keeps answers and the hashes of prompts, which are
// the longer of the two.
type answers struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]*answer
}

// answer is one that is there, or on its way until done is closed.
type answer struct {
	done chan struct{}
	text string
	err  error
	left bool // whoever asked has left, so that the error is theirs alone
}

// get returns the answer to a prompt, from ask when nobody has asked it. An error is everybody's who waits for it and nobody's
// after.
func (a *answers) get(ctx context.Context, prompt string, ask func(context.Context, string) (string, error)) (string, error) {
	key := sha256.Sum256([]byte(prompt))
	for {
		a.mu.Lock()
		known, ok := a.known[key]
		if !ok {
			known = &answer{done: make(chan struct{})}
			a.known[key] = known
		}
		a.mu.Unlock()
		if !ok {
			known.text, known.err = ask(ctx, prompt)
			if known.err != nil {
				known.left = ctx.Err() != nil
				a.mu.Lock()
				delete(a.known, key)
				a.mu.Unlock()
			}
			close(known.done)
			return known.text, known.err
		}
		select {
		case <-known.done:
			if !known.left {
				return known.text, known.err
			}
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}
