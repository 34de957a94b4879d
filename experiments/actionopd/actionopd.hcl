# ActionOPD: matching what the teacher does, not the tokens it says it in. The paper's main grid, its comparison with
# offline distillation and on-policy distillation at one budget, its ablations and the student as its own teacher, on tiny models and
# a drawn tau2 airline and shop. What came out is in docs/results/actionopd.md.

experiment "actionopd" {
  paper    = "ActionOPD"
  question = "Is the meaning of an action enough to distil from, without the teacher's log-probabilities?"
}

variable "steps" {
  type    = number
  default = 60
}

variable "seeds" {
  type    = number
  default = 1
}

variable "evaluation_tasks" {
  type    = number
  default = 96
}

# The customer of a drawn domain is scripted, and refuses nothing: doing nothing solves the forbidden tasks, more than
# a quarter of all.

environment "airline" {
  use    = "tau2"
  domain = "airline"
  tasks  = { train = 4096, unseen = 256 }
}

environment "retail" {
  use    = "tau2"
  domain = "retail"
  tasks  = { train = 4096, unseen = 256 }
}

locals {
  # Steps of the warm-ups.
  warmup = {
    airline = { strong = 1500, fair = 800, small = 240, tiny = 300 }
    retail  = { strong = 1500, fair = 1200, small = 500, tiny = 700 }
  }
}

model "d64x3" {
  use    = "compact"
  width  = 64
  layers = 3
  heads  = 4
}

model "d48x2" {
  extends = model.d64x3
  width   = 48
  layers  = 2
  heads   = 3
}

model "d32x2" {
  extends = model.d48x2
  width   = 32
  heads   = 2
}

teacher "strong" {
  model = model.d64x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = local.warmup[environment].strong
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = 0
  }
}

teacher "fair" {
  model = model.d64x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = local.warmup[environment].fair
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = 0
  }
}

# Students learn to read a reference too: without it the student cannot be its own teacher.

student "small" {
  model = model.d48x2

  warmup {
    use             = "sft"
    demonstrations  = 1000
    steps           = local.warmup[environment].small
    learning_rate   = 5e-3
    reference_share = 0.3
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use             = "sft"
    demonstrations  = 1000
    steps           = local.warmup[environment].tiny
    learning_rate   = 5e-3
    reference_share = 0.3
  }
}

method "kd" {
  trajectories = 16 * var.steps
}

method "opd" {
  steps         = var.steps
  tasks_a_step  = 16
  learning_rate = 2e-3
}

method "actionopd" {
  steps         = var.steps
  tasks_a_step  = 8
  learning_rate = 3e-4
}

# Valid or not is all that counts: valid candidates tie.
method "validity" {
  extends = method.actionopd
  reward  = "validity"
}

# No bonus for agreeing with more than one of the teacher's samples.
method "binary" {
  extends = method.actionopd
  lambda  = 0
}

# Any valid candidate is executed, not one of the best.
method "random" {
  extends = method.actionopd
  select  = "random"
}

# The outcome instead of the teacher.
method "grpo" {
  steps        = var.steps
  tasks_a_step = 4
}

# The student's own weights as teacher, with the reference actions in private.
method "self" {
  extends = method.actionopd
  teacher = "self"
  private = "actions"
}

grid "main" {
  axis "pair" {
    teacher = [teacher.fair, teacher.fair, teacher.strong, teacher.strong]
    student = [student.tiny, student.small, student.tiny, student.small]
  }
  axis "environment" { values = [environment.airline] }
  axis "method" { values = [method.actionopd] }
  seeds = var.seeds
}

grid "comparison" {
  axis "teacher" { values = [teacher.strong] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = [environment.airline, environment.retail] }
  axis "method" { values = [method.kd, method.opd, method.grpo, method.actionopd, method.self] }
  seeds = var.seeds
}

grid "ablations" {
  axis "teacher" { values = [teacher.strong] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = [environment.airline] }
  axis "method" { values = [method.actionopd, method.validity, method.binary, method.random] }
  seeds = var.seeds
}

# Learning rates are chosen on training tasks, never on those of the tables.
grid "rates" {
  axis "teacher" { values = [teacher.strong] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = [environment.airline] }
  axis "method" { values = [ablation.rates] }
  seeds = 1
}

ablation "rates" {
  of   = method.actionopd
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

evaluation {
  tasks       = "unseen"
  count       = var.evaluation_tasks
  decodes     = 4
  temperature = 1
}

evaluation "validation" {
  tasks       = "train"
  count       = 128
  decodes     = 2
  temperature = 1
}

table "main" {
  title     = "pass^1 on held-out tasks, four teacher-student pairs"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["environment"]
  metric    = metric.pass_hat_1
  published = published("ActionOPD", "main")
}

table "comparison" {
  title     = "One budget, several ways to use a teacher"
  grid      = grid.comparison
  rows      = ["environment", "method"]
  columns   = ["metric"]
  metric    = [metric.pass_hat_1, metric.pass_hat_4, metric.turns, metric.invalid_turns]
  published = published("ActionOPD", "tau-compare")
}

table "ablations" {
  title   = "What the parts do"
  grid    = grid.ablations
  rows    = ["method"]
  columns = ["metric"]
  metric  = [metric.pass_hat_1, metric.pass_hat_4, metric.invalid_turns]
}

table "rates" {
  title      = "Learning rates, on training tasks"
  grid       = grid.rates
  rows       = ["method"]
  columns    = ["metric"]
  metric     = [metric.pass_hat_1, metric.pass_hat_2]
  evaluation = evaluation.validation
}
