package views

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/runner/planner"
)

// compute prints what checkpoints would take, instead of a time: there is no backend here that runs them.
func (v *planHuman) compute(p Planned) {
	c := p.Compute
	fmt.Fprintf(v.out, "%s to run, which this build cannot: no backend loads %s.\n", Count(p.Difference.StagesToRun, "stage"), strings.Join(c.Checkpoints, ", "))
	fmt.Fprintf(v.out, "About %s\n", v.out.in(bold, rounded(c.Hours)+" "+planner.Device+" hours"))
	v.out.paragraph("  ", "assuming that "+strings.Join(c.Assumptions(), "; ")+".")
	if c.RemoteTokens > 0 {
		v.out.paragraph("", fmt.Sprintf("Models reached through text write about %s million tokens besides.", rounded(c.RemoteTokens/1e6)))
	}
	for _, u := range c.Unknown {
		v.out.paragraph("", "Not in it: "+u+".")
	}
}

// rounded writes a rough number: two digits, and whole ones from 10 on, with commas.
func rounded(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2g", x)
	}
	unit := 1.0
	for x/unit >= 100 {
		unit *= 10
	}
	digits := fmt.Sprintf("%.0f", float64(int64(x/unit+0.5))*unit)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// computeJSON is the same for programs.
type computeJSON struct {
	Device       string            `json:"device"`
	Hours        Number            `json:"hours"`
	HoursByKind  map[string]Number `json:"hours_by_kind"`
	RemoteTokens Number            `json:"remote_tokens"`
	Checkpoints  []string          `json:"checkpoints"`
	Assumptions  []string          `json:"assumptions"`
	NotEstimated []string          `json:"not_estimated"`
}

func newComputeJSON(c *planner.Compute) *computeJSON {
	if c == nil {
		return nil
	}
	byKind := make(map[string]Number, len(c.ByKind))
	for kind, hours := range c.ByKind {
		byKind[kind] = Number(hours)
	}
	return &computeJSON{planner.Device, Number(c.Hours), byKind, Number(c.RemoteTokens), orEmpty(c.Checkpoints), c.Assumptions(), orEmpty(c.Unknown)}
}
