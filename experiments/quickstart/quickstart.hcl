# Does repairing the teacher's scores on its own takeovers help a student more than distilling
# from the teacher as it is? A part of the paper's grid, two teacher-student pairs in three worlds of text, on tiny
# models, in under three minutes on two cores. experiments/r2s is the whole.

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
  description = "shipped: start from the weights in warmups/; scratch: train them again (about ten minutes)"

  validation {
    condition     = contains(["shipped", "scratch"], var.warmup)
    error_message = "warmup must be \"shipped\" or \"scratch\"."
  }
}

variable "steps" {
  type        = number
  default     = 0
  description = "distillation steps; 0: the world's own. On-policy distillation dips first, so that fewer than 80 compare nothing"

  validation {
    condition     = var.steps >= 0
    error_message = "steps is 0 (the world's own) or more."
  }
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

  household = { steps = 120, large = 2600, small = 390, tiny = 620, reference_share = 0.4 }

  # What differs between the worlds: steps of distillation, steps of the warm-ups, and how many of a teacher's demonstrations begin
  # with a reference.
  world = {
    household = local.household
    games     = local.household
    shop      = { steps = 100, large = 800, small = 265, tiny = 310, reference_share = 0.3 }
    lab       = { steps = 320, large = 8500, small = 1000, tiny = 1700, reference_share = 0.3 }
  }
}

# Household tasks in 7 receptacles with 6 objects; 20 turns. In every world held-out tasks ask for
# combinations that training never asks for.

environment "household" {
  use         = "alfworld"
  receptacles = 7
  objects     = 6
  horizon     = 20
  tasks       = { train = 20000, seen = 256, unseen = 256 }
}

# Shopping. Products and prices that fit what the task asks for are marked in the compact view: help by hand.

environment "shop" {
  use   = "webshop"
  tasks = { train = 20000, seen = 256, unseen = 256 }
}

# Science experiments. Readings are marked as above or below a temperature that the task names: help by hand.

environment "lab" {
  use   = "sciencelab"
  tasks = { train = 20000, seen = 256, unseen = 256 }
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

model "d48x3" {
  use    = "compact"
  width  = 48
  layers = 3
  heads  = 3
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

teacher "large" {
  model = model.d48x3

  warmup {
    use             = "sft"
    demonstrations  = 0 # fresh ones at every step
    steps           = local.world[environment].large
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = local.world[environment].reference_share
    weights         = local.shipped ? "warmups/large-${environment}.safetensors" : null
  }
}

student "small" {
  model = model.d48x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].small
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/small-${environment}.safetensors" : null
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].tiny
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/tiny-${environment}.safetensors" : null
  }
}

# Methods. The two distillations have the same budget and differ in the scorer alone.

method "sft" {
  trajectories = 8 * (var.steps > 0 ? var.steps : local.world[environment].steps)
  epochs       = 2
}

method "opd" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = 32
  learning_rate = 2e-3
}

method "r2s" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = 32
  learning_rate = 2e-3
  states        = 48
  takeovers     = 4
  select        = "consensus"
}

grid "main" {
  axis "pair" {
    teacher = [teacher.large, teacher.large]
    student = [student.small, student.tiny]
  }
  axis "environment" {
    values = local.generated ? [environment.household, environment.shop, environment.lab] : [environment.household]
  }
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

table "outcomes" {
  title   = "How held-out episodes end, and go"
  grid    = grid.main
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.success_rate, metric.failure_rate, metric.timeout_rate, metric.score, metric.turns, metric.search_turns_won, metric.hesitation_turns, metric.invalid_turns]
}
