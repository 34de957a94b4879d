package registry

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// SettingError says which setting of a block cannot work and why. The language reports it at the
// setting's line.
type SettingError struct {
	Setting string
	Message string
	// Given and Choices are set where the setting, or a part of it, is none of the names that it could be: the language suggests
	// the nearest.
	Given   string
	Choices []string
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

// OneOf returns a SettingError when a setting, or a part of it, is none of the choices.
func OneOf(setting, given string, choices ...string) error {
	if slices.Contains(choices, given) {
		return nil
	}
	quoted := make([]string, len(choices))
	for i, c := range choices {
		quoted[i] = fmt.Sprintf("%q", c)
	}
	message := fmt.Sprintf("%q is not %s.", given, strings.Join(quoted, ""))
	if last := len(quoted) - 1; last > 0 {
		message = fmt.Sprintf("%q is none of %s and %s.", given, strings.Join(quoted[:last], ", "), quoted[last])
	}
	return &SettingError{Setting: setting, Message: message, Given: given, Choices: choices}
}

// UnreadableFile returns a SettingError for a file or folder that a setting names and that could not be looked at.
func UnreadableFile(setting string, cause error) error {
	return &SettingError{Setting: setting, Message: fmt.Sprintf("%v.", cause), Missing: errors.Is(cause, fs.ErrNotExist)}
}
