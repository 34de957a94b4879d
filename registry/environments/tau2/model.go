package tau2

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// TextModel answers prompts with text, the same prompt with the same answer. Answers come in the order of the prompts. It is asked by
// several episodes at once.
type TextModel interface {
	Answer(ctx context.Context, prompts []string) ([]string, error)
}

// Marks around what a reasoning model writes before its answer.
const (
	thought    = "<think>"
	thoughtEnd = "</think>"
)

// ask puts one prompt to a model. The answer comes without what the model thought before it, which nobody else shall read.
func ask(ctx context.Context, model TextModel, prompt string) (string, error) {
	answers, err := model.Answer(ctx, []string{prompt})
	if err != nil {
		return "", fmt.Errorf("ask a text model: %w", err)
	}
	if len(answers) != 1 {
		return "", fmt.Errorf("ask a text model: %d answers to 1 prompt", len(answers))
	}
	answer := answers[0]
	if end := strings.LastIndex(answer, thoughtEnd); end >= 0 {
		answer = answer[end+len(thoughtEnd):]
	} else if strings.Contains(answer, thought) {
		return "", errors.New("ask a text model: it stopped before it had thought to the end")
	}
	return strings.TrimSpace(strings.ToValidUTF8(answer, "\uFFFD")), nil
}

// unfenced is a text without the code fence around it.
func unfenced(text string) string {
	inner, fenced := strings.CutPrefix(text, "```")
	if !fenced {
		return text
	}
	_, inner, _ = strings.Cut(inner, "\n") // the rest of the line names a language
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner), "```"))
}
