package experiments

import (
	"github.com/hashicorp/hcl/v2"
)

// Declaration is what the blocks that use something from the catalogue have in common.
type Declaration struct {
	// Name is the block's label, Use the name in the catalogue.
	Name string
	Use  string
	// Settings is the pointer that the catalogue handed out, filled in. It is nil where the block has no
	// settings, and where they depend on the environment (see PerEnvironment).
	Settings any
	// PerEnvironment says that a setting mentions the name of the trial's environment. The blocks of
	// a Trial are always resolved for theirs.
	PerEnvironment bool
	// DeclRange is the block's header, for messages.
	DeclRange hcl.Range
	// Origins tells where each setting that is not at its default was written; inherited settings
	// point at the block they come from.
	Origins map[string]hcl.Range
}

// Canonical is the canonical JSON of what the declaration means: use and settings. The name is a
// label and not part of it.
func (d *Declaration) Canonical() []byte { return canonical(d.identity()) }

func (d *Declaration) identity() map[string]any {
	return map[string]any{"use": d.Use, "settings": d.Settings}
}
