package runner_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

func TestPlan_Validate(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(p *runner.Plan)
		want  string
	}{
		{"sound", func(*runner.Plan) {}, ""},
		{"no experiment", func(p *runner.Plan) { p.Experiment = "" }, "no experiment"},
		{"two stages of one hash", func(p *runner.Plan) { p.Stages[1].Hash = p.Stages[0].Hash }, "stages 0 and 1 have the same hash"},
		{"hash that leaves the store", func(p *runner.Plan) { p.Stages[3].Hash = "../../../etc" }, "hexadecimal"},
		{"order", func(p *runner.Plan) { p.Stages[0], p.Stages[1] = p.Stages[1], p.Stages[0] }, "does not stand before it"},
		{"its own input", func(p *runner.Plan) { p.Stages[3].Inputs[0].Hash = p.Stages[3].Hash }, "does not stand before it"},
		{"input name twice", func(p *runner.Plan) { p.Stages[3].Inputs[1].Name = "in0" }, `input name "in0"`},
		{"no kind", func(p *runner.Plan) { p.Stages[0].Kind = "" }, "no kind"},
		{"specification", func(p *runner.Plan) { p.Stages[0].Spec = json.RawMessage(`{"a":`) }, "not JSON"},
		{"time-out", func(p *runner.Plan) { p.Stages[0].Timeout = -time.Second }, "time-out -1s"},
		{"retries", func(p *runner.Plan) { p.Stages[0].Retries = -1 }, "-1 retries"},
		{"cost", func(p *runner.Plan) { p.Stages[0].Cost = math.NaN() }, "cost NaN"},
		{"trial twice", func(p *runner.Plan) { p.Trials = append(p.Trials, p.Trials[0]) }, "two trials"},
		{"long trial", func(p *runner.Plan) { p.Trials[0].ID = strings.Repeat("x", 81) }, "81 bytes"},
		{"stage from elsewhere", func(p *runner.Plan) { p.Trials[0].Stages[0] = "00000000" }, "not in the plan"},
		{"trial without an input", func(p *runner.Plan) { p.Trials[0].Stages = p.Trials[0].Stages[1:] }, "does not list before it"},
		{"role", func(p *runner.Plan) { p.Trials[0].Roles["train"] = "00000000" }, `role "train"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			plan := diamond(t, shortWalk)
			test.spoil(plan)
			err := plan.Validate()
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestPlan_ValidateReportsEveryFault(t *testing.T) {
	plan := diamond(t, shortWalk)
	plan.Stages[0].Kind = ""
	plan.Stages[2].Retries = -1
	err := plan.Validate()
	require.ErrorContains(t, err, "no kind")
	require.ErrorContains(t, err, "-1 retries")
}
