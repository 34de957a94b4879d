package experiments

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// DefaultTrialsMax is how many trials an experiment may have unless it says otherwise.
const DefaultTrialsMax = 100_000

// Experiment is a loaded folder. Lists are in file order: files by name, then from top to bottom.
type Experiment struct {
	Name     string
	Paper    string
	Question string
	// TrialsMax guards against grids that grow by accident.
	TrialsMax int
	DeclRange hcl.Range

	// Dir is the folder that weights paths are relative to; empty after Parse.
	Dir string
	// Files holds everything that was read, by the name that ranges use, also after errors:
	// it is what a writer of diagnostics takes snippets from. Values of -var have entries as well.
	Files map[string]*hcl.File

	Variables    []*Variable
	Environments []*Environment
	Models       []*Model
	Teachers     []*Policy
	Students     []*Policy
	Methods      []*Method
	Ablations    []*Ablation
	Grids        []*Grid
	// Evaluations has one entry at least: the default one where no block declares any.
	Evaluations []*Evaluation
	Tables      []*Table
	Plots       []*Plot

	trials     []Trial
	trialDiags hcl.Diagnostics
}

// Trials returns the grids expanded: grids in file order, in each the first axis slowest, values as
// listed, seeds fastest, included trials after the others. A trial that several grids contain stands where
// it came up first and names them all. The diagnostics are those of the expansion and were part of
// what Load returned; an experiment with errors has no trials.
func (e *Experiment) Trials() ([]Trial, hcl.Diagnostics) {
	return slices.Clone(e.trials), e.trialDiags
}

func (l *loader) decodeExperiment(blocks []*hclsyntax.Block) {
	if len(blocks) == 0 {
		l.add(&hcl.Diagnostic{
			Severity: hcl.DiagError,
			Summary:  "Missing experiment block",
			Detail:   "One of the files has to say what the experiment is: experiment \"NAME\" { question = \"...\" }.",
			Subject:  l.firstLine(),
		})
		return
	}
	for _, again := range blocks[1:] {
		l.fail(again.DefRange(), "Duplicate experiment block", "There is one experiment a folder; this one has another at %s.", place(blocks[0].DefRange()))
	}
	block := blocks[0]
	l.exp.DeclRange = block.DefRange()
	l.exp.Name = l.label(block)
	l.exp.TrialsMax = DefaultTrialsMax
	content := l.content(block, []string{"paper", "question", "trials_max"}, nil)
	if a := content.Attributes["paper"]; a != nil {
		l.into(a, &l.exp.Paper)
	}
	if a := content.Attributes["question"]; a != nil {
		l.into(a, &l.exp.Question)
	}
	if a := content.Attributes["trials_max"]; a != nil {
		if l.into(a, &l.exp.TrialsMax) && l.exp.TrialsMax < 1 {
			l.fail(a.Expr.Range(), "Number out of range", "trials_max must be at least 1, not %d.", l.exp.TrialsMax)
		}
	}
}
