# SMRC-SD: a path helps a student judge itself only where the student is on it. The paper's main comparison, its ablations and its
# analyses, on tiny models (micro.hcl) or as large as the paper has them (paper.hcl). There is no teacher: each student is its own.

experiment "smrc-sd" {
  paper    = "SMRC-SD"
  question = "Is it enough for self-distillation to know a path that wins, or does the judge have to know where on it the student stands?"
}

method "grpo" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step
  group         = local.size.group
  learning_rate = local.size.rate.grpo
}

method "skill-sd" {
  steps             = local.steps
  tasks_a_step      = local.size.tasks_a_step
  group             = local.size.group
  learning_rate     = local.size.rate.skill_sd
  distillation_coef = local.size.coefficient.skill_sd
}

method "sdar" {
  steps             = local.steps
  tasks_a_step      = local.size.tasks_a_step
  group             = local.size.group
  learning_rate     = local.size.rate.sdar
  distillation_coef = local.size.coefficient.sdar
}

method "fullpath-sd" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step
  group         = local.size.group
  learning_rate = local.size.rate.fullpath_sd
  lambda        = local.size.coefficient.fullpath_sd
}

method "smrc-sd" {
  steps          = local.steps
  tasks_a_step   = local.size.tasks_a_step
  group          = local.size.group
  learning_rate  = local.size.rate.smrc_sd
  lambda         = local.size.coefficient.smrc_sd
  audit_tasks    = local.size.audit_tasks
  audit_attempts = local.size.audit_attempts
}

# Matched turns, but the judge is told the whole path and not where on it the student stands.
method "routing_only" {
  extends = method.smrc-sd
  use     = "smrc-sd"
  context = "full"
}

# All turns; the judge is told where the student stands where that is known, and the whole path where not.
method "dynamic_context_only" {
  extends = method.smrc-sd
  use     = "smrc-sd"
  routing = "all"
}

# As many turns as are matched, drawn in each episode: is it which or how many?
method "random_turns" {
  extends = method.smrc-sd
  use     = "smrc-sd"
  routing = "random"
}

# What a matched turn's judge is told: the next command of the path alone, or the commands that are done.
method "candidate_only" {
  extends = method.smrc-sd
  use     = "smrc-sd"
  context = "candidate"
}

method "summary_only" {
  extends = method.smrc-sd
  use     = "smrc-sd"
  context = "summary"
}

# A turn matches when the student has done what the path did, instead of when it stands where the path stands.
method "history_matching" {
  extends = method.smrc-sd
  use     = "smrc-sd"
  matcher = "history"
}

grid "main" {
  axis "pair" {
    teacher = local.axes.students
    student = local.axes.students
  }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = [method.grpo, method.skill-sd, method.sdar, method.fullpath-sd, method.smrc-sd] }
  seeds = var.seeds
}

# One student is enough to see what the parts do.
grid "ablations" {
  axis "pair" {
    teacher = [local.axes.student]
    student = [local.axes.student]
  }
  axis "environment" { values = [local.axes.environment] }
  axis "method" {
    values = [
      method.grpo, method.fullpath-sd, method.routing_only, method.dynamic_context_only, method.smrc-sd, method.random_turns,
      method.candidate_only, method.summary_only, method.history_matching
    ]
  }
  seeds = var.seeds
}

# Learning rates and the weight of the distillation are chosen on validation tasks, never on those of the tables: the same
# three rates for every method, and of its published weight the one, ten and a hundred times.
ablation "rates_of_grpo" {
  of   = method.grpo
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_skill-sd" {
  of   = method.skill-sd
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_sdar" {
  of   = method.sdar
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_fullpath-sd" {
  of   = method.fullpath-sd
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "rates_of_smrc-sd" {
  of   = method.smrc-sd
  vary = { learning_rate = [1e-4, 3e-4, 1e-3] }
}

ablation "coefficients_of_skill-sd" {
  of   = method.skill-sd
  vary = { distillation_coef = [0.001, 0.01, 0.1] }
}

ablation "coefficients_of_sdar" {
  of   = method.sdar
  vary = { distillation_coef = [0.01, 0.1, 1] }
}

ablation "coefficients_of_fullpath-sd" {
  of   = method.fullpath-sd
  vary = { lambda = [0.01, 0.1, 1] }
}

ablation "coefficients_of_smrc-sd" {
  of   = method.smrc-sd
  vary = { lambda = [0.01, 0.1, 1] }
}

grid "rates" {
  axis "pair" {
    teacher = [local.axes.student]
    student = [local.axes.student]
  }
  axis "environment" { values = [local.axes.environment] }
  axis "method" { values = local.axes.rates }
  seeds = 1
}

grid "coefficients" {
  axis "pair" {
    teacher = [local.axes.student]
    student = [local.axes.student]
  }
  axis "environment" { values = [local.axes.environment] }
  axis "method" { values = local.axes.coefficients }
  seeds = 1
}

# Four decodes of a task, as in the paper: their mean is avg@4, and one success among them counts for pass@4.
evaluation {
  tasks       = "unseen"
  count       = local.size.evaluation.count
  decodes     = 4
  temperature = local.size.evaluation.temperature
}

evaluation "validation" {
  tasks       = "seen"
  count       = 128
  decodes     = 2
  temperature = local.size.evaluation.temperature
}
