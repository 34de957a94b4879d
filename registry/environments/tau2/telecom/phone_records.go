package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

// Words of the phone's settings.
const (
	simActive  = "active"
	simMissing = "missing"
	simPIN     = "locked_pin"
	simPUK     = "locked_puk"

	none      = "none"
	poor      = "poor"
	fair      = "fair"
	good      = "good"
	excellent = "excellent"

	tech2G = "2G"
	tech3G = "3G"
	tech4G = "4G"
	tech5G = "5G"

	connected = "connected"
	searching = "searching"
	noService = "no_service"
)

// networkModes are the settings of the preferred network.
var networkModes = []string{"4g_5g_preferred", "4g_only", "3g_only", "2g_only"}

var (
	technology = schema.Enum(none, tech2G, tech3G, tech4G, tech5G)
	strength   = schema.Enum(none, poor, fair, good, excellent)
	no         = py.Bool(false)
	yes        = py.Bool(true)

	apnSettings = schema.Strict("APNSettings", defaulted("apn_name", schema.Enum("internet", "broken"), py.Str("internet")), defaulted("reset_at_reboot", schema.Bool, no),
		defaulted("mms_apn", schema.Maybe(schema.Str), py.Str("mms")), defaulted("mmsc_url", schema.Maybe(schema.Str), py.Str("http://mms.carrier.com/mms/wapenc")),
		maybe("mms_proxy", schema.Str), maybe("mms_port", schema.Int))

	vpnDetails = schema.Strict("VpnDetails", maybe("server_address", schema.Str), maybe("protocol", schema.Str),
		defaulted("server_performance", schema.Enum("unknown", poor, fair, good, excellent), py.Str("unknown")))

	appPermissions = schema.Strict("AppPermissions", defaulted("sms", schema.Bool, no), defaulted("storage", schema.Bool, no), defaulted("phone", schema.Bool, no), defaulted("network", schema.Bool, no))

	appStatus = schema.Strict("AppStatus", str("app_name"), defaulted("permissions", appPermissions, fresh(appPermissions)))

	apps = py.NewDict([]string{"messaging", "browser"}, []py.Value{
		appStatus.Make(py.Str("messaging"), appPermissions.Make(yes, yes, yes, no)),
		appStatus.Make(py.Str("browser"), appPermissions.Make(no, yes, no, yes)),
	})

	phone = schema.Strict("MockPhoneAttributes",
		defaulted("sim_card_status", schema.Enum(simActive, simMissing, simPIN, simPUK), py.Str(simActive)), defaulted("sim_card_missing", schema.Bool, no),
		defaulted("airplane_mode", schema.Bool, no), defaulted("network_signal_strength", strength, py.Str(good)),
		defaulted("network_technology_connected", technology, py.Str(tech5G)),
		defaulted("network_connection_status", schema.Enum(connected, searching, noService, "emergency_only"), py.Str(connected)),
		defaulted("battery_level", schema.Int, py.Int(80)), defaulted("data_enabled", schema.Bool, yes), defaulted("roaming_enabled", schema.Bool, no),
		defaulted("network_mode_preference", schema.Enum(networkModes...), py.Str(networkModes[0])),
		defaulted("active_apn_settings", apnSettings, fresh(apnSettings)),
		defaulted("wifi_enabled", schema.Bool, no), defaulted("wifi_connected", schema.Bool, no), maybe("wifi_ssid", schema.Str), defaulted("wifi_signal_strength", strength, py.Str(none)),
		defaulted("wifi_calling_enabled", schema.Bool, no), defaulted("wifi_calling_mms_over_wifi", schema.Bool, no), defaulted("data_saver_mode", schema.Bool, no),
		defaulted("vpn_enabled_setting", schema.Bool, no), defaulted("vpn_connected", schema.Bool, no), maybe("vpn_details", vpnDetails),
		defaulted("app_statuses", schema.Dict(appStatus), apps))

	paymentRequest = schema.Strict("PaymentRequest", str("bill_id"), field("amount_due", schema.Float), defaulted("paid", schema.Bool, no))

	surroundings = schema.Strict("UserSurroundings", maybe("name", schema.Str), maybe("phone_number", schema.Str), defaulted("is_abroad", schema.Bool, no), defaulted("roaming_allowed", schema.Bool, no),
		defaulted("signal_strength", schema.Keyed(technology, strength), py.NewDict([]string{tech2G, tech3G, tech4G, tech5G}, []py.Value{py.Str(poor), py.Str(fair), py.Str(good), py.Str(excellent)})),
		defaulted("mobile_data_usage_exceeded", schema.Bool, no), defaulted("line_active", schema.Bool, yes), maybe("payment_request", paymentRequest))

	phoneDatabase = schema.Strict("TelecomUserDB", defaulted("device", phone, fresh(phone)), defaulted("surroundings", surroundings, fresh(surroundings)))
)

// fresh is a record of defaults alone.
func fresh(m *schema.Model) *py.Dict {
	d, err := m.Check(py.Empty())
	if err != nil {
		panic(err)
	}
	return d
}
