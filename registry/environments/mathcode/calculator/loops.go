package calculator

// loop folds the values of an expression. A start of no kind means that the loop has no value until it is done.
type loop struct {
	start Value
	step  func(sum, at, value Value) (next Value, done bool, err error)
}

// loops are the loops by name: sum and product of a number, the count of places where a condition holds, and the first such place.
var loops = map[string]*loop{
	"sum": {whole(0), func(sum, _, v Value) (Value, bool, error) {
		next, err := operate("+", sum, v)
		return next, false, err
	}},
	"product": {whole(1), func(sum, _, v Value) (Value, bool, error) {
		next, err := operate("*", sum, v)
		return next, false, err
	}},
	"count": {whole(0), func(sum, _, v Value) (Value, bool, error) {
		holds, err := v.condition()
		if err != nil || !holds {
			return sum, false, err
		}
		next, err := operate("+", sum, whole(1))
		return next, false, err
	}},
	"first": {Value{}, func(_, at, v Value) (Value, bool, error) {
		holds, err := v.condition()
		return at, holds, err
	}},
}
