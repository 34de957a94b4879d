package telecom

import (
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

func checkInstalledApps(h handset, _ []py.Value) (string, error) {
	return "The following apps are installed on the phone: " + strings.Join(h.device().Dict("app_statuses").Keys(), ", "), nil
}

// app returns an app's name and permissions, nil when there is no such app.
func (h handset) app(name py.Value) (string, *py.Dict, error) {
	key, _, err := py.Key(name)
	if err != nil {
		return "", nil, err
	}
	status, ok := h.device().Dict("app_statuses").Get(key)
	if !ok {
		return "", nil, nil
	}
	return key, status.(*py.Dict).Dict("permissions"), nil
}

func granted(permissions *py.Dict) []string {
	var names []string
	for i := range permissions.Len() {
		if py.Truth(permissions.At(i)) {
			names = append(names, permissions.Key(i))
		}
	}
	return names
}

func checkAppStatus(h handset, a []py.Value) (string, error) {
	_, permissions, err := h.app(a[0])
	if err != nil {
		return "", err
	}
	if permissions == nil {
		return "App '" + py.Text(a[0]) + "' not found on this phone.", nil
	}
	text := "Status for App: " + py.Text(a[0])
	names := granted(permissions)
	if len(names) == 0 {
		return text + "\n - Permissions: None granted.", nil
	}
	return text + "\n - Permissions Granted:\n   - " + strings.Join(names, "\n   - "), nil
}

func checkAppPermissions(h handset, a []py.Value) (string, error) {
	_, permissions, err := h.app(a[0])
	if err != nil {
		return "", err
	}
	if permissions == nil {
		return "App '" + py.Text(a[0]) + "' not found on this phone.", nil
	}
	names := granted(permissions)
	if len(names) == 0 {
		return "App '" + py.Text(a[0]) + "' currently has no permissions granted.", nil
	}
	return "App '" + py.Text(a[0]) + "' has permission for: " + strings.Join(names, ", ") + ".", nil
}

// grantAppPermission ignores the permission's case.
func grantAppPermission(h handset, a []py.Value) (string, error) {
	key, permissions, err := h.app(a[0])
	if err != nil {
		return "", err
	}
	permission, err := engine.Lower(a[1])
	if err != nil {
		return "", err
	}
	switch {
	case permissions == nil:
		return "Error. App '" + py.Text(a[0]) + "' not found. Cannot grant permission.", nil
	case !permissions.Has(permission):
		return "Error. Permission '" + permission + "' not tracked for app '" + key + "', available permissions: " + py.Repr(py.Strings(permissions.Keys()...)), nil
	}
	h.permit(key, permission, yes)
	return "Success. Permission '" + permission + "' granted to app '" + key + "'.", nil
}

func removeAppPermission(h handset, a []py.Value) (string, error) {
	key, permissions, err := h.app(a[0])
	if err != nil {
		return "", err
	}
	permission, err := engine.Lower(a[1])
	if err != nil {
		return "", err
	}
	switch {
	case permissions == nil:
		return "App '" + py.Text(a[0]) + "' not found. Cannot remove permission.", nil
	case !permissions.Has(permission):
		return "Permission '" + permission + "' not tracked for app '" + key + "'.", nil
	}
	h.permit(key, permission, no)
	return "Permission '" + permission + "' removed from app '" + key + "'.", nil
}

func (h handset) permit(app, permission string, allowed py.Bool) {
	h.s.Device = h.s.Device.Put(allowed, "device", "app_statuses", app, "permissions", permission)
}
