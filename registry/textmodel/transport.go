package textmodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// mostBytes bounds what is read of a response.
const mostBytes = 16 << 20

// transport sends requests with their temperature. The client leaves out a 0, for which servers take their default, often 0.7 or 1;
// the smallest number above 0, which stands in for it elsewhere, is 0.01 to vLLM.
//
// No bound on the length of an answer is sent: vLLM refuses one that the rest of its context does not hold, and everybody
// ends at the context.
type transport struct{ client *http.Client }

func newTransport() transport {
	return transport{&http.Client{Transport: &http.Transport{
		// Proxies would be read from environment variables.
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: defaults.atOnce,
		IdleConnTimeout:     time.Minute,
	}}}
}

// Do implements openai.HTTPDoer.
func (t transport) Do(r *http.Request) (*http.Response, error) {
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&fields); err != nil {
		return nil, fmt.Errorf("read the own request: %w", err)
	}
	fields["temperature"] = json.RawMessage("0")
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	sent, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	sent.Header = r.Header
	response, err := t.client.Do(sent)
	if err != nil {
		return nil, err
	}
	response.Body = limited{io.LimitReader(response.Body, mostBytes), response.Body}
	return response, nil
}

// limited is a body of which only the beginning is read.
type limited struct {
	io.Reader
	io.Closer
}
