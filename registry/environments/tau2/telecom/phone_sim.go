package telecom

import "github.com/retort-ml/retort/registry/environments/tau2/py"

// sim is the state of the SIM card.
func (h handset) sim() string {
	if h.on("sim_card_missing") {
		return simMissing
	}
	return h.text("sim_card_status")
}

var simTexts = map[string]string{
	simActive:  "Your SIM card is active and working.",
	simMissing: "No SIM card detected in the phone.",
	simPIN:     "The SIM card is locked with a PIN code.",
	simPUK:     "The SIM card is locked with a PUK code.",
}

func checkSimStatus(h handset, _ []py.Value) (string, error) { return simTexts[h.sim()], nil }

func reseatSimCard(h handset, _ []py.Value) (string, error) {
	h.set("sim_card_missing", no)
	return "SIM card re-seated successfully.", h.search()
}

func unseatSimCard(h handset, _ []py.Value) (string, error) {
	h.set("sim_card_missing", yes)
	return "SIM card un-seated successfully.", h.search()
}

// lockSimCard locks with "pin" or "puk"; other modes lock nothing.
func lockSimCard(h handset, a []py.Value) (string, error) {
	switch {
	case py.Equal(a[0], py.Str("pin")):
		h.set("sim_card_status", py.Str(simPIN))
	case py.Equal(a[0], py.Str("puk")):
		h.set("sim_card_status", py.Str(simPUK))
	}
	return "SIM card locked successfully in " + py.Text(a[0]) + " mode.", h.search()
}
