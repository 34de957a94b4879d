method "grpo" {
  stepz         = 3 # ERROR: Unknown setting
  learning_rate = 1
  qqqqqq        = 3 # ERROR: Unknown setting
  repair { # ERROR: Unknown block
    epochs = 3
  }
}

method "pair" {
  use    = "r2s"
  repair = 3 # ERROR: Unknown setting
  states { # ERROR: Unknown block
  }
}
