method "r2s" {
  extends   = method.opd
  states    = 96
  takeovers = 4
  select    = "consensus"

  repair {
    epochs = 2
  }
}

method "opd" {
  steps         = 100
  tasks_a_step  = 32
  learning_rate = 2e-3
}

method "sft" {}

ablation "selection" {
  of   = method.r2s
  vary = { select = ["consensus", "judge", "reward"], takeovers = range(1, 3) }
}
