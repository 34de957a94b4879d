package scienceworld

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// parseEpisode reads TASK/VARIATION.
func parseEpisode(text string) (family, int, error) {
	name, number, ok := strings.Cut(text, "/")
	if !ok {
		return family{}, 0, errors.New("want TASK/VARIATION, such as boil/7")
	}
	f, known := familyNamed(name)
	if !known {
		return family{}, 0, fmt.Errorf("there is no task %q", name)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= f.variations {
		return family{}, 0, fmt.Errorf("task %s has the variations 0 to %d", f.name, f.variations-1)
	}
	return f, n, nil
}
