// Package plots draws the figures of an experiment: Bars for values with intervals, Curves for what
// changes over training steps or turns. It takes plain numbers and knows nothing of stores or statistics; package reports
// makes the numbers.
//
// Pictures are honest by construction: bars start at zero, a missing value is a gap that says so, curves are broken where a
// number is missing, and the caption (with n and what the whiskers are) is part of the picture. Series differ
// by colour, by marker and by dash, so that a picture reads in grey and to colour-blind eyes. The same data give the same bytes.
package plots
