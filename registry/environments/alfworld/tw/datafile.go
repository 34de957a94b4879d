package tw

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxFile is the size in bytes beyond which a file is no game and no description of one: those of ALFWorld have a
// quarter of a megabyte at most.
const maxFile = 64 << 20

// checkFile is the error of a file that cannot be read whole: a folder, a pipe or a device, which may never end, or one that is
// too large. Links count as what they lead to.
func checkFile(path string) (size int64, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return 0, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is no regular file")}
	case info.Size() > maxFile:
		return 0, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("%d bytes are more than %d, which no file of a game has", info.Size(), maxFile)}
	}
	return info.Size(), nil
}

// readFile reads a file of a data set.
func readFile(path string) ([]byte, error) {
	if _, err := checkFile(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// readTail reads the last bytes of a file, all of a short one.
func readTail(path string) ([]byte, error) {
	size, err := checkFile(path)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := max(0, size-tailSize)
	tail := make([]byte, size-from)
	n, err := file.ReadAt(tail, from)
	if errors.Is(err, io.EOF) {
		err = nil // the file was cut while it was read
	}
	return tail[:n], err
}
