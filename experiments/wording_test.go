package experiments_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

// TestLoad_Wording pins what a person reads, where it is more than a summary.
func TestLoad_Wording(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"setting with a near name", `method "grpo" {
  lerning_rate = 1e-3
}`, `Error: Unknown setting

  on test.hcl line 2, in method "grpo":
   2:   lerning_rate = 1e-3

Method "grpo" has no setting "lerning_rate". Did you mean "learning_rate"?

`},
		{"setting with no near name", `model "compact" {
  depth = 3
}`, `Error: Unknown setting

  on test.hcl line 2, in model "compact":
   2:   depth = 3

Model "compact" has no setting "depth". The settings are use, extends, heads,
layers, scale and width.

`},
		{"null", `method "grpo" {
  steps = null
}`, `Error: Unsuitable setting

  on test.hcl line 2, in method "grpo":
   2:   steps = null

Setting "steps" of method "grpo" cannot be null. Leave it out to have its
default.

`},
		{"rule of the settings", `method "mine" {
  use    = "r2s"
  select = "jugde"
}`, `Error: Unsuitable setting

  on test.hcl line 3, in method "mine":
   3:   select = "jugde"

Setting "select" of method "mine": there is no way to select called "jugde".
Did you mean "judge"?

`},
		{"rule that an inherited setting breaks", `method "mine" {
  extends = method.r2s
  states  = 3
}`, `Error: Unsuitable setting

  on test.hcl line 1, in method "mine":
   1: method "mine" {

Method "mine": more takeovers than states.

`},
		{"reference with a near name", `student "other" {
  model = model.tny
}`, `Error: Unknown reference

  on test.hcl line 2, in student "other":
   2:   model = model.tny

There is no model.tny. Did you mean model.tiny?

`},
		{"reference as a text", `student "other" {
  model = "tiny"
}`, `Error: Unsuitable reference

  on test.hcl line 2, in student "other":
   2:   model = "tiny"

Student "other" needs a model, as in model = model.NAME, but this is the text
"tiny".

`},
		{"name that the catalogue lacks", `method "odp" {}`, `Error: Unknown method

  on test.hcl line 1, in method "odp":
   1: method "odp" {}

There is no method "odp", and the block has no use attribute that names
another. Did you mean "opd"?

`},
		{"axis with a text", `grid "other" {
  axis "method" {
    values = [method.opd, "r2s"]
  }
}`, `Error: Unsuitable value

  on test.hcl line 3, in grid "other":
   3:     values = [method.opd, "r2s"]

A value for "method" is a reference, as in method.NAME, but this is the text
"r2s". Did you mean method.r2s?

`},
		{"unequal columns", `grid "other" {
  axis "pair" {
    teacher = [teacher.large]
    student = [student.small, student.small]
  }
}`, `Error: Unequal columns

  on test.hcl line 4, in grid "other":
   4:     student = [student.small, student.small]

The columns of axis "pair" are read in parallel: "teacher" has 1 values and
"student" has 2.

`},
		{"circle", `locals {
  a = local.b + 1
  b = local.a
}`, `Error: Circular reference

  on test.hcl line 3, in locals:
   3:   b = local.a

The value of local.a depends on itself: local.a -> local.b -> local.a.

`},
		{"rule of a variable", `variable "scale" {
  default = "mikro"
  validation {
    condition     = contains(["micro", "paper"], var.scale)
    error_message = "scale is \"micro\" or \"paper\""
  }
}`, `Error: Invalid value for variable

  on test.hcl line 2, in variable "scale":
   2:   default = "mikro"

with var.scale as "mikro".

scale is "micro" or "paper". The rule stands at test.hcl:4.

`},
		{"entry for the environment of a trial", `locals {
  sizes = { alfwrld = 3, shop = 5 }
}
method "grpo" {
  steps = local.sizes[environment]
}`, `Error: Missing entry

  on test.hcl line 5, in method "grpo":
   5:   steps = local.sizes[environment]

with local.sizes as object with 2 attributes,
     the trial's environment as "alfworld".

local.sizes has no entry "alfworld". Did you mean "alfwrld"?

`},
		{"entry by name", `locals {
  sizes = { wide = { shop = 5 }, thin = {} }
  a     = local.sizes.wide.alfworld
  b     = local.sizes.wid
}`, `Error: Missing entry

  on test.hcl line 3, in locals:
   3:   a     = local.sizes.wide.alfworld

local.sizes.wide has no entry "alfworld". There is only shop.

Error: Missing entry

  on test.hcl line 4, in locals:
   4:   b     = local.sizes.wid

local.sizes has no entry "wid". Did you mean "wide"?

`},
		{"environment of an evaluation as a text", `evaluation {
  environment = environment == "shop" ? "alfworld" : null
}`, `Error: Unsuitable reference

  on test.hcl line 2, in evaluation:
   2:   environment = environment == "shop" ? "alfworld" : null

Evaluation can happen in another environment, as in environment =
environment.NAME, but this is the text "alfworld". Did you mean
environment.alfworld?

`},
		{"choice of a list", `method "mine" {
  use    = "r2s"
  repair {
    order = "frist"
  }
}`, `Error: Unsuitable setting

  on test.hcl line 3, in method "mine":
   3:   repair {

Setting "repair" of method "mine": "frist" is none of "first" and "last". Did
you mean "first"?

`},
		{"value of one variant", `ablation "a" {
  of   = method.r2s
  vary = { takeovers = [4, 97] }
}`, `Error: Unsuitable setting

  on test.hcl line 3, in ablation "a":
   3:   vary = { takeovers = [4, 97] }

Method "r2s[takeovers=97]": more takeovers than states.

`},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, diags := experiments.Parse(map[string][]byte{
				"base.hcl": read(t, "testdata/base.hcl"),
				"test.hcl": []byte(test.src),
			}, experiments.Options{Catalog: catalog{}})
			require.Equal(t, test.want, renderWidth(t, e, diags, 78))
		})
	}
}
