package telecom

import "github.com/retort-ml/retort/registry/environments/tau2/py"

// apn returns the access point settings. set_apn_settings stores what is no record as well;
// then every use fails on the attribute that it reads first.
func (h handset) apn(attribute string) (*py.Dict, error) {
	d, ok := h.get("active_apn_settings").(*py.Dict)
	if !ok {
		return nil, py.Raise("'%s' object has no attribute '%s'", h.get("active_apn_settings").Type(), attribute)
	}
	return d, nil
}

func checkAPNSettings(h handset, _ []py.Value) (string, error) {
	d, err := h.apn("model_copy")
	if err != nil {
		return "", err
	}
	url := "Not Set"
	if py.Truth(d.Field("mmsc_url")) {
		url = d.Text("mmsc_url")
	}
	return "Current APN Name: " + d.Text("apn_name") + "\nMMSC URL (for picture messages): " + url +
		"\n(These are technical settings, usually best left unchanged.)", nil
}

func setAPNSettings(h handset, a []py.Value) (string, error) {
	v := a[0]
	if d, ok := v.(*py.Dict); ok {
		made, err := apnSettings.Check(d)
		if err != nil {
			return "", err
		}
		v = made
	}
	h.set("active_apn_settings", v)
	d, err := h.apn("apn_name")
	if err != nil {
		return "", err
	}
	return "APN settings set to: " + d.Text("apn_name"), h.search()
}

func resetAPNSettings(h handset, _ []py.Value) (string, error) {
	d, err := h.apn("reset_at_reboot")
	if err != nil {
		return "", err
	}
	h.set("active_apn_settings", d.With("reset_at_reboot", yes))
	return "APN settings will reset at reboot.", h.search()
}

func breakAPNSettings(h handset, _ []py.Value) (string, error) {
	d, err := h.apn("apn_name")
	if err != nil {
		return "", err
	}
	h.set("active_apn_settings", d.With("apn_name", py.Str("broken")))
	return "APN settings broken. Please call reset_apn_settings() to fix.", h.search()
}

func breakAPNMMSSetting(h handset, _ []py.Value) (string, error) {
	d, err := h.apn("mmsc_url")
	if err != nil {
		return "", err
	}
	h.set("active_apn_settings", d.With("mmsc_url", py.None{}))
	return "APN MMS setting broken. Please call reset_apn_settings() to fix.", nil
}
