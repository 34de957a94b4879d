# Two worlds of tools under the methods of plain distillation: customer service on tau2's airline, where the teacher never hesitates,
# and two-hop questions with a search engine, where it does.

experiment "tools" {
  paper    = "R2S"
  question = "Do the methods that work in worlds of places work where actions are calls?"
}

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores"

  validation {
    condition     = var.scale == "micro"
    error_message = "scale must be \"micro\": the papers' own models need a backend that loads real checkpoints."
  }
}

variable "seeds" {
  type        = number
  default     = 1
  description = "repetitions of every trial; 3 and more say something about the spread between seeds"
}

variable "steps" {
  type        = number
  default     = 0
  description = "distillation steps; 0: as many as the scale says"

  validation {
    condition     = var.steps >= 0
    error_message = "steps is 0 (as many as the scale says) or more."
  }
}

variable "evaluation_tasks" {
  type    = number
  default = 128
}

locals {
  # Steps of the warm-ups and of distillation. Of a teacher's demonstrations some begin with a reference: R2S needs one that can
  # read it.
  size = {
    micro = {
      airline = { teacher = 1000, student = 210, steps = 50, reference_share = 0.2 }
      search  = { teacher = 3000, student = 900, steps = 100, reference_share = 0.2 }
    }
  }

  world = local.size[var.scale]
}

environment "airline" {
  use    = "tau2"
  domain = "airline"
  tasks  = { train = 4096, unseen = 256 }
}

environment "search" {
  use   = "searchqa"
  tasks = { train = 20000, seen = 256, unseen = 256 }
}

model "d64x3" {
  use    = "compact"
  width  = 64
  layers = 3
  heads  = 4
}

model "d64x2" {
  extends = model.d64x3
  layers  = 2
}

model "d48x2" {
  extends = model.d64x2
  width   = 48
  heads   = 3
}

teacher "large" {
  model = model.d64x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = local.world[environment].teacher
    learning_rate   = 4e-3
    noise           = 0.05
    reference_share = local.world[environment].reference_share
  }
}

student "small" {
  model = model.d48x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].student
    learning_rate  = 5e-3
  }
}

method "sft" {
  trajectories = 8 * (var.steps > 0 ? var.steps : local.world[environment].steps)
  epochs       = 2
}

method "opd" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = 32
  learning_rate = 2e-3
}

method "grpo" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = 4
  group         = 8
  learning_rate = 3e-4
}

method "r2s" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = 32
  learning_rate = 2e-3
  states        = 64
  takeovers     = 4
  select        = "consensus"
}

# The control: the takeover of another state as reference.
method "placebo" {
  extends   = method.r2s
  reference = "mismatched"
}

grid "main" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.airline, environment.search] }
  axis "method" { values = [method.sft, method.opd, method.grpo, method.r2s, method.placebo] }
  seeds = var.seeds
}

evaluation {
  tasks       = "unseen"
  count       = var.evaluation_tasks
  decodes     = 4
  temperature = 1
}

table "main" {
  title     = "Success on held-out tasks"
  grid      = grid.main
  rows      = ["method"]
  columns   = ["environment"]
  metric    = metric.success_rate
  baseline  = method.opd
  published = published("R2S", "main")
}

# Refusing what the policy forbids needs no tool: doing nothing solves those tasks.
table "repeated" {
  title   = "Success in all of several tries"
  grid    = grid.main
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.pass_hat_1, metric.pass_hat_2, metric.pass_hat_4]
}

table "conduct" {
  title   = "How held-out episodes go and end"
  grid    = grid.main
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.failure_rate, metric.timeout_rate, metric.turns, metric.hesitation_turns, metric.invalid_turns, metric.stagnation, metric.gap]
}

table "takeovers" {
  title   = "What the teacher makes of the student's worst states, and what the repair costs it"
  grid    = grid.main
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.student_success, metric.takeover_success, metric.kept_share, metric.kept_precision, metric.closeness_before, metric.closeness_after, metric.teacher_success, metric.repaired_success]
}
