package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

var lineResult = py.NewShape("message", "line")

// suspendLine needs an active line; the reason is for the log alone.
func suspendLine(s *engine.State, a []py.Value) (py.Value, error) {
	at, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	if l.Text("status") != active {
		return nil, py.Raise("Line must be active to suspend")
	}
	l = l.With("status", py.Str(suspended)).With("suspension_start_date", py.Str(today))
	put(s, "lines", at, l)
	return lineResult.New([]py.Value{py.Str("Line suspended successfully. $5/month holding fee will apply."), l}), nil
}

// resumeLine needs a line that is suspended or waits for activation.
func resumeLine(s *engine.State, a []py.Value) (py.Value, error) {
	at, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	if status := l.Text("status"); status != suspended && status != pending {
		return nil, py.Raise("Line must be suspended to resume")
	}
	l = l.With("status", py.Str(active)).With("suspension_start_date", py.None{})
	put(s, "lines", at, l)
	return lineResult.New([]py.Value{py.Str("Line resumed successfully"), l}), nil
}

func enableRoaming(s *engine.State, a []py.Value) (py.Value, error) {
	return setRoaming(s, a, true, "enabled")
}

func disableRoaming(s *engine.State, a []py.Value) (py.Value, error) {
	return setRoaming(s, a, false, "disabled")
}

func setRoaming(s *engine.State, a []py.Value, on bool, word string) (py.Value, error) {
	at, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	if py.Truth(l.Field("roaming_enabled")) == on {
		return py.Str("Roaming was already " + word), nil
	}
	put(s, "lines", at, l.With("roaming_enabled", py.Bool(on)))
	return py.Str("Roaming " + word + " successfully"), nil
}

// getDataUsage writes its numbers as texts, as the original does with everything that is
// not part of a record.
func getDataUsage(s *engine.State, a []py.Value) (py.Value, error) {
	_, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	p, err := findPlan(s, l.Field("plan_id"))
	if err != nil {
		return nil, err
	}
	return py.NewDict([]string{"line_id", "data_used_gb", "data_limit_gb", "data_refueling_gb", "cycle_end_date"}, []py.Value{
		a[1], py.Str(l.Text("data_used_gb")), py.Str(p.Text("data_limit_gb")), py.Str(l.Text("data_refueling_gb")), py.Str(cycleEnd),
	}), nil
}

func setDataUsage(s *engine.State, a []py.Value) (py.Value, error) {
	at, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	put(s, "lines", at, l.With("data_used_gb", a[2]))
	return py.Str("Data usage set to " + py.Text(a[2]) + " GB for line " + py.Text(a[1])), nil
}

func assertDataRefuelingAmount(s *engine.State, a []py.Value) (py.Value, error) {
	_, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	difference, err := py.Sub(l.Field("data_refueling_gb"), a[2])
	if err != nil {
		return nil, err
	}
	x := py.Real(difference)
	return py.Bool(x < 1e-6 && x > -1e-6), nil
}

func assertLineStatus(s *engine.State, a []py.Value) (py.Value, error) {
	_, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	return py.Bool(py.Equal(l.Field("status"), a[2])), nil
}
