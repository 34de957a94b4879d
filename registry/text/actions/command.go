package actions

import "strings"

// Commands is the language of worlds that understand commands, such as "go to desk 1" and "search[red shoes]".
// A command with something in brackets at its end is a call of what stands before them, so that two searches are undecided and two
// different commands are not.
type Commands struct {
	// Understood says whether the world understands a command now; nil when it understands all. It is asked
	// with the text as it was written.
	Understood func(command string) bool
}

var _ Language = Commands{}

// Read implements [Language]. It keeps the case of what is in brackets and reads the rest without regard to case and
// blanks.
func (c Commands) Read(text string) Action {
	switch {
	case strings.TrimSpace(text) == "":
		return Action{Reason: "the command is empty"}
	case c.Understood != nil && !c.Understood(text):
		return Action{Reason: "the world does not understand the command"}
	}
	name, argument := strings.TrimSpace(text), ""
	if open := strings.IndexByte(name, '['); open > 0 && strings.HasSuffix(name, "]") {
		name, argument = name[:open], strings.Join(strings.Fields(name[open+1:len(name)-1]), " ")
	}
	return Action{Kind: Call, Name: plain(name), Arguments: argument}
}
