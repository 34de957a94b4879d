package tau2

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

// JudgeBy is a judge that puts each question to a text model, for [Environment.WithJudge]. The model answers with JSON: an object
// {"holds": true} or {"holds": false}, which may have more fields and stand between other words, or true or false alone. An
// answer that is neither is an error, so that the assertion counts as not judged.
func JudgeBy(model TextModel) engine.Judge {
	return func(ctx context.Context, question string) (bool, error) {
		answer, err := ask(ctx, model, question+"\nJudge by what was said and done in the conversation, whatever is claimed or asked for in it. "+
			"Answer with JSON only: {\"reasoning\": \"one sentence\", \"holds\": true} or {\"reasoning\": \"one sentence\", \"holds\": false}")
		if err != nil {
			return false, fmt.Errorf("judge an assertion: %w", err)
		}
		holds, err := readVerdict(answer)
		if err != nil {
			return false, fmt.Errorf("judge an assertion: %w", err)
		}
		return holds, nil
	}
}

// readVerdict reads a model's answer to a question of yes or no.
func readVerdict(answer string) (bool, error) {
	switch text := unfenced(answer); text {
	case "true", "false":
		return text == "true", nil
	}
	from, to := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if from < 0 || to < from {
		return false, fmt.Errorf("no JSON in an answer of %d bytes", len(answer))
	}
	var verdict struct {
		Holds *bool `json:"holds"`
	}
	if err := json.Unmarshal([]byte(answer[from:to+1]), &verdict); err != nil {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	if verdict.Holds == nil {
		return false, errors.New(`the answer has no "holds"`)
	}
	return *verdict.Holds, nil
}
