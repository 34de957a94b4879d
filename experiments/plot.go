package experiments

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Plot draws results. Use is the kind of plot in the catalogue, whose settings it has.
type Plot struct {
	Declaration
	Title string
	Grid  *Grid
	// X and Y name what is on the axes, in the words of the kind of plot. Y is empty where a metric is drawn.
	X string
	Y string
	// Metrics are the metrics drawn, none where the plot draws something else.
	Metrics []string
	// Evaluation is the one whose episodes count.
	Evaluation *Evaluation
}

var plotAttributes = []string{"kind", "title", "grid", "x", "y", "metric", "evaluation"}

func (l *loader) decodePlots(blocks []*hclsyntax.Block) {
	for _, b := range l.unique(blocks) {
		p := &Plot{}
		p.Name, p.DeclRange = l.label(b), b.DefRange()
		l.exp.Plots = append(l.exp.Plots, p)
		l.decodePlot(p, b)
	}
}

func (l *loader) decodePlot(p *Plot, b *hclsyntax.Block) {
	attributes := map[string]*hcl.Attribute{}
	for _, name := range plotAttributes {
		if a := b.Body.Attributes[name]; a != nil {
			attributes[name] = a.AsHCLAttribute()
		}
	}
	if a := attributes["title"]; a != nil {
		l.into(a, &p.Title)
	}
	if a := l.require(b, &hcl.BodyContent{Attributes: attributes}, "grid", "grid = grid.NAME"); a != nil {
		p.Grid = l.gridOf(a, b)
	}
	if a := attributes["x"]; a != nil {
		l.into(a, &p.X)
	}
	l.decodeY(p, b, attributes)
	p.Evaluation = l.evaluationOf(attributes["evaluation"], b)
	l.decodePlotKind(p, b, attributes["kind"])
}

// decodeY reads what is drawn: a metric under either name, or a word of the kind of plot.
func (l *loader) decodeY(p *Plot, b *hclsyntax.Block, attributes map[string]*hcl.Attribute) {
	y, metric := attributes["y"], attributes["metric"]
	switch {
	case y != nil && metric != nil:
		l.fail(metric.NameRange, "Duplicate attribute", "%s draws either \"y\" or \"metric\"; they mean the same.", capital(title(b)))
	case metric != nil:
		p.Metrics = l.metricsOf(metric, b)
	case y != nil:
		if val, ok := l.eval(y.Expr); ok && assign(val, &p.Y) != nil {
			p.Metrics = l.metricsOf(y, b)
		}
	}
}

// decodePlotKind finds the kind, the label where the block does not say, and decodes its settings.
func (l *loader) decodePlotKind(p *Plot, b *hclsyntax.Block, kind *hcl.Attribute) {
	p.Use = p.Name
	at := b.LabelRanges[0]
	if kind != nil {
		if !l.into(kind, &p.Use) {
			return
		}
		at = kind.Expr.Range()
	}
	ptr, ok := l.catalog.Settings(KindPlot, p.Use)
	if !ok {
		known := l.catalog.Names(KindPlot)
		l.fail(at, "Unknown plot", "There is no kind of plot %q.%s", p.Use, orElse(didYouMean(p.Use, known, quoted), "kinds", known))
		return
	}
	l.rejectOthers(b, title(b), plotAttributes, nil, l.namesOf(ptr))
	about := subject{title: title(b), at: b.DefRange()}
	p.Settings, p.Origins, _ = l.settle(KindPlot, p.Use, []layer{newLayer(b, title(b), plotAttributes, nil)}, about)
}
