package telecom

import "github.com/retort-ml/retort/registry/environments/tau2/py"

func (h handset) dropWifi() {
	h.set("wifi_connected", no)
	h.set("wifi_ssid", py.None{})
	h.set("wifi_signal_strength", py.Str(none))
}

func checkWifiStatus(h handset, _ []py.Value) (string, error) {
	switch {
	case !h.on("wifi_enabled"):
		return "Wi-Fi is turned OFF.", nil
	case h.on("wifi_connected"):
		return "Wi-Fi is ON and connected to '" + h.text("wifi_ssid") + "'. Signal strength: " + h.text("wifi_signal_strength") + ".", nil
	}
	return "Wi-Fi is ON but not connected to any network.", nil
}

// toggleWifi turns the radio on or off; no network is ever joined.
func toggleWifi(h handset, _ []py.Value) (string, error) {
	if h.on("airplane_mode") {
		return "Cannot change Wi-Fi settings while Airplane Mode is ON.", nil
	}
	on := h.toggle("wifi_enabled")
	if !on {
		h.dropWifi()
	}
	return "Wi-Fi is now " + onOff(on) + ".", nil
}

func checkWifiCallingStatus(h handset, _ []py.Value) (string, error) {
	return "Wi-Fi Calling is currently turned " + onOff(h.on("wifi_calling_enabled")) + ".", nil
}

func toggleWifiCalling(h handset, _ []py.Value) (string, error) {
	return "Wi-Fi Calling is now " + onOff(h.toggle("wifi_calling_enabled")) + ".", nil
}

func setWifiCalling(h handset, a []py.Value) (string, error) {
	if !py.Equal(h.get("wifi_calling_enabled"), a[0]) {
		h.toggle("wifi_calling_enabled")
	}
	text := "Wi-Fi Calling is now " + onOff(py.Truth(a[0])) + "."
	if _, left := a[1].(py.None); !left {
		h.set("wifi_calling_mms_over_wifi", a[1])
		text += "\nMMS over Wi-Fi is now " + onOff(py.Truth(a[1])) + "."
	}
	return text, nil
}
