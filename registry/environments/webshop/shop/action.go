package shop

import "strings"

// parseAction splits an action of the form name[argument]. As in the original everything up to the last
// opening bracket that still has an argument behind it is the name, what follows the last
// closing bracket is ignored, and only the first line counts; the argument is lower-cased.
// Blanks around the action are dropped.
func parseAction(action string) (name, argument string) {
	action = strings.TrimSpace(action)
	line, _, _ := strings.Cut(action, "\n")
	end := strings.LastIndexByte(line, ']')
	if end < 3 {
		return action, ""
	}
	start := strings.LastIndexByte(line[:end-1], '[')
	if start < 1 {
		return action, ""
	}
	return line[:start], pythonLower(line[start+1 : end])
}

// Search and Click write actions.
func Search(query string) string    { return "search[" + query + "]" }
func Click(clickable string) string { return "click[" + clickable + "]" }

// Buttons as a click names them.
const (
	BackToSearch = "back to search"
	PreviousPage = "< prev"
	NextPage     = "next >"
	BuyNow       = "buy now"
	searchButton = "search"
)

// subPages are the pages about a product: the button, as printed.
var subPages = []string{"Description", "Features", "Reviews", "Attributes"}

// subPage is the index of a sub-page by its button's name, -1 for none.
func subPage(clickable string) int {
	for i, name := range subPages {
		if strings.EqualFold(name, clickable) {
			return i
		}
	}
	return -1
}
