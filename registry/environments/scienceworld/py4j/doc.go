// Package py4j is a client of Py4J's gateway server: the text protocol over TCP by which Python
// programs drive a Java virtual machine. It makes objects, calls methods, and reads what comes
// back; callbacks, field access and reflection are left out.
//
// [Dial] opens a connection, [Conn.New] and [Conn.Call] use it. Protocol: py4j 0.10, without
// authentication. A request is lines of one command, its arguments and "e"; a reply is one line.
package py4j
