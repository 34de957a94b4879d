package textmodel

import (
	"context"
	"errors"
	"fmt"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// seed is sent with every request, for servers that draw even at temperature 0.
const seed = 1

// ask puts one prompt to the server, more than once where that can help.
func (m *model) ask(ctx context.Context, prompt string) (string, error) {
	select {
	case m.free <- struct{}{}:
		defer func() { <-m.free }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	pause := m.limits.pause
	for try := 1; ; try++ {
		text, fault := m.try(ctx, prompt)
		switch {
		case fault == nil:
			m.away.Store(false)
			return text, nil
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case fault.away && (!fault.passing || try == m.limits.tries || m.away.Load()):
			m.away.Store(fault.passing) // one prompt that takes too long says nothing of the next
			return "", fmt.Errorf("ask %s at %s: %w: %w", m.address.Name, m.address.URL, ErrUnreachable, fault)
		case !fault.away:
			return "", fmt.Errorf("ask %s at %s: %w", m.address.Name, m.address.URL, fault)
		}
		select {
		case <-time.After(pause):
			pause *= 2
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// try is one request.
func (m *model) try(ctx context.Context, prompt string) (string, *fault) {
	ctx, cancel := context.WithTimeoutCause(ctx, m.limits.patience, errSlow)
	defer cancel()
	drawn := seed
	response, err := m.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
		Model:    m.address.Name,
		Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: prompt}},
		Seed:     &drawn,
	})
	switch {
	case err != nil && errors.Is(context.Cause(ctx), errSlow): // and would be again
		return "", &fault{why: fmt.Sprintf("no answer within %v", m.limits.patience), away: true}
	case err != nil:
		return "", faultOf(err)
	case len(response.Choices) != 1:
		return "", &fault{why: fmt.Sprintf("the response has %d answers, not one", len(response.Choices))}
	}
	return response.Choices[0].Message.Content, nil
}
