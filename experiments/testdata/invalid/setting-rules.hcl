method "bad" {
  use   = "grpo"
  steps = -1 # ERROR: Unsuitable setting
}

method "worse" {
  use    = "r2s"
  select = "consenus" # ERROR: Unsuitable setting
  states = 3
  takeovers = 2
}

method "whole" { # ERROR: Unsuitable setting
  use       = "r2s"
  takeovers = 97
}
