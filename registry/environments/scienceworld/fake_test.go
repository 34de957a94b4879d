package scienceworld_test

import (
	"bufio"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/scienceworld"
)

// TestMain lets the test's own program stand for Java: called as one it is a gateway server with a little
// world behind it.
func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "py4j.GatewayServer") {
		serveFake()
		return
	}
	flag.Parse()
	if !*whole { // a short life does not pay for Java's dear compiler
		os.Setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")
	}
	code := m.Run()
	if shared != nil {
		shared.Close()
	}
	os.Exit(code)
}

// fake returns settings that run the little world, in a folder where its faults leave their traces.
func fake(t testing.TB) scienceworld.Settings {
	t.Helper()
	s := scienceworld.Defaults()
	s.Java = os.Args[0]
	s.JAR = filepath.Join(t.TempDir(), "little.jar")
	require.NoError(t, os.WriteFile(s.JAR, nil, 0o644))
	s.Families = []string{"boil", "find-plant", "lifespan-longest-lived"}
	s.Tasks = map[string]int{"train": 2, "seen": 1, "unseen": 1}
	s.Horizon = 40
	return s
}

// started is how many simulators were started for the settings.
func started(t *testing.T, s scienceworld.Settings) int {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(filepath.Dir(s.JAR), "started-*"))
	require.NoError(t, err)
	return len(found)
}

// little is a world of the simulator's manners: a walk along a corridor to a goal, free actions, an
// ambiguous command, a wrong thing to focus on. Its texts depend on the whole past, so a wrong replay shows.
type little struct {
	task              string
	variation         int
	eased             string
	cell, goal, moves int
	noise             uint32
	pending, failed   bool
	scores            bool // the score is that of this episode
}

var littleTasks = map[string]int{
	"boil": 30, "melt": 30, "freeze": 30, "change-the-state-of-matter-of": 30, "use-thermometer": 540,
	"measure-melting-point-known-substance": 436, "measure-melting-point-unknown-substance": 300, "power-component": 20,
	"power-component-renewable-vs-nonrenewable-energy": 20, "test-conductivity": 900, "test-conductivity-of-unknown-substances": 600,
	"find-living-thing": 300, "find-non-living-thing": 300, "find-plant": 300, "find-animal": 300, "grow-plant": 126, "grow-fruit": 126,
	"chemistry-mix": 32, "chemistry-mix-paint-secondary-color": 36, "chemistry-mix-paint-tertiary-color": 36,
	"lifespan-longest-lived": 125, "lifespan-shortest-lived": 125, "lifespan-longest-lived-then-shortest-lived": 125,
	"identify-life-stages-1": 14, "identify-life-stages-2": 10, "inclined-plane-determine-angle": 168,
	"inclined-plane-friction-named-surfaces": 1386, "inclined-plane-friction-unnamed-surfaces": 162,
	"mendelian-genetics-known-plant": 120, "mendelian-genetics-unknown-plant": 480,
}

func (w *little) load(task string, variation int, eased string) string {
	if variation >= littleTasks[task] {
		return "ERROR: The requested variation exceeds the total number."
	}
	*w = little{task: task, variation: variation, eased: eased, goal: 3 + (variation+len(task))%5, noise: uint32(variation)*7 + uint32(len(task)), scores: w.scores}
	return ""
}

func (w *little) used() string {
	names := map[string]bool{}
	for _, n := range strings.Split(w.eased, ",") {
		switch {
		case n == "easy":
			for _, n := range []string{"noElectricalAction", "openDoors", "selfWateringFlowerPots", "teleportAction"} {
				names[n] = true
			}
		case n != "":
			names[n] = true
		}
	}
	var list []string
	for n := range names {
		list = append(list, n)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func (w *little) score() float64 {
	if !w.scores {
		return 0.75 // of an episode before
	}
	if w.failed {
		return -1
	}
	return float64(min(w.cell, w.goal)) / float64(w.goal)
}

func (w *little) see() string {
	return fmt.Sprintf("This place is called cell %d of %s. It smells of %d.", w.cell, w.task, w.noise%97)
}

func (w *little) tick() {
	w.moves++
	w.noise = w.noise*1664525 + 1013904223
}

func (w *little) step(action string) string {
	w.scores = true
	if w.pending {
		w.pending = false
		if action != "0" && action != "1" {
			w.tick()
			return "Unknown action."
		}
		w.tick()
		w.noise += uint32(action[0])
		return "You take it. " + w.see()
	}
	switch action {
	case "look around":
		return w.see()
	case "inventory":
		return "You have nothing."
	case "go to hallway":
		w.cell++
		w.tick()
		return w.see()
	case "go to kitchen":
		if w.tick(); w.cell == 0 {
			return "You cannot go back."
		}
		w.cell--
		return w.see()
	case "wait":
		for range 11 {
			w.tick()
		}
		return "You decide to wait. " + w.see()
	case "pick up orange":
		w.pending = true
		return "Ambiguous request: Please enter the number\n0:\tthis\n1:\tthat\n"
	case "focus on nothing":
		w.failed = true
		w.tick()
		return "You focus on nothing."
	}
	return "No known action matches that input."
}

// valid moves hidden state, as the original's does.
func (w *little) valid() []string {
	w.noise += 13
	if w.pending {
		return []string{"0", "1"}
	}
	return []string{"focus on nothing", "go to kitchen", "go to hallway", "inventory", "look around", "look around", "pick up orange", "pick up pear", "wait"}
}

// gold is a solution.
func (w *little) gold() []string { return slices.Repeat([]string{"go to hallway"}, w.goal) }

// serveFake is the gateway server. Actions beginning with "fault" make it misbehave: once for all processes
// of a folder, or always.
func serveFake() {
	dir := "."
	for i, a := range os.Args {
		if a == "-cp" {
			dir = filepath.Dir(os.Args[i+1])
		}
	}
	os.WriteFile(filepath.Join(dir, "started-"+strconv.Itoa(os.Getpid())), nil, 0o644)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go func() { // it ends when its standard input does
		os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	conn, err := listener.Accept()
	if err != nil {
		os.Exit(1)
	}
	in := bufio.NewReader(conn)
	w := &little{}
	for {
		var request []string
		for len(request) == 0 || request[len(request)-1] != "e" {
			line, err := in.ReadString('\n')
			if err != nil {
				os.Exit(0)
			}
			request = append(request, strings.TrimSuffix(line, "\n"))
		}
		if len(request) > 2 && request[2] == "step" { // like the original it talks, more than a pipe holds
			fmt.Println(strings.Repeat("chatter ", 100))
		}
		fmt.Fprint(conn, w.answer(conn, dir, request))
	}
}

func (w *little) answer(conn net.Conn, dir string, request []string) string {
	text := func(s string) string {
		return "!ys" + strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`).Replace(s) + "\n"
	}
	if request[0] == "i" {
		return "!yro0\n"
	}
	if request[0] != "c" {
		return "!yv\n"
	}
	var args []string
	for _, a := range request[3 : len(request)-1] {
		args = append(args, strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r").Replace(a[1:]))
	}
	switch request[2] {
	case "load":
		n, _ := strconv.Atoi(args[1])
		return text(w.load(args[0], n, args[2]))
	case "step":
		if name, ok := strings.CutPrefix(args[0], "fault "); ok {
			w.fault(conn, dir, name)
		}
		return text(w.step(args[0]))
	case "getScore":
		return fmt.Sprintf("!yd%v\n", w.score())
	case "getNumMoves":
		return fmt.Sprintf("!yi%d\n", w.moves)
	case "getCompleted":
		return fmt.Sprintf("!yb%v\n", w.scores && !w.failed && w.cell >= w.goal)
	case "getTaskDescription":
		return text(fmt.Sprintf("Your task is to reach cell %d, by way %d of %s.", w.goal, w.variation, w.task))
	case "getSimplificationsUsed":
		return text(w.used())
	case "getValidActionObjectCombinations":
		return "!ylo5\n"
	case "getGoldActionSequence":
		return "!ylo7\n"
	case "getTaskNames":
		return "!ylo6\n"
	case "join":
		switch args[1] {
		case "o5":
			return text(strings.Join(w.valid(), args[0]))
		case "o7":
			return text(strings.Join(w.gold(), args[0]))
		}
		var names []string
		for n := range littleTasks {
			names = append(names, n)
		}
		return text(strings.Join(names, args[0]))
	case "agentInterface", "get", "inputParser", "agent", "getContainer":
		return "!yro8\n"
	case "getAllReferents":
		return "!yto9\n"
	case "make":
		return "!ylo9\n"
	case "mkString": // the pear is shut in
		return text(strings.Join([]string{"nothing", "orange"}, args[0]))
	case "getTaskMaxVariations":
		return fmt.Sprintf("!yi%d\n", littleTasks[args[0]])
	}
	return "!xsno such method\n"
}

// fault does what the name says: "die once", "hang always", "garbage once", "half once".
func (w *little) fault(conn net.Conn, dir, name string) {
	kind, often, _ := strings.Cut(name, " ")
	if often == "once" {
		mark, err := os.OpenFile(filepath.Join(dir, "fault-"+kind), os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			w.tick() // it works the second time
			return
		}
		mark.Close()
	}
	switch kind {
	case "die":
		os.Exit(3)
	case "hang":
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Fprint(conn, "%%% not a reply\n")
		time.Sleep(time.Hour)
	case "half":
		fmt.Fprint(conn, "!ysThis room")
		os.Exit(0)
	}
}
