method "grpo" {
  learning_rate = 1e999 # ERROR: Number out of range
}
