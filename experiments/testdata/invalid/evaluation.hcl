evaluation "seen" {
  task    = "seen" # ERROR: Unknown setting
  decodes = 0.5 # ERROR: Unsuitable setting
}
