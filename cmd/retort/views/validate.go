package views

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/retort-ml/retort/experiments"
)

// Validate prints whether an experiment is in order.
type Validate interface {
	Result(exp *experiments.Experiment, trials int, diags hcl.Diagnostics)
}

// NewValidate prints the answer on out and, for people, what is wrong on messages.
func NewValidate(asJSON bool, out, messages *Stream) Validate {
	if asJSON {
		return &validateJSON{out}
	}
	return &validateHuman{out, messages}
}

type validateHuman struct{ out, messages *Stream }

func (v *validateHuman) Result(exp *experiments.Experiment, trials int, diags hcl.Diagnostics) {
	NewDiagnostics(false, v.messages).Diagnostics(diags, exp.Files)
	errors, warnings := countSeverities(diags)
	if errors > 0 {
		fmt.Fprintf(v.messages, "%s %s\n", v.messages.in(bad, "Not valid:"), Count(errors, "error"))
		return
	}
	remark := ""
	if warnings > 0 {
		remark = ", " + Count(warnings, "warning")
	}
	fmt.Fprintf(v.out, "%s Experiment %q: %s%s.\n", v.out.in(good, "Valid."), exp.Name, Count(trials, "trial"), remark)
}

type validateJSON struct{ out *Stream }

func (v *validateJSON) Result(exp *experiments.Experiment, trials int, diags hcl.Diagnostics) {
	errors, warnings := countSeverities(diags)
	document(v.out, struct {
		FormatVersion int          `json:"format_version"`
		Valid         bool         `json:"valid"`
		Experiment    string       `json:"experiment"`
		Trials        int          `json:"trials"`
		Errors        int          `json:"error_count"`
		Warnings      int          `json:"warning_count"`
		Diagnostics   []Diagnostic `json:"diagnostics"`
	}{FormatVersion, errors == 0, exp.Name, trials, errors, warnings, describeAll(diags, exp.Files)})
}

func countSeverities(diags hcl.Diagnostics) (errors, warnings int) {
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}
