package engine

import "fmt"

// Check says whether a task fits the domain: its functions exist, and it can be started. Only names are checked of reference
// actions, which may fail. The error names the task.
func (d *Domain) Check(base State, t *Task) error {
	for i, a := range t.Initial.Actions {
		if err := d.knows(a, "initialization_actions", i); err != nil {
			return fmt.Errorf("check task %s: %w", t.ID, err)
		}
	}
	if c := t.Criteria; c != nil {
		for i, a := range c.Assertions {
			if err := d.knows(a.FuncCall, "env_assertions", i); err != nil {
				return fmt.Errorf("check task %s: %w", t.ID, err)
			}
		}
		for i, a := range c.Actions {
			kit := d.kit(a.Requestor)
			if kit != nil {
				if _, ok := kit.Tool(a.Name); ok {
					continue
				}
			}
			return fmt.Errorf("check task %s: actions.%d: the %s has no tool %q", t.ID, i, a.Requestor, a.Name)
		}
	}
	_, err := d.Start(base, t)
	return err
}

// knows says whether there is a function, tool or hidden.
func (d *Domain) knows(c FuncCall, field string, i int) error {
	if kit := d.kit(c.Side); kit == nil || kit.funcs[c.Name] == nil {
		return fmt.Errorf("%s.%d: the %s has no function %q", field, i, c.Side, c.Name)
	}
	return nil
}

// kit is the functions of a side, nil where it has none.
func (d *Domain) kit(side string) *Kit {
	if side == User {
		return d.Device
	}
	return d.Tools
}
