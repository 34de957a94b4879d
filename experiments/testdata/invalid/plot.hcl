plot "curve" { # ERROR: Missing attribute
  x = 3
}

plot "bars" {
  grid   = grid.base
  y      = "loss"
  metric = metric.turns # ERROR: Duplicate attribute
  bnad   = true # ERROR: Unknown setting
  band   = "perhaps" # ERROR: Unsuitable setting
}

plot "third" {
  kind = "curve"
  grid = grid.base
  y    = method.opd # ERROR: Unsuitable reference
}
