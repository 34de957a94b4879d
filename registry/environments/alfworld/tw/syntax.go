package tw

import "fmt"

// SyntaxError says where a domain, a problem or a grammar is wrong.
type SyntaxError struct {
	Part   string // "domain", "problem" or "grammar"
	Line   int    // line inside the part, from 1
	Reason string
}

// Error is "part line n: reason".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s line %d: %s", e.Part, e.Line, e.Reason)
}

func syntaxError(part string, line int, format string, args ...any) *SyntaxError {
	return &SyntaxError{Part: part, Line: line, Reason: fmt.Sprintf(format, args...)}
}
