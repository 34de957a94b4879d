metod "opd" {} # ERROR: Unknown block

steps = 3 # ERROR: Unexpected attribute

locals {
  inner {} # ERROR: Unexpected block
}

table "t" {
  grid = grid.base
  rows = ["method"]
  columns = ["environment"]
  metric = metric.success_rate
  metrik = metric.success_rate # ERROR: Unknown attribute
  row "a" {} # ERROR: Unknown block
}
