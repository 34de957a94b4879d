# R2S: from rollout to scorer. The paper's main comparison, its ablations and its five analyses, on
# tiny models (micro.hcl) or as large as the paper has them (paper.hcl). What came out is in docs/results/r2s.md.

experiment "r2s" {
  paper    = "R2S"
  question = "Does repairing the teacher on its own takeovers beat distilling from it as it is, and why?"
}

method "sft" {
  trajectories  = 8 * (var.steps > 0 ? var.steps : local.world[environment].steps)
  epochs        = 2
  learning_rate = local.size.rate.sft
}

method "opd" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = local.size.tasks_a_step
  learning_rate = local.size.rate.opd
  form          = local.size.form
}

method "grpo" {
  steps         = var.steps > 0 ? var.steps : local.world[environment].steps
  tasks_a_step  = 4
  group         = 8
  learning_rate = local.size.rate.grpo
}

# The baselines that the paper adds to plain distillation, with the constants of their own papers or their code.

method "tcod" {
  use           = "tcod-f2b"
  extends       = method.opd
  k_start       = 1
  eta           = lookup({ webshop = 4, shop = 4 }, environment, 6)
  learning_rate = local.size.rate.tcod
}

method "guided" {
  extends       = method.opd
  share_start   = 1
  share_end     = 0
  decay         = 0.8
  learning_rate = local.size.rate.guided
}

method "futurebridge" {
  extends          = method.opd
  k_start          = 1
  eta              = lookup({ webshop = 4, shop = 4 }, environment, 5)
  trajectory_tasks = local.size.trajectory_tasks
  attempts         = 10
  learning_rate    = local.size.rate.futurebridge
}

method "r2s" {
  extends   = method.opd
  states    = local.size.repair.states
  takeovers = local.size.repair.takeovers
  select    = "consensus"
  judge     = local.size.repair.judge

  repair_epochs        = local.size.repair.epochs
  repair_learning_rate = local.size.repair.learning_rate
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

# The same for the student, before it is distilled by the teacher as it is: which of the two the paper fits is not published.
method "takeovers_for_student" {
  extends = method.r2s
  target  = "student"

  repair_learning_rate = local.size.repair.student_learning_rate
}

ablation "selection" {
  of   = method.r2s
  vary = { select = local.size.selections }
}

ablation "span" {
  of   = method.r2s
  vary = { span = ["suffix", "turn", "prefix"] }
}

grid "main" {
  axis "pair" {
    teacher = local.axes.teachers
    student = local.axes.students
  }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = local.axes.methods }
  seeds = var.seeds
}

# One pair is enough to see what the parts do.
grid "ablations" {
  axis "teacher" { values = [local.axes.ablations.teacher] }
  axis "student" { values = [local.axes.ablations.student] }
  axis "environment" { values = local.axes.ablations.environments }
  axis "method" {
    values = [method.opd, ablation.selection, ablation.span, method.takeovers_as_sft, method.takeovers_for_student, method.placebo]
  }
  seeds = var.seeds
}

# What holds a student where it started: the mean over episodes instead of tokens, the likelihood of a few demonstrations,
# and both, which is the anchor.
method "episode_mean" {
  extends = method.opd
  average = "episode"
}

method "demonstrations" {
  extends = method.opd
  anchor  = 1
}

method "anchored" {
  extends = method.episode_mean
  anchor  = 1
}

grid "anchor" {
  axis "teacher" { values = [local.axes.ablations.teacher] }
  axis "student" { values = [local.axes.anchor.student] }
  axis "environment" { values = [local.axes.anchor.environment] }
  axis "method" { values = local.axes.anchor.methods }
  seeds = var.seeds
}

# The student as its own teacher. It cannot read a takeover unless its warm-up taught it to, and that of a
# student does not; the paper's students can.
grid "self" {
  axis "teacher" { values = [local.axes.self.student] }
  axis "student" { values = [local.axes.self.student] }
  axis "environment" { values = local.axes.self.environments }
  axis "method" { values = [method.opd, method.r2s] }
  seeds = 1
}

# Learning rates are chosen on validation tasks, never on those of the tables: for each method the best of three. R2S trains its student at
# the rate of opd, with which it is compared, and chooses that of the repair.
ablation "rates_of_sft" {
  of   = method.sft
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_opd" {
  of   = method.opd
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_tcod" {
  of   = method.tcod
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_guided" {
  of   = method.guided
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_futurebridge" {
  of   = method.futurebridge
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_grpo" {
  of   = method.grpo
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_r2s" {
  of   = method.r2s
  vary = { repair_learning_rate = [3e-5, 1e-4, 3e-4] }
}

grid "rates" {
  axis "teacher" { values = [local.axes.ablations.teacher] }
  axis "student" { values = [local.axes.ablations.student] }
  axis "environment" { values = local.axes.ablations.environments }
  axis "method" { values = local.axes.rates }
  seeds = 1
}

evaluation {
  tasks       = "unseen"
  count       = local.size.evaluation.count
  decodes     = 3
  temperature = local.size.evaluation.temperature
  environment = local.size.evaluation.environment
}

evaluation "validation" {
  tasks       = "seen"
  count       = local.size.validation
  decodes     = 2
  temperature = local.size.evaluation.temperature
  environment = local.size.evaluation.environment
}
