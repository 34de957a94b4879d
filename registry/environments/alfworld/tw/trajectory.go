package tw

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// Trajectory is what a traj_data.json says about the game beside it. The engine needs none of it.
type Trajectory struct {
	Type         TaskType
	Object       string   // class of the object as ALFRED writes it, "AlarmClock"
	Receptacle   string   // "" when the task has none
	Lamp         string   // "" when the task has none
	Descriptions []string // goal sentences that people wrote
}

// trajectoryFile is the name of the file.
const trajectoryFile = "traj_data.json"

// readTrajectory reads a traj_data.json; without the file it returns nil.
func readTrajectory(path string) (*Trajectory, error) {
	data, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read trajectory: %w", err)
	}
	var file struct {
		Type   string `json:"task_type"`
		Params struct {
			Object     string `json:"object_target"`
			Receptacle string `json:"parent_target"`
			Lamp       string `json:"toggle_target"`
		} `json:"pddl_params"`
		Turk struct {
			Anns []struct {
				Description string `json:"task_desc"`
			} `json:"anns"`
		} `json:"turk_annotations"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("read trajectory %s: %w", path, jsonFault(data, err))
	}
	t := &Trajectory{Object: file.Params.Object, Receptacle: file.Params.Receptacle, Lamp: file.Params.Lamp}
	t.Type, _ = ParseTaskType(file.Type)
	for _, a := range file.Turk.Anns {
		t.Descriptions = append(t.Descriptions, a.Description)
	}
	return t, nil
}
