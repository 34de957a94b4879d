method "bad" {
  use   = "opd"
  steps = "x" # ERROR: Unsuitable setting
}

method "better" {
  extends      = method.bad
  tasks_a_step = 0.5 # ERROR: Unsuitable setting
}

ablation "many" {
  of   = method.better
  vary = { steps = [1, 2, 3] }
}
