package simulator

import (
	"fmt"
	"strconv"
	"time"
)

// Flag makes the simulator repeatable. It keeps objects in hash sets that are ordered by identity hash; on a
// default virtual machine that is a random number, and then orders, numbers of ambiguous referents,
// temperatures and even scores differ from run to run. A constant makes load and the same actions give the
// same texts in every process, in an order that a default machine does not give.
const Flag = "-XX:hashCode=2"

// Options say how to start a simulator.
type Options struct {
	Java  string        // program; "java" is looked up in PATH
	JAR   string        // file
	Heap  int           // most memory for Java's objects, in MiB
	Start time.Duration // limit from starting the process to the first answer
	Call  time.Duration // limit of a call
}

// arguments is the command line after the program. The serial collector keeps the process small, and its
// threads from fighting for the cores that other simulators need; without a bound Java would take
// a quarter of the machine's memory.
func (o Options) arguments() []string {
	return []string{
		"-Xmx" + strconv.Itoa(o.Heap) + "m", "-XX:+UseSerialGC",
		"-XX:+UnlockExperimentalVMOptions", Flag,
		"-cp", o.JAR, "py4j.GatewayServer", "--die-on-broken-pipe", "0",
	}
}

func (o Options) check() error {
	switch {
	case o.Java == "":
		return fmt.Errorf("start simulator: no Java program is named")
	case o.JAR == "":
		return fmt.Errorf("start simulator: no JAR is named")
	case o.Heap < 1 || o.Start <= 0 || o.Call <= 0:
		return fmt.Errorf("start simulator: heap of %d MiB, limits %v and %v", o.Heap, o.Start, o.Call)
	}
	return nil
}
