method "opdd" { # ERROR: Unknown method
}

method "other" {
  use = "grpoo" # ERROR: Unknown method
}

environment "household" { # ERROR: Unknown environment
  rooms = "follows"
}

model "huge" {
  use = null # ERROR: Unsuitable value
}

plot "curves" { # ERROR: Unknown plot
  grid = grid.base
}

plot "all" {
  kind = "bar" # ERROR: Unknown plot
  grid = grid.base
}

evaluation {
  use = "other" # ERROR: Unknown evaluation
}
