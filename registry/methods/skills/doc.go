// Package skills is what the methods of privileged self-distillation share: where a skill comes from, and the loop in which a
// student judges its own tokens once more under a prompt with the skill. It is no method and chooses no loss. Start at Run.
//
// A skill here is a list of commands of the environment, because that is what policies of the laptop scale learn to read:
// their prompt with a skill is
//
//	introduction <ref> command ; command ; </ref>
//
// as in the demonstrations with a reference of the warm-up, so students need a warm-up with reference_share > 0. Three sources:
//
//	task       commands that finish this very task, from a library made once (the reference solution of OPSD)
//	type       commands that finish another training task of the same type (the skill library of the agent papers)
//	hindsight  what an analyst makes of the group's own episodes (Skill-SD, OPID, StepOPSD)
//
// The first two read the reward once, to check the commands; the third at every step.
package skills
