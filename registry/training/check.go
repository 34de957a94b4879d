package training

import "github.com/retort-ml/retort/registry"

// CheckRange returns a registry.SettingError when value lies outside [low, high].
func CheckRange[T int | float64](setting string, value, low, high T) error {
	if value < low || value > high || value != value {
		return registry.BadSetting(setting, "%v is not between %v and %v.", value, low, high)
	}
	return nil
}

// CheckOneOf returns a registry.SettingError when value is none of the choices.
func CheckOneOf(setting, value string, choices ...string) error {
	return registry.OneOf(setting, value, choices...)
}
