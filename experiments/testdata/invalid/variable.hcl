variable "a" { # ERROR: Missing value
  type = string
}

variable "b" {
  type    = number
  default = "many" # ERROR: Unsuitable value
}

variable "c" {
  default = null # ERROR: Unsuitable value
}

variable "d" {
  type    = strng # ERROR: Invalid type specification
  default = "x"
}

variable "e" {
  default = 5 # ERROR: Invalid value for variable
  validation {
    condition     = var.e < 5
    error_message = "e is below 5"
  }
  validation { # ERROR: Missing attribute
    condition = var.e < 5
  }
  validation {
    condition     = "maybe" # ERROR: Unsuitable value
    error_message = "unused"
  }
}

variable "f" {
  default = var.a # ERROR: Unexpected reference
  defualt = 3 # ERROR: Unknown attribute
}

locals {
  follows = [var.a, var.b, var.c, var.d, var.f]
  g       = var.g # ERROR: Unknown reference
}
