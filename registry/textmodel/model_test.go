package textmodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// quick are limits for tests.
var quick = limits{atOnce: 4, tries: 3, pause: time.Millisecond, patience: 20 * time.Second}

// serve answers requests by a function and returns the model behind it.
func serve(t testing.TB, l limits, handle http.HandlerFunc) *model {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return newModel(Address{URL: s.URL + "/v1/", Name: "tiny"}, l)
}

// completion is a response with an answer.
func completion(text string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`{"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": %s}, "finish_reason": "stop"}]}`, quoted)
}

// promptOf reads the prompt of a request.
func promptOf(r *http.Request) string {
	var said struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.NewDecoder(r.Body).Decode(&said); err != nil || len(said.Messages) != 1 {
		return fmt.Sprint("broken: ", err)
	}
	return said.Messages[0].Content
}

func TestModel_Request(t *testing.T) {
	t.Parallel()
	m := serve(t, quick, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var sent map[string]any
		if json.Unmarshal(body, &sent) != nil || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "" {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		io.WriteString(w, completion(string(body)))
	})
	answers, err := m.Answer(t.Context(), []string{"What is \"é\"?"})
	require.NoError(t, err)
	require.JSONEq(t, `{"model": "tiny", "messages": [{"role": "user", "content": "What is \"é\"?"}], "temperature": 0, "seed": 1, "stream": false}`, answers[0])
}

// TestModel_Order asks many prompts, some more than once, from many sides: answers are those of their prompts, and each prompt is
// sent once, no more than so many at a time.
func TestModel_Order(t *testing.T) {
	t.Parallel()
	var sent, running, most atomic.Int32
	m := serve(t, quick, func(w http.ResponseWriter, r *http.Request) {
		sent.Add(1)
		now := running.Add(1)
		defer running.Add(-1)
		for {
			seen := most.Load()
			if now <= seen || most.CompareAndSwap(seen, now) {
				break
			}
		}
		time.Sleep(time.Millisecond)
		io.WriteString(w, completion("re: "+promptOf(r)))
	})
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			var prompts, want []string
			for i := range 40 {
				prompts = append(prompts, fmt.Sprint(i%25))
				want = append(want, fmt.Sprint("re: ", i%25))
			}
			answers, err := m.Answer(t.Context(), prompts)
			if err != nil || fmt.Sprint(answers) != fmt.Sprint(want) {
				t.Errorf("got %v, %v", answers, err)
			}
		})
	}
	group.Wait()
	require.EqualValues(t, 25, sent.Load())
	require.LessOrEqual(t, most.Load(), int32(quick.atOnce))
	answers, err := m.Answer(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, answers)
}

func TestModel_Responses(t *testing.T) {
	t.Parallel()
	type reply struct {
		status int
		body   string
	}
	ok := func(body string) reply { return reply{http.StatusOK, body} }
	for name, c := range map[string]struct {
		replies []reply // the last one for ever
		answer  string
		err     string // empty: none
		away    bool
		sent    int
	}{
		"an answer":             {replies: []reply{ok(completion("yes"))}, answer: "yes", sent: 1},
		"nothing said":          {replies: []reply{ok(completion(""))}, answer: "", sent: 1},
		"content that is null":  {replies: []reply{ok(`{"choices": [{"message": {"content": null}}]}`)}, answer: "", sent: 1},
		"cut at the context":    {replies: []reply{ok(`{"choices": [{"message": {"content": "it is"}, "finish_reason": "length"}]}`)}, answer: "it is", sent: 1},
		"an error, then ok":     {replies: []reply{{500, "oops"}, ok(completion("yes"))}, answer: "yes", sent: 2},
		"busy, then ok":         {replies: []reply{{429, `{"error": {"message": "slow down", "type": "x", "code": 429}}`}, {503, ""}, ok(completion("yes"))}, answer: "yes", sent: 3},
		"half, then ok":         {replies: []reply{ok(completion("yes")[:40]), ok(completion("yes"))}, answer: "yes", sent: 2},
		"nothing, then ok":      {replies: []reply{ok(""), ok(completion("yes"))}, answer: "yes", sent: 2},
		"errors":                {replies: []reply{{500, "out of\n memory"}}, err: "cannot be reached: 500 Internal Server Error: out of memory", away: true, sent: 3},
		"always half":           {replies: []reply{ok(completion("yes")[:40])}, err: "the response breaks off", away: true, sent: 3},
		"another model":         {replies: []reply{{404, `{"error": {"message": "model \"tiny\" not found", "type": "not_found_error", "code": null}}`}}, err: `404 Not Found: model "tiny" not found (servers answer`, sent: 1},
		"too long a prompt":     {replies: []reply{{400, `{"error": {"message": "the context holds 512 tokens", "type": "invalid", "param": null, "code": 400}}`}}, err: "400 Bad Request: the context holds 512 tokens", sent: 1},
		"a page":                {replies: []reply{ok("<html>It works!</html>")}, err: "the response is no chat completion: invalid character", sent: 1},
		"another shape":         {replies: []reply{ok(`{"choices": "yes"}`)}, err: "the response is no chat completion: json", sent: 1},
		"an empty object":       {replies: []reply{ok("{}")}, err: "the response has 0 answers, not one", sent: 1},
		"two answers":           {replies: []reply{ok(`{"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]}`)}, err: "the response has 2 answers, not one", sent: 1},
		"a page after an error": {replies: []reply{{502, "bad gateway"}, ok("<html>")}, err: "no chat completion", sent: 2},
		"much said":             {replies: []reply{{400, strings.Repeat("é", 1000)}}, err: "400 Bad Request: " + strings.Repeat("é", 200) + "...", sent: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent atomic.Int32
			m := serve(t, quick, func(w http.ResponseWriter, _ *http.Request) {
				r := c.replies[min(int(sent.Add(1)), len(c.replies))-1]
				w.WriteHeader(r.status)
				io.WriteString(w, r.body)
			})
			answers, err := m.Answer(t.Context(), []string{"?"})
			require.EqualValues(t, c.sent, sent.Load(), "requests")
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				require.ErrorContains(t, err, "ask tiny at "+m.address.URL+": ")
				require.Equal(t, c.away, errors.Is(err, ErrUnreachable))
				require.Nil(t, answers)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []string{c.answer}, answers)
		})
	}
}

// TestModel_Away asks where nobody listens: the first prompt is tried some times, the next one once, until there is an answer.
func TestModel_Away(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	var down atomic.Bool
	down.Store(true)
	m := serve(t, quick, func(w http.ResponseWriter, _ *http.Request) {
		sent.Add(1)
		if down.Load() {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, completion("yes"))
	})
	for _, want := range []int32{3, 1, 1} {
		_, err := m.Answer(t.Context(), []string{"?"})
		require.EqualError(t, err, "ask tiny at "+m.address.URL+": the text model cannot be reached: the response breaks off")
		require.ErrorIs(t, err, ErrUnreachable)
		require.Equal(t, want, sent.Swap(0))
	}
	down.Store(false)
	answers, err := m.Answer(t.Context(), []string{"?"})
	require.NoError(t, err)
	require.Equal(t, []string{"yes"}, answers, "an error is not remembered")
	down.Store(true)
	sent.Store(0)
	_, err = m.Answer(t.Context(), []string{"another"})
	require.ErrorIs(t, err, ErrUnreachable)
	require.EqualValues(t, 3, sent.Load())

	s := httptest.NewServer(nil)
	s.Close()
	_, err = newModel(Address{URL: s.URL, Name: "tiny"}, quick).Answer(t.Context(), []string{"?"})
	require.ErrorIs(t, err, ErrUnreachable)
	require.Regexp(t, "^ask tiny at "+s.URL+": the text model cannot be reached: connect: connection refused$", err.Error())
}

// hung is a server that answers nothing before the test is over.
func hung(t testing.TB, l limits, sent *atomic.Int32) *model {
	over := make(chan struct{})
	m := serve(t, l, func(_ http.ResponseWriter, r *http.Request) {
		sent.Add(1)
		io.Copy(io.Discard, r.Body) // or the server does not see that nobody waits
		select {
		case <-over:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(over) })
	return m
}

func TestModel_Timeout(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	l := quick
	l.patience = 20 * time.Millisecond
	_, err := hung(t, l, &sent).Answer(t.Context(), []string{"?"})
	require.ErrorIs(t, err, ErrUnreachable)
	require.ErrorContains(t, err, "no answer within 20ms")
	require.LessOrEqual(t, sent.Load(), int32(1), "what takes too long is not repeated")
}

func TestModel_Cancel(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	m := hung(t, quick, &sent)
	why := errors.New("the experiment is stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
	prompts := make([]string, 20)
	for i := range prompts {
		prompts[i] = fmt.Sprint(i)
	}
	_, err := m.Answer(ctx, prompts)
	require.ErrorIs(t, err, why)
	require.NotErrorIs(t, err, ErrUnreachable)
	require.LessOrEqual(t, sent.Load(), int32(quick.atOnce))
	_, err = m.Answer(ctx, []string{"?"})
	require.ErrorIs(t, err, why, "a context that is over already")
}

// TestModel_CancelPause cancels between two tries.
func TestModel_CancelPause(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	l := quick
	l.pause = time.Hour
	m := serve(t, l, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		time.AfterFunc(10*time.Millisecond, cancel)
	})
	_, err := m.Answer(ctx, []string{"?"})
	require.ErrorIs(t, err, context.Canceled)
}

// TestModel_Leave lets the one who asked leave while another waits for the same answer: the other one gets it.
func TestModel_Leave(t *testing.T) {
	t.Parallel()
	asked, leave := make(chan struct{}, 2), make(chan struct{})
	var sent atomic.Int32
	m := serve(t, quick, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		if sent.Add(1) == 1 {
			<-r.Context().Done()
			return
		}
		io.WriteString(w, completion("yes"))
	})
	first, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := m.Answer(first, []string{"?"}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	<-asked
	group.Go(func() {
		close(leave)
		if answers, err := m.Answer(t.Context(), []string{"?"}); err != nil || answers[0] != "yes" {
			t.Errorf("got %v, %v", answers, err)
		}
	})
	<-leave
	time.Sleep(10 * time.Millisecond)
	cancel()
	group.Wait()
}

// TestModel_Kept asks again what was answered before a prompt of the same call failed.
func TestModel_Kept(t *testing.T) {
	t.Parallel()
	var sent sync.Map
	l := quick
	l.atOnce = 1
	m := serve(t, l, func(w http.ResponseWriter, r *http.Request) {
		p := promptOf(r)
		if _, before := sent.LoadOrStore(p, true); before || p == "bad" {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		io.WriteString(w, completion("re: "+p))
	})
	_, err := m.Answer(t.Context(), []string{"good", "bad", "late"})
	require.ErrorContains(t, err, "400 Bad Request: no")
	answers, err := m.Answer(t.Context(), []string{"good"})
	require.NoError(t, err)
	require.Equal(t, []string{"re: good"}, answers)
}

// FuzzModel_Answer answers with any status and bytes: there is one answer or an error, and no request is repeated without bound.
func FuzzModel_Answer(f *testing.F) {
	for _, body := range []string{"", "{}", "null", completion("yes"), completion("yes")[:50], `{"error": {"message": ["a", "b"]}}`, `{"error": "x"}`, `{"choices":[{"message":{"content":[{"type":"text","text":"a"}]}}]}`, "\xff\x00"} {
		f.Add(200, body)
		f.Add(404, body)
		f.Add(500, body)
	}
	l := quick
	l.pause = 0
	type response struct {
		status int
		body   string
	}
	var sent atomic.Int32
	var said atomic.Pointer[response]
	m := serve(f, l, func(w http.ResponseWriter, _ *http.Request) {
		sent.Add(1)
		w.WriteHeader(said.Load().status)
		io.WriteString(w, said.Load().body)
	})
	asked := 0
	f.Fuzz(func(t *testing.T, status int, body string) {
		said.Store(&response{200 + (status%400+400)%400, body})
		sent.Store(0)
		asked++
		answers, err := m.Answer(t.Context(), []string{fmt.Sprint(asked)})
		require.LessOrEqual(t, sent.Load(), int32(l.tries))
		if err == nil {
			require.Len(t, answers, 1)
		}
	})
}
