method "grpo" {
  steps         = "many" # ERROR: Unsuitable setting
  tasks_a_step  = 1.5 # ERROR: Unsuitable setting
  learning_rate = [1] # ERROR: Unsuitable setting
  horizons      = [1, 2.5] # ERROR: Unsuitable setting
  clip          = null
}

method "sft" {
  steps = null # ERROR: Unsuitable setting
  horizons = null # ERROR: Unsuitable setting
  learning_rate = method.opd # ERROR: Unsuitable setting
}

model "compact" {
  layers = 128 # ERROR: Unsuitable setting
  heads  = -1 # ERROR: Unsuitable setting
  width  = 1e30 # ERROR: Unsuitable setting
  scale  = pow(10, 300) # ERROR: Unsuitable setting
}
