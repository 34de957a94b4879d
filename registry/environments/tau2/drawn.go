package tau2

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/carrier"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/shop"
)

// drawing is how the little version of a domain is drawn, read and served.
type drawing struct {
	domain string
	draw   func(seed uint64, train, test int) little.Files
	view   registry.View
	expert func(introduction string) registry.Expert
}

// drawings are the domains that can be drawn, in a fixed order.
var drawings = []drawing{
	{"retail", shop.Draw, shop.View{}, func(s string) registry.Expert { return shop.NewExpert(s) }},
	{"airline", carrier.Draw, carrier.View{}, func(s string) registry.Expert { return carrier.NewExpert(s) }},
}

// drawingOf returns the drawing of a domain.
func drawingOf(domain string) (drawing, bool) {
	for _, d := range drawings {
		if d.domain == domain {
			return d, true
		}
	}
	return drawing{}, false
}

// Drawn is the environment of a drawn shop or airline: besides what [Environment] does it has a
// compact view and can be demonstrated.
type Drawn struct {
	*Environment
	drawing drawing
}

var (
	_ registry.Environment  = (*Drawn)(nil)
	_ registry.Demonstrator = (*Drawn)(nil)
)

// NewDrawn draws the environment. The settings name no folder, and no text model as the user: the view and the expert read the
// script's sentences.
func NewDrawn(settings Settings) (*Drawn, error) {
	e, err := New(settings)
	if err != nil {
		return nil, err
	}
	d, ok := drawingOf(settings.Domain)
	if !ok || settings.Data != "" {
		return nil, registry.BadSetting("data", "What is read from a folder is not drawn.")
	}
	if settings.User == asksModel {
		return nil, registry.BadSetting("user", "What a text model says has no compact view.")
	}
	return &Drawn{e, d}, nil
}

// View implements [registry.Environment].
func (d *Drawn) View() registry.View { return d.drawing.view }

// Expert implements [registry.Demonstrator]. It has no choices to make, so that the seed changes nothing.
func (d *Drawn) Expert(introduction string, _ uint64) registry.Expert {
	return d.drawing.expert(introduction)
}
