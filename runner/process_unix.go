//go:build unix

package runner

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// redirect makes the file at path the standard output and error of the process. The kernel writes
// there even when the program is past helping itself.
func redirect(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, standard := range []int{1, 2} {
		if err := dup2(int(f.Fd()), standard); err != nil {
			return os.NewSyscallError("dup2", err)
		}
	}
	return nil
}

// closeOnExec keeps f from the children of the process.
func closeOnExec(f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	return raw.Control(func(fd uintptr) { unix.CloseOnExec(int(fd)) })
}

// killGroup ends all processes of the group that pid leads. The leader must not have been waited
// for yet, else its number may already mean something else.
func killGroup(pid int) {
	// The only error is that nobody is left.
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

// kernelRelease is what uname calls release.
func kernelRelease() string {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return ""
	}
	return unix.ByteSliceToString(name.Release[:])
}
