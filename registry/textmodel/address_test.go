package textmodel_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/textmodel"
)

func TestAddress_Validate(t *testing.T) {
	t.Parallel()
	const local = "http://localhost:8000/v1"
	type fault struct{ setting, says string }
	for name, c := range map[string]struct {
		address textmodel.Address
		who     string
		want    []fault
	}{
		"nobody asks, none is given": {},
		"asked":                      {textmodel.Address{URL: local, Name: "qwen"}, `judge = "model"`, nil},
		"asked over TLS":             {textmodel.Address{URL: "https://gpu.lab:443/", Name: "qwen"}, `judge = "model"`, nil},
		"nobody asks":                {textmodel.Address{URL: local, Name: "qwen"}, "", []fault{{"text_model_url", "Nobody asks"}}},
		"nobody asks a name":         {textmodel.Address{Name: "qwen"}, "", []fault{{"text_model", "Nobody asks"}}},
		"nothing is given":           {textmodel.Address{}, `judge = "model"`, []fault{{"judge", `judge = "model" needs text_model_url and text_model, as in`}}},
		"no URL":                     {textmodel.Address{Name: "qwen"}, `judge = "model"`, []fault{{"judge", `judge = "model" needs text_model_url, as in`}}},
		"no name":                    {textmodel.Address{URL: local, Name: " "}, `user = "model"`, []fault{{"user", "needs text_model,"}}},
		"no scheme":                  {textmodel.Address{URL: "localhost:8000/v1", Name: "q"}, `user = "model"`, []fault{{"text_model_url", "begins with http://"}}},
		"another scheme":             {textmodel.Address{URL: "unix:///run/llama", Name: "q"}, `user = "model"`, []fault{{"text_model_url", "begins with http://"}}},
		"no host":                    {textmodel.Address{URL: "http:///v1", Name: "q"}, `user = "model"`, []fault{{"text_model_url", "begins with http://"}}},
		"no address":                 {textmodel.Address{URL: "http://[::1", Name: "q"}, `user = "model"`, []fault{{"text_model_url", "begins with http://"}}},
		"a password":                 {textmodel.Address{URL: "http://me:secret@gpu/v1", Name: "q"}, `user = "model"`, []fault{{"text_model_url", "password"}}},
		"a query":                    {textmodel.Address{URL: local + "?key=3", Name: "q"}, `user = "model"`, []fault{{"text_model_url", "more than a server and a path"}}},
		"too far":                    {textmodel.Address{URL: local + "/chat/completions/", Name: "q"}, `user = "model"`, []fault{{"text_model_url", `write "` + local + `"`}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faults := c.address.Validate(c.who)
			require.Len(t, faults, len(c.want))
			for i, want := range c.want {
				var at *registry.SettingError
				require.ErrorAs(t, faults[i], &at)
				require.Equal(t, want.setting, at.Setting)
				require.Contains(t, at.Message, want.says)
				require.NotContains(t, at.Message, "secret")
			}
		})
	}
}

// TestAddress_JSON holds that settings without an address are written as before there was one.
func TestAddress_JSON(t *testing.T) {
	t.Parallel()
	settings := struct {
		Steps int `json:"steps"`
		textmodel.Address
	}{Steps: 3}
	require.False(t, settings.Given())
	text, err := json.Marshal(settings)
	require.NoError(t, err)
	require.JSONEq(t, `{"steps": 3}`, string(text))
	settings.Name = "qwen"
	require.True(t, settings.Given())
	text, err = json.Marshal(settings)
	require.NoError(t, err)
	require.JSONEq(t, `{"steps": 3, "text_model": "qwen"}`, string(text))
}
