package alfworld

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// WriteGames writes every generated game into dir in the layout of ALFWorld's data, so that
// ALFWorld itself and all that read its files can play them:
//
//	dir/json_2.1.1/<split>/<type>-<Object>-None-<Receptacle>-<room>/<trial>/
//	    game.tw-pddl  initial_state.pddl  traj_data.json
//
// Each game.tw-pddl holds a shortest solution as its walkthrough. Equal settings write equal
// bytes. An environment of real games has nothing to write: that is an error.
func (e *Environment) WriteGames(dir string) error {
	gen, ok := e.games.(*generated)
	if !ok {
		return errors.New("write games: this environment plays game files and generates none")
	}
	for _, split := range e.splits {
		for i := range split.Tasks {
			if err := gen.write(filepath.Join(dir, "json_2.1.1"), split.Name, i); err != nil {
				return fmt.Errorf("write game %d of split %s: %w", i, split.Name, err)
			}
		}
	}
	return nil
}

func (g *generated) write(root, split string, index int) error {
	d, _, err := g.draft(split, index)
	if err != nil {
		return err
	}
	id, src, err := g.source(split, index)
	if err != nil {
		return err
	}
	game, err := g.loader.Game(id, src)
	if err != nil {
		return err
	}
	solution, ok := tw.Solve(game.Start())
	if !ok {
		return errors.New("the game has no solution")
	}
	src.Walkthrough = solution
	trajectory, err := json.MarshalIndent(d.trajectory(id), "", "    ")
	if err != nil {
		return err
	}
	folder := filepath.Join(root, filepath.FromSlash(id))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{
		{"game.tw-pddl", src.Encode()},
		{"initial_state.pddl", []byte(src.Problem)},
		{"traj_data.json", append(trajectory, '\n')},
	} {
		if err := os.WriteFile(filepath.Join(folder, f.name), f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// trajectory is the part of traj_data.json that text games need: the type of the task and
// its parameters.
func (d draft) trajectory(id string) any {
	parent, lamp := d.dest, ""
	if d.task == taskLight {
		parent, lamp = "", d.dest
	}
	return map[string]any{
		"task_type": taskTypes[d.task],
		"task_id":   filepath.Base(id),
		"pddl_params": map[string]any{
			"object_target": d.object, "parent_target": parent, "toggle_target": lamp,
			"mrecep_target": "", "object_sliced": false,
		},
		"scene": map[string]any{"floor_plan": fmt.Sprintf("FloorPlan%d", roomNumber(d)), "scene_num": roomNumber(d)},
		"turk_annotations": map[string]any{"anns": []any{
			map[string]any{"task_desc": strings.TrimSuffix(d.sentence(), "."), "high_descs": []string{}, "votes": []int{}},
		}},
	}
}

// roomNumber is a floor-plan number in the range that ALFRED gives to the kind of room: 1 to
// 30 kitchens, 201 living rooms, 301 bedrooms, 401 bathrooms; small rooms are 501 to 530.
func roomNumber(d draft) int { return firstNumber[d.room.name] + int(d.sum%30) }

var firstNumber = map[string]int{"kitchen": 1, "living room": 201, "bedroom": 301, "bathroom": 401, "small": 501}
