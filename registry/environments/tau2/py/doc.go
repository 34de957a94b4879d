// Package py holds values as Python's json module and interpreter see them: dictionaries that
// keep the order of their keys, integers apart from floats, and the exact texts of repr, str
// and json.dumps. The tool worlds compare results and database hashes byte for byte with
// recordings of Python programs, which Go's own JSON cannot give.
//
// Values are immutable. A change makes a new value that shares what did not change, so a copy
// of a whole database is a copy of one pointer, and values may be read by many goroutines.
//
// It is no interpreter: it knows only the operations that the tools need. Start with [Parse],
// [Dict] and [AppendJSON].
package py
