// Package turn is the language of a search agent's turns, as Search-R1 defines it: a response reasons
// in think tags and ends with a query in search tags or an answer in answer tags ([Parse]); found
// documents come back in information tags ([Information]).
package turn
