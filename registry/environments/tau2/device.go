package tau2

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// The user's own phone: what a message asks to be done on it, as calls of the user's tools.

// toggle is a setting of the phone that a message names in plain words.
type toggle struct {
	name      string // a regular expression
	field     string // of the phone's record
	on, off   string // tools that change it
	check     string // the tool that shows it
	otherwise string // what must not follow the name
}

var toggles = []toggle{
	{"airplane mode|flight mode", "airplane_mode", "toggle_airplane_mode", "toggle_airplane_mode", "check_network_status", ""},
	{"mobile data|cellular data", "data_enabled", "toggle_data", "toggle_data", "check_network_status", ""},
	{"data saver(?: mode)?", "data_saver_mode", "toggle_data_saver_mode", "toggle_data_saver_mode", "check_data_restriction_status", ""},
	{"(?:data )?roaming", "roaming_enabled", "toggle_roaming", "toggle_roaming", "check_network_status", ""},
	{"wi-?fi calling", "wifi_calling_enabled", "toggle_wifi_calling", "toggle_wifi_calling", "check_wifi_calling_status", ""},
	{"wi-?fi", "wifi_enabled", "toggle_wifi", "toggle_wifi", "check_wifi_status", " calling"},
	{"vpn", "vpn_connected", "connect_vpn", "disconnect_vpn", "check_vpn_status", ""},
}

// Forms in which a message asks for something. wishes has one for each of toggles, whose groups say on or off; without a
// group it is a question.
var (
	wishes = func() []*regexp.Regexp {
		var list []*regexp.Regexp
		for _, t := range toggles {
			name := `(?:your |the )?(?:` + t.name + `)\b`
			list = append(list, regexp.MustCompile(
				`\b(?:turn|switch|put)(?:ing)? (on|off) `+name+`|\b(?:turn|switch|put)(?:ing)? `+name+` (?:back )?(on|off)\b|`+
					`\b(enable|activate|connect|disable|deactivate|disconnect)(?: to| from)? `+name+`|\b(toggle) `+name+`|`+
					`\bis `+name+` (?:turned |switched |currently )*(?:on|off|enabled|disabled|active|connected)\b`))
		}
		return list
	}()
	words = []struct {
		form *regexp.Regexp
		tool string
	}{
		{regexp.MustCompile(`\b(?:restart|reboot|power cycle)\w* (?:your |the )?(?:phone|device)\b`), "reboot_device"},
		{regexp.MustCompile(`\b(?:re-?seat|re-?insert|remove|take out)\w* (?:your |the )?sim\b`), "reseat_sim_card"},
		{regexp.MustCompile(`\breset\w* (?:your |the )?apn\b`), "reset_apn_settings"},
		{regexp.MustCompile(`\bspeed test\b`), "run_speed_test"},
		{regexp.MustCompile(`\b(?:send|sending|try) (?:an? |the )?(?:mms|picture message)\b`), "can_send_mms"},
		{regexp.MustCompile(`\bcheck (?:your |the )?payment request\b`), "check_payment_request"},
		{regexp.MustCompile(`\b(?:make|complete) (?:your |the )?payment\b|\bpay (?:your |the )?bill\b`), "make_payment"},
	}
	written     = regexp.MustCompile(`\b([a-z_]+)\(((?:[a-z_]+='[^']*'(?:, )?)+)\)`)
	argument    = regexp.MustCompile(`([a-z_]+)='([^']*)'`)
	networkMode = regexp.MustCompile(`\b(4g_5g_preferred|4g_only|3g_only|2g_only|4g[/ ]5g preferred|[234]g only)\b`)
	permission  = regexp.MustCompile(`\b(?:grant|allow|give)\b[^.?!]*`)
	appStatus   = regexp.MustCompile(`\bcheck\b[^.?!]*\b(permissions?|status)\b[^.?!]*`)
)

// asked lists the calls on the own phone that a message, in lower case, asks for, in the message's order. Tools may be named
// as they are, those with arguments as name(argument='value'). A setting that is as it shall be is looked at and left alone.
func asked(message string, device *engine.Kit, db *py.Dict) []engine.Call {
	if device == nil || db == nil {
		return nil
	}
	a := asking{message: message, device: device}
	for _, f := range device.Tools() {
		if len(f.Params) == 0 {
			a.mention(f.Name, f.Name)
			a.mention(strings.ReplaceAll(f.Name, "_", " "), f.Name)
		}
	}
	for _, m := range written.FindAllStringSubmatchIndex(message, -1) {
		var args []string
		for _, pair := range argument.FindAllStringSubmatch(message[m[4]:m[5]], -1) {
			args = append(args, pair[1], pair[2])
		}
		a.add(m[0], message[m[2]:m[3]], args...)
	}
	phone, _ := db.Field("device").(*py.Dict)
	for i, t := range toggles {
		a.wish(t, wishes[i], phone)
	}
	for _, w := range words {
		for _, at := range w.form.FindAllStringIndex(message, -1) {
			a.add(at[0], w.tool)
		}
	}
	if m := networkMode.FindStringIndex(message); m != nil && strings.Contains(message, "network mode") {
		a.add(m[0], "set_network_mode_preference", "mode", strings.NewReplacer(" ", "_", "/", "_").Replace(message[m[0]:m[1]]))
	}
	a.apps(phone)
	slices.SortStableFunc(a.found, func(x, y found) int { return cmp.Compare(x.at, y.at) })
	var calls []engine.Call
	for _, f := range a.found {
		if !slices.ContainsFunc(calls, func(c engine.Call) bool { return c.Text() == f.call.Text() }) {
			calls = append(calls, f.call)
		}
	}
	return calls
}

// asking reads one message.
type asking struct {
	message string
	device  *engine.Kit
	found   []found
}

// found is a call and where the message asks for it.
type found struct {
	at   int
	call engine.Call
}

// add notes a call with arguments in turn of name and value, when the phone has the tool.
func (a *asking) add(at int, tool string, arguments ...string) {
	if _, ok := a.device.Tool(tool); !ok {
		return
	}
	args := py.Empty()
	for i := 0; i < len(arguments); i += 2 {
		args = args.With(arguments[i], py.Str(arguments[i+1]))
	}
	a.found = append(a.found, found{at, engine.Call{Name: tool, Requestor: engine.User, Arguments: args}})
}

// mention notes a tool where the message has a text as a whole word.
func (a *asking) mention(text, tool string) {
	from := 0
	for {
		i := strings.Index(a.message[from:], text)
		if i < 0 {
			return
		}
		i += from
		from = i + len(text)
		if !letter(a.message, i-1) && !letter(a.message, from) {
			a.add(i, tool)
			return
		}
	}
}

func letter(s string, i int) bool {
	return i >= 0 && i < len(s) && (s[i] == '_' || 'a' <= s[i] && s[i] <= 'z')
}

// wish notes what the message wants of a setting.
func (a *asking) wish(t toggle, form *regexp.Regexp, phone *py.Dict) {
	for _, m := range form.FindAllStringSubmatchIndex(a.message, -1) {
		if t.otherwise != "" && strings.HasPrefix(a.message[m[1]:], t.otherwise) {
			continue
		}
		said := ""
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				said = a.message[m[i]:m[i+1]]
			}
		}
		is := phone != nil && phone.Has(t.field) && py.Truth(phone.Field(t.field))
		switch said {
		case "":
			a.add(m[0], t.check)
			continue
		case "toggle":
			said = map[bool]string{true: "off", false: "on"}[is]
		}
		switch on := said == "on" || said == "enable" || said == "activate" || said == "connect"; {
		case on == is:
			a.add(m[0], t.check)
		case on:
			a.add(m[0], t.on)
		default:
			a.add(m[0], t.off)
		}
	}
}

// apps notes permissions to grant and apps to look at.
func (a *asking) apps(phone *py.Dict) {
	if phone == nil {
		return
	}
	installed, _ := phone.Field("app_statuses").(*py.Dict)
	if installed == nil {
		return
	}
	for _, app := range installed.Keys() {
		for _, m := range permission.FindAllStringIndex(a.message, -1) {
			part := a.message[m[0]:m[1]]
			if !strings.Contains(part, app) {
				continue
			}
			permissions, _ := installed.Dict(app).Field("permissions").(*py.Dict)
			if permissions == nil {
				continue
			}
			for _, p := range permissions.Keys() {
				if strings.Contains(part, p) {
					a.add(m[0], "grant_app_permission", "app_name", app, "permission", p)
				}
			}
		}
		for _, m := range appStatus.FindAllStringSubmatchIndex(a.message, -1) {
			tool := "check_app_status"
			if strings.HasPrefix(a.message[m[2]:m[3]], "permission") {
				tool = "check_app_permissions"
			}
			if strings.Contains(a.message[m[0]:m[1]], app) {
				a.add(m[0], tool, "app_name", app)
			}
		}
	}
}
