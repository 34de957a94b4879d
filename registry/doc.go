// Package registry is the vocabulary of the field: what a name in an experiment
// can mean. It declares the interfaces (environments, models, methods, metrics, and the
// stages that methods are made of) and the Catalog that finds them by name;
// the packages below it implement them and registry/builtin lists them all.
package registry
