package telecom

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// search connects the phone to the best network its settings and surroundings allow.
func (h handset) search() error {
	if h.sim() == simActive {
		tech, signal := tech4G, h.signal(tech4G)
		switch mode, _ := h.get("network_mode_preference").(py.Str); string(mode) {
		case networkModes[0]:
			if best := h.signal(tech5G); best != none {
				tech, signal = tech5G, best
			}
		case networkModes[2]:
			tech, signal = tech3G, h.signal(tech3G)
		case networkModes[3]:
			tech, signal = tech2G, h.signal(tech2G)
		}
		h.connect(connected, tech, signal)
	} else {
		h.connect(noService, none, none)
	}
	if h.on("airplane_mode") {
		h.connect(noService, none, none)
	}
	apn, err := h.apn("apn_name")
	if err != nil {
		return err
	}
	if py.Equal(apn.Field("apn_name"), py.Str("broken")) || !py.Truth(h.around().Field("line_active")) {
		h.connect(noService, none, none)
	}
	return nil
}

func (h handset) connect(status, tech, signal string) {
	d := h.device().WithAll([]string{"network_connection_status", "network_technology_connected", "network_signal_strength"},
		py.Str(status), py.Str(tech), py.Str(signal))
	h.s.Device = h.s.Device.With("device", d)
}

// signal is the strength of a network where the user is.
func (h handset) signal(tech string) string {
	if v, ok := h.around().Dict("signal_strength").Get(tech); ok {
		return py.Text(v)
	}
	return none
}

func simulateNetworkSearch(h handset, _ []py.Value) (string, error) { return "", h.search() }

func checkNetworkModePreference(h handset, _ []py.Value) (string, error) {
	mode, ok := h.get("network_mode_preference").(py.Str)
	if !ok {
		return "", py.Raise("'%s' object has no attribute 'value'", h.get("network_mode_preference").Type())
	}
	return "Network Mode Preference: " + string(mode), nil
}

// setNetworkModePreference refuses texts that are no mode; what is no text is stored first and
// fails after, as in the original.
func setNetworkModePreference(h handset, a []py.Value) (string, error) {
	mode, text := a[0].(py.Str)
	if !text || slices.Contains(networkModes, string(mode)) {
		h.set("network_mode_preference", a[0])
		if err := h.search(); err != nil {
			return "", err
		}
		if text {
			return "Preferred Network Mode set to: " + string(mode), nil
		}
		if _, unset := a[0].(py.None); !unset {
			return "", py.Raise("'%s' object has no attribute 'value'", a[0].Type())
		}
	}
	return "Failed to set network mode: '" + py.Text(a[0]) + "' is not a valid option. Please use one of: " + strings.Join(networkModes, ", "), nil
}

func (h handset) toggleAirplane() (bool, error) {
	was := h.on("airplane_mode")
	h.set("airplane_mode", py.Bool(!was))
	if was {
		h.set("network_connection_status", py.Str(searching))
	}
	if !was || h.on("wifi_enabled") {
		h.dropWifi()
	}
	if !was {
		h.disconnect()
	}
	return !was, h.search()
}

func toggleAirplaneMode(h handset, _ []py.Value) (string, error) {
	on, err := h.toggleAirplane()
	return "Airplane Mode is now " + onOff(on) + ".", err
}

func (h handset) toggleMobileData() (bool, error) { return h.toggle("data_enabled"), h.search() }

func toggleData(h handset, _ []py.Value) (string, error) {
	on, err := h.toggleMobileData()
	return "Mobile Data is now " + onOff(on) + ".", err
}

func turnDataOn(h handset, _ []py.Value) (string, error) {
	h.set("data_enabled", yes)
	return "Data connection restored.", nil
}

func (h handset) toggleDataRoaming() (bool, error) { return h.toggle("roaming_enabled"), h.search() }

func toggleRoaming(h handset, _ []py.Value) (string, error) {
	on, err := h.toggleDataRoaming()
	return "Data Roaming is now " + onOff(on) + ".", err
}

func (h handset) toggleSaver() (bool, error) { return h.toggle("data_saver_mode"), nil }

func toggleDataSaverMode(h handset, _ []py.Value) (string, error) {
	return "Data Saver Mode is now " + onOff(h.toggle("data_saver_mode")) + ".", nil
}

func rebootDevice(h handset, _ []py.Value) (string, error) {
	apn, err := h.apn("reset_at_reboot")
	if err != nil {
		return "", err
	}
	text := "Restarting network services..."
	if py.Truth(apn.Field("reset_at_reboot")) {
		h.set("active_apn_settings", fresh(apnSettings))
		text = "Resetting APN settings...\n" + text
	}
	h.set("network_connection_status", py.Str(searching))
	return text, h.search()
}

func assertServiceStatus(s *engine.State, a []py.Value) (py.Value, error) {
	want, ok := a[0].(py.Str)
	if !ok || !slices.Contains([]string{connected, searching, noService, "emergency_only"}, string(want)) {
		return nil, py.Raise("%s is not a valid NetworkStatus", py.Repr(a[0]))
	}
	return py.Bool(py.Equal(handset{s}.get("network_connection_status"), want)), nil
}
