package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// handset is the user's phone in a state.
type handset struct{ s *engine.State }

func (h handset) device() *py.Dict { return h.s.Device.Dict("device") }

func (h handset) around() *py.Dict { return h.s.Device.Dict("surroundings") }

func (h handset) get(key string) py.Value { return h.device().Field(key) }

func (h handset) on(key string) bool { return py.Truth(h.get(key)) }

func (h handset) text(key string) string { return h.device().Text(key) }

func (h handset) set(key string, v py.Value) {
	h.s.Device = h.s.Device.Put(v, "device", key)
}

func (h handset) surround(key string, v py.Value) {
	h.s.Device = h.s.Device.Put(v, "surroundings", key)
}

// toggle flips a setting and returns what it is now.
func (h handset) toggle(key string) bool {
	now := !h.on(key)
	h.set(key, py.Bool(now))
	return now
}

// do makes a tool of a function on the phone.
func do(f func(h handset, a []py.Value) (string, error)) func(*engine.State, []py.Value) (py.Value, error) {
	return func(s *engine.State, a []py.Value) (py.Value, error) {
		text, err := f(handset{s}, a)
		if err != nil {
			return nil, err
		}
		return py.Str(text), nil
	}
}

// barred makes a tool of a function on the phone whose answer ends with the status bar.
func barred(f func(h handset, a []py.Value) (string, error)) func(*engine.State, []py.Value) (py.Value, error) {
	return do(func(h handset, a []py.Value) (string, error) {
		text, err := f(h, a)
		return text + "\nStatus Bar: " + h.statusBar(), err
	})
}

// check makes an assertion of a predicate on the phone.
func check(f func(h handset) bool) func(*engine.State, []py.Value) (py.Value, error) {
	return func(s *engine.State, a []py.Value) (py.Value, error) {
		return py.Bool(py.Equal(py.Bool(f(handset{s})), a[0])), nil
	}
}

func onOff(on bool) string {
	if on {
		return "ON"
	}
	return "OFF"
}

func yesNo(is bool) string {
	if is {
		return "Yes"
	}
	return "No"
}

// phoneTools are the user's tools and what tasks do to phones.
func phoneTools() *engine.Kit {
	tool := func(kind engine.Kind, name string, run func(*engine.State, []py.Value) (py.Value, error), params ...string) *engine.Func {
		return &engine.Func{Name: name, Kind: kind, Params: engine.Params(params...), Run: run}
	}
	return engine.NewKit("TelecomUserTools",
		tool(engine.Read, "check_status_bar", do(checkStatusBar)),
		tool(engine.Read, "check_network_status", do(checkNetworkStatus)),
		tool(engine.Read, "check_network_mode_preference", do(checkNetworkModePreference)),
		tool(engine.Write, "set_network_mode_preference", barred(setNetworkModePreference), "mode"),
		tool(engine.Read, "run_speed_test", do(runSpeedTest)),
		tool(engine.Write, "toggle_airplane_mode", barred(toggleAirplaneMode)),
		tool(engine.Read, "check_sim_status", do(checkSimStatus)),
		tool(engine.Write, "reseat_sim_card", barred(reseatSimCard)),
		tool(engine.Write, "toggle_data", barred(toggleData)),
		tool(engine.Write, "toggle_roaming", barred(toggleRoaming)),
		tool(engine.Read, "check_data_restriction_status", do(checkDataRestrictionStatus)),
		tool(engine.Write, "toggle_data_saver_mode", barred(toggleDataSaverMode)),
		tool(engine.Read, "check_apn_settings", do(checkAPNSettings)),
		tool(engine.Write, "set_apn_settings", barred(setAPNSettings), "apn_settings"),
		tool(engine.Write, "reset_apn_settings", barred(resetAPNSettings)),
		tool(engine.Read, "check_wifi_status", do(checkWifiStatus)),
		tool(engine.Write, "toggle_wifi", barred(toggleWifi)),
		tool(engine.Read, "check_wifi_calling_status", do(checkWifiCallingStatus)),
		tool(engine.Write, "toggle_wifi_calling", barred(toggleWifiCalling)),
		tool(engine.Read, "check_vpn_status", do(checkVPNStatus)),
		tool(engine.Write, "connect_vpn", do(connectVPN)),
		tool(engine.Write, "disconnect_vpn", barred(disconnectVPN)),
		tool(engine.Read, "check_installed_apps", do(checkInstalledApps)),
		tool(engine.Read, "check_app_status", do(checkAppStatus), "app_name"),
		tool(engine.Read, "check_app_permissions", do(checkAppPermissions), "app_name"),
		tool(engine.Write, "grant_app_permission", barred(grantAppPermission), "app_name", "permission"),
		tool(engine.Read, "can_send_mms", do(canSendMMS)),
		tool(engine.Write, "reboot_device", barred(rebootDevice)),
		tool(engine.Read, "check_payment_request", do(checkPaymentRequest)),
		tool(engine.Write, "make_payment", do(makePayment)),

		tool(engine.Hidden, "set_user_info", do(setUserInfo), "name", "phone_number"),
		tool(engine.Hidden, "set_user_location", do(setUserLocation), "abroad"),
		tool(engine.Hidden, "turn_airplane_mode_on", do(turn(handset.toggleAirplane, true, "Airplane Mode is now ON."))),
		tool(engine.Hidden, "turn_airplane_mode_off", do(turn(handset.toggleAirplane, false, "Airplane Mode is now OFF."))),
		tool(engine.Hidden, "turn_data_on", do(turnDataOn)),
		tool(engine.Hidden, "turn_data_off", do(turn(handset.toggleMobileData, false, "Data connection broken."))),
		tool(engine.Hidden, "turn_roaming_on", do(turn(handset.toggleDataRoaming, true, "Data Roaming is now ON."))),
		tool(engine.Hidden, "turn_roaming_off", do(turn(handset.toggleDataRoaming, false, "Data Roaming is now OFF."))),
		tool(engine.Hidden, "turn_data_saver_mode_on", do(turn(handset.toggleSaver, true, "Data Saver Mode is now ON."))),
		tool(engine.Hidden, "turn_data_saver_mode_off", do(turn(handset.toggleSaver, false, "Data Saver Mode is now OFF."))),
		tool(engine.Hidden, "simulate_network_search", do(simulateNetworkSearch)),
		tool(engine.Hidden, "unseat_sim_card", do(unseatSimCard)),
		tool(engine.Hidden, "lock_sim_card", do(lockSimCard), "mode"),
		tool(engine.Hidden, "break_apn_settings", do(breakAPNSettings)),
		tool(engine.Hidden, "break_apn_mms_setting", do(breakAPNMMSSetting)),
		tool(engine.Hidden, "break_vpn", do(breakVPN)),
		tool(engine.Hidden, "remove_app_permission", do(removeAppPermission), "app_name", "permission"),
		&engine.Func{Name: "set_wifi_calling", Kind: engine.Hidden, Params: append(engine.Params("enabled"), engine.Param{Name: "mms_over_wifi", Default: py.None{}}), Run: do(setWifiCalling)},

		tool(engine.Hidden, "assert_airplane_mode_status", check(func(h handset) bool { return h.on("airplane_mode") }), "expected_status"),
		tool(engine.Hidden, "assert_mobile_data_status", check(handset.dataWorks), "expected_status"),
		tool(engine.Hidden, "assert_mobile_roaming_status", check(func(h handset) bool { return h.on("roaming_enabled") }), "expected_status"),
		tool(engine.Hidden, "assert_mobile_data_saver_mode_status", check(func(h handset) bool { return h.on("data_saver_mode") }), "expected_status"),
		tool(engine.Hidden, "assert_mobile_data_usage_exceeded", check(func(h handset) bool { return py.Truth(h.around().Field("mobile_data_usage_exceeded")) }), "expected_status"),
		tool(engine.Hidden, "assert_service_status", assertServiceStatus, "expected_status"),
		tool(engine.Hidden, "assert_can_send_mms", assertCanSendMMS, "expected_status"),
		tool(engine.Hidden, "assert_internet_not_excellent", assertInternetNotExcellent),
		&engine.Func{Name: "assert_internet_speed", Kind: engine.Hidden, Params: append(engine.Params("expected_speed"), engine.Param{Name: "expected_desc", Default: py.None{}}), Run: assertInternetSpeed},
	)
}

// turn toggles a setting until it is as wanted, as often as the original does: once or twice.
func turn(toggle func(handset) (bool, error), want bool, text string) func(handset, []py.Value) (string, error) {
	return func(h handset, _ []py.Value) (string, error) {
		now, err := toggle(h)
		if err == nil && now != want {
			_, err = toggle(h)
		}
		return text, err
	}
}

func setUserInfo(h handset, a []py.Value) (string, error) {
	h.surround("name", a[0])
	h.surround("phone_number", a[1])
	return "", nil
}

func setUserLocation(h handset, a []py.Value) (string, error) {
	h.surround("is_abroad", a[0])
	return "", nil
}
