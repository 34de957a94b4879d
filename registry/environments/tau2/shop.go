package tau2

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/shop"
)

// Shop is the environment of a drawn shop: besides what [Environment] does it has a compact
// view and can be demonstrated.
type Shop struct{ *Environment }

var (
	_ registry.Environment  = (*Shop)(nil)
	_ registry.Demonstrator = (*Shop)(nil)
)

// View implements [registry.Environment].
func (*Shop) View() registry.View { return shop.View{} }

// Expert implements [registry.Demonstrator]. It has no choices to make, so that the seed changes nothing.
func (*Shop) Expert(introduction string, _ uint64) registry.Expert {
	return shop.NewExpert(introduction)
}
