locals {
  a = local.bb # ERROR: Unknown reference
  b = 1
  c = methd.opd # ERROR: Unknown reference
  d = [method.opdd, metric.success_rat] # ERROR: Unknown reference, Unknown reference
  e = local.a # follows from the first
  f = lenght([1]) # ERROR: Call to unknown function
}
