# A setting of the wrong type hides neither others like it nor what rules say of the rest.
method "bad" {
  use           = "grpo"
  steps         = -1 # ERROR: Unsuitable setting
  learning_rate = "fast" # ERROR: Unsuitable setting
  tasks_a_step  = local.none # ERROR: Unknown reference
}

# Whether the takeovers are too many follows from what is wrong with the states.
method "worse" {
  use       = "r2s"
  states    = "few" # ERROR: Unsuitable setting
  takeovers = 97
  select    = "consenus" # ERROR: Unsuitable setting
}
