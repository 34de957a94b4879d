package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

func TestFindTrial(t *testing.T) {
	plan := &runner.Plan{Trials: []runner.Trial{{ID: "sft_lab_1_3e6b"}, {ID: "no_sft_lab_1_85eb"}, {ID: "sft_shop_1_11aa"}}}
	for text, want := range map[string]string{
		"sft_lab_1_3e6b": "sft_lab_1_3e6b",
		"sft_lab":        "sft_lab_1_3e6b", // a beginning goes before a part
		"85eb":           "no_sft_lab_1_85eb",
		"shop":           "sft_shop_1_11aa",
	} {
		found, err := findTrial(plan, text)
		require.NoError(t, err, text)
		require.Equal(t, want, found.ID)
	}
	_, err := findTrial(plan, "sft")
	require.ErrorContains(t, err, `"sft" means 3 trials`)
	_, err = findTrial(plan, "opd_lab")
	require.ErrorContains(t, err, `the plan has no trial "opd_lab"`)
}
