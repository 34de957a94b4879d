// Package handcoded is ALFWorld's hand-coded expert: the rule-based player that the original's imitation
// learning asks for a command in every state. It is neither optimal nor sure to succeed, and it repeats the
// original with its oddities, so that demonstrations equal the original's command for command.
//
// New makes an expert for an episode, Expert.Plan names the next command. Beside the texts it reads what the
// original reads of the hidden state: the admissible commands, what is held, what lies where, what is hot, cool or
// clean. Package alfworld offers it as the setting expert = "handcoded"; what to do with the commands is the caller's.
//
// # Both generations of games
//
// Older games call moving an object "put". The expert speaks the generation of its game, as the release of the
// original for those games did. With it goes one oddity: only a "put" clears the expert's own list of what it
// carries, so in newer games the list grows and its head stays the object taken first.
package handcoded
