package tau2

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/textmodel"
)

// Endings of a conversation. Any other end, the horizon's among them, has score 0.
const (
	stop       = "###STOP###"
	transfer   = "###TRANSFER###"
	outOfScope = "###OUT-OF-SCOPE###" // only a text model says it
)

// ends says whether a user's message ends the conversation.
func ends(message string) bool { return has(message, stop, transfer, outOfScope) }

// done is the tool that ends an episode without a user.
const done = "done"

var _ registry.Informed = (*world)(nil)

// world is an episode. Everything in it is a value or immutable, so that a copy is a fork.
type world struct {
	env         *Environment
	task        *engine.Task
	state       engine.State
	user        customer
	talk        *turn
	observation string
	done        bool
	score       float64
	parts       map[string]float64 // of the score, by name; nil before the end
	notJudged   []string           // what the score leaves out, since nobody judged it
	hashed      hashes
	silence     string // why the user did not answer the last message
	lost        string // why the user cannot be reached, which ends the episode
	speechless  string // why the judge gave no verdict, if there is one
}

// turn is a message and what came before it.
type turn struct {
	before  *turn
	message engine.Message
}

// hashes remembers the hash of a database as long as it is the same.
type hashes struct {
	db, device         *py.Dict
	dbHash, deviceHash string
}

func (e *Environment) start(t *engine.Task) (registry.World, error) {
	s, err := e.data.Domain.Start(e.data.Base, t)
	if err != nil {
		return nil, err
	}
	s.Solo = e.settings.Solo
	w := &world{env: e, task: t, state: s, user: newCustomer(t, e.settings.Seed)}
	for _, m := range t.Initial.History {
		w.say(m)
	}
	if s.Solo {
		w.observation = e.prompt + "<ticket>\n" + t.Ticket + "\n</ticket>"
		return w, nil
	}
	if e.user == nil {
		w.receive(w.user.opening())
	} else {
		w.listen("")
	}
	w.observation = e.prompt + history(t.Initial.History) + "\n" + w.observation
	return w, nil
}

// history writes what was said before the episode.
func history(messages []engine.Message) string {
	var b strings.Builder
	for _, m := range messages {
		if m.Content != "" {
			b.WriteString("\n" + m.Role + ": " + m.Content)
		}
		for _, c := range m.Calls {
			b.WriteString("\n" + m.Role + ": " + c.Text())
		}
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

func (w *world) say(m engine.Message) { w.talk = &turn{w.talk, m} }

// conversation lists the messages in order.
func (w *world) conversation() []engine.Message {
	n := 0
	for t := w.talk; t != nil; t = t.before {
		n++
	}
	all := make([]engine.Message, n)
	for t := w.talk; t != nil; t = t.before {
		n--
		all[n] = t.message
	}
	return all
}

// Observation implements [registry.World].
func (w *world) Observation() string { return w.observation }

// Step implements [registry.World]. A call of a tool that there is counts as understood, even
// when the tool refuses it.
func (w *world) Step(action string) registry.Outcome {
	valid, failed := w.act(strings.TrimSpace(action))
	return registry.Outcome{
		Observation: w.observation,
		Score:       w.score,
		Done:        w.done,
		Won:         w.done && w.score == 1,
		Valid:       valid,
		NotJudged:   len(w.notJudged),
		Lost:        w.lost,
		Info:        w.info(failed),
	}
}

func (w *world) act(action string) (valid, failed bool) {
	w.silence = ""
	if w.done {
		w.observation = "The conversation is over."
		return false, true
	}
	call, err := engine.ParseCall(action)
	switch {
	case err == nil:
		return w.call(call)
	case !errors.Is(err, engine.ErrNotACall):
		w.observation = "Error: " + err.Error()
		return false, true
	case action == "":
		w.observation = "Error: the message is empty"
		return false, true
	case w.state.Solo && !strings.Contains(action, stop):
		w.observation = "Error: there is nobody to write to; call a tool, " + done + " to end"
		return false, true
	}
	w.say(engine.Message{Role: engine.Assistant, Content: action})
	if w.state.Solo {
		w.observation = ""
		w.finish()
		return true, false
	}
	w.listen(action)
	return true, w.silence != ""
}

// call executes a tool call. A tool that there is not changes nothing, so the call is not kept.
func (w *world) call(c engine.Call) (valid, failed bool) {
	domain := w.env.data.Domain
	if w.state.Solo && c.Requestor == engine.Assistant && c.Name == done {
		w.say(engine.Message{Role: engine.Assistant, Content: stop})
		w.observation = ""
		w.finish()
		return true, false
	}
	known := func(kit *engine.Kit) bool {
		if kit == nil {
			return false
		}
		_, ok := kit.Tool(c.Name)
		return ok
	}
	valid = known(domain.Tools)
	switch {
	case c.Requestor == engine.User:
		valid = known(domain.Device) && !w.state.Solo
	case w.state.Solo:
		valid = valid || known(domain.Device)
	}
	r := domain.Call(&w.state, c)
	w.observation = r.Content
	if valid {
		w.say(engine.Message{Role: c.Requestor, Calls: []engine.Call{c}})
		w.say(engine.Message{Role: "tool", ID: c.ID, Content: r.Content})
	}
	return valid, r.Error
}

// listen lets the user answer a message that was said: first the calls on the own phone, then the text. A text model that cannot
// be reached ends the episode, with score 0: each further turn would wait for it again.
func (w *world) listen(message string) {
	if w.env.user != nil {
		if err := w.hear(); err != nil {
			w.silence, w.observation = err.Error(), silent
			if errors.Is(err, textmodel.ErrUnreachable) {
				w.lost, w.done = w.silence, true
			}
		}
		return
	}
	reply := w.user.reply(message, w.env.data.Domain.Device, w.state.Device)
	var seen []string
	for _, c := range reply.calls {
		seen = append(seen, w.perform(c))
	}
	w.receive(strings.TrimSpace(reply.text + "\n" + strings.Join(seen, "\n")))
}

// perform executes a call of the user and returns what the user sees.
func (w *world) perform(c engine.Call) string {
	w.say(engine.Message{Role: engine.User, Calls: []engine.Call{c}})
	r := w.env.data.Domain.Call(&w.state, c)
	w.say(engine.Message{Role: "tool", ID: c.ID, Content: r.Content})
	return r.Content
}

// receive hands a message of the user to the assistant.
func (w *world) receive(text string) {
	w.say(engine.Message{Role: engine.User, Content: text})
	w.observation = text
	if ends(text) {
		w.finish()
	}
}

// finish rates the episode.
func (w *world) finish() {
	w.done = true
	judge := w.env.judge
	if judge != nil {
		judge = func(ctx context.Context, question string) (bool, error) {
			holds, err := w.env.judge(ctx, question)
			if err != nil {
				w.speechless = err.Error()
			}
			return holds, err
		}
	}
	// Steps cannot be interrupted, so that there is no context to hand on.
	r, err := w.env.data.Domain.Rate(context.Background(), w.env.data.Base, w.task, w.state, w.conversation(), judge)
	if err == nil {
		w.score, w.parts, w.notJudged = r.Total, r.Parts, r.NotJudged
	}
}

// info tells whether the action failed; at the end of what the score is made and what was not judged.
func (w *world) info(failed bool) map[string]any {
	info := map[string]any{"error": failed}
	if why := cmp.Or(w.silence, w.lost); why != "" {
		info["user_error"] = why
	}
	if w.parts != nil {
		info["reward"] = w.parts
	}
	if len(w.notJudged) > 0 {
		info["not_judged"] = w.notJudged
	}
	if w.speechless != "" {
		info["judge_error"] = w.speechless
	}
	return info
}

// Info implements [registry.Informed]: the databases' hashes, each of which takes longer than a hundred calls.
func (w *world) Info() map[string]any {
	w.hash()
	info := map[string]any{"db_hash": w.hashed.dbHash}
	if w.state.Device != nil {
		info["user_db_hash"] = w.hashed.deviceHash
	}
	return info
}

func (w *world) hash() {
	if w.hashed.db != w.state.DB {
		w.hashed.db, w.hashed.dbHash = w.state.DB, w.state.Hash()
	}
	if w.hashed.device != w.state.Device {
		w.hashed.device, w.hashed.deviceHash = w.state.Device, w.state.DeviceHash()
	}
}

// Admissible implements [registry.World]: the calls that need no arguments and a few things
// to say. What the world understands is without end; this is what can be listed.
func (w *world) Admissible() []string {
	if w.done {
		return nil
	}
	var list []string
	add := func(kit *engine.Kit, requestor string) {
		for _, f := range kit.Tools() {
			if len(f.Params) == 0 {
				list = append(list, engine.Call{Name: f.Name, Requestor: requestor, Arguments: py.Empty()}.Text())
			}
		}
	}
	domain := w.env.data.Domain
	add(domain.Tools, engine.Assistant)
	if domain.Device != nil {
		requestor := engine.User
		if w.state.Solo {
			requestor = engine.Assistant
		}
		add(domain.Device, requestor)
	}
	if w.state.Solo {
		return append(list, engine.Call{Name: done, Requestor: engine.Assistant, Arguments: py.Empty()}.Text())
	}
	return append(list, little.AskWho, little.AskYes, little.AskMore)
}

// Signature implements [registry.World]. It covers the databases, the user's script and what
// of the conversation still counts: which reference actions were called and what was told, and for a text model as user all
// that it is asked with.
func (w *world) Signature() string {
	w.hash()
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s %s %v %+v %v %v", w.task.ID, w.hashed.dbHash, w.hashed.deviceHash, w.done, w.user.memory(), w.score, w.state.Solo)
	if w.state.Class != nil {
		sum.Write(py.AppendJSON(nil, w.state.Class))
	}
	if w.task.Criteria != nil {
		actions, told := w.task.Criteria.Met(w.conversation())
		fmt.Fprint(sum, actions, told)
	}
	if w.env.user != nil && !w.state.Solo {
		fmt.Fprint(sum, w.userPrompt())
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// Fork implements [registry.World].
func (w *world) Fork() registry.World {
	fork := *w
	return &fork
}
