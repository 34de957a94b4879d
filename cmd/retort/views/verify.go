package views

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/results"
)

// Verification is what a check found.
type Verification struct {
	Store     string
	StoreRead bool // there was one
	Problems  []results.Problem
	// Replaced is damage to attempts that were set aside and whose stage was done again.
	Replaced []results.Problem
	Warmups  []WarmupCheck
}

// WarmupCheck is what was found about a shipped warm-up.
type WarmupCheck struct {
	Path       string   `json:"path"`
	Title      string   `json:"title"`
	Stage      string   `json:"stage"`
	Retrained  bool     `json:"retrained"` // the store holds the same warm-up trained from scratch
	Mismatches []string `json:"mismatches"`
}

// Matches says that nothing is wrong.
func (v *Verification) Matches() bool {
	for _, w := range v.Warmups {
		if len(w.Mismatches) > 0 {
			return false
		}
	}
	return len(v.Problems) == 0
}

// Verify prints what a check found.
type Verify interface{ Result(v Verification) }

// NewVerify prints on a stream.
func NewVerify(asJSON bool, out *Stream) Verify {
	if asJSON {
		return &verifyJSON{out}
	}
	return &verifyHuman{out}
}

type verifyHuman struct{ out *Stream }

func (p *verifyHuman) Result(v Verification) {
	for _, problem := range v.Problems {
		fmt.Fprintf(p.out, "%s %s\n", p.out.in(bad, "Damaged:"), problem.String())
	}
	for _, problem := range v.Replaced {
		fmt.Fprintf(p.out, "%s %s (done again since)\n", p.out.in(careful, "Set aside:"), problem.String())
	}
	switch {
	case !v.StoreRead:
		fmt.Fprintf(p.out, "There is no store in %s.\n", v.Store)
	case len(v.Problems) == 0:
		fmt.Fprintf(p.out, "%s Every file that counts in %s matches its sum.\n", p.out.in(good, "Sound."), v.Store)
	default:
		again := ""
		if slices.ContainsFunc(v.Problems, func(p results.Problem) bool { return p.Attempt > 0 }) {
			again = " The next run does what was set aside again."
		}
		fmt.Fprintf(p.out, "%s in %s.%s\n", Count(len(v.Problems), "problem"), v.Store, again)
	}
	for _, w := range v.Warmups {
		for _, m := range w.Mismatches {
			fmt.Fprintf(p.out, "%s %s: %s\n", p.out.in(bad, "Mismatch:"), w.Path, m)
		}
		if len(w.Mismatches) > 0 {
			continue
		}
		remark := "content and recipe match the record"
		if w.Retrained {
			remark += ", and so do the weights trained from scratch here"
		}
		fmt.Fprintf(p.out, "%s %s: %s.\n", p.out.in(good, "Sound."), w.Path, remark)
	}
}

type verifyJSON struct{ out *Stream }

func (p *verifyJSON) Result(v Verification) {
	doc := struct {
		FormatVersion int           `json:"format_version"`
		Matches       bool          `json:"matches"`
		Store         string        `json:"store"`
		StoreRead     bool          `json:"store_read"`
		Problems      []problemJSON `json:"problems"`
		Replaced      []problemJSON `json:"replaced"`
		Warmups       []WarmupCheck `json:"warmups"`
	}{FormatVersion, v.Matches(), v.Store, v.StoreRead, newProblemsJSON(v.Problems), newProblemsJSON(v.Replaced), []WarmupCheck{}}
	for _, w := range v.Warmups {
		w.Mismatches = orEmpty(w.Mismatches)
		doc.Warmups = append(doc.Warmups, w)
	}
	document(p.out, doc)
}

type problemJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"`
	Stage   string `json:"stage,omitempty"`
	Attempt int    `json:"attempt,omitempty"`
	Message string `json:"message"`
}

func newProblemsJSON(problems []results.Problem) []problemJSON {
	list := []problemJSON{}
	for _, p := range problems {
		list = append(list, problemJSON{p.Path, p.Line, p.Hash, p.Attempt, p.Message})
	}
	return list
}
