# R2S: from rollout to scorer. The paper's main comparison, its ablations and its five analyses, on
# tiny models. What came out is in docs/results/r2s.md.

experiment "r2s" {
  paper    = "R2S"
  question = "Does repairing the teacher on its own takeovers beat distilling from it as it is, and why?"
}

locals {
  cells = local.generated ? [environment.household, environment.shop, environment.lab] : [environment.household]
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
  states        = 96
  takeovers     = 4
  select        = "consensus"
}

# The control: the same machinery with the takeover of another state as reference. What it gains too is not due to
# the takeover.
method "placebo" {
  extends   = method.r2s
  reference = "mismatched"
}

# Takeovers as plain training data for the scorer instead of as context for its scores.
method "takeovers_as_sft" {
  extends = method.r2s
  target  = "takeovers"
}

ablation "selection" {
  of   = method.r2s
  vary = { select = ["consensus", "reward"] }
}

ablation "span" {
  of   = method.r2s
  vary = { span = ["suffix", "turn", "prefix"] }
}

grid "main" {
  axis "pair" {
    teacher = [teacher.huge, teacher.huge, teacher.large, teacher.large]
    student = [student.small, student.tiny, student.small, student.tiny]
  }
  axis "environment" { values = local.cells }
  axis "method" { values = [method.sft, method.opd, method.grpo, method.r2s, method.placebo] }
  seeds = var.seeds
}

# One pair is enough to see what the parts do.
grid "ablations" {
  axis "teacher" { values = [teacher.huge] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" {
    values = [method.opd, ablation.selection, ablation.span, method.takeovers_as_sft, method.placebo]
  }
  seeds = var.seeds
}

# What holds a student where it started: the mean over episodes instead of tokens, the likelihood of a few demonstrations,
# and both. It is in the lab that distillation dips deepest.
ablation "anchor" {
  of   = method.opd
  vary = { average = ["token", "episode"], anchor = [0, 1] }
}

grid "anchor" {
  axis "teacher" { values = [teacher.huge] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = local.generated ? [environment.lab] : [environment.household] }
  axis "method" { values = [ablation.anchor] }
  seeds = var.seeds
}

# The student as its own teacher. It cannot read a takeover unless its warm-up taught it to, and that of a
# student does not; the paper's students can.
grid "self" {
  axis "teacher" { values = [student.small] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" { values = [method.opd, method.r2s] }
  seeds = 1
}

evaluation {
  tasks       = "unseen"
  count       = local.generated ? var.evaluation_tasks : 0 # 0: all there are
  decodes     = 3
  temperature = 1
  environment = local.generated ? null : environment.games
}
