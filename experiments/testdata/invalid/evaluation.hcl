evaluation "seen" {
  task    = "seen" # ERROR: Unknown setting

  environment = "household" # ERROR: Unsuitable reference
  decodes = 0.5 # ERROR: Unsuitable setting
}
