teacher "a" { # ERROR: Missing attribute
}

teacher "b" {
  model = method.opd # ERROR: Unsuitable reference
  steps = 3 # ERROR: Unknown attribute
}

student "c" {
  model = model.tiny
  warmup { # ERROR: Missing attribute
    episodes = "follows"
  }
}

student "d" {
  model = model.tiny
  warmup {
    use = "sftt" # ERROR: Unknown warmup
  }
}

student "e" {
  model = model.tiny
  warmup {
    use      = "sft"
    episode  = 3 # ERROR: Unknown setting
    episodes = 2.5 # ERROR: Unsuitable setting
    weights  = "../other/${environment}.safetensors" # ERROR: Unsuitable path, Unsuitable path
  }
  warmup { # ERROR: Duplicate warmup block
  }
}

student "f" {
  model = model.tiny
  warmup "sft" { # ERROR: Too many names
    use      = "sft"
    episodes = { alfworld = 3 }[environment] # ERROR: Missing entry
  }
}

student "g" {
  model = model.tiny
  warmup {
    use     = "sft"
    weights = "${environment.alfworld}-${environment}" # ERROR: Invalid template interpolation value
  }
}
