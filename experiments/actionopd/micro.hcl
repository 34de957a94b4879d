# scale = "micro": tiny models from scratch in drawn domains.

locals {
  micro = {
    data  = ""
    tasks = { train = 4096, unseen = 256 }

    steps         = var.steps
    trajectories  = 16 * var.steps
    form          = "full"
    tasks_a_step  = { opd = 16, actionopd = 8, grpo = 4 }
    learning_rate = { kd = 4e-3, opd = 2e-3, actionopd = 1e-3, self = 1e-4, grpo = 1e-3 }
    temperature   = 1
    turns         = 0 # the horizon

    evaluation = { count = var.evaluation_tasks, temperature = 1 }
    validation = { count = 128, decodes = 2 }
  }

  micro_axes = {
    main = {
      teachers     = [teacher.fair, teacher.fair, teacher.strong, teacher.strong]
      students     = [student.tiny, student.small, student.tiny, student.small]
      environments = [environment.airline]
      method       = method.actionopd
    }

    teacher      = teacher.strong
    student      = student.tiny
    environments = [environment.airline, environment.retail]
    ablated      = [environment.airline]
    rates        = [ablation.rates, ablation.rates_of_self, ablation.rates_of_kd, ablation.rates_of_opd, ablation.rates_of_grpo]
  }
}
