# scale = "micro": tiny models from scratch.

locals {
  micro = {
    form         = "full"
    tasks_a_step = 32
    rate         = { sft = 4e-3, opd = 2e-3, tcod = 4e-3, guided = 4e-3, futurebridge = 4e-3, grpo = 1e-3 }

    trajectory_tasks = 256

    repair     = { states = 96, takeovers = 4, judge = "scorer", epochs = 8, learning_rate = 1e-4, student_learning_rate = 4e-3 }
    selections = ["consensus", "judge", "reward"]

    validation = local.generated ? 128 : 0

    evaluation = {
      count       = local.generated ? var.evaluation_tasks : 0 # 0: all there are
      temperature = 1
      environment = local.generated ? null : environment.games
    }
  }

  micro_axes = {
    teachers     = [teacher.huge, teacher.huge, teacher.large, teacher.large]
    students     = [student.small, student.tiny, student.small, student.tiny]
    environments = local.generated ? [environment.household, environment.shop, environment.lab] : [environment.household]
    methods      = [method.sft, method.opd, method.grpo, method.tcod, method.guided, method.futurebridge, method.r2s, method.placebo]
    baseline     = method.opd

    ablations = {
      teacher      = teacher.huge
      student      = student.small
      environments = [environment.household]
    }

    rates = [
      ablation.rates_of_sft, ablation.rates_of_opd, ablation.rates_of_tcod, ablation.rates_of_guided, ablation.rates_of_futurebridge,
      ablation.rates_of_grpo, ablation.rates_of_r2s
    ]

    anchor = {
      student     = student.tiny
      environment = local.generated ? environment.lab : environment.household
      methods     = [method.opd, method.episode_mean, method.demonstrations, method.anchored]
    }

    self = {
      student      = student.small
      environments = [environment.household]
    }
  }
}
