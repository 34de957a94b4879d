package py4j_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/scienceworld/py4j"
)

// patience is the timeout of calls that are expected to be answered; it only has to outlast a busy machine.
const patience = 20 * time.Second

// serve answers each request with what answer returns, as it is, until answer says that it hangs up. It returns
// a connection to the server.
func serve(t *testing.T, timeout time.Duration, answer func(request []string) (reply string, hangUp bool)) *py4j.Conn {
	t.Helper()
	client, server := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer server.Close()
		in := bufio.NewReader(server)
		for {
			var request []string
			for len(request) == 0 || request[len(request)-1] != "e" {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				request = append(request, strings.TrimSuffix(line, "\n"))
			}
			reply, hangUp := answer(request)
			if _, err := server.Write([]byte(reply)); err != nil || hangUp {
				return
			}
		}
	}()
	c := py4j.NewConn(client, timeout)
	t.Cleanup(func() {
		c.Close()
		<-done
	})
	return c
}

func TestConn(t *testing.T) {
	var seen []string
	c := serve(t, patience, func(request []string) (string, bool) {
		seen = append(seen, strings.Join(request, "|"))
		return map[string]string{
			"i|a.B|e":                     "!yro0\n",
			`c|o0|say|sa\nb\\c\rd|i-3|e`:  "!ysx\\ny\\\\z\n",
			"c|o0|twice|btrue|e":          "!ybTRUE\n",
			"c|z:java.lang.Math|abs|i1|e": "!yd0.5\n",
			"c|o0|many|e":                 "!ylo7\n",
			"m|d|o7|e":                    "!yv\n",
			"c|o0|fails|e":                "!xro9\n",
			"p|ro9|e":                     "!ysjava.Boom: bang\\n\tat here\n",
			"m|d|o9|e":                    "!yv\n",
			"c|o0|lacks|e":                "!xsno such method\n",
			"c|o0|count|e":                "!yL12345678901\n",
		}[strings.Join(request, "|")], false
	})
	object, err := c.New("a.B")
	require.NoError(t, err)
	require.Equal(t, py4j.Value{Kind: py4j.Object, Text: "o0"}, object)
	require.NoError(t, c.Release(py4j.Int(4)), "a number is nothing to forget")

	v, err := c.Call("o0", "say", py4j.Text("a\nb\\c\rd"), py4j.Int(-3))
	require.NoError(t, err)
	text, err := v.Str()
	require.NoError(t, err)
	require.Equal(t, "x\ny\\z", text)
	_, err = v.Float()
	require.ErrorContains(t, err, "is no double")

	v, err = c.Call("o0", "twice", py4j.Bool(true))
	require.NoError(t, err)
	truth, err := v.Truth()
	require.NoError(t, err)
	require.True(t, truth)

	v, err = c.Static("java.lang.Math", "abs", py4j.Int(1))
	require.NoError(t, err)
	x, err := v.Float()
	require.NoError(t, err)
	require.Equal(t, 0.5, x)

	v, err = c.Call("o0", "many")
	require.NoError(t, err)
	require.True(t, v.Remote())
	require.NoError(t, c.Release(v))

	_, err = c.Call("o0", "fails")
	var remote *py4j.RemoteError
	require.ErrorAs(t, err, &remote)
	require.Equal(t, "java.Boom: bang\n\tat here", remote.Trace)
	require.EqualError(t, err, "call fails: java.Boom: bang")
	require.Equal(t, "m|d|o9|e", seen[len(seen)-1], "the exception is released")

	_, err = c.Call("o0", "lacks")
	require.EqualError(t, err, "call lacks: no such method")
	v, err = c.Call("o0", "count")
	require.NoError(t, err, "an exception does not break the connection")
	n, err := v.Int64()
	require.NoError(t, err)
	require.Equal(t, int64(12345678901), n)
}

// What is no answer breaks the connection: every later call fails with the same error, whatever is sent.
func TestConn_BadAnswers(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		hangUp       bool
		timeout      time.Duration
		message      string
	}{
		{name: "garbage", answer: "HTTP/1.1 400 Bad Request\n", message: "does not begin as one"},
		{name: "binary", answer: "\x00\xff\n", message: "does not begin as one"},
		{name: "empty line", answer: "\n", message: "does not begin as one"},
		{name: "unknown type", answer: "!yq7\n", message: "type is unknown"},
		{name: "no value", answer: "!y\n", message: "value is missing"},
		{name: "fatal", answer: "!z\n", message: "gave up"},
		{name: "half a line", answer: "!ysThis room is", hangUp: true, message: "EOF"},
		{name: "hangs up", hangUp: true, message: "EOF"},
		{name: "half a line and silence", answer: "!ysThis room", timeout: 30 * time.Millisecond, message: "timeout"},
		{name: "silence", timeout: 30 * time.Millisecond, message: "timeout"},
		{name: "half an escape", answer: "!ysabc\\\n", message: "ends within an escape"},
		{name: "object without an id", answer: "!yr\n", message: "no id"},
		{name: "id that is a request", answer: "!yro1 s\n", message: "no id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			timeout := c.timeout
			if timeout == 0 {
				timeout = patience
			}
			conn := serve(t, timeout, func([]string) (string, bool) { return c.answer, c.hangUp })
			_, err := conn.Call("o0", "step", py4j.Text("look"))
			require.ErrorContains(t, err, c.message)
			var remote *py4j.RemoteError
			require.False(t, errors.As(err, &remote))
			_, again := conn.Call("o0", "getScore")
			require.Equal(t, err, again)
		})
	}
}

func TestConn_LongAnswer(t *testing.T) {
	text := strings.Repeat("a", 1<<20)
	c := serve(t, patience, func([]string) (string, bool) { return "!ys" + text + "\n", false })
	v, err := c.Call("o0", "valid")
	require.NoError(t, err)
	require.Len(t, v.Text, len(text))
}

// A server that never ends its line is given up on before memory is.
func TestConn_EndlessAnswer(t *testing.T) {
	part := strings.Repeat("a", 1<<20)
	sent := 0
	client, server := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		in := bufio.NewReader(server)
		in.ReadString('e')
		in.ReadString('\n')
		for {
			n, err := server.Write([]byte(part))
			if sent += n; err != nil {
				return
			}
		}
	}()
	c := py4j.NewConn(client, patience)
	_, err := c.Call("o0", "w")
	require.ErrorContains(t, err, "longer than")
	require.NoError(t, c.Close())
	<-done
	require.Less(t, sent, py4j.MaxReply+4<<20)
}

// raw is a server that does with the connection what script does, whatever is asked.
func raw(t *testing.T, timeout time.Duration, script func(server net.Conn)) *py4j.Conn {
	t.Helper()
	client, server := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer server.Close()
		script(server)
	}()
	c := py4j.NewConn(client, timeout)
	t.Cleanup(func() {
		c.Close()
		<-done
	})
	return c
}

// The timeout is that of a question and its answer as a whole: a server that sends a byte now and then does not prolong it, nor does
// one that does not read, or one that answers an exception and then goes silent.
func TestConn_SlowServers(t *testing.T) {
	const timeout = 100 * time.Millisecond
	for _, c := range []struct {
		name   string
		script func(server net.Conn)
	}{
		{"a byte now and then", func(server net.Conn) {
			go io.Copy(io.Discard, server)
			for _, err := server.Write([]byte("!ys")); err == nil; _, err = server.Write([]byte("a")) {
				time.Sleep(timeout / 20)
			}
		}},
		{"reads nothing", func(server net.Conn) { server.Write([]byte("!")) }}, // until the client closes
		{"an exception and silence", func(server net.Conn) {
			go server.Write([]byte("!xro4\n"))
			io.Copy(io.Discard, server)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conn := raw(t, timeout, c.script)
			_, err := conn.Call("o0", "step", py4j.Text(strings.Repeat("look ", 100)))
			require.ErrorIs(t, err, os.ErrDeadlineExceeded)
			_, again := conn.Call("o0", "getScore")
			require.Equal(t, err, again)
		})
	}
}

// A message about an exception is no longer than a line should be.
func TestRemoteError_Long(t *testing.T) {
	err := &py4j.RemoteError{Method: "step", Trace: strings.Repeat("x", 1<<20)}
	require.Less(t, len(err.Error()), 1000)
}

// Whatever a server answers to whatever it is asked, in pieces of any size: a call ends with a value, an exception or an error,
// and after an error that is no exception nothing is read any more.
func FuzzConn(f *testing.F) {
	for _, s := range []string{"", "!ysroom\n", "!ysroom", "!xro4\n!ystrace\n!yv\n", "!xro4\n!xro5\n!yv\n", "!xsno\n!ysroom\n", "\n\n\n", "!yro1\n!ylo2", "%%%\n!ysroom\n", "!ys\\\n", "!z\n", "\x00\xff\n"} {
		f.Add([]byte(s), uint8(1))
		f.Add([]byte(s), uint8(200))
	}
	f.Fuzz(func(t *testing.T, answer []byte, piece uint8) {
		c := raw(t, patience, func(server net.Conn) {
			go io.Copy(io.Discard, server)
			for part := range slices.Chunk(answer, int(piece)+1) {
				if _, err := server.Write(part); err != nil {
					return
				}
			}
		})
		var broken error
		for range 4 {
			v, err := c.Call("o0", "step", py4j.Text("look around"))
			var remote *py4j.RemoteError
			switch {
			case broken != nil:
				require.Equal(t, broken, err)
			case err == nil:
				require.NotZero(t, v.Kind)
			case !errors.As(err, &remote):
				broken = err
			}
		}
	})
}

func FuzzParseReply(f *testing.F) {
	for _, s := range []string{
		"!ys", "!ysThis room\\nis", "!yro0", "!ylo5", "!yi7", "!yL-9", "!yd0.5", "!ydNaN", "!ybtrue", "!yv", "!yn", "!xro4",
		"!xs", "!x", "!z", "!", "", "y", "!yq", "!ys\\", "!ys\\t", "!yi", "!yi1e5", "!ybmaybe", "!yv1", "!yr", "!yr a", "!yjAAA=", "!yD1.5",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := py4j.ParseReply(line)
		if err != nil {
			return
		}
		require.True(t, strings.HasPrefix(line, "!"))
		switch r.Value.Kind {
		case py4j.Integer, py4j.Long:
			_, err = r.Value.Int64()
		case py4j.Double:
			_, err = r.Value.Float()
		case py4j.Boolean:
			_, err = r.Value.Truth()
		case py4j.String:
			_, err = r.Value.Str()
		}
		require.NoError(t, err, "what was read as a value is one")
		if r.Value.Remote() {
			require.NotContains(t, r.Value.Text, "\n")
			require.NotEmpty(t, r.Value.Text)
		}
	})
}

// Any text survives the way to a server and back.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "look around", "a\nb", "\\n", "\\", "\r\n\\\\", "ü\x00\xff", "e", "s\ne\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := serve(t, patience, func(request []string) (string, bool) {
			if len(request) != 5 {
				return fmt.Sprintf("!xs%d lines\n", len(request)), false
			}
			return "!y" + request[3] + "\n", false
		})
		v, err := c.Call("o0", "echo", py4j.Text(text))
		require.NoError(t, err)
		require.Equal(t, text, v.Text)
	})
}
