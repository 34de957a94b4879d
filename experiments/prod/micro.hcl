# scale = "micro": tiny models from scratch in drawn worlds.

locals {
  micro = {
    trajectories = 512
    sft_epochs   = 4
    epochs       = 2
    batch        = 16
    # The best of each in the table "rates".
    rate = { sft = 4e-3, prod = 2e-4, stagnant = 1e-3 }

    penalized = 128
  }

  micro_axes = {
    environments = [environment.maths, environment.search]
    teacher      = teacher.large
    students     = [student.small, student.tiny]
    student      = student.tiny

    methods = [method.sft, method.sft_longer, method.prod, method.stagnant]
    ablations = [
      method.sft, method.prod, ablation.alpha, method.fixed, method.no_sft, ablation.similarity, ablation.rounds_of_prod,
      method.heavier, method.stagnant, ablation.rounds_of_stagnant
    ]
    controls = [method.sft, method.shortened, method.rejection, method.prod, method.stagnant]
    rates    = [ablation.rates_of_sft, ablation.rates_of_prod, ablation.rates_of_stagnant, ablation.weights_of_stagnant]
  }
}
