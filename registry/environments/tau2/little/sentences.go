package little

import "strings"

// Sentences that the assistant of a drawn domain says; every world lists the first three.
const (
	AskWho  = "Please tell me who you are."
	AskYes  = "Shall I go ahead? (yes/no)"
	AskMore = "Is there anything else I can help you with?"
	Sorry   = "I am sorry, the policy does not allow that."
)

// Sentences are the sentences by their words.
var Sentences = map[string]string{"ask_who": AskWho, "confirm": AskYes, "close": AskMore, "refuse": Sorry}

// Opening is the customer's first message, the last line of an introduction.
func Opening(introduction string) string {
	return introduction[strings.LastIndexByte(introduction, '\n')+1:]
}

// Reply returns the words of what every customer says and of a refused call; false when the text is
// something else.
func Reply(text string) ([]string, bool) {
	switch {
	case strings.HasPrefix(text, "Error: "):
		return []string{"error"}, true
	case strings.HasPrefix(text, "Yes"):
		return []string{"user", "yes"}, true
	case strings.Contains(text, "###STOP###"):
		return []string{"user", "bye"}, true
	case strings.HasPrefix(text, "I do not know"), strings.HasPrefix(text, "That I cannot"), strings.HasPrefix(text, "I have no such"):
		return []string{"user", "unknown"}, true
	}
	return nil, false
}
