// Package stats says how far a measured number can be trusted: intervals, paired
// comparisons and corrections for families of them. It knows nothing of agents, stores or tables; the main
// entry points are Arm.Estimate and Compare.
//
// An agent's score spreads for three reasons: which tasks, which training seed, which sample of the
// policy. Every Estimate names the interval it carries and the numbers of tasks, seeds and
// episodes behind it, and lists what a reader should be warned of. The rules:
//
//	one run, a rate, one episode a task   Wilson score interval
//	one run, several episodes a task      mean of per-task means, bootstrap over tasks (BCa from 20 tasks on)
//	several runs (training seeds)         t interval with tasks and seeds as crossed random effects;
//	                                      for a rate in Wilson's form with the effective number of trials
//	several runs, tasks differ            two-level bootstrap: seeds, then tasks
//	a rate without any spread             Wilson over tasks, so that 20 of 20 never reads 1 ± 0
//
// Episodes of one task are never counted as independent. The others (Clopper-Pearson, Student t on
// run means, two-level bootstrap) are there to be asked for by name.
//
// Random numbers come from a key and a purpose (Source), so that equal inputs give
// equal bytes.
package stats
