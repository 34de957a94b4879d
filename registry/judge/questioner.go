package judge

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Questioner puts questions to a text model whose answers must have a form, and counts those that have not. Such an answer stops
// nobody: every question says what it counts as. The model's own failure is an error. It is not safe for concurrent use.
type Questioner struct {
	model         TextModel
	asked, unread int
}

// Ask returns a questioner of a model.
func Ask(model TextModel) *Questioner { return &Questioner{model: model} }

// ask puts prompts and lets read have each answer, an error of which says that it could not be read. what names the questions in
// errors.
func (q *Questioner) ask(ctx context.Context, what string, prompts []string, read func(i int, answer string) error) error {
	if len(prompts) == 0 {
		return nil
	}
	answers, err := q.model.Answer(ctx, prompts)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if len(answers) != len(prompts) {
		return fmt.Errorf("%s: %d answers to %d prompts", what, len(answers), len(prompts))
	}
	for i, answer := range answers {
		q.asked++
		if read(i, answer) != nil {
			q.unread++
		}
	}
	return nil
}

// Unread is the name under which the share of answers that could not be read is recorded; the number of answers stands under
// Unread + "_n".
const Unread = "unread_answers"

// Numbers adds what was counted since the last call to the numbers of a step, and forgets it. Without questions, or
// without a questioner (nil), it adds nothing.
func (q *Questioner) Numbers(numbers map[string]float64) {
	if q == nil || q.asked == 0 {
		return
	}
	numbers[Unread] = float64(q.unread) / float64(q.asked)
	numbers[Unread+"_n"] = float64(q.asked)
	q.asked, q.unread = 0, 0
}

// Record records what was counted as numbers of a whole stage, with a warning if there was anything that could not be read, and
// forgets it. Without questions, or without a questioner (nil), it records nothing.
func (q *Questioner) Record(b registry.Bench) error {
	if q == nil || q.asked == 0 {
		return nil
	}
	if q.unread > 0 {
		if err := b.Warn(fmt.Sprintf("%d of %d answers of the text model could not be read", q.unread, q.asked)); err != nil {
			return err
		}
	}
	numbers := map[string]float64{}
	q.Numbers(numbers)
	for _, name := range []string{Unread, Unread + "_n"} {
		if err := b.Metric(name, -1, numbers[name]); err != nil {
			return err
		}
	}
	return nil
}
