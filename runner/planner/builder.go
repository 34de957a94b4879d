package planner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
)

// builder collects the stages of one trial. It implements registry.Builder.
type builder struct {
	planner          *planner
	trial            *experiments.Trial
	teacher, student registry.Artifact
	title            string                   // of the next stage; the method's own stages get theirs from their kind
	elsewhere        *experiments.Environment // where the next stage happens, when not in the trial's environment
	stages           []string
	roles            map[string]string
	err              error // the first that came up
}

var _ registry.Builder = (*builder)(nil)

// Teacher implements registry.Builder.
func (b *builder) Teacher() registry.Artifact { return b.teacher }

// Student implements registry.Builder.
func (b *builder) Student() registry.Artifact { return b.student }

// Stage implements registry.Builder. Streams depend on the kind and, for seeded stages, the trial's
// seed, and on nothing else: methods of one seed meet the same tasks and draws, and a new
// axis value moves nobody's stream.
func (b *builder) Stage(kind string, settings any, inputs registry.Inputs, seeded bool) registry.Artifact {
	stream := kind
	if kind != evaluation.StageName {
		stream = "train"
	}
	if seeded {
		stream = fmt.Sprintf("%s/%d", stream, b.trial.Seed)
	}
	title := b.title
	if title == "" {
		title = strings.TrimSpace(kind + " " + b.trial.Method.Name)
	}
	b.title = ""
	return b.add(kind, title, settings, b.trial.Student, inputs, stream, nil)
}

// warmUp adds the stage that a policy starts from: the weights that were shipped, or the recipe. Without either the stage
// has the model as it begins: random weights, or the checkpoint that its settings name.
func (b *builder) warmUp(policy *experiments.Policy) registry.Artifact {
	files, shipped, err := b.planner.weights(policy)
	if err != nil {
		b.fail(err)
		return registry.Artifact{}
	}
	if shipped != nil {
		return b.add(warmup.ShippedName, policyTitle("take", policy), shipped, policy, nil, warmup.StageName, files)
	}
	verb := "warm up"
	if _, loaded := b.planner.checkpoint(policy.Model); loaded && policy.Warmup == nil {
		verb = "load"
	}
	return b.add(warmup.StageName, policyTitle(verb, policy), warmupSettings(policy), policy, nil, warmup.StageName, nil)
}

// evaluate adds an evaluation of a policy, scored by the trial's teacher where that gives log-probabilities. Its role is "evaluate" and who, with the name of the
// evaluation behind a slash for all but the first.
func (b *builder) evaluate(e *experiments.Evaluation, named bool, who, title string, policy registry.Artifact) {
	role := "evaluate" + who
	if named {
		role += "/" + e.Name
	}
	inputs := registry.Inputs{"policy": policy}
	if c, _ := b.planner.checkpoint(b.trial.Teacher.Model); !c.Remote {
		inputs["scorer"] = b.teacher
	}
	b.title, b.elsewhere = title, e.Environment
	b.role(role, b.Stage(evaluation.StageName, e.Settings, inputs, false))
}

// floors adds the evaluations of the environment's floors on the tasks of an evaluation.
func (b *builder) floors(e *experiments.Evaluation, named bool) {
	env := b.trial.Environment
	if e.Environment != nil {
		env = e.Environment
	}
	kind, _ := b.planner.catalog.Environment(env.Use)
	s := e.Settings.(*evaluation.Settings)
	for _, name := range kind.Floors {
		role := "evaluate " + name
		if named {
			role += "/" + e.Name
		}
		b.elsewhere = e.Environment
		floor := &evaluation.FloorSettings{Name: name, Tasks: s.Tasks, Count: s.Count}
		b.role(role, b.add(evaluation.FloorStage, "evaluate "+name, floor, nil, nil, evaluation.FloorStage, nil))
	}
}

func policyTitle(verb string, policy *experiments.Policy) string {
	return fmt.Sprintf("%s %s %s", verb, policy.Role, policy.Name)
}

func warmupSettings(policy *experiments.Policy) *warmup.Settings {
	if policy.Warmup == nil {
		return &warmup.Settings{}
	}
	return policy.Warmup.Settings.(*warmup.Settings)
}

func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// add puts a stage into the plan, or finds the equal one that is there. Without a policy it has no model.
func (b *builder) add(kind, title string, settings any, policy *experiments.Policy, inputs registry.Inputs, stream string, files map[string]recipe.File) registry.Artifact {
	stage, ok := b.planner.catalog.Stage(kind)
	if !ok {
		panic(fmt.Sprintf("planner: no stage of kind %q in the catalogue", kind))
	}
	env := b.trial.Environment
	if b.elsewhere != nil {
		env, b.elsewhere = b.elsewhere, nil
	}
	world, _ := b.planner.catalog.Environment(env.Use)
	r := recipe.Recipe{
		Kind: kind, Version: stage.Version, Settings: b.planner.encode(settings),
		Environment: recipe.Named{Use: env.Use, Settings: b.planner.encode(env.Settings), Version: world.Version},
		Model:       recipe.Named{Settings: json.RawMessage("null")},
		Root:        b.planner.opts.Root, Stream: stream, Files: maps.Clone(files),
	}
	if policy != nil {
		model, _ := b.planner.catalog.Model(policy.Model.Use)
		r.Model = recipe.Named{Use: policy.Model.Use, Settings: b.planner.encode(policy.Model.Settings), Version: model.Version}
	}
	if err := b.addFiles(&r, env); err != nil {
		b.fail(err)
		return registry.Artifact{}
	}
	byName := map[string]string{}
	var list []runner.Input
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if inputs[name].Stage == 0 {
			return registry.Artifact{} // an earlier failure was reported
		}
		hash := b.planner.plan.Stages[inputs[name].Stage-1].Hash
		byName[name] = hash
		list = append(list, runner.Input{Name: name, Hash: hash})
	}
	hash := r.Hash(byName)
	at, known := b.planner.index[hash]
	if !known {
		at = len(b.planner.plan.Stages)
		b.planner.index[hash] = at
		b.planner.plan.Stages = append(b.planner.plan.Stages, runner.Stage{
			Hash: hash, Kind: kind, Title: fmt.Sprintf("%s in %s", title, env.Name), Spec: marshal(r), Inputs: list,
			Retries: b.planner.opts.Retries, Cost: cost(stage, settings),
		})
	}
	if !slices.Contains(b.stages, hash) {
		b.stages = append(b.stages, hash)
	}
	if _, taken := b.roles[kind]; !taken && kind != evaluation.StageName && kind != evaluation.FloorStage && kind != warmup.StageName && kind != warmup.ShippedName {
		b.roles[kind] = hash
	}
	return registry.Artifact{Stage: at + 1}
}

// addFiles makes the content of what the environment's settings point at part of the recipe. A trial that is only planned
// does without what is not there; its stages get other identities once it is.
func (b *builder) addFiles(r *recipe.Recipe, env *experiments.Environment) error {
	kind, _ := b.planner.catalog.Environment(env.Use)
	if kind.Files == nil {
		return nil
	}
	for i, path := range kind.Files(env.Settings) {
		hash, err := b.planner.contentHash(path)
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && b.plansOnly()) {
			return fmt.Errorf("read files of environment %q: %w", env.Name, err)
		}
		if r.Files == nil {
			r.Files = map[string]recipe.File{}
		}
		r.Files[fmt.Sprintf("environment %d", i)] = recipe.File{Path: path, SHA256: hash}
	}
	return nil
}

// plansOnly says that the trial has a policy which no backend of this build can open.
func (b *builder) plansOnly() bool {
	_, teacher := b.planner.checkpoint(b.trial.Teacher.Model)
	_, student := b.planner.checkpoint(b.trial.Student.Model)
	return teacher || student
}

// role remembers which stage answers for a part of the trial.
func (b *builder) role(name string, a registry.Artifact) {
	if a.Stage > 0 {
		b.roles[name] = b.planner.plan.Stages[a.Stage-1].Hash
	}
}

// finish makes the trial. Its id is for reading; it is never parsed.
func (b *builder) finish() runner.Trial {
	t := b.trial
	identity := sha256.Sum256([]byte(strings.Join(b.stages, " ")))
	id := fmt.Sprintf("%s_t-%s_s-%s_e-%s_%d", t.Method.Name, t.Teacher.Name, t.Student.Name, t.Environment.Name, t.Seed)
	const room = 80 - 9
	if len(id) > room {
		id = id[:room]
	}
	return runner.Trial{ID: id + "_" + hex.EncodeToString(identity[:4]), Labels: t.Labels, Grids: t.Grids, Stages: b.stages, Roles: b.roles}
}

// secondsAnEpisode is what an episode of a compact model takes one core, played and learnt from.
const secondsAnEpisode = 0.005

// cost is the guess for stages of which none was measured yet.
func cost(stage registry.StageKind, settings any) float64 {
	if stage.Episodes == nil {
		return secondsAnEpisode
	}
	return secondsAnEpisode * float64(1+stage.Episodes(settings))
}

// encode writes canonical JSON of settings that the language has checked. Equal settings are encoded once a
// plan: a grid has few of them and many trials.
func (p *planner) encode(settings any) json.RawMessage {
	key := settings
	if v := reflect.ValueOf(settings); v.Kind() == reflect.Pointer && v.Elem().Comparable() {
		key = v.Elem().Interface()
	}
	raw, ok := p.encoded[key]
	if !ok {
		raw = encode(settings)
		p.encoded[key] = raw
	}
	return raw
}

// encode writes canonical JSON of what the language has already checked.
func encode(v any) json.RawMessage {
	raw, err := experiments.CanonicalJSON(v)
	if err != nil {
		panic(fmt.Sprintf("planner: %v", err))
	}
	return raw
}

// marshal writes JSON of plain values of our own.
func marshal(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("planner: encode %T: %v", v, err))
	}
	return raw
}
