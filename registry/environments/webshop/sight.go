package webshop

import (
	"slices"
	"strconv"
	"strings"
)

// sight is what a text of the shop says, in either of its modes.
type sight struct {
	kind        seen
	instruction string
	page        int // of results
	rows        []row
	values      []string // of options; in the mode "text" with their names, which look the same
	chosen      []string // values marked as chosen; in the mode "text_rich" only
	title       string
	price       string
	content     []string // of a page about a product
}

// seen is the kind of page a text shows.
type seen uint8

const (
	seenNothing seen = iota // no page of the shop
	seenIndex
	seenResults
	seenItem
	seenAbout // description, features, reviews, attributes
	seenDone
)

// row is a product in a list of results.
type row struct {
	asin    string
	title   string
	price   string
	visited bool // marked as opened before
}

// fragment is a visible string of a text.
type fragment struct {
	text    string
	value   bool // marked as the value of an option
	clicked bool // marked as clicked
}

const (
	clickedOpen = "[clicked button] "
	clickedEnd  = " [clicked button_]"
	buttonOpen  = "[button] "
	buttonEnd   = " [button_]"
)

// fragments cuts a text of either mode.
func fragments(text string) (list []fragment, chosen []string, rich bool) {
	if strings.Contains(text, " [SEP] ") || !strings.Contains(text, "\n") {
		for part := range strings.SplitSeq(text, " [SEP] ") {
			list = append(list, fragment{text: part})
		}
		return list, nil, false
	}
	for line := range strings.SplitSeq(text, "\n") {
		f := fragment{value: strings.HasPrefix(line, "  [")}
		line = strings.TrimSpace(line)
		if x, ok := strings.CutPrefix(line, "You have clicked "); ok && len(list) == 0 {
			chosen = append(chosen, strings.TrimSuffix(x, "."))
			continue
		}
		if x, ok := strings.CutPrefix(line, clickedOpen); ok {
			line, f.clicked = strings.TrimSuffix(x, clickedEnd), true
		} else if x, ok := strings.CutPrefix(line, buttonOpen); ok {
			line = strings.TrimSuffix(x, buttonEnd)
		}
		if f.text = line; line != "" {
			list = append(list, f)
		}
	}
	return list, chosen, true
}

// parseSight reads a text.
func parseSight(text string) (s sight) {
	list, chosen, rich := fragments(text)
	if len(list) == 0 {
		return s
	}
	switch {
	case list[0].text == "Thank you for shopping with us!":
		s.kind = seenDone
		return s
	case list[0].text == "WebShop":
		list = list[1:]
		s.kind = seenIndex
	}
	if len(list) < 3 || list[0].text != "Instruction:" {
		s.kind = seenNothing
		return s
	}
	s.instruction = list[1].text
	list = list[2:]
	if s.kind == seenIndex {
		return s
	}
	if list[0].text != "Back to Search" || len(list) < 2 {
		return s
	}
	list = list[1:]
	if after, ok := strings.CutPrefix(list[0].text, "Page "); ok {
		number, _, _ := strings.Cut(after, " ")
		s.page, _ = strconv.Atoi(number)
		s.kind = seenResults
		s.results(list[1:])
		return s
	}
	if list[0].text != "< Prev" {
		return s
	}
	list = list[1:]
	if len(list) < 4 || list[len(list)-1].text != "Buy Now" {
		s.kind = seenAbout
		for _, f := range list {
			s.content = append(s.content, f.text)
		}
		return s
	}
	s.item(list, rich)
	s.chosen = chosen
	return s
}

// results reads the rows of a list.
func (s *sight) results(list []fragment) {
	for _, f := range list {
		n := len(s.rows)
		switch {
		case isASIN(f.text):
			s.rows = append(s.rows, row{asin: f.text, visited: f.clicked})
		case n == 0 || f.text == "< Prev" || f.text == "Next >":
		case strings.HasPrefix(f.text, "$") && s.rows[n-1].price == "":
			s.rows[n-1].price = f.text
		case s.rows[n-1].title == "":
			s.rows[n-1].title = f.text
		}
	}
}

// item reads a product's page: values of options, then the title before its price.
func (s *sight) item(list []fragment, rich bool) {
	s.kind = seenItem
	at := len(list) - 1
	for at >= 0 && !strings.HasPrefix(list[at].text, "Price: ") {
		at--
	}
	if at < 0 {
		s.kind = seenAbout
		return
	}
	s.price = strings.TrimPrefix(list[at].text, "Price: ")
	if at > 0 {
		s.title = list[at-1].text
		list = list[:at-1]
	} else {
		list = nil
	}
	for _, f := range list {
		if (f.value || !rich) && !slices.Contains(s.values, f.text) {
			s.values = append(s.values, f.text)
		}
	}
}

// isASIN says that a text has the form of a product's identifier.
func isASIN(text string) bool {
	if len(text) != 10 {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// parsePrice reads a price tag: its amounts, the dearer of a range.
func parsePrice(tag string) (price float64, ok bool) {
	for part := range strings.SplitSeq(tag, " to ") {
		v, err := strconv.ParseFloat(strings.TrimPrefix(part, "$"), 64)
		if err != nil || v < 0 {
			return 0, false
		}
		price, ok = max(price, v), true
	}
	return price, ok
}

// command is an action, parsed.
type command struct {
	search bool
	text   string // what is searched for, or clicked
}

// parseCommand reads an action; ok is false when it is none.
func parseCommand(action string) (c command, ok bool) {
	if text, found := strings.CutPrefix(action, "search["); found {
		c.text, ok = strings.CutSuffix(text, "]")
		c.search = true
	} else if text, found := strings.CutPrefix(action, "click["); found {
		c.text, ok = strings.CutSuffix(text, "]")
	}
	return c, ok && c.text != ""
}
