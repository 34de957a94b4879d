experiment "x" {
  question = # ERROR: Invalid expression
}
