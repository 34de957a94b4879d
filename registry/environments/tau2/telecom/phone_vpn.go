package telecom

import "github.com/retort-ml/retort/registry/environments/tau2/py"

// The original keeps the details of the default VPN on a class and lends them to the phone, so
// that breaking the connection breaks the default as well. These are the keys under which
// the state keeps what became of the default.
const (
	vpnPerformance = "server_performance"
	vpnLent        = "lent"
)

// defaultVPN is the state of the default VPN's keys.
func (h handset) defaultVPN() *py.Dict {
	if h.s.Class == nil {
		return py.NewDict([]string{vpnPerformance, vpnLent}, []py.Value{py.Str(excellent), no})
	}
	return h.s.Class
}

func (h handset) disconnect() bool {
	if !h.on("vpn_connected") {
		return false
	}
	h.set("vpn_connected", no)
	h.set("vpn_details", py.None{})
	h.s.Class = h.defaultVPN().With(vpnLent, no)
	return true
}

// join connects the default VPN unless one is connected.
func (h handset) join() bool {
	if h.on("vpn_connected") {
		return false
	}
	h.set("vpn_connected", yes)
	h.set("vpn_details", vpnDetails.Make(py.Str("192.168.1.1"), py.Str("OpenVPN"), h.defaultVPN().Field(vpnPerformance)))
	h.s.Class = h.defaultVPN().With(vpnLent, yes)
	return true
}

func connectVPN(h handset, _ []py.Value) (string, error) {
	if !h.join() {
		return "VPN already connected.", nil
	}
	return "VPN connected successfully.\nStatus Bar: " + h.statusBar(), nil
}

func disconnectVPN(h handset, _ []py.Value) (string, error) {
	if h.disconnect() {
		return "VPN disconnected successfully.", nil
	}
	return "No active VPN connection to disconnect.", nil
}

func breakVPN(h handset, _ []py.Value) (string, error) {
	h.join()
	d, ok := h.get("vpn_details").(*py.Dict)
	if !ok {
		return "", py.Raise("'NoneType' object has no attribute '%s'", vpnPerformance)
	}
	h.set("vpn_details", d.With(vpnPerformance, py.Str(poor)))
	if py.Truth(h.defaultVPN().Field(vpnLent)) {
		h.s.Class = h.defaultVPN().With(vpnPerformance, py.Str(poor))
	}
	return "VPN connection broken.", nil
}

var performances = map[string]string{"unknown": "UNKNOWN", poor: "POOR", fair: "FAIR", good: "GOOD", excellent: "EXCELLENT"}

// checkVPNStatus prints the details as Python prints a dictionary that holds an enumeration.
func checkVPNStatus(h handset, _ []py.Value) (string, error) {
	switch {
	case h.on("vpn_connected"):
		d, ok := h.get("vpn_details").(*py.Dict)
		if !ok {
			return "VPN is ON and connected (no specific details available).", nil
		}
		level := d.Text(vpnPerformance)
		return "VPN is ON and connected. Details: {'server_address': " + py.Repr(d.Field("server_address")) + ", 'protocol': " + py.Repr(d.Field("protocol")) +
			", 'server_performance': <PerformanceLevel." + performances[level] + ": '" + level + "'>}", nil
	case h.on("vpn_enabled_setting"):
		return "VPN is turned ON in settings, but currently not connected.", nil
	}
	return "VPN is turned OFF.", nil
}
