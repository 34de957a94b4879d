package experiments_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

func TestFormat(t *testing.T) {
	got, err := experiments.Format([]byte("method \"opd\" {\n# why\nsteps=3\n  learning_rate =   1e-3\n}\n"))
	require.NoError(t, err)
	require.Equal(t, "method \"opd\" {\n  # why\n  steps         = 3\n  learning_rate = 1e-3\n}\n", string(got))
	again, err := experiments.Format(got)
	require.NoError(t, err)
	require.Equal(t, string(got), string(again))
}

func TestFormat_NotHCL(t *testing.T) {
	_, err := experiments.Format([]byte("method {"))
	var diags hcl.Diagnostics
	require.ErrorAs(t, err, &diags)
	require.NotEmpty(t, diags)
}
