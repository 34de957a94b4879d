locals {
  a = local.b
  b = local.c
  c = [local.a] # ERROR: Circular reference
  d = local.a
}

variable "x" {
  default = local.a # ERROR: Unexpected reference
}
