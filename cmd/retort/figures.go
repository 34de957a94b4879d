package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/plots"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/runner"
)

// Kinds of plots.
const (
	plotBars      = "bars"
	plotCurve     = "curve"
	plotGapByTurn = "gap_by_turn"
)

// barsSettings lay bars out. By default everything that varies but the environment is a row, and an environment a column.
type barsSettings struct {
	Rows    []string `hcl:"rows,optional" json:"rows"`
	Columns []string `hcl:"columns,optional" json:"columns"`
}

// curveSettings say what a curve is about. By default there is a curve a method, a panel an environment, and the stage is the one that
// trained the student.
type curveSettings struct {
	Series string `hcl:"series,optional" json:"series"`
	Panels string `hcl:"panels,optional" json:"panels"`
	Stage  string `hcl:"stage,optional" json:"stage"`
	Rate   bool   `hcl:"rate,optional" json:"rate"`
	// Window is over how many steps a point is the mean; Where keeps the trials with these values of axes.
	Window int               `hcl:"window,optional" json:"window"`
	Where  map[string]string `hcl:"where,optional" json:"where"`
}

// gapSettings are those of curves over turns.
type gapSettings struct {
	Series string `hcl:"series,optional" json:"series"`
	Panels string `hcl:"panels,optional" json:"panels"`
}

func plotNames() []string { return []string{plotBars, plotCurve, plotGapByTurn} }

func plotSettings(kind string) (any, bool) {
	switch kind {
	case plotBars:
		return &barsSettings{}, true
	case plotCurve:
		return &curveSettings{Series: "method", Panels: "environment"}, true
	case plotGapByTurn:
		return &gapSettings{Series: "method", Panels: "environment"}, true
	}
	return nil, false
}

// figures draws the plots of an experiment.
type figures struct {
	catalog *registry.Catalog
	exp     *experiments.Experiment
	store   reports.Source
	plan    *runner.Plan
}

// drawPlots draws the plots of an experiment, or the one that is named, into a folder and returns the paths. An experiment that declares none gets
// bars for each of its tables that bars can show.
func drawPlots(catalog *registry.Catalog, exp *experiments.Experiment, store reports.Source, plan *runner.Plan, name, dir string) ([]string, error) {
	f := &figures{catalog, exp, store, plan}
	if len(exp.Plots) == 0 {
		return f.ofTables(name, dir)
	}
	var paths, names []string
	for _, p := range exp.Plots {
		names = append(names, p.Name)
		if name != "" && p.Name != name {
			continue
		}
		figure, err := f.figure(p)
		if err != nil {
			return nil, configError(fmt.Errorf("%s: %w", place(p.DeclRange), err))
		}
		drawn, err := f.draw(figure, p.Name, dir)
		if err != nil {
			return nil, err
		}
		paths = append(paths, drawn...)
	}
	if name != "" && len(paths) == 0 {
		return nil, f.noPlot(name, names)
	}
	return paths, nil
}

func (f *figures) noPlot(name string, names []string) error {
	return usageError("experiment %s has no plot %q.%s", f.exp.Name, name, didYouMean(name, names, "", " Its plots: "+enumerate(names)))
}

// ofTables draws bars for tables.
func (f *figures) ofTables(name, dir string) ([]string, error) {
	tables, err := buildTables(f.catalog, f.exp, f.store, f.plan, "")
	if err != nil {
		return nil, err
	}
	var paths, names []string
	for _, t := range tables {
		bars, err := reports.Bars(t)
		if err != nil {
			continue // a table of numbers that share no axis
		}
		names = append(names, t.Name)
		if name != "" && name != t.Name {
			continue
		}
		drawn, err := f.draw(bars, t.Name, dir)
		if err != nil {
			return nil, err
		}
		paths = append(paths, drawn...)
	}
	if name != "" && len(paths) == 0 {
		return nil, f.noPlot(name, names)
	}
	return paths, nil
}

func (f *figures) figure(p *experiments.Plot) (plots.Figure, error) {
	switch p.Use {
	case plotBars:
		return f.bars(p, p.Settings.(*barsSettings))
	case plotCurve:
		s := p.Settings.(*curveSettings)
		metric := p.Y
		if metric == "" && len(p.Metrics) == 1 {
			metric = p.Metrics[0]
		}
		if metric == "" {
			return nil, errors.New(`a curve needs what it draws: y = "loss", or another number that the stage records by step`)
		}
		spec := reports.CurveSpec{
			Name: p.Name, Title: p.Title, Grid: p.Grid.Name, Series: s.Series, Panels: s.Panels, Role: s.Stage, Metric: metric, Rate: s.Rate,
			Window: s.Window, Where: s.Where,
		}
		return reports.Curves(f.store, reportPlan(f.exp, f.plan, p.Evaluation), spec, f.origin(p))
	case plotGapByTurn:
		s := p.Settings.(*gapSettings)
		spec := reports.CurveSpec{Name: p.Name, Title: p.Title, Grid: p.Grid.Name, Series: s.Series, Panels: s.Panels}
		return reports.TurnGaps(f.store, reportPlan(f.exp, f.plan, p.Evaluation), spec, f.origin(p))
	}
	panic(fmt.Sprintf("kind of plot %q passed the language and is not known", p.Use))
}

func (f *figures) origin(p *experiments.Plot) reports.Origin {
	return reports.Origin{Version: thisBuild().Version, Command: fmt.Sprintf("retort plot %s %s", f.exp.Name, p.Name)}
}

func (f *figures) bars(p *experiments.Plot, s *barsSettings) (plots.Figure, error) {
	built, err := f.barsTable(p, s)
	if err != nil {
		return nil, err
	}
	return reports.Bars(built)
}

// barsTable is the table that bars show.
func (f *figures) barsTable(p *experiments.Plot, s *barsSettings) (*reports.Table, error) {
	if len(p.Metrics) == 0 {
		return nil, errors.New("bars need what they draw: metric = metric.NAME")
	}
	t := &experiments.Table{
		Name: p.Name, Title: p.Title, Grid: p.Grid, Rows: s.Rows, Columns: s.Columns, Metrics: p.Metrics, Evaluation: p.Evaluation,
	}
	if t.Rows == nil {
		t.Rows = barRows(p)
	}
	if t.Columns == nil {
		t.Columns = []string{"environment"}
	}
	if len(t.Metrics) > 1 && !slices.Contains(t.Columns, reports.MetricAxis) {
		t.Columns = append(slices.Clone(t.Columns), reports.MetricAxis)
	}
	return reports.Build(f.store, reportPlan(f.exp, f.plan, p.Evaluation), tableSpecs(f.catalog, f.exp, t)[0], f.origin(p))
}

// barRows are the axes of the grid but the environment, the method last, or the one that x names and the method.
func barRows(p *experiments.Plot) []string {
	var rows []string
	for _, a := range p.Grid.Axes {
		if a.Name != "environment" && a.Name != "method" && (p.X == "" || p.X == a.Name) && len(a.Labels) > 1 {
			rows = append(rows, a.Name)
		}
	}
	return append(rows, "method")
}

// draw writes a figure as SVG and PNG.
func (f *figures) draw(figure plots.Figure, name, dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, configError(fmt.Errorf("draw figures into %s: %w; -out names another folder", dir, err))
	}
	var paths []string
	for _, format := range []plots.Format{plots.SVG, plots.PNG} {
		path := filepath.Join(dir, fileName(f.exp.Name+"-"+name)+"."+string(format))
		var picture bytes.Buffer
		if err := figure.Draw(&picture, format); err != nil {
			return nil, fmt.Errorf("draw %s: %w", path, err)
		}
		if err := replaceFile(path, picture.Bytes(), 0o644); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// fileName makes a name of a file's: letters, digits and dashes stay.
func fileName(name string) string {
	text := []rune(name)
	for i, r := range text {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_') {
			text[i] = '-'
		}
	}
	return string(text)
}
