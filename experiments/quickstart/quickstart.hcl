# Does repairing the teacher's scores on its own takeovers help a student more than distilling
# from the teacher as it is? Four teacher-student pairs in a household world of text, on tiny
# models, in under three minutes on two cores.

experiment "quickstart" {
  paper    = "R2S"
  question = "Does distilling from a repaired teacher beat distilling from the teacher as it is?"
}

# What can be set from the command line: -var name=value.

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores"

  validation {
    condition     = var.scale == "micro"
    error_message = "scale must be \"micro\": there is no larger quickstart."
  }
}

variable "warmup" {
  type        = string
  default     = "shipped"
  description = "shipped: start from the weights in warmups/; scratch: train them again (four minutes)"

  validation {
    condition     = contains(["shipped", "scratch"], var.warmup)
    error_message = "warmup must be \"shipped\" or \"scratch\"."
  }
}

variable "steps" {
  type        = number
  default     = 120
  description = "distillation steps; on-policy distillation dips first, so fewer than 80 compare nothing"
}

variable "evaluation_tasks" {
  type        = number
  default     = 64
  description = "held-out tasks, three episodes each"
}

variable "games" {
  type        = string
  default     = ""
  description = "a folder of real ALFWorld games: evaluate the same students on its valid_unseen"
}

locals {
  shipped   = var.warmup == "shipped"
  generated = var.games == ""
}

# The world: 7 receptacles, 6 objects, six kinds of tasks, 20 turns. Held-out tasks ask for
# pairs of object and destination that training never asks for.

environment "household" {
  use         = "alfworld"
  receptacles = 7
  objects     = 6
  horizon     = 20
  tasks       = { train = 20000, seen = 256, unseen = 256 }
}

# Only used with -var games=DIR.

environment "games" {
  use     = "alfworld"
  games   = var.games
  horizon = 50
}

# Policies: transformers over one token an entity. Warm-up stands in for pre-training: imitation
# of an exploring expert that hesitates while it does not know where things are. Teachers also
# learn to read a reference, which is what a takeover is to them later.

model "d64x3" {
  use    = "compact"
  width  = 64
  layers = 3
  heads  = 4
}

model "d48x3" {
  extends = model.d64x3
  width   = 48
  heads   = 3
}

model "d48x2" {
  extends = model.d48x3
  layers  = 2
}

model "d32x2" {
  extends = model.d48x2
  width   = 32
  heads   = 2
}

teacher "huge" {
  model = model.d64x3

  warmup {
    use             = "sft"
    demonstrations  = 0 # fresh ones at every step
    steps           = 3400
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = 0.4
    weights         = local.shipped ? "warmups/huge.safetensors" : null
  }
}

teacher "large" {
  model = model.d48x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = 2600
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = 0.4
    weights         = local.shipped ? "warmups/large.safetensors" : null
  }
}

student "small" {
  model = model.d48x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = 390
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/small.safetensors" : null
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = 620
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/tiny.safetensors" : null
  }
}

# Methods. The two distillations have the same budget and differ in the scorer alone.

method "sft" {
  trajectories = 8 * var.steps
  epochs       = 2
}

method "opd" {
  steps         = var.steps
  tasks_a_step  = 32
  learning_rate = 2e-3
}

method "r2s" {
  steps         = var.steps
  tasks_a_step  = 32
  learning_rate = 2e-3
  states        = 48
  takeovers     = 4
  select        = "consensus"
}

grid "main" {
  axis "pair" {
    teacher = [teacher.huge, teacher.huge, teacher.large, teacher.large]
    student = [student.small, student.tiny, student.small, student.tiny]
  }
  axis "environment" { values = [environment.household] }
  axis "method" { values = [method.sft, method.opd, method.r2s] }
  seeds = 1
}

evaluation {
  tasks       = "unseen"
  count       = local.generated ? var.evaluation_tasks : 0 # 0: all there are
  decodes     = 3
  temperature = 1
  environment = local.generated ? null : environment.games
}

table "main" {
  title     = local.generated ? "Success on held-out tasks" : "Success on real ALFWorld games"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["environment"]
  metric    = metric.success_rate
  baseline  = method.opd
  published = published("R2S", "main")
}

table "conduct" {
  title   = "How held-out episodes go"
  grid    = grid.main
  rows    = ["pair", "method"]
  columns = ["metric"]
  metric  = [metric.timeout_rate, metric.turns, metric.search_turns_won, metric.hesitation_turns, metric.invalid_turns]
}
