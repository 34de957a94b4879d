package textmodel

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// ErrUnreachable says that a server gave no answer: nobody listens at the address, it takes too long, or it fails or is busy as often
// as it is tried.
var ErrUnreachable = errors.New("the text model cannot be reached")

// errSlow is the cause of a request that took too long.
var errSlow = errors.New("no answer in time")

// fault is a request without an answer.
type fault struct {
	why     string
	away    bool // there was no answer at all, rather than one that is of no use
	passing bool // another try may go better
}

// Error implements error.
func (f *fault) Error() string { return f.why }

// faultOf reads what the client makes of a failed request.
func faultOf(err error) *fault {
	status, said := 0, ""
	if e, ok := errors.AsType[*openai.APIError](err); ok {
		status, said = e.HTTPStatusCode, e.Message
	} else if e, ok := errors.AsType[*openai.RequestError](err); ok {
		status, said = e.HTTPStatusCode, string(e.Body)
	}
	if status != 0 {
		return refused(status, said)
	}
	lost := func(why string) *fault { return &fault{why: why, away: true, passing: true} }
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return lost("the response breaks off")
	}
	// The texts around the cause repeat the address, some with a port that is another each time and would be in records.
	if e, ok := errors.AsType[*net.OpError](err); ok {
		return lost(e.Err.Error())
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		return lost(e.Err.Error())
	}
	return &fault{why: fmt.Sprintf("the response is no chat completion: %v", err)}
}

// refused is what a status says. A server that is busy or fails may do better; one that does not know the model or does not
// take the prompt will not.
func refused(status int, said string) *fault {
	why := strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
	if said = strings.Join(strings.Fields(said), " "); said != "" {
		why += ": " + shorten(said)
	}
	if status == http.StatusNotFound {
		why += " (servers answer at an address that ends in /v1, to a model by the name they list)"
	}
	busy := status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout
	return &fault{why: why, away: busy, passing: busy}
}

// shorten keeps the start of what a server said.
func shorten(s string) string {
	const most = 200
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
