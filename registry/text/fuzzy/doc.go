// Package fuzzy computes the string similarity ratios of thefuzz 0.19 (the
// former fuzzywuzzy), from 0 to 100: WebShop's reward matches attributes and
// options with the token-set ratio. Each comes in two variants, because the
// Python package gives different numbers depending on what is installed:
// [TokenSetRatio] and [Ratio] follow Python's difflib, which WebShop runs with
// by default; [TokenSetRatioLevenshtein] and [RatioLevenshtein] follow the
// python-Levenshtein package. They differ on unlike strings.
package fuzzy
