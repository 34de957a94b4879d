package registry

import (
	"errors"
	"fmt"
	"io/fs"
)

// SettingError says which setting of a block cannot work and why. The language reports it at the
// setting's line.
type SettingError struct {
	Setting string
	Message string
	// Missing says that nothing is wrong with the setting but that the file or folder it names is not there. Whoever only
	// plans can go on without.
	Missing bool
}

// Error implements error.
func (e *SettingError) Error() string { return fmt.Sprintf("%s: %s", e.Setting, e.Message) }

// BadSetting returns a SettingError with a formatted message.
func BadSetting(setting, format string, args ...any) error {
	return &SettingError{Setting: setting, Message: fmt.Sprintf(format, args...)}
}

// UnreadableFile returns a SettingError for a file or folder that a setting names and that could not be looked at.
func UnreadableFile(setting string, cause error) error {
	return &SettingError{Setting: setting, Message: fmt.Sprintf("%v.", cause), Missing: errors.Is(cause, fs.ErrNotExist)}
}
