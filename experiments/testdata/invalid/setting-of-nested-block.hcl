method "bad" {
  use = "r2s"
  repair {
    epoch  = 3 # ERROR: Unknown setting
  }
}

method "worse" {
  use = "r2s"
  repair {
    epochs = [2.5] # ERROR: Unsuitable setting
  }
}

method "worst" {
  use = "r2s"
  repair {
    epochs = 2
  }
  repair { # ERROR: Duplicate repair block
    epochs = local.none # ERROR: Unknown reference
  }
}

method "lost" {
  use    = "r2s"
  states = 0.5 # ERROR: Unsuitable setting
  repair {
    epocks = null # ERROR: Unknown setting
    epochs = null # ERROR: Unsuitable setting
  }
}
