ablation "a" { # ERROR: Missing attribute
  of = method.r2s
}

ablation "b" {
  of   = model.tiny # ERROR: Unsuitable reference
  vary = { steps = [1] }
}

ablation "c" {
  of   = method.r2s
  vary = {
    stepz     = [1] # ERROR: Unknown setting
    takeovers = [1, 2.5, 1, 97] # ERROR: Unsuitable setting, Duplicate value, Unsuitable setting
    states    = 3 # ERROR: Unsuitable value
    select    = [] # ERROR: Unsuitable value
  }
}

ablation "d" {
  of   = method.r2s
  vary = "everything" # ERROR: Unsuitable value
}

ablation "e" {
  of   = method.r2s
  vary = {} # ERROR: Unsuitable value
}

ablation "f" {
  of   = method.r2s
  vary = merge({ select = ["judge", "jugde"] }, {}) # ERROR: Unsuitable setting
}
