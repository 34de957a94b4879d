package shop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// piece is a visible string of a page and what it is.
type piece struct {
	text string
	kind pieceKind
}

type pieceKind uint8

const (
	plain   pieceKind = iota
	button            // a button
	product           // a product's identifier in a list of results
	value             // a value of an option
)

// separator stands between the strings of a page in the mode "text".
const separator = " [SEP] "

// pieces lists the visible strings of the page in order.
func (s *Session) pieces() []piece {
	list := make([]piece, 0, 40)
	add := func(kind pieceKind, texts ...string) {
		for _, t := range texts {
			if t = parsed(t); t != "" {
				list = append(list, piece{t, kind})
			}
		}
	}
	switch s.page {
	case pageIndex:
		add(plain, "WebShop", "Instruction:", s.shop.Goal.Instruction)
		add(button, "Search")
		return list
	case pageDone:
		return s.receipt()
	}
	add(plain, "Instruction:", s.shop.Goal.Instruction)
	add(button, "Back to Search")
	if s.page == pageResults {
		add(plain, fmt.Sprintf("Page %d (Total results: %d)", s.number, len(s.results)))
		if s.number > 1 {
			add(button, "< Prev")
		}
		add(button, "Next >")
		for _, i := range s.rows() {
			p := s.shop.Catalog.products[i]
			add(product, p.ASIN)
			add(plain, p.Title, p.PriceTag())
		}
		return list
	}
	add(button, "< Prev")
	p := s.shop.Catalog.products[s.item]
	if s.page == pageSub {
		switch s.sub {
		case 0:
			add(plain, p.Description)
		case 1:
			add(plain, p.Bullets...)
		case 3:
			add(plain, p.Attributes...)
			add(plain, p.Category, p.Query, p.ProductCategory)
		}
		return list
	}
	for _, o := range p.Options {
		add(plain, o.Name)
		add(value, o.Values...)
	}
	add(plain, p.Title, "Price: "+p.PriceTag(), "Rating: N.A.")
	add(button, s.shop.subPages()...)
	add(button, "Buy Now")
	return list
}

// parsed is what the original's HTML parser leaves of a text: one of white space only vanishes where it breaks a line, and is one
// blank where it does not.
func parsed(text string) string {
	if text == "" || strings.Trim(text, " \n\t\f\r") != "" {
		return text
	}
	if strings.Contains(text, "\n") {
		return ""
	}
	return " "
}

// subPages are those that item pages offer.
func (s *Shop) subPages() []string {
	if s.AttributesPage {
		return subPages
	}
	return subPages[:3]
}

// receipt is the page behind the purchase. It says the reward and, hidden in the original, the
// names of what a human session would show there.
func (s *Session) receipt() []piece {
	texts := []string{
		"Thank you for shopping with us!", "Your code:", "None", "(Paste it in your MTurk interface.)", "Purchased",
		"asin", s.shop.Catalog.products[s.item].ASIN, "options", s.optionsJSON(true),
		"attrs", "None", "category", "None", "query", "None", "product category", "None",
		"Target", "asin", "options", "attrs", "price upper", "instuction text", "category", "product category", "query",
		"Goal", "None", "Reward", "Your score (min 0.0, max 1.0)", pythonFloat(s.reward.Total()), "Reward Details", "None",
	}
	list := make([]piece, len(texts))
	for i, t := range texts {
		list[i].text = t
	}
	return list
}

// render writes the page in the shop's mode.
func (s *Session) render() string {
	list := s.pieces()
	var b strings.Builder
	if !s.shop.Rich {
		for i, p := range list {
			if i > 0 {
				b.WriteString(separator)
			}
			b.WriteString(strings.TrimSpace(p.text))
		}
		return b.String()
	}
	var front []string
	url := ""
	if s.page == pageItem {
		url = s.itemURL()
	}
	for _, p := range list {
		switch p.kind {
		case plain:
			b.WriteString(p.text)
		case button:
			b.WriteString("[button] " + p.text + " [button_]")
		case product:
			mark := "button"
			if slices.Contains(s.visited, s.shop.Catalog.place[strings.ToUpper(p.text)]) {
				mark = "clicked button"
			}
			b.WriteString("\n[" + mark + "] " + p.text + " [" + mark + "_]")
		case value:
			mark := "button"
			if strings.Contains(url, `"`+p.text+`"`) {
				mark = "clicked button"
				front = append(front, "You have clicked "+p.text+".\n")
			}
			b.WriteString("  [" + mark + "] " + p.text + " [" + mark + "_]")
		}
		b.WriteByte('\n')
	}
	slices.Reverse(front)
	return strings.Join(front, "") + b.String()
}

// itemURL is the address of an item page but for its host and session: what decides which values
// the mode "text_rich" shows as chosen.
func (s *Session) itemURL() string {
	return "/item_page/" + s.shop.Catalog.products[s.item].ASIN + "/" + strings.ReplaceAll(s.query, " ", "+") + "/" +
		strconv.Itoa(s.number) + "/" + s.optionsJSON(false)
}

// optionsJSON writes the chosen options as Python does; for a page, in alphabetical order and with the characters
// escaped that mean something in HTML.
func (s *Session) optionsJSON(page bool) string {
	list := s.options
	if page {
		list = slices.Clone(list)
		slices.SortFunc(list, func(a, b GoalOption) int { return strings.Compare(a.Name, b.Name) })
	}
	parts := make([]string, len(list))
	for i, o := range list {
		parts[i] = pythonQuote(o.Name, page) + ": " + pythonQuote(o.Value, page)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// pythonQuote writes a JSON string in ASCII.
func pythonQuote(text string, html bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case r < ' ' || r > '~' || html && strings.ContainsRune("<>&'", r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
