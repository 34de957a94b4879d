// Package views prints what commands found out. Each command has one interface here with two
// implementations, for people and as JSON; New functions choose between them. A view decides nothing: it gets finished facts and lays
// them out.
//
// JSON answers are one document with "format_version", or one object a line where things happen over
// time. JSON has no NaN: numbers that are not finite are null.
package views
