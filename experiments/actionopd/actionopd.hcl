# ActionOPD: matching what the teacher does, not the tokens it says it in. The paper's main grid, its comparison with
# offline distillation and on-policy distillation at one budget, its ablations and the student as its own teacher, on tiny models and
# a drawn tau2 airline and shop (micro.hcl) or as large as the paper has them (paper.hcl). What came out is in docs/results/actionopd.md.

experiment "actionopd" {
  paper    = "ActionOPD"
  question = "Is the meaning of an action enough to distil from, without the teacher's log-probabilities?"
}

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores; paper: the paper's models and data, to be planned"

  validation {
    condition     = contains(["micro", "paper"], var.scale)
    error_message = "scale must be \"micro\" or \"paper\"."
  }
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
  data   = local.size.data
  tasks  = local.size.tasks
}

environment "retail" {
  use    = "tau2"
  domain = "retail"
  data   = local.size.data
  tasks  = local.size.tasks
}

locals {
  # Steps of the warm-ups.
  warmup = {
    airline = { strong = 1500, fair = 800, small = 240, tiny = 300 }
    retail  = { strong = 1500, fair = 1200, small = 500, tiny = 700 }
    telecom = { strong = 1500, fair = 900, small = 500, tiny = 700 } # nobody is warmed up there
  }

  # What differs between the scales: settings, and who meets where.
  size = { micro = local.micro, paper = local.paper }[var.scale]
  axes = { micro = local.micro_axes, paper = local.paper_axes }[var.scale]
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
  trajectories  = local.size.trajectories
  learning_rate = local.size.learning_rate.kd
}

method "opd" {
  steps         = local.size.steps
  form          = local.size.form
  tasks_a_step  = local.size.tasks_a_step.opd
  learning_rate = local.size.learning_rate.opd
  temperature   = local.size.temperature
}

method "actionopd" {
  steps               = local.size.steps
  tasks_a_step        = local.size.tasks_a_step.actionopd
  learning_rate       = local.size.learning_rate.actionopd
  temperature         = local.size.temperature
  teacher_temperature = local.size.temperature
  turns               = local.size.turns
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
  steps         = local.size.steps
  tasks_a_step  = local.size.tasks_a_step.grpo
  learning_rate = local.size.learning_rate.grpo
  temperature   = local.size.temperature
}

# The student's own weights as teacher, with the reference actions in private.
method "self" {
  extends       = method.actionopd
  teacher       = "self"
  private       = "actions"
  learning_rate = local.size.learning_rate.self
}

grid "main" {
  axis "pair" {
    teacher = local.axes.main.teachers
    student = local.axes.main.students
  }
  axis "environment" { values = local.axes.main.environments }
  axis "method" { values = [local.axes.main.method] }
  seeds = var.seeds
}

grid "comparison" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = [method.kd, method.opd, method.grpo, method.actionopd, method.self] }
  seeds = var.seeds
}

grid "ablations" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.ablated }
  axis "method" { values = [method.actionopd, method.validity, method.binary, method.random] }
  seeds = var.seeds
}

# Learning rates are chosen on training tasks, never on those of the tables: the best of three for each.
grid "rates" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = [environment.airline] }
  axis "method" { values = local.axes.rates }
  seeds = 1
}

ablation "rates" {
  of   = method.actionopd
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_self" {
  of   = method.self
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_kd" {
  of   = method.kd
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_opd" {
  of   = method.opd
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_grpo" {
  of   = method.grpo
  vary = { learning_rate = [3e-4, 1e-3, 3e-3] }
}

evaluation {
  tasks       = "unseen"
  count       = local.size.evaluation.count
  decodes     = 4
  temperature = local.size.evaluation.temperature
}

evaluation "validation" {
  tasks       = "train"
  count       = local.size.validation.count
  decodes     = local.size.validation.decodes
  temperature = local.size.evaluation.temperature
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

table "self" {
  title     = "The student as its own teacher, against the student as it was"
  grid      = grid.comparison
  rows      = ["environment", "method"]
  columns   = ["metric"]
  metric    = [metric.pass_hat_1, metric.pass_hat_4]
  published = published("ActionOPD", "self")
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
