package compact

import (
	"strings"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// stream renders one episode.
type stream struct {
	format *Format
	reader registry.Reader
	intro  []backends.Token // <bos> and the words of the introduction
}

// Begin implements registry.Format.
func (f *Format) Begin(introduction string) registry.Stream {
	reader, words := f.view.Begin(introduction)
	return &stream{format: f, reader: reader, intro: f.encode(f.encode(nil, bos), words...)}
}

// Prompt implements registry.Stream.
func (s *stream) Prompt() []backends.Token { return s.PromptWith(nil) }

// PromptWith implements registry.Stream. The reference holds actions only: no thoughts and no
// observations.
func (s *stream) PromptWith(reference [][]backends.Token) []backends.Token {
	f := s.format
	prompt := append([]backends.Token(nil), s.intro...)
	if len(reference) > 0 {
		prompt = append(prompt, f.ids[refer])
		for _, response := range reference {
			prompt = append(append(prompt, f.action(response)...), f.ids[next])
		}
		prompt = append(prompt, f.ids[done])
	}
	return append(prompt, f.ids[turn])
}

// Parse implements registry.Stream: a response is thought words, a bar, action words and the end
// token, and nothing else that controls the stream.
func (s *stream) Parse(response []backends.Token) (registry.Response, bool) {
	f := s.format
	var thought, action []string
	bars, ended, strange := 0, false, false
	for _, t := range response {
		switch {
		case ended:
			strange = true
		case t == f.ids[eot]:
			ended = true
		case t == f.ids[bar]:
			bars++
		case t <= f.ids[done]:
			strange = true
		case bars == 0:
			thought = append(thought, f.Word(t))
		default:
			action = append(action, f.Word(t))
		}
	}
	r := registry.Response{Thought: strings.Join(thought, " "), Action: s.reader.Command(action)}
	return r, ended && bars == 1 && len(action) > 0 && !strange
}

// Render implements registry.Stream.
func (s *stream) Render(r registry.Response) []backends.Token {
	f := s.format
	tokens := f.encode(nil, strings.Fields(r.Thought)...)
	tokens = append(tokens, f.ids[bar])
	tokens = f.encode(tokens, s.reader.Action(r.Action)...)
	return append(tokens, f.ids[eot])
}

// Observe implements registry.Stream.
func (s *stream) Observe(observation string) []backends.Token {
	tokens := s.format.encode(nil, s.reader.Observe(observation)...)
	return append(tokens, s.format.ids[turn])
}

// Fork implements registry.Stream.
func (s *stream) Fork() registry.Stream {
	return &stream{format: s.format, reader: s.reader.Fork(), intro: s.intro}
}
