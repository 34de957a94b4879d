package shop

import (
	"fmt"
	"io"
)

// eachElement reads a list from r and calls f with the bytes of every element that is an object, in
// order, without keeping the list in memory. The bytes are valid until f returns.
func eachElement(r io.Reader, f func(record int, value []byte) error) error {
	const chunk = 1 << 20
	var (
		buffer         []byte
		at, record     int
		start          = -1
		depth          int
		quoted, escape bool
		opened, closed bool
	)
	for {
		if start < 0 {
			buffer, at = buffer[:0], 0
		} else if start > 0 {
			buffer = append(buffer[:0], buffer[start:]...)
			at -= start
			start = 0
		}
		n := len(buffer)
		buffer = append(buffer, make([]byte, chunk)...)
		got, err := io.ReadFull(r, buffer[n:])
		buffer = buffer[:n+got]
		for ; at < len(buffer); at++ {
			c := buffer[at]
			switch {
			case quoted:
				switch {
				case escape:
					escape = false
				case c == '\\':
					escape = true
				case c == '"':
					quoted = false
				}
			case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			case !opened:
				if c != '[' {
					return fmt.Errorf("the file is no list")
				}
				opened = true
			case closed:
				return fmt.Errorf("text behind the list")
			case depth > 0:
				switch c {
				case '"':
					quoted = true
				case '{', '[':
					depth++
				case '}', ']':
					depth--
					if depth == 0 {
						if err := f(record, buffer[start:at+1]); err != nil {
							return err
						}
						record++
						start = -1
					}
				}
			case c == '{':
				start, depth = at, 1
			case c == ',':
			case c == ']':
				closed = true
			default:
				return fmt.Errorf("record %d: no object", record)
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if !closed {
		return fmt.Errorf("record %d: the file ends in the middle", record)
	}
	return nil
}
