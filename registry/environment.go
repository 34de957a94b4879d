package registry

// Environment is a family of tasks, split into sets that share no task. It is safe
// for concurrent use; the worlds it starts are not.
type Environment interface {
	// Splits lists the task sets in a fixed order.
	Splits() []Split
	// Reset starts a task. The same task always gives the same world: same texts, same
	// futures.
	Reset(task Task) (World, error)
	// Horizon is the number of turns after which an unfinished episode is timed out. The caller
	// counts; a world goes on as long as it is stepped.
	Horizon() int
	// View is the compact form of the environment's texts, or nil.
	View() View
}

// Split is a named set of tasks: "train", "seen" or "unseen".
type Split struct {
	Name  string
	Tasks int
}

// Task names one task of an environment by split and index from 0.
type Task struct {
	Split string `json:"split"`
	Index int    `json:"index"`
}

// World is the live state of one episode.
type World interface {
	// Observation is the text printed last; after Reset the introduction with the task.
	Observation() string
	// Step executes an action. Any text is accepted: what the world does not understand changes
	// nothing and is answered as the world answers nonsense. A world goes on past its goal.
	Step(action string) Outcome
	// Admissible lists the actions the world understands now, in the world's order.
	Admissible() []string
	// Signature identifies the state: worlds of one task with equal signatures answer equal
	// action sequences equally, from here on.
	Signature() string
	// Fork returns an independent copy.
	Fork() World
}

// Outcome is what one action caused.
type Outcome struct {
	Observation string
	Score       float64 // the environment's own measure so far, in [0, 1]
	Done        bool    // the world says the episode is over
	Won         bool    // the goal holds now
	Valid       bool    // the action was one the world understands
	// NotJudged is the number of criteria that the score leaves out at the end, since nobody judged them: it could be less.
	NotJudged int
	// Rule names the rule by which the world accepted what ended the episode, where it has several; "" where it accepted nothing.
	Rule string
	// Lost says why an episode ended that neither the policy nor the world ended, as when a user could not be reached.
	Lost string
	Info map[string]any
}

// View turns the texts of an environment into words, one an entity or value, append-only. It
// reads nothing but the texts, so what it says the text says too.
type View interface {
	// Words lists the vocabulary in a fixed order, with thought and action words.
	Words() []Word
	// Begin reads an introduction and returns the reader of this episode and the words of the
	// introduction (the task, then what the room holds).
	Begin(introduction string) (Reader, []string)
}

// Word is a vocabulary entry. Type and Number are shared between entities ("cabinet",
// "2"), so that what is learnt of one holds for another; empty means none.
type Word struct {
	Text, Type, Number string
}

// Reader is a View during one episode. Its memory is the history of texts.
type Reader interface {
	// Observe returns the words of an observation.
	Observe(observation string) []string
	// Command writes action words as a command of the environment; words that make no command
	// come back joined by blanks, which the world will refuse.
	Command(words []string) string
	// Action writes a command as action words.
	Action(command string) []string
	// Fork returns an independent copy.
	Fork() Reader
}

// Response is what a policy says in a turn. Thought is its reasoning part, blank-separated words
// in the compact view.
type Response struct {
	Thought string `json:"thought"`
	Action  string `json:"action"` // a command of the environment
}

// Demonstrator is an Environment that can be demonstrated.
type Demonstrator interface {
	// Expert starts the exploring expert: it knows what it has read and nothing else, and
	// hesitates while it does not know. The seed makes its choices.
	Expert(introduction string, seed uint64) Expert
}

// Expert plays one episode from its texts.
type Expert interface {
	// Act returns the next response.
	Act() Response
	// Observe tells the expert which command was executed, its own or another, and what came back.
	Observe(command, observation string)
	// Reference lets the expert's actions use commands that finished the task from here in
	// another copy of the world. Its thoughts go on reporting only what was observed, else a
	// scorer repaired on them learns to claim what nobody has seen.
	Reference(commands []string)
	// Fork returns an independent copy with its own stream of choices.
	Fork(seed uint64) Expert
}

// Insider is a Demonstrator whose expert may read the hidden state: it starts from a world, not a text.
type Insider interface {
	ExpertIn(w World, seed uint64) Expert
}

// StartExpert starts the expert of d in a world in which nothing was done yet.
func StartExpert(d Demonstrator, w World, seed uint64) Expert {
	if i, ok := d.(Insider); ok {
		return i.ExpertIn(w, seed)
	}
	return d.Expert(w.Observation(), seed)
}

// Distanced is a World that knows how far its goal is: the length of a shortest solution from here, and false when there
// is none.
type Distanced interface {
	Distance() (turns int, reachable bool)
}

// Oracle is an Environment that can compute shortest solutions from the hidden state.
type Oracle interface {
	// Solve returns a shortest list of commands from w to its goal, and false when there
	// is none.
	Solve(w World) ([]string, bool)
}

// Lexicon is an Environment that classifies responses for the measures of methods.md 6.
type Lexicon interface {
	// Hesitates says that the response delays: a wait word in its thought.
	Hesitates(r Response) bool
	// Searches says that the action only looks or goes somewhere.
	Searches(r Response) bool
	// WordClass sorts a thought word: "hesitation", "search" or "other".
	WordClass(word string) string
}

// Outcomes is an Environment whose finished episodes can be compared without their
// reward.
type Outcomes interface {
	// OutcomeKey condenses the state-changing commands of an episode (those that were
	// understood, in order) into a key; equal keys mean the same result. It reads no reward.
	OutcomeKey(commands []string) string
}

// Opener is an Environment that can play a single file of the original's data, outside any task set.
type Opener interface {
	Open(file string) (World, error)
}

// Informed is a World that can tell more of its state than outcomes do, at a cost that only who asks should pay.
type Informed interface {
	// Info describes the state as it is now. It belongs to [Outcome.Info], whose keys it does not use.
	Info() map[string]any
}

// Typed is a World that knows what kind of task it is. The kind is for records and tables; no policy reads it.
type Typed interface {
	TaskType() string
}
