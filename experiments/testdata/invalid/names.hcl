method "opd" {} # ERROR: Duplicate name

method "2b" { # ERROR: Invalid name
  use = "opd"
}

locals {
  a = 1
}

locals {
  a = 2 # ERROR: Duplicate name
}

locals "named" {} # ERROR: Too many names

grid {} # ERROR: Missing name

model "a" "b" {} # ERROR: Too many names

evaluation {}

evaluation {} # ERROR: Duplicate name

experiment "second" {} # ERROR: Duplicate experiment block
