package views

// CheckState says how something was found.
type CheckState string

// The states of checks.
const (
	CheckFine     CheckState = "ok"
	CheckDoubtful CheckState = "note"
	CheckBroken   CheckState = "broken"
)

// Check is one thing that was looked at.
type Check struct {
	Name   string     `json:"name"`
	State  CheckState `json:"state"`
	Detail string     `json:"detail"`
}

// Doctor prints checks.
type Doctor interface{ Checks(checks []Check) }

// NewDoctor prints on a stream.
func NewDoctor(asJSON bool, out *Stream) Doctor {
	if asJSON {
		return &doctorJSON{out}
	}
	return &doctorHuman{out}
}

type doctorHuman struct{ out *Stream }

func (v *doctorHuman) Checks(checks []Check) {
	var rows [][]cell
	for _, c := range checks {
		st := map[CheckState]style{CheckFine: good, CheckDoubtful: careful, CheckBroken: bad}[c.State]
		rows = append(rows, []cell{{text: string(c.State), style: st}, {text: c.Name, style: bold}, {text: c.Detail}})
	}
	v.out.columns("", rows)
}

type doctorJSON struct{ out *Stream }

func (v *doctorJSON) Checks(checks []Check) {
	healthy := true
	for _, c := range checks {
		healthy = healthy && c.State != CheckBroken
	}
	document(v.out, struct {
		FormatVersion int     `json:"format_version"`
		Healthy       bool    `json:"healthy"`
		Checks        []Check `json:"checks"`
	}{FormatVersion, healthy, checks})
}
