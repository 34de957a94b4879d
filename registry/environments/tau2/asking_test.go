package tau2_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/registrytest"
	"github.com/retort-ml/retort/registry/textmodel"
)

// server answers chat completions by a function of the prompt; an empty answer is an error of the server's.
func server(t testing.TB, answer func(prompt string) string) textmodel.Address {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Messages []struct{ Content string } }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Messages) != 1 {
			http.Error(w, "one message is wanted", http.StatusBadRequest)
			return
		}
		text := answer(asked.Messages[0].Content)
		if text == "" {
			http.Error(w, "the context is too short", http.StatusBadRequest)
			return
		}
		quoted, _ := json.Marshal(text)
		fmt.Fprintf(w, `{"choices": [{"message": {"role": "assistant", "content": %s}}]}`, quoted)
	}))
	t.Cleanup(s.Close)
	return textmodel.Address{URL: s.URL + "/v1", Name: "tiny"}
}

// nowhere is an address at which nobody listens.
func nowhere() textmodel.Address {
	s := httptest.NewServer(nil)
	defer s.Close()
	return textmodel.Address{URL: s.URL + "/v1", Name: "tiny"}
}

// opened is the environment that an experiment gets for a domain of testdata, drawn where folder is empty.
func opened(t testing.TB, domain, folder, user, judge string, a textmodel.Address) registry.Environment {
	t.Helper()
	s := tau2.Defaults()
	s.Domain, s.Data, s.User, s.Judge, s.Address = domain, folder, user, judge, a
	if folder == "" {
		s.Tasks = map[string]int{"train": 8, "unseen": 2}
	}
	e, err := tau2.Kind().New(&s)
	require.NoError(t, err)
	return e
}

// openTask starts a task by its id.
func openTask(t testing.TB, e registry.Environment, id string) registry.World {
	t.Helper()
	w, err := e.(registry.Opener).Open(id)
	require.NoError(t, err)
	return w
}

func TestSettings_Asking(t *testing.T) {
	t.Parallel()
	local := textmodel.Address{URL: "http://localhost:8000/v1", Name: "qwen"}
	for name, c := range map[string]struct {
		user, judge string
		solo        bool
		address     textmodel.Address
		want        []string // setting and what is said
	}{
		"left out":            {},
		"as left out":         {user: "scripted", judge: "none"},
		"a model as the user": {user: "model", address: local},
		"a model as judge":    {judge: "model", address: local},
		"both":                {user: "model", judge: "model", address: local},
		"no address":          {judge: "model", want: []string{`judge: judge = "model" needs text_model_url and text_model`}},
		"no name":             {user: "model", address: textmodel.Address{URL: local.URL}, want: []string{`user: user = "model" needs text_model,`}},
		"nobody asks":         {judge: "none", address: local, want: []string{"text_model_url: Nobody asks"}},
		"a typing error":      {user: "modle", address: local, want: []string{`user: "modle" is none of "scripted" and "model"`}},
		"two typing errors":   {user: "script", judge: "rules", want: []string{`judge: "rules" is none of "none" and "model"`, `user: "script" is none of`}},
		"one of two":          {user: "model", judge: "no", want: []string{`judge: "no"`, `user: user = "model" needs text_model_url and text_model`}},
		"nobody to play":      {user: "model", solo: true, address: local, want: []string{"user: With solo there is no user"}},
		"a judge of solo":     {judge: "model", solo: true, address: local},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tau2.Defaults()
			s.User, s.Judge, s.Solo, s.Address = c.user, c.judge, c.solo, c.address
			err := s.Validate()
			if len(c.want) == 0 {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, len(c.want), err.Error())
			for i, want := range c.want {
				require.True(t, strings.HasPrefix(lines[i], want), lines[i])
			}
		})
	}
}

// TestSettings_JSON holds that recipes of experiments without a model are what they were before there was one.
func TestSettings_JSON(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(tau2.Defaults())
	require.NoError(t, err)
	require.JSONEq(t, `{"domain": "retail", "data": "", "policy": "manual", "solo": false, "horizon": 30, "tasks": null, "seed": 1}`, string(text))
}

// TestKind_User plays an episode whose user is a server's.
func TestKind_User(t *testing.T) {
	t.Parallel()
	e := opened(t, "retail", "testdata", "model", "", server(t, func(prompt string) string {
		switch {
		case strings.Contains(prompt, `{"agent": "Is there anything`):
			return "<think>I have what I wanted.</think>Thank you. ###STOP###"
		case strings.Contains(prompt, `{"agent": "Who`):
			return "Ane Holm, 8000."
		}
		return "Cancel order #1, please."
	}))
	w := openTask(t, e, "cancel")
	require.True(t, strings.HasSuffix(w.Observation(), "\n\nCancel order #1, please."))
	require.Equal(t, "Ane Holm, 8000.", w.Step("Who are you?").Observation)
	o := steps(w, find, cancel, "You get 40 back.", bye)
	require.Equal(t, "Thank you. ###STOP###", o.Observation)
	require.True(t, o.Won)
	require.Zero(t, o.NotJudged)
	require.Empty(t, o.Lost)
}

// TestKind_Drawn gives drawn domains a model as the user: what it says has no compact view.
func TestKind_Drawn(t *testing.T) {
	t.Parallel()
	a := server(t, func(string) string { return "Hello." })
	for domain, task := range map[string]registry.Task{"retail": {Split: "unseen"}, "airline": {Split: "train", Index: 3}} {
		e := opened(t, domain, "", "model", "", a)
		require.Nil(t, e.View())
		require.NotImplements(t, (*registry.Demonstrator)(nil), e)
		w, err := e.Reset(task)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(w.Observation(), "\n\nHello."))

		e = opened(t, domain, "", "", "model", a)
		require.NotNil(t, e.View(), "a judge is in nobody's way")
	}
	s := tau2.Defaults()
	s.User, s.Address, s.Tasks = "model", a, map[string]int{"train": 1, "unseen": 1}
	_, err := tau2.NewDrawn(s)
	require.EqualError(t, err, "user: What a text model says has no compact view.")
}

// TestKind_Contract runs the suite of environments over a server.
func TestKind_Contract(t *testing.T) {
	registrytest.TestEnvironment(t, opened(t, "telecom", "testdata", "model", "", server(t, func(prompt string) string {
		answer, err := dicing(prompt)
		if err != nil {
			return ""
		}
		return answer
	})))
}

// TestKind_Refused asks a server that refuses the prompt: as nonsense does, it costs a turn.
func TestKind_Refused(t *testing.T) {
	t.Parallel()
	w := openTask(t, opened(t, "retail", "testdata", "model", "", server(t, func(string) string { return "" })), "cancel")
	o := w.Step("Hello?")
	require.False(t, o.Done)
	require.Equal(t, silent, o.Observation)
	require.Contains(t, o.Info["user_error"], "/v1: 400 Bad Request: the context is too short")
	require.Empty(t, o.Lost)
}

// TestKind_Unreachable plays with a user whom nobody reaches: the episode is over, lost, and named as such; the environment and
// other episodes go on.
func TestKind_Unreachable(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for a server that may be starting")
	}
	a := nowhere()
	e := opened(t, "retail", "testdata", "model", "model", a)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			w, err := e.(registry.Opener).Open("refuse")
			if err != nil || !strings.HasSuffix(w.Observation(), "\n"+silent) {
				t.Errorf("got %v", err)
				return
			}
			o := w.Fork().Step(find)
			if o.Done && !o.Won && o.Score == 0 && !o.Valid && o.NotJudged == 0 && o.Info["user_error"] == o.Lost &&
				strings.Contains(o.Lost, "ask tiny at "+a.URL+": the text model cannot be reached: ") && w.Admissible() == nil {
				return
			}
			t.Errorf("got %+v", o)
		})
	}
	group.Wait()
}

// TestKind_UnreachableLater loses the user in the middle of an episode.
func TestKind_UnreachableLater(t *testing.T) {
	t.Parallel()
	answers := []string{"Cancel order #1."}
	user := speaking(func(string) (string, error) {
		if len(answers) == 0 {
			return "", fmt.Errorf("ask tiny: %w: connection refused", textmodel.ErrUnreachable)
		}
		next := answers[0]
		answers = answers[1:]
		return next, nil
	})
	w := played(t, "retail", "cancel", user)
	require.False(t, w.Step(find).Done)
	o := w.Step("Shall I?")
	require.True(t, o.Done)
	require.True(t, o.Valid, "it is not the assistant's fault")
	require.Zero(t, o.Score)
	require.Equal(t, "ask a text model: ask tiny: the text model cannot be reached: connection refused", o.Lost)
	require.Equal(t, silent, o.Observation)
	again := w.Step("Shall I?")
	require.Equal(t, o.Lost, again.Lost)
	require.Equal(t, o.Lost, again.Info["user_error"])
}

// TestKind_Judge rates by a server's verdicts; without one the outcome says what it leaves out.
func TestKind_Judge(t *testing.T) {
	t.Parallel()
	verdict := func(text string) textmodel.Address {
		return server(t, func(prompt string) string {
			if !strings.Contains(prompt, "<statement>\nThe agent does not cancel the order\n</statement>") {
				return ""
			}
			return text
		})
	}
	for name, c := range map[string]struct {
		judge     string
		address   textmodel.Address
		score     float64
		notJudged int
	}{
		"nobody":         {"", textmodel.Address{}, 1, 1},
		"said so":        {"none", textmodel.Address{}, 1, 1},
		"holds":          {"model", verdict(`{"holds": true}`), 1, 0},
		"does not hold":  {"model", verdict(`{"holds": false}`), 0, 0},
		"nonsense":       {"model", verdict("perhaps"), 1, 1},
		"cannot be had":  {"model", nowhere(), 1, 1},
		"cannot be read": {"model", verdict(""), 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := openTask(t, opened(t, "retail", "testdata", "", c.judge, c.address), "refuse")
			require.Zero(t, w.Step("I cannot do that.").NotJudged, "it is not over")
			o := w.Step(bye)
			require.True(t, o.Done)
			require.Equal(t, c.score, o.Score)
			require.Equal(t, c.notJudged, o.NotJudged)
			if c.notJudged > 0 {
				require.Equal(t, []string{"The agent does not cancel the order"}, o.Info["not_judged"])
				require.Equal(t, c.judge == "model", o.Info["judge_error"] != nil)
			} else {
				require.NotContains(t, o.Info, "not_judged")
			}
		})
	}
}
