// Package published holds the numbers that papers report, as data with a source. Measured
// numbers never borrow from them: a table prints them beside its own. Lookup lists a paper's
// table, Query finds what belongs to a cell.
//
// published.csv has one number a line: paper, table, method, teacher, student, environment, metric, value, source. A
// source "summary:X" says that the number comes from a summary of paper X, not from its own tables. Metric names carry their
// unit (success_rate_pct, score_0_1). A few values are words ("about 1/3"), because the source says no more.
package published
