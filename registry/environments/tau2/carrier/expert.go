package carrier

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
)

// Expert serves a customer as the policy says, knowing only what it has read: who, the account, the
// reservations until the one is there, after each of which it says where the customer flies, a search where another flight is wanted, agree, write,
// close. What the policy forbids it refuses. Before it writes down bags it says how many are
// free. It has no choices to make, so that no seed changes it, and it never hesitates.
type Expert struct {
	reader                                   reader
	agreed, written, refused, failed, looked bool
	fresh                                    string // the flight that was asked for
}

var _ registry.Expert = (*Expert)(nil)

// NewExpert starts the expert on an introduction.
func NewExpert(introduction string) *Expert {
	x := &Expert{}
	x.reader.memory.begin(introduction)
	return x
}

// Act implements [registry.Expert].
func (x *Expert) Act() registry.Response {
	m := &x.reader.memory
	w := m.want
	say := func(thought, action string) registry.Response {
		return registry.Response{Thought: thought, Action: action}
	}
	switch {
	case w.verb == "" || x.written || x.refused || x.failed:
		return say("close", little.AskMore)
	case m.user == "":
		return say("who", little.AskWho)
	case m.account == nil:
		return say("look", x.spoken("account"))
	}
	r, have := m.target()
	found := ""
	if w.verb != "book" {
		switch {
		case !have:
			return x.look()
		case !x.looked:
			found = known.Word(w.to) + " found "
		}
		if !w.allowed(r) {
			return say(found+"refuse", little.Sorry)
		}
	}
	switch {
	case (w.verb == "book" || w.verb == "move") && !x.looked:
		return say(found+"search", x.spoken("search", w.to, "day_"+w.day))
	case (w.verb == "book" || w.verb == "move") && x.fresh == "":
		return say("refuse", little.Sorry)
	case !x.agreed:
		return say(found+"agree", little.AskYes)
	}
	return x.write(r)
}

// look reads the next reservation, or refuses when all were read and none is the one.
func (x *Expert) look() registry.Response {
	m := &x.reader.memory
	thought := "look"
	if len(m.seen) > 0 {
		thought = known.Word(m.want.to) + " elsewhere look"
	}
	for _, id := range m.own {
		if _, read := m.reservation(id); !read {
			return registry.Response{Thought: thought, Action: x.spoken("get", m.names.Word("reservation", id))}
		}
	}
	return registry.Response{Thought: "refuse", Action: little.Sorry}
}

// allowed says whether the policy allows a request about a reservation.
func (w request) allowed(r reservation) bool {
	switch w.verb {
	case "cancel":
		return !r.cancelled && (r.insured || r.cabin == "business")
	case "move":
		return r.cabin != "basic_economy"
	case "bags":
		return w.bags > r.bags // single digits
	}
	return true
}

// spoken is the command of words.
func (x *Expert) spoken(words ...string) string { return x.reader.Command(words) }

func (x *Expert) write(r reservation) registry.Response {
	m := &x.reader.memory
	w := m.want
	id := m.names.Word("reservation", r.id)
	switch w.verb {
	case "cancel":
		return registry.Response{Thought: "write", Action: x.spoken("cancel", id)}
	case "move":
		return registry.Response{Thought: "write " + w.when, Action: x.spoken("move", id, m.flights.Word("flight", x.fresh), "day_"+w.day)}
	case "cabin":
		return registry.Response{Thought: "write", Action: x.spoken("cabin", id, w.cabin)}
	case "book":
		return registry.Response{Thought: "write " + w.when, Action: x.spoken("book", m.flights.Word("flight", x.fresh), w.cabin, "day_"+w.day)}
	}
	n := free(little.Text(m.account, "membership"), r.cabin)
	all, _ := strconv.Atoi(w.bags)
	return registry.Response{
		Thought: fmt.Sprintf("free n_%d", n),
		Action:  x.spoken("bags", id, "n_"+w.bags, fmt.Sprintf("n_%d", max(0, all-n))),
	}
}

// Observe implements [registry.Expert].
func (x *Expert) Observe(command, observation string) {
	m := &x.reader.memory
	words := m.action(command)
	target, have := m.target()
	x.reader.Observe(observation)
	refusal := strings.HasPrefix(observation, "Error: ")
	switch command {
	case little.AskYes:
		x.agreed = x.agreed || strings.HasPrefix(observation, "Yes")
		return
	case little.Sorry:
		x.refused = true
		return
	}
	c, err := engine.ParseCall(command)
	if err != nil {
		return
	}
	w := m.want
	switch {
	case words[0] == "account":
		x.failed = x.failed || refusal && m.user != "" && little.Text(c.Arguments, "user_id") == m.user
	case words[0] == "search" && command == x.spoken("search", w.to, "day_"+w.day):
		if !refusal {
			x.looked = true
			x.fresh = ""
			for _, o := range m.offers {
				if o.to == w.to && o.when == w.when && strings.Contains(observation, strconv.Quote(o.flight)) {
					x.fresh = o.flight
				}
			}
		}
	case words[0] == w.verb && (w.verb == "book" || have && little.Text(c.Arguments, "reservation_id") == target.id):
		x.written, x.failed = x.written || !refusal, x.failed || refusal
	}
}

// Reference implements [registry.Expert]. The expert knows the way from what it reads, so another's
// commands teach it nothing.
func (x *Expert) Reference([]string) {}

// Fork implements [registry.Expert].
func (x *Expert) Fork(uint64) registry.Expert {
	c := *x
	c.reader.memory = x.reader.memory.fork()
	return &c
}
