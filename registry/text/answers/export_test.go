package answers

// MaxWork is the number of operations that a check may take.
const MaxWork = maxWork

// Work is how many of them a check takes.
func Work(gold, answer string) int {
	work := newMeter()
	r := reader{work}
	comparer{work: work}.values(r.answer(gold), r.answer(answer))
	return maxWork - max(work.left, 0)
}
