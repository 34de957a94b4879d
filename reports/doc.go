// Package reports makes the tables and figures of an experiment from what the store
// holds. It is pure: the same plan and the same records give the same bytes, and it decides no colour,
// writes no file and reads no clock. Build makes a table of a metric or of several side by side, computed from episodes or
// recorded by stages; Bars, Curves and TurnGaps make the data of figures; Text, Markdown, CSV, LaTeX and JSON print tables.
//
// Every value stands with its interval and with how many of the planned trials it rests on. What is missing is
// shown as missing: a cell with some seeds done carries n=2/3, one with a part missing altogether carries a
// reason and no value. Published numbers stand beside measured ones and are never mixed with them. The intervals
// and tests are those of package stats.
package reports
