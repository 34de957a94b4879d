//go:build !unix

package views

import "os"

// terminalWidth knows no terminals on this system.
func terminalWidth(*os.File) (int, bool) { return 0, false }
