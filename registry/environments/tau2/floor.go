package tau2

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

var _ registry.Floors = (*Environment)(nil)

// Floor implements [registry.Floors]. Doing nothing is ending the conversation at once: an episode
// that does not end has score 0, which would hide that some tasks are solved by that.
func (e *Environment) Floor(name, _ string) (registry.Expert, bool) {
	end := little.AskMore
	if e.settings.Solo {
		end = engine.Call{Name: done, Requestor: engine.Assistant, Arguments: py.Empty()}.Text()
	}
	return registry.Still(end), name == registry.FloorNothing
}

// Floor is the mean reward of an assistant that does nothing and whose user ends the
// conversation at once. Some tasks are solved by that: a score means nothing without it.
func (d *Dataset) Floor(tasks []*engine.Task) (float64, error) {
	sum := 0.0
	for _, t := range tasks {
		s, err := d.Domain.Start(d.Base, t)
		if err != nil {
			return 0, err
		}
		r, err := d.Domain.Rate(context.Background(), d.Base, t, s, t.Initial.History, nil)
		if err != nil {
			return 0, err
		}
		sum += r.Total
	}
	if len(tasks) == 0 {
		return 0, nil
	}
	return sum / float64(len(tasks)), nil
}
