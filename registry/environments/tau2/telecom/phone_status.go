package telecom

import (
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// bars are the status bar's signs of signal strength.
var bars = map[string]string{none: "📵 No Signal", poor: "📶¹ Poor", fair: "📶² Fair", good: "📶³ Good", excellent: "📶⁴ Excellent"}

// statusBar is what the phone shows at the top of its screen.
func (h handset) statusBar() string {
	var signs []string
	if h.on("airplane_mode") {
		signs = append(signs, "✈️ Airplane Mode")
	} else {
		signs = append(signs, bars[h.text("network_signal_strength")])
		tech := h.text("network_technology_connected")
		if tech != none {
			signs = append(signs, tech)
		}
		if h.on("data_enabled") && tech != none {
			signs = append(signs, "📱 Data Enabled")
			if h.on("data_saver_mode") {
				signs = append(signs, "🔽 Data Saver")
			}
		} else {
			signs = append(signs, "📵 Data Disabled")
		}
	}
	if h.on("wifi_enabled") && h.on("wifi_connected") {
		if h.on("wifi_ssid") {
			signs = append(signs, "📡 Connected to "+h.text("wifi_ssid"))
		} else {
			signs = append(signs, "📡 Enabled")
		}
	}
	if h.on("vpn_connected") {
		signs = append(signs, "🔒 VPN Connected")
	}
	return strings.Join(append(signs, "🔋 "+h.text("battery_level")+"%"), " | ")
}

func checkStatusBar(h handset, _ []py.Value) (string, error) {
	return "Status Bar: " + h.statusBar(), nil
}

func checkNetworkStatus(h handset, _ []py.Value) (string, error) {
	lines := []string{
		"Airplane Mode: " + onOff(h.on("airplane_mode")),
		"SIM Card Status: " + h.sim(),
		"Cellular Connection: " + h.text("network_connection_status"),
		"Cellular Signal: " + h.text("network_signal_strength"),
		"Cellular Network Type: " + h.text("network_technology_connected"),
		"Mobile Data Enabled: " + yesNo(h.on("data_enabled")),
		"Data Roaming Enabled: " + yesNo(h.on("roaming_enabled")),
		"Wi-Fi Radio: " + onOff(h.on("wifi_enabled")),
		"Wi-Fi Connected: " + yesNo(h.on("wifi_connected")),
	}
	if h.on("wifi_connected") {
		lines = append(lines, "Connected Wi-Fi Network: "+h.text("wifi_ssid"))
	}
	return strings.Join(lines, "\n"), nil
}

func checkDataRestrictionStatus(h handset, _ []py.Value) (string, error) {
	if h.on("data_saver_mode") {
		return "Data Saver mode is ON (limits data usage).", nil
	}
	return "Data Saver mode is OFF.", nil
}
