# The smallest experiment that has everything: policies of a few thousand weights, a handful of steps. It
# runs in a second and learns nothing.

experiment "tiny" {
  question = "Does everything work together?"
}

variable "steps" {
  type    = number
  default = 4
}

variable "warmup_steps" {
  type    = number
  default = 12
}

environment "household" {
  use     = "alfworld"
  horizon = 6
  tasks   = { train = 8, seen = 2, unseen = 4 }
}

model "compact" {
  width    = 16
  layers   = 1
  heads    = 2
  kv_heads = 2
}

teacher "large" {
  model = model.compact

  warmup {
    demonstrations  = 8
    steps           = var.warmup_steps
    episodes_a_step = 2
    warmup_steps    = 2
    reference_share = 0.3
  }
}

student "small" {
  model = model.compact

  warmup {
    demonstrations  = 4
    steps           = 6
    episodes_a_step = 2
    warmup_steps    = 2
  }
}

method "opd" {
  steps        = var.steps
  tasks_a_step = 2
  warmup_steps = 1
}

method "r2s" {
  extends       = method.opd
  states        = 4
  takeovers     = 2
  check_tasks   = 2
  repair_epochs = 1
}

grid "main" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" { values = [method.opd, method.r2s] }
  seeds = 2
}

evaluation {
  tasks   = "unseen"
  count   = 4
  decodes = 2
}

table "main" {
  title    = "Success on unseen tasks"
  grid     = grid.main
  rows     = ["method"]
  columns  = ["environment"]
  metric   = metric.success_rate
  baseline = method.opd
}

table "conduct" {
  grid    = grid.main
  rows    = ["method"]
  columns = ["metric"]
  metric  = [metric.turns, metric.invalid_turns]
}

plot "success" {
  kind   = "bars"
  grid   = grid.main
  metric = metric.success_rate
}

plot "learning" {
  kind = "curve"
  grid = grid.main
  x    = "step"
  y    = "loss"
}
