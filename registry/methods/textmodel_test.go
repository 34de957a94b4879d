package methods_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/methods/actionopd"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/opid"
	"github.com/retort-ml/retort/registry/methods/pivotopd"
	"github.com/retort-ml/retort/registry/methods/prod"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/methods/skillsd"
	"github.com/retort-ml/retort/registry/methods/stepopsd"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/textmodel"
)

// speaking starts a server that answers each prompt as a text model would, by a function of it.
func speaking(t *testing.T, answer func(prompt string) string) textmodel.Address {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Messages []struct{ Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		message := map[string]string{"role": "assistant", "content": answer(asked.Messages[len(asked.Messages)-1].Content)}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": message}}})
	}))
	t.Cleanup(server.Close)
	return textmodel.Address{URL: server.URL + "/v1", Name: "a model"}
}

// mumbling is a server whose answers nobody can read.
func mumbling(t *testing.T) textmodel.Address {
	return speaking(t, func(prompt string) string {
		return []string{"", "I do not know.", "{", `{"verdict": "maybe"}`, `[1, 2]`}[len(prompt)%5]
	})
}

// saying is an answer in JSON after a remark, as models like to put it.
func saying(verdict any) string {
	text, err := json.Marshal(verdict)
	if err != nil {
		panic(err)
	}
	return "Here is the answer:\n```json\n" + string(text) + "\n```"
}

var (
	shownTurn  = regexp.MustCompile(`\[turn \d+\]\nthought: (.*)\naction: (.*)\nobservation: (.*)`)
	shownStart = regexp.MustCompile(`cell 0 goal (\d)`)
)

// shown reads the episodes of a prompt back, in the order in which they stand there, with what a reader can see of their turns.
func shown(prompt string) []*registry.Episode {
	var list []*registry.Episode
	starts := shownStart.FindAllStringIndex(prompt, -1)
	for i, at := range starts {
		end := len(prompt)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		e := &registry.Episode{Introduction: prompt[at[0]:at[1]]}
		for _, m := range shownTurn.FindAllStringSubmatch(prompt[at[1]:end], -1) {
			t := registry.Turn{Response: registry.Response{Thought: m[1], Action: m[2]}, Observation: m[3], Parsed: true, Valid: m[3] != "nothing"}
			t.Searches = t.Action == "look"
			e.Turns = append(e.Turns, t)
		}
		e.Won = len(e.Turns) > 0 && e.Turns[len(e.Turns)-1].Observation == "cell "+e.Introduction[len("cell 0 goal "):]
		list = append(list, e)
	}
	return list
}

// requireUnread holds that a stage recorded the same share of answers that could not be read, every time it asked.
func requireUnread(t *testing.T, metrics map[string][]float64, want float64) {
	t.Helper()
	require.NotEmpty(t, metrics[judge.Unread])
	require.Len(t, metrics[judge.Unread+"_n"], len(metrics[judge.Unread]))
	for i, share := range metrics[judge.Unread] {
		require.Equal(t, want, share)
		require.Positive(t, metrics[judge.Unread+"_n"][i])
	}
}

// A judge that sees from the transcript who got to the goal passes what the reward passes; one that mumbles passes nothing, so that
// the teacher stays as it was.
func TestTextModel_R2S(t *testing.T) {
	w := trial(t, &corridor.Environment{Turns: corridorTurns})
	s := repairing()
	s.Select = "reward"
	rewarded := w.build(r2s.Kind(), &s)
	s.Select, s.Judge, s.Agreement = "judge", "model", 0
	s.Address = speaking(t, func(prompt string) string { return saying(map[string]bool{"completed": shown(prompt)[0].Won}) })
	require.NoError(t, s.Validate())
	require.Equal(t, rewarded, w.build(r2s.Kind(), &s))
	requireUnread(t, w.last(1).Metrics, 0)
	require.Empty(t, w.last(1).Warnings)

	d := distillation()
	plain := w.build(opd.Kind(), &d)
	require.NotEqual(t, plain, rewarded)
	s.Address = mumbling(t)
	require.Equal(t, plain, w.build(r2s.Kind(), &s))
	requireUnread(t, w.last(1).Metrics, 1)
	require.Contains(t, w.last(1).Warnings[0], "answers of the text model could not be read")
}

// A judge that rates as the rule does is the rule, and so is one that mumbles.
func TestTextModel_ProD(t *testing.T) {
	w := preferring(t, &corridor.Environment{Turns: corridorTurns})
	s := prodSettings()
	s.Similarity = "judge"
	ruled := w.build(prod.Kind(), &s)
	s.Judge = "model"
	s.Address = speaking(t, func(prompt string) string {
		ratings, err := judge.RuleStagnation{}.Rate(t.Context(), shown(prompt))
		if err != nil {
			return err.Error()
		}
		return saying(map[string]any{"ratings": ratings[0]})
	})
	require.NoError(t, s.Validate())
	require.Equal(t, ruled, w.build(prod.Kind(), &s))
	requireUnread(t, w.last(0).Metrics, 0)
	s.Address = speaking(t, func(prompt string) string {
		ratings := make([]float64, len(shown(prompt)[0].Turns))
		for i := range ratings {
			ratings[i] = 1 / float64(1+i)
		}
		return saying(map[string]any{"ratings": ratings})
	})
	require.NotEqual(t, ruled, w.build(prod.Kind(), &s), "other ratings are another computation")
	s.Address = mumbling(t)
	require.Equal(t, ruled, w.build(prod.Kind(), &s))
	requireUnread(t, w.last(0).Metrics, 1)
}

// A model that finds the steps back and always advises to go on is the oracle of the corridor; one that mumbles leaves GRPO.
func TestTextModel_PivotOPD(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	s := pivotSettings()
	s.Detector, s.RecoveryTurns, s.StudyTasks, s.Replays = "oracle", 2, 16, 1
	known := w.build(pivotopd.Kind(), &s)
	s.Detector = "model"
	s.Address = speaking(t, func(prompt string) string {
		if strings.Contains(prompt, `{"action": "command"}`) {
			return saying(map[string]string{"action": "right"})
		}
		mistakes, at := []map[string]any{}, 0
		for k, turn := range shown(prompt)[0].Turns {
			now := at
			_, _ = fmt.Sscanf(turn.Observation, "cell %d", &now)
			if now < at {
				mistakes = append(mistakes, map[string]any{"turn": k + 1, "action": "right"})
			}
			at = now
		}
		return saying(map[string]any{"mistakes": mistakes})
	})
	require.NoError(t, s.Validate())
	trained := pivotopd.Kind().New(&s).Build(w)
	require.Equal(t, known, w.Output(trained).Weights())
	requireUnread(t, w.Output(trained).Metrics, 0)
	detection := w.last(0).Metrics
	require.Equal(t, []float64{1}, detection["detection_within_one"], "it sees the first mistakes of the study")
	requireUnread(t, detection, 0)

	g := grpoSettings()
	s.StudyTasks, s.Address = 0, mumbling(t)
	require.Equal(t, w.build(grpo.Kind(), &g), w.build(pivotopd.Kind(), &s))
	requireUnread(t, w.last(0).Metrics, 1)
}

// An analyst that knows the way through each task gives the skills of a library of such ways, in every method that draws skills from
// finished episodes; one that mumbles gives none, which leaves GRPO.
func TestTextModel_Hindsight(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := selfTaught(t, env)
	w.Env = mapped{env}
	plain := w.build(grpo.Kind(), plainSettings())
	step, own, lessons := stepSettings(), skillSDSettings(), opidSettings()
	own.DistillationCoef, lessons.EpisodeCoef, lessons.StepCoef, lessons.Normalize = 0.1, 0.1, 0, "std"
	own.Skills, step.Skills = skills.Task, skills.Task
	library := map[string]string{"skill-sd": w.build(skillsd.Kind(), own), "stepopsd": w.build(stepopsd.Kind(), step)}
	library["opid"] = library["skill-sd"] // the same computation while no gap is cut off
	own.Skills, step.Skills = skills.Hindsight, skills.Hindsight
	for _, c := range []struct {
		name    string
		kind    registry.MethodKind
		s       interface{ Validate() error }
		analyst *string
		address *textmodel.Address
	}{
		{"skill-sd", skillsd.Kind(), own, &own.Analyst, &own.Address},
		{"stepopsd", stepopsd.Kind(), step, &step.Analyst, &step.Address},
		{"opid", opid.Kind(), lessons, &lessons.Analyst, &lessons.Address},
	} {
		t.Run(c.name, func(t *testing.T) {
			*c.analyst = "model"
			require.ErrorContains(t, c.s.Validate(), `analyst = "model" needs text_model_url`)
			*c.address = speaking(t, func(prompt string) string {
				goal := int(shownStart.FindStringSubmatch(prompt)[1][0] - '0')
				way := slices.Repeat([]string{"right"}, goal)
				return saying(map[string]any{"episode_summary": "go on", "episode_skill": way, "step_skills": map[string]any{"1": []string{"left"}}})
			})
			require.NoError(t, c.s.Validate())
			require.Equal(t, library[c.name], w.build(c.kind, c.s))
			require.NotEqual(t, plain, library[c.name])
			requireUnread(t, w.last(0).Metrics, 0)
			if c.name == "opid" {
				lessons.StepCoef = 0.1
				require.NotEqual(t, library[c.name], w.build(c.kind, c.s), "it also reads skills for single turns")
				require.Positive(t, mean(w.last(0).Metrics["step_skilled_share"]))
			}
			*c.address = mumbling(t)
			require.Equal(t, plain, w.build(c.kind, c.s))
			requireUnread(t, w.last(0).Metrics, 1)
		})
	}
}

// bracketed is the corridor whose commands are calls of one tool, go[...], so that a program leaves their arguments undecided. To look
// is to go right.
type bracketed struct{ *corridor.Environment }

func inside(command string) string {
	return strings.TrimSuffix(strings.TrimPrefix(command, "go["), "]")
}

type bracketedWorld struct{ registry.World }

func (w bracketedWorld) Fork() registry.World { return bracketedWorld{w.World.Fork()} }
func (w bracketedWorld) Step(command string) registry.Outcome {
	return w.World.Step(strings.Replace(inside(command), "look", "right", 1))
}

func (e bracketed) Reset(task registry.Task) (registry.World, error) {
	w, err := e.Environment.Reset(task)
	return bracketedWorld{w}, err
}

func (e bracketed) View() registry.View { return bracketedView{e.Environment.View()} }

type bracketedView struct{ registry.View }

func (v bracketedView) Begin(introduction string) (registry.Reader, []string) {
	reader, words := v.View.Begin(introduction)
	return bracketedReader{reader}, words
}

type bracketedReader struct{ registry.Reader }

func (r bracketedReader) Command(words []string) string {
	return "go[" + r.Reader.Command(words) + "]"
}
func (r bracketedReader) Action(command string) []string { return r.Reader.Action(inside(command)) }
func (r bracketedReader) Fork() registry.Reader          { return bracketedReader{r.Reader.Fork()} }

// A matcher that knows where commands lead is the comparison of states; one that mumbles is the program.
func TestTextModel_ActionOPD(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := withActions(t, env)
	w.Env = bracketed{env}
	w.Format = compact.New(w.Env.View(), 8, true)
	w.student = w.teacher // one whose actions are understood
	s := actionSettings()
	program := w.build(actionopd.Kind(), &s)
	s.Matcher = "state"
	known := w.build(actionopd.Kind(), &s)
	require.NotEqual(t, program, known)

	proposed := regexp.MustCompile(`first action: (.*)\nsecond action: (.*)\n`)
	s.Matcher = "model"
	require.ErrorContains(t, s.Validate(), `matcher = "model" needs text_model_url`)
	s.Address = speaking(t, func(prompt string) string {
		at := 0
		for _, turn := range shown(prompt)[0].Turns {
			_, _ = fmt.Sscanf(turn.Observation, "cell %d", &at)
		}
		leads := func(command string) int {
			return max(at+map[string]int{"right": 1, "look": 1, "left": -1}[inside(command)], 0)
		}
		m := proposed.FindStringSubmatch(prompt)
		return saying(map[string]bool{"same": leads(m[1]) == leads(m[2])})
	})
	require.NoError(t, s.Validate())
	require.Equal(t, known, w.build(actionopd.Kind(), &s))
	requireUnread(t, w.last(0).Metrics, 0)
	s.Address = mumbling(t)
	require.Equal(t, program, w.build(actionopd.Kind(), &s))
	requireUnread(t, w.last(0).Metrics, 1)
}
