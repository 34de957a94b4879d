package shop

import (
	"regexp"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
)

// request is what a customer asks for.
type request struct {
	verb   string // cancel, change, move, return, exchange; empty when it was not understood
	good   string
	reason string // of the tool
	colour string // wanted
	house  string // of the new address, like what follows
	city   string
	zip    string
}

var requests = []struct {
	form *regexp.Regexp
	read func(m []string) request
}{
	{regexp.MustCompile(`I want to cancel my order of the (\w+), I (no longer need it|ordered it by mistake)\.`), func(m []string) request {
		return request{verb: "cancel", good: m[1], reason: map[string]string{"no longer need it": reasons[0], "ordered it by mistake": reasons[1]}[m[2]]}
	}},
	{regexp.MustCompile(`I want the (\w+) that I ordered in (\w+), not in \w+\.`), func(m []string) request {
		return request{verb: "change", good: m[1], colour: m[2]}
	}},
	{regexp.MustCompile(`I want my order of the (\w+) sent to (\d+) Harbour Street, (\w+), Denmark, state DK, zip code (\d+)\.`), func(m []string) request {
		return request{verb: "move", good: m[1], house: m[2], city: m[3], zip: m[4]}
	}},
	{regexp.MustCompile(`I want to return the (\w+) that I bought`), func(m []string) request {
		return request{verb: "return", good: m[1]}
	}},
	{regexp.MustCompile(`I want to exchange the \w+ (\w+) that I bought for a (\w+) one\.`), func(m []string) request {
		return request{verb: "exchange", good: m[1], colour: m[2]}
	}},
}

func readRequest(introduction string) request {
	text := little.Opening(introduction)
	for _, r := range requests {
		if m := r.form.FindStringSubmatch(text); m != nil {
			return r.read(m)
		}
	}
	return request{}
}

var person = regexp.MustCompile(`^I am (\w+) (\w+), zip code (\d+)\.$`)

// statuses are the words of what an order's status says.
var statuses = map[string]string{
	"pending": "pending", "processed": "processed", "delivered": "delivered", "pending (item modified)": "changed", "cancelled": "cancelled",
	"return requested": "returned", "exchange requested": "exchanged",
}
