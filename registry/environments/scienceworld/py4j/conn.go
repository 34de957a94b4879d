package py4j

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// MaxReply bounds an answer line, in bytes.
const MaxReply = 64 << 20

// RemoteError is an exception of the server. The connection goes on to work.
type RemoteError struct {
	Method string
	Trace  string // the exception's text, with its stack where the server told it
}

// maxMessage bounds what an error quotes of a trace, in bytes.
const maxMessage = 500

// Error implements error with the beginning of the first line of the trace.
func (e *RemoteError) Error() string {
	first, _, _ := strings.Cut(e.Trace, "\n")
	first = first[:min(len(first), maxMessage)]
	if first == "" {
		first = "an exception without a text"
	}
	return fmt.Sprintf("call %s: %s", e.Method, first)
}

// Conn is a connection. It takes one request at a time and is not safe for concurrent use. After an error
// that is no [RemoteError] it is broken for good: what would be read next may answer something else.
type Conn struct {
	net     net.Conn
	in      *bufio.Reader
	timeout time.Duration
	broken  error
}

// Dial connects to a server. timeout bounds connecting, and later every call from the first byte sent to
// the last one read.
func Dial(ctx context.Context, address string, timeout time.Duration) (*Conn, error) {
	d := net.Dialer{Timeout: timeout}
	c, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connect to the gateway: %w", err)
	}
	return NewConn(c, timeout), nil
}

// NewConn speaks over a connection that is there. timeout is that of Dial.
func NewConn(c net.Conn, timeout time.Duration) *Conn {
	return &Conn{net: c, in: bufio.NewReaderSize(c, 64<<10), timeout: timeout}
}

// SetTimeout changes the timeout of later calls.
func (c *Conn) SetTimeout(timeout time.Duration) { c.timeout = timeout }

// Close closes the connection.
func (c *Conn) Close() error { return c.net.Close() }

// New constructs an object of a class and returns its id.
func (c *Conn) New(class string, args ...Value) (Value, error) {
	return c.request("new "+class, "i\n"+class+"\n", args)
}

// Call calls a method of an object by its id.
func (c *Conn) Call(object, method string, args ...Value) (Value, error) {
	return c.request(method, "c\n"+object+"\n"+method+"\n", args)
}

// Static calls a static method of a class.
func (c *Conn) Static(class, method string, args ...Value) (Value, error) {
	return c.request(class+"."+method, "c\nz:"+class+"\n"+method+"\n", args)
}

// Release lets the server forget an object; a value that is none needs no releasing.
func (c *Conn) Release(v Value) error {
	if !v.Remote() {
		return nil
	}
	_, err := c.request("release", "m\nd\n"+v.Text+"\n", nil)
	return err
}

// request sends a command with arguments and turns an exception into a RemoteError.
func (c *Conn) request(name, head string, args []Value) (Value, error) {
	message := []byte(head)
	for _, a := range args {
		message = append(a.append(message), '\n')
	}
	r, err := c.exchange(name, append(message, "e\n"...))
	if err != nil || !r.Failed {
		return r.Value, err
	}
	if !r.Value.Remote() {
		return Value{}, &RemoteError{name, r.Value.Text}
	}
	trace, err := c.exchange("trace of "+name, []byte("p\nr"+r.Value.Text+"\ne\n"))
	if err != nil {
		return Value{}, err
	}
	if err := c.Release(r.Value); err != nil {
		return Value{}, err
	}
	return Value{}, &RemoteError{name, trace.Value.Text}
}

// exchange sends a request and reads its answer.
func (c *Conn) exchange(name string, message []byte) (Reply, error) {
	if c.broken != nil {
		return Reply{}, c.broken
	}
	r, err := c.roundTrip(message)
	if err != nil {
		c.broken = fmt.Errorf("call %s: %w", name, err)
	}
	return r, c.broken
}

func (c *Conn) roundTrip(message []byte) (Reply, error) {
	if err := c.net.SetDeadline(time.Now().Add(c.timeout)); err != nil {
		return Reply{}, err
	}
	if _, err := c.net.Write(message); err != nil {
		return Reply{}, err
	}
	line, err := c.readLine()
	if err != nil {
		return Reply{}, err
	}
	return ParseReply(line)
}

// readLine reads up to a line feed, which a whole answer has.
func (c *Conn) readLine() (string, error) {
	var line []byte
	for {
		part, err := c.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return string(line[:len(line)-1]), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", fmt.Errorf("read answer after %d bytes: %w", len(line), err)
		case len(line) > MaxReply:
			return "", fmt.Errorf("read answer: it is longer than %d bytes", MaxReply)
		}
	}
}
