package stats

import "math"

// spread is the standard error of a mean and its degrees of freedom.
type spread struct {
	se, df float64
}

// crossed estimates the standard error of the grand mean of values[r][t], run r on task t, with runs
// and tasks both drawn at random:
//
//	se² = (MS_runs + MS_tasks - MS_rest) / (R T)
//	df  = (MS_runs + MS_tasks - MS_rest)² / (MS_runs²/(R-1) + MS_tasks²/(T-1) + MS_rest²/((R-1)(T-1)))
//
// where the mean squares are those of the two-way layout without replication. The difference is kept
// at MS_tasks or above: an estimate of the run variance below zero counts as none. All values must be
// finite, R >= 2, T >= 2.
//
// Source: Satterthwaite 1946 for the degrees of freedom; Clark 1973 for why both count.
func crossed(values [][]float64) spread {
	runs, tasks := len(values), len(values[0])
	r, t := float64(runs), float64(tasks)
	runMean := make([]float64, runs)
	taskMean := make([]float64, tasks)
	grand := 0.0
	for i, run := range values {
		for j, v := range run {
			runMean[i] += v / t
			taskMean[j] += v / r
			grand += v / (r * t)
		}
	}
	ssRuns, ssTasks, ssRest := 0.0, 0.0, 0.0
	for i, run := range values {
		ssRuns += t * sq(runMean[i]-grand)
		for j, v := range run {
			ssRest += sq(v - runMean[i] - taskMean[j] + grand)
		}
	}
	for j := range taskMean {
		ssTasks += r * sq(taskMean[j]-grand)
	}
	msRuns, msTasks, msRest := ssRuns/(r-1), ssTasks/(t-1), ssRest/((r-1)*(t-1))
	if msRuns <= msRest {
		// No sign of a run effect: tasks alone, as if every run were one more sample of them.
		return spread{se: math.Sqrt(msTasks / (r * t)), df: t - 1}
	}
	total := msRuns + msTasks - msRest
	df := total * total / (sq(msRuns)/(r-1) + sq(msTasks)/(t-1) + sq(msRest)/((r-1)*(t-1)))
	return spread{se: math.Sqrt(total / (r * t)), df: max(df, 1)}
}

func sq(x float64) float64 { return x * x }
