// Package tw plays ALFWorld text games exactly as the original engine does: it reads a game's own
// PDDL domain, PDDL problem and text grammar (TWL2) and answers commands with the same bytes, offers the
// same commands, and says at the same steps that the goal holds. Nothing about the household is
// built in: preconditions, effects, command templates and texts come from the game's file.
//
// It knows no training, no policy and no division into training and test games; the package above it
// turns its games into an environment. Start with Loader.File for a game.tw-pddl file, Loader.Game for
// texts in memory or Loader.Own for a Setup, then Game.Start and State.Step. Solve finds shortest solutions from the hidden
// state; nothing that a State prints depends on it.
//
// # How it works
//
// Loading instantiates every action for every fitting combination of entities, as a planner's
// translator does, and drops what can never apply and what would change nothing. What remains is
// numbered: facts are bits, commands are indices into one sorted list. A State is its bits, so a fork is a
// copy, and the admissible commands are the set bits of a second bit set, in order and without duplicates.
// Texts are written from the grammar at each step.
//
// # Limits
//
// Conditions are and, or, not, exists, = and atoms of at most three terms; effects are atoms, not
// and when. Command templates must not depend on the state. Goal sentences written by people take the place of the
// grammar's where Loader.FileWithTask is asked to; names are not shuffled.
package tw
