package views

import (
	"fmt"
	"io"

	"github.com/retort-ml/retort/reports"
)

// Table prints tables.
type Table interface {
	Tables(tables []*reports.Table) error
}

// NewTable prints on a stream.
func NewTable(asJSON bool, out *Stream) Table {
	if asJSON {
		return &tableJSON{out}
	}
	return NewRendered(out, func(t *reports.Table) string {
		return t.Text(reports.Style{Width: out.Width, Color: out.Color})
	})
}

// NewRendered prints tables one after the other as render writes them.
func NewRendered(out *Stream, render func(t *reports.Table) string) Table {
	return &rendered{out, render}
}

type rendered struct {
	out    *Stream
	render func(t *reports.Table) string
}

func (v *rendered) Tables(tables []*reports.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(v.out)
		}
		if _, err := io.WriteString(v.out, v.render(t)); err != nil {
			return err
		}
	}
	return nil
}

type tableJSON struct{ out *Stream }

func (v *tableJSON) Tables(tables []*reports.Table) error {
	text, err := reports.JSON(tables...)
	if err != nil {
		return err
	}
	_, err = v.out.Write(text)
	return err
}
