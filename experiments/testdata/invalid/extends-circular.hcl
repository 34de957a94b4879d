method "one" {
  use     = "opd"
  extends = method.two # ERROR: Circular reference
}

method "two" {
  use     = "opd"
  extends = method.one
}

method "self" {
  extends = method.self # ERROR: Circular reference
}

method "follows" {
  extends = method.self
}
