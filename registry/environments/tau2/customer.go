package tau2

import (
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// customer is the user's side of a conversation, a script over the task's scenario: it says
// what it wants, who it is when asked, yes when asked to confirm, and ends when asked whether
// there is anything else. What the scenario says it does not know, and how it tells the user to
// behave, is never said. It understands a message by words it looks for, nothing more.
type customer struct {
	scenario *engine.Scenario
	phrasing uint64
	told     bool // who it is
}

func newCustomer(t *engine.Task, seed int) customer {
	h := fnv.New64a()
	h.Write([]byte(t.ID + "\x00" + strconv.Itoa(seed)))
	return customer{scenario: &t.Scenario, phrasing: h.Sum64()}
}

// memory is what of the script changes during an episode.
func (c *customer) memory() bool { return c.told }

// vary picks one of the phrasings of a sentence.
func (c *customer) vary(phrases ...string) string {
	return phrases[c.phrasing%uint64(len(phrases))]
}

// opening is the first message.
func (c *customer) opening() string {
	want := c.scenario.Reason
	if want == "" {
		want = c.scenario.Plain
	}
	return c.vary("Hello. ", "Hi, I need help. ", "Good day. ") + firstPerson(want)
}

// heard is how much of a message the customer listens to, in bytes.
const heard = 1 << 14

// reply is what the customer does next: tools of the own phone, then a message.
type reply struct {
	calls []engine.Call
	text  string
}

func (c *customer) reply(message string, device *engine.Kit, phone *py.Dict) reply {
	m := strings.ToLower(message[:min(len(message), heard)])
	switch {
	case strings.Contains(m, "transferred to a human agent"):
		return reply{text: transfer}
	case has(m, "anything else", "something else i can", "further assistance"):
		return reply{text: c.vary("No, that is all. ", "No, thank you. ", "That was everything. ") + stop}
	}
	if calls := asked(m, device, phone); len(calls) > 0 {
		return reply{calls: calls, text: c.vary("I did that.", "Done.", "This is what I see.")}
	}
	switch known := c.scenario.Known; {
	case has(m, "who you are", "your name", "zip", "email", "user id", "phone number", "identity", "verify", "order id", "order number", "reservation") && strings.Contains(m, "?"),
		has(m, "tell me who you are", "provide your", "provide me with your"):
		if known == "" {
			return reply{text: c.vary("I do not know that.", "I have no such details.")}
		}
		c.told = true
		return reply{text: firstPerson(known)}
	case has(m, "confirm", "yes/no", "(yes", "proceed", "go ahead", "shall i", "should i", "is that correct"):
		return reply{text: c.vary("Yes.", "Yes, please.", "Yes, go ahead.")}
	case strings.Contains(m, "?") && !c.told && known != "":
		c.told = true
		return reply{text: firstPerson(known)}
	case strings.Contains(m, "?"):
		return reply{text: c.vary("I do not know more than I told you.", "That I cannot tell you.")}
	}
	return reply{text: c.vary("Please go on.", "All right.", "I see.")}
}

func has(text string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

var second = regexp.MustCompile(`(?i)\b((?:to|for|with|from|of|at|give|tell|let|help|send|charge|refund)\s+)?(you are|you're|you've|yourself|yours|your|you)\b`)

// firstPerson turns what a scenario says to the user into what the user says.
func firstPerson(text string) string {
	return second.ReplaceAllStringFunc(text, func(found string) string {
		parts := second.FindStringSubmatch(found)
		to := map[string]string{"you are": "I am", "you're": "I'm", "you've": "I've", "yourself": "myself", "yours": "mine", "your": "my", "you": "I"}[strings.ToLower(parts[2])]
		switch {
		case parts[1] != "" && to == "I":
			to = "me"
		case to == "my" && parts[2][0] == 'Y':
			to = "My"
		}
		return parts[1] + to
	})
}
