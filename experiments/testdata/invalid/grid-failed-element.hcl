method "bad" {
  use   = "opd"
  steps = 0.5 # ERROR: Unsuitable setting
}

grid "follows" {
  axis "pair" {
    teacher = [teacher.lrge] # ERROR: Unknown reference
    student = [student.small, student.small]
  }
  axis "method" {
    values = [method.bad, method.baad] # ERROR: Unknown reference
  }
}

table "follows" {
  grid    = grid.follows
  rows    = ["method", "nothing checked against a grid that failed"]
  columns = ["pair"]
  metric  = metric.success_rate
}
