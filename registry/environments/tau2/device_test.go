package tau2

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/telecom"
)

func phone(t testing.TB) *py.Dict {
	t.Helper()
	db, err := telecom.Domain().DeviceModel.Check(py.Empty())
	require.NoError(t, err)
	return db
}

// TestAsked reads what support staff write. The phone is as it is by default: mobile data on, everything else off.
func TestAsked(t *testing.T) {
	t.Parallel()
	device := telecom.Domain().Device
	for message, want := range map[string][]string{
		"hello, how can i help you?":                                                 nil,
		"please toggle airplane mode.":                                               {"toggle_airplane_mode {}"},
		"please turn on airplane mode, then turn it off":                             {"toggle_airplane_mode {}"},
		"turn airplane mode off.":                                                    {"check_network_status {}"},
		"is airplane mode on?":                                                       {"check_network_status {}"},
		"can you turn off mobile data?":                                              {"toggle_data {}"},
		"please enable mobile data":                                                  {"check_network_status {}"},
		"please turn on data roaming and restart the phone":                          {"toggle_roaming {}", "reboot_device {}"},
		"turn on wi-fi calling":                                                      {"toggle_wifi_calling {}"},
		"turn on wifi":                                                               {"toggle_wifi {}"},
		"please disconnect from your vpn":                                            {"check_vpn_status {}"},
		"connect to your vpn":                                                        {"connect_vpn {}"},
		"run a speed test. what does check_status_bar say?":                          {"run_speed_test {}", "check_status_bar {}"},
		"check status bar, check status bar":                                         {"check_status_bar {}"},
		"set the network mode to 4g_5g_preferred":                                    {`set_network_mode_preference {"mode": "4g_5g_preferred"}`},
		"change the network mode preference to 3g only.":                             {`set_network_mode_preference {"mode": "3g_only"}`},
		"allow the messaging app to use sms and storage.":                            {`grant_app_permission {"app_name": "messaging", "permission": "sms"}`, `grant_app_permission {"app_name": "messaging", "permission": "storage"}`},
		"grant the sms permission. which app? messaging":                             nil,
		"check the permissions of the messaging app":                                 {`check_app_permissions {"app_name": "messaging"}`},
		"please reseat your sim card, reset the apn settings and reboot your device": {"reseat_sim_card {}", "reset_apn_settings {}", "reboot_device {}"},
		"check the payment request and make the payment":                             {"check_payment_request {}", "make_payment {}"},
		"please try to send an mms":                                                  {"can_send_mms {}"},
	} {
		var got []string
		for _, c := range asked(message, device, phone(t)) {
			require.Equal(t, "user", c.Requestor)
			got = append(got, c.Name+" "+py.JSON(c.Arguments))
		}
		require.Equal(t, want, got, message)
	}
	require.Nil(t, asked("turn on airplane mode", nil, nil), "no phone, nothing to do")
}

// FuzzAsked reads any message: everything asked for is a tool of the phone that answers.
func FuzzAsked(f *testing.F) {
	for _, s := range []string{"turn on wifi calling", "grant messaging sms", "is the vpn connected", "network mode 2g only", "check browser status"} {
		f.Add(s)
	}
	d := telecom.Domain()
	db := phone(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range asked(s, d.Device, db) {
			_, ok := d.Device.Tool(c.Name)
			require.True(t, ok, c.Name)
		}
	})
}
