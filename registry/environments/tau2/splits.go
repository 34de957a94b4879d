package tau2

import (
	"errors"
	"fmt"
	"os"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// loadSplits reads split_tasks.json; without it all tasks are the split "base".
func (d *Dataset) loadSplits(folder string) error {
	v, name, err := loadJSON(folder, "split_tasks.json")
	if errors.Is(err, os.ErrNotExist) {
		d.Splits = []TaskSet{{"base", d.Tasks}}
		return nil
	}
	if err != nil {
		return err
	}
	if err := d.split(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// split reads the object that names the tasks of each set.
func (d *Dataset) split(v py.Value) error {
	byID := map[string]*engine.Task{}
	for _, t := range d.Tasks {
		byID[t.ID] = t
	}
	splits, ok := v.(*py.Dict)
	if !ok {
		return errors.New("the splits are no object")
	}
	for i := range splits.Len() {
		ids, ok := splits.At(i).(*py.List)
		if !ok {
			return fmt.Errorf("split %q is no list of task ids", splits.Key(i))
		}
		set, met := TaskSet{Name: splits.Key(i)}, map[*engine.Task]bool{}
		for _, id := range ids.Items() {
			t := byID[py.Text(id)]
			if t == nil {
				return fmt.Errorf("split %q names task %q, which the task file has not", set.Name, py.Text(id))
			}
			if met[t] {
				return fmt.Errorf("split %q names task %q twice", set.Name, t.ID)
			}
			met[t] = true
			set.Tasks = append(set.Tasks, t)
		}
		d.Splits = append(d.Splits, set)
	}
	return d.checkSplits()
}

// checkSplits wants sets to play, and no task that is both trained on and held out.
func (d *Dataset) checkSplits() error {
	sets := map[string][]*engine.Task{}
	for _, s := range d.Splits {
		sets[s.Name] = s.Tasks
	}
	train, trains := sets["train"]
	test, tests := sets["test"]
	if _, base := sets["base"]; !base && !tests {
		return errors.New(`want an object with the task ids of "train" and "test", or of "test" or "base" alone`)
	}
	if !trains {
		return nil
	}
	trained := map[*engine.Task]bool{}
	for _, t := range train {
		trained[t] = true
	}
	for _, t := range test {
		if trained[t] {
			return fmt.Errorf(`splits "train" and "test" both name task %q`, t.ID)
		}
	}
	return nil
}

// disjoint keeps the sets that share no task: "train", and "test" under the name that the
// language has for held-out tasks, "unseen". Without a training set "unseen" is "test", else "base".
func disjoint(all []TaskSet) []TaskSet {
	var train, test, rest TaskSet
	for _, s := range all {
		switch s.Name {
		case "train":
			train = TaskSet{"train", s.Tasks}
		case "test":
			test = TaskSet{"unseen", s.Tasks}
		case "base":
			rest = TaskSet{"unseen", s.Tasks}
		}
	}
	switch {
	case train.Name != "" && test.Name != "":
		return []TaskSet{train, test}
	case test.Name != "":
		return []TaskSet{test}
	}
	return []TaskSet{rest}
}
