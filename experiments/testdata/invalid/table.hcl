table "a" { # ERROR: Missing attribute, Missing attribute
  grid = grid.base
  rows = ["metod"] # ERROR: Unknown axis
}

table "b" {
  grid      = method.opd # ERROR: Unsuitable reference
  rows      = "method" # ERROR: Unsuitable value
  columns   = ["anything"]
  metric    = "success_rate" # ERROR: Unsuitable reference
  baseline  = "best" # ERROR: Unsuitable value
  published = "R2S" # ERROR: Unsuitable value
}

table "c" {
  grid      = grid.base
  rows      = ["method", "mean"]
  columns   = ["method", "mean"] # ERROR: Duplicate axis
  metric    = [metric.success_rate, method.opd] # ERROR: Unsuitable reference
  baseline  = method.r2s # ERROR: Unsuitable reference
  published = published("R2S", "mian") # ERROR: Error in function call
  evaluation = evaluation.seen # ERROR: Unknown reference
}
