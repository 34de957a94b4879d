package views

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// EpisodeRecord is an episode with where it was recorded.
type EpisodeRecord struct {
	Trial, Stage, Title, Phase string
	Number, Total              int // its place in the phase, and how many there were to choose from
	Episode                    *registry.Episode
	Word                       func(t backends.Token) string
}

// Episode prints an episode.
type Episode interface{ Episode(r EpisodeRecord) }

// NewEpisode prints on a stream.
func NewEpisode(asJSON bool, out *Stream) Episode {
	if asJSON {
		return &episodeJSON{out}
	}
	return &episodeHuman{out}
}

type episodeHuman struct{ out *Stream }

func (v *episodeHuman) Episode(r EpisodeRecord) {
	e := r.Episode
	fmt.Fprintf(v.out, "%s, %s, episode %d (of %d)\n", v.out.in(bold, r.Title), r.Phase, r.Number, r.Total)
	fmt.Fprintf(v.out, "Trial %s, stage %s\n", r.Trial, short(r.Stage))
	kind := ""
	if e.TaskType != "" {
		kind = " (" + e.TaskType + ")"
	}
	fmt.Fprintf(v.out, "Task %s/%d%s, decode %d, played by %s\n\n", e.Task.Split, e.Task.Index, kind, e.Decode, e.Actor)
	v.out.paragraph("  ", strings.TrimSpace(e.Introduction))
	for i := range e.Turns {
		v.turn(i, &e.Turns[i], r.Word)
	}
	fmt.Fprintf(v.out, "\n%s\n", v.result(e))
}

func (v *episodeHuman) result(e *registry.Episode) string {
	s := registry.Summarize(e)
	text := v.out.in(bad, "lost")
	switch {
	case e.Won:
		text = v.out.in(good, "won")
	case e.TimedOut:
		text = v.out.in(bad, "timed out")
	}
	text = fmt.Sprintf("Result: %s, score %.3g, %s, %s sampled", text, e.Score, Count(s.Turns, "turn"), Count(s.ResponseTokens, "token"))
	if e.Rule != "" {
		text += ", accepted by the rule " + e.Rule
	}
	if e.NotJudged > 0 {
		text += fmt.Sprintf(", %d of what is asked for not judged", e.NotJudged)
	}
	if e.Lost != "" {
		text += ", broken off: " + e.Lost
	}
	if s.GapTokens > 0 {
		text += fmt.Sprintf(", mean gap %+.3f nats over %s", s.Gap, Count(s.GapTokens, "token"))
	}
	return text
}

func (v *episodeHuman) turn(i int, t *registry.Turn, word func(backends.Token) string) {
	fmt.Fprintf(v.out, "\n%s %s\n", v.out.in(bold, fmt.Sprintf("Turn %d", i+1)), v.out.in(careful, flags(t)))
	thought := t.Thought
	if thought == "" {
		thought = "(no thought)"
	}
	fmt.Fprintf(v.out, "  %s %s %s\n", v.out.in(dim, thought), v.out.in(dim, "|"), v.out.in(accent, t.Action))
	v.gaps(t, word)
	v.out.paragraph("  < ", strings.TrimSpace(t.Observation))
}

// flags are the notes about a turn.
func flags(t *registry.Turn) string {
	var list []string
	for _, f := range []struct {
		set  bool
		name string
	}{{t.Hesitates, "hesitates"}, {t.Searches, "searches"}, {!t.Parsed, "not parsed"}, {!t.Valid, "not understood"}, {t.Masked, "masked"}, {t.Forced > 0, "cut off"}} {
		if f.set {
			list = append(list, f.name)
		}
	}
	return strings.Join(list, ", ")
}

// gaps prints the tokens of a response with the gap to the teacher below each.
func (v *episodeHuman) gaps(t *registry.Turn, word func(backends.Token) string) {
	if len(t.TeacherLogProbs) < len(t.Tokens) || len(t.LogProbs) < len(t.Tokens) {
		return
	}
	var above, below []string
	width := 0
	flush := func() {
		if len(above) > 0 {
			fmt.Fprintf(v.out, "    %s\n    %s\n", strings.TrimRight(strings.Join(above, " "), " "), v.out.in(dim, strings.TrimRight(strings.Join(below, " "), " ")))
		}
		above, below, width = nil, nil, 0
	}
	for i, token := range t.Tokens {
		text := word(token)
		gap := fmt.Sprintf("%+.2f", t.LogProbs[i]-t.TeacherLogProbs[i])
		if i >= len(t.Tokens)-t.Forced {
			gap = "forced"
		}
		w := max(lipgloss.Width(text), len(gap))
		if width > 0 && width+w+1 > v.out.Width-6 {
			flush()
		}
		above = append(above, text+strings.Repeat(" ", w-lipgloss.Width(text)))
		below = append(below, gap+strings.Repeat(" ", w-len(gap)))
		width += w + 1
	}
	flush()
}

type episodeJSON struct{ out *Stream }

func (v *episodeJSON) Episode(r EpisodeRecord) {
	words := make([][]string, len(r.Episode.Turns))
	for i := range r.Episode.Turns {
		words[i] = []string{}
		for _, t := range r.Episode.Turns[i].Tokens {
			words[i] = append(words[i], r.Word(t))
		}
	}
	document(v.out, struct {
		FormatVersion int               `json:"format_version"`
		Trial         string            `json:"trial"`
		Stage         string            `json:"stage"`
		Phase         string            `json:"phase"`
		Number        int               `json:"number"`
		Total         int               `json:"total"`
		Episode       *registry.Episode `json:"episode"`
		Words         [][]string        `json:"words"` // of the responses' tokens, by turn
	}{FormatVersion, r.Trial, r.Stage, r.Phase, r.Number, r.Total, r.Episode, words})
}
