locals {
  a = range(0, 1, 0) # ERROR: Invalid function argument
  b = range(3000000) # ERROR: Error in function call
  c = setproduct(range(2000), range(2000)) # ERROR: Error in function call
  d = format("%100000d", 3) # ERROR: Invalid function argument
  e = length(3) # ERROR: Invalid function argument
  f = range() # ERROR: Error in function call
  g = range(pow(10, 400)) # ERROR: Invalid function argument
  h = range(3, 0, 1) # ERROR: Invalid function argument
}
