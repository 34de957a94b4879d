package simulator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// FileName is the name of the JAR in the Python package.
const FileName = "scienceworld.jar"

// search asks a Python for its package without importing it, which would import its dependencies.
const search = `import importlib.util; s = importlib.util.find_spec("scienceworld"); print(s.origin if s and s.origin else "")`

// Locate finds the JAR: the file itself, or in the folder, that jar names; without a name the one in the
// package scienceworld of the Python that PATH finds. The error says what was looked at.
func Locate(jar string) (string, error) {
	if jar != "" {
		info, err := os.Stat(jar)
		if err == nil && info.IsDir() {
			jar = filepath.Join(jar, FileName)
			info, err = os.Stat(jar)
		}
		switch {
		case err != nil:
			return "", fmt.Errorf("find the JAR: %w", err)
		case !info.Mode().IsRegular():
			return "", fmt.Errorf("find the JAR: %s is no file", jar)
		}
		return jar, nil
	}
	var tried []string
	for _, python := range []string{"python3", "python"} {
		folder, err := packageFolder(python)
		if err == nil {
			if jar, err = Locate(folder); err == nil {
				return jar, nil
			}
		}
		tried = append(tried, python+": "+err.Error())
	}
	return "", fmt.Errorf("find the JAR in a Python package: %s", strings.Join(tried, "; "))
}

// packageFolder is where a Python has the package.
func packageFolder(python string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, "-c", search).Output()
	if err != nil {
		return "", err
	}
	origin := strings.TrimSpace(string(out))
	if origin == "" {
		return "", errors.New("it has no package scienceworld")
	}
	return filepath.Dir(origin), nil
}
