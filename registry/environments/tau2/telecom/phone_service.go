package telecom

import (
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// dataWorks says whether mobile data gets through.
func (h handset) dataWorks() bool {
	around := h.around()
	switch {
	case h.on("airplane_mode"), h.text("network_signal_strength") == none, h.text("network_connection_status") == noService, !h.on("data_enabled"):
		return false
	case py.Truth(around.Field("is_abroad")) && !(h.on("roaming_enabled") && py.Truth(around.Field("roaming_allowed"))):
		return false
	}
	return !py.Truth(around.Field("mobile_data_usage_exceeded"))
}

// Speeds of the networks in megabits a second, and what the signal leaves of them.
var (
	speeds  = map[string][2]float64{tech2G: {0.1, 0.4}, tech3G: {1, 5}, tech4G: {10, 100}, tech5G: {50, 500}}
	factors = map[string]float64{poor: 0.2, fair: 0.5, good: 0.8, excellent: 1}
)

// speed measures mobile data; false when there is no connection.
func (h handset) speed() (float64, string, bool) {
	if !h.dataWorks() {
		return 0, "No Connection", false
	}
	base := 1.0
	if d, ok := h.get("vpn_details").(*py.Dict); ok && h.on("vpn_connected") && d.Text("server_performance") == poor {
		base = 0.1
	}
	if h.on("data_saver_mode") {
		base *= 0.2
	}
	limits := speeds[h.text("network_technology_connected")]
	s := py.Round2((limits[0] + limits[1]) / 2 * factors[h.text("network_signal_strength")] * base)
	switch {
	case s < 1:
		return s, "Very Poor", true
	case s < 5:
		return s, "Poor", true
	case s < 25:
		return s, "Fair", true
	case s < 100:
		return s, "Good", true
	}
	return s, "Excellent", true
}

var advice = map[string]string{
	"Very Poor": "Connection is very slow. Basic web browsing might be difficult.",
	"Poor":      "Connection is slow. Web browsing may be sluggish, streaming difficult.",
	"Fair":      "Connection is okay for web browsing and some standard definition streaming.",
	"Good":      "Connection is good for most activities, including HD streaming.",
	"Excellent": "Connection is very fast.",
}

func runSpeedTest(h handset, _ []py.Value) (string, error) {
	s, words, ok := h.speed()
	if !ok {
		return "Speed test failed: " + words + ".", nil
	}
	return "Speed Test Result: " + fixed(s) + " Mbps (" + words + "). " + advice[words], nil
}

// sendsMMS says whether picture messages get out.
func (h handset) sendsMMS() (bool, error) {
	if !h.dataWorks() || h.text("network_technology_connected") == tech2G || h.on("wifi_calling_enabled") && h.on("wifi_calling_mms_over_wifi") {
		return false, nil
	}
	apn, err := h.apn("mmsc_url")
	if err != nil {
		return false, err
	}
	if _, unset := apn.Field("mmsc_url").(py.None); unset {
		return false, nil
	}
	_, permissions, err := h.app(py.Str("messaging"))
	if err != nil || permissions == nil {
		return false, err
	}
	return py.Truth(permissions.Field("storage")) && py.Truth(permissions.Field("sms")), nil
}

func canSendMMS(h handset, _ []py.Value) (string, error) {
	ok, err := h.sendsMMS()
	if err != nil {
		return "", err
	}
	if ok {
		return "Your messaging app can send MMS messages.", nil
	}
	return "Your messaging app cannot send MMS messages.", nil
}

func checkPaymentRequest(h handset, _ []py.Value) (string, error) {
	r, ok := h.around().Field("payment_request").(*py.Dict)
	if !ok {
		return "No payment request has been made.", nil
	}
	return "You have a payment request for bill " + r.Text("bill_id") + " of " + r.Text("amount_due") + " USD.", nil
}

func makePayment(h handset, _ []py.Value) (string, error) {
	r, ok := h.around().Field("payment_request").(*py.Dict)
	if !ok {
		return "You do not have a payment request.", nil
	}
	h.surround("payment_request", r.With("paid", yes))
	return "Payment of " + r.Text("amount_due") + " USD has been made for bill " + r.Text("bill_id") + ".", nil
}

func assertCanSendMMS(s *engine.State, a []py.Value) (py.Value, error) {
	ok, err := handset{s}.sendsMMS()
	if err != nil {
		return nil, err
	}
	return py.Bool(py.Equal(py.Bool(ok), a[0])), nil
}

func assertInternetNotExcellent(s *engine.State, _ []py.Value) (py.Value, error) {
	_, words, _ := handset{s}.speed()
	return py.Bool(words != "Excellent"), nil
}

func assertInternetSpeed(s *engine.State, a []py.Value) (py.Value, error) {
	got, words, _ := handset{s}.speed()
	if !py.IsNumber(a[0]) {
		return nil, py.Raise("'>=' not supported between instances of 'float' and '%s'", a[0].Type())
	}
	order, ok := py.Compare(py.Float(got), a[0])
	fast := ok && order >= 0
	if _, any := a[1].(py.None); any || !fast {
		return py.Bool(fast), nil
	}
	want, err := engine.Lower(a[1])
	if err != nil {
		return nil, err
	}
	return py.Bool(strings.ToLower(words) == want), nil
}
