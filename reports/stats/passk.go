package stats

// PassAtK is the chance that at least one of k episodes of a task succeeds, estimated without replacement
// from n episodes with c successes; false when k > n or k < 1.
//
//	1 - C(n-c, k) / C(n, k)
//
// Source: Chen et al. 2021, Eq. 1.
func PassAtK(n, c, k int) (float64, bool) {
	if k < 1 || k > n || c < 0 || c > n {
		return 0, false
	}
	return 1 - choiceRatio(n-c, n, k), true
}

// PassHatK is the chance that all of k episodes of a task succeed, estimated without replacement from n
// episodes with c successes; false when k > n or k < 1.
//
//	C(c, k) / C(n, k)
//
// Source: Yao et al. 2024 (tau-bench), pass^k.
func PassHatK(n, c, k int) (float64, bool) {
	if k < 1 || k > n || c < 0 || c > n {
		return 0, false
	}
	return choiceRatio(c, n, k), true
}

// choiceRatio is C(a, k) / C(n, k) for a <= n without large numbers.
func choiceRatio(a, n, k int) float64 {
	ratio := 1.0
	for i := range k {
		if a-i <= 0 {
			return 0
		}
		ratio *= float64(a-i) / float64(n-i)
	}
	return ratio
}
