package tau2

import "github.com/retort-ml/retort/registry/environments/tau2/engine"

// Floor is the mean reward of an assistant that does nothing and whose user ends the
// conversation at once. Some tasks are solved by that: a score means nothing without it.
func (d *Dataset) Floor(tasks []*engine.Task) (float64, error) {
	sum := 0.0
	for _, t := range tasks {
		s, err := d.Domain.Start(d.Base, t)
		if err != nil {
			return 0, err
		}
		r, err := d.Domain.Rate(d.Base, t, s, t.Initial.History, nil)
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
