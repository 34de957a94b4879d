package tau2

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// WithUser returns the environment with a text model that plays the user in place of the script. Without a user (solo) it is
// not asked.
//
// The model gets everything in one prompt: guidelines, the task's scenario, the user's tools where there are any, and the
// conversation as the user sees it. So it needs no memory, and forks and replays go on equally as long as equal
// prompts get equal answers. It writes a message, or a tool call as a JSON object, which is executed before it is asked again.
// An answer that is neither, or none, costs the assistant the turn: the observation says that the user did not answer.
func (e *Environment) WithUser(model TextModel) *Environment {
	played := *e
	played.user = model
	return &played
}

// greeting is what a user that opens the conversation answers, as in the original.
const greeting = "Hello! How can I help you?"

// mostCalls is how many tools a simulated user may call before it writes a message.
const mostCalls = 16

// silent is the observation when a simulated user gave no usable answer.
const silent = "Error: the user did not answer"

// hear lets the model answer as the user: calls on the own device, then a message. The error says why there is no message; the
// calls made until then stay.
func (w *world) hear() error {
	tools := w.env.data.Domain.Device != nil
	for calls := 0; ; calls++ {
		// Steps cannot be interrupted, so that there is no context to hand on.
		answer, err := ask(context.Background(), w.env.user, w.userPrompt())
		if err != nil {
			return err
		}
		if text := unfenced(answer); tools && strings.HasPrefix(text, "{") {
			if calls == mostCalls {
				return fmt.Errorf("%d calls without a message", calls)
			}
			call, err := engine.ParseCall(text)
			if err != nil {
				return err
			}
			call.Requestor = engine.User
			w.perform(call)
			continue
		}
		switch {
		case answer == "":
			return errors.New("the message is empty")
		case len(answer) > heard:
			return fmt.Errorf("the message has %d bytes, more than %d", len(answer), heard)
		}
		w.receive(answer)
		return nil
	}
}

// userPrompt is all that a simulated user is asked with.
func (w *world) userPrompt() string {
	d := w.env.data
	tools := d.Domain.Device != nil
	text := d.Guidelines
	if text == "" {
		text = guidelines(tools)
	}
	var b strings.Builder
	b.WriteString(text + "\n\n<scenario>\n" + scenarioText(&w.task.Scenario) + "\n</scenario>\n\n")
	if tools {
		b.WriteString("<tools>\n")
		for _, tool := range listed(d.DeviceTools, d.Domain.Device).Items() {
			b.WriteString(py.JSON(tool) + "\n")
		}
		b.WriteString("</tools>\n\n")
	}
	b.WriteString("The conversation so far, one JSON object a line:\n<conversation>\n")
	if len(w.task.Initial.History) == 0 {
		b.WriteString(line("agent", engine.Quoted(greeting)))
	}
	for _, l := range userView(w.conversation()) {
		b.WriteString(l)
	}
	b.WriteString("</conversation>\n\n")
	if tools {
		b.WriteString(`Answer with your next message alone, or call a tool by a JSON object {"name": ..., "arguments": {...}} alone.`)
	} else {
		b.WriteString("Answer with your next message alone.")
	}
	return b.String()
}

// userView writes what the user sees of a conversation: the messages of both sides, the own calls and their results, and nothing of
// what the assistant does with its tools. Each is a JSON object in a line of its own, so that no message can pass for another.
func userView(conversation []engine.Message) []string {
	var lines []string
	own := false // whether the last calls are the user's
	for _, m := range conversation {
		if len(m.Calls) > 0 {
			own = m.Role == engine.User
		}
		speaker := "agent"
		switch {
		case m.Role == engine.User:
			speaker = "you"
		case m.Role == "tool" && own:
			speaker = "result"
		case m.Role != engine.Assistant:
			continue
		}
		if m.Content != "" || speaker == "result" {
			text := m.Content
			if len(text) > heard && speaker == "agent" {
				text = strings.ToValidUTF8(text[:heard], "") + " ..."
			}
			lines = append(lines, line(speaker, engine.Quoted(text)))
		}
		for _, c := range m.Calls {
			if own {
				lines = append(lines, line(speaker, py.JSON(py.NewDict([]string{"name", "arguments"}, []py.Value{py.Str(c.Name), c.Arguments}))))
			}
		}
	}
	return lines
}

// line says who says what, which is JSON.
func line(speaker, what string) string { return `{"` + speaker + `": ` + what + "}\n" }
