package registry

import "fmt"

// SettingError says which setting of a block cannot work and why. The language reports it at the
// setting's line.
type SettingError struct {
	Setting string
	Message string
}

// Error implements error.
func (e *SettingError) Error() string { return fmt.Sprintf("%s: %s", e.Setting, e.Message) }

// BadSetting returns a SettingError with a formatted message.
func BadSetting(setting, format string, args ...any) error {
	return &SettingError{Setting: setting, Message: fmt.Sprintf(format, args...)}
}
