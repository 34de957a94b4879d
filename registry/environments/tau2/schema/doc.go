// Package schema checks values against record types the way pydantic's models do in their
// default, lax mode: fields in the model's order, defaults filled in, numbers and texts
// converted where pydantic converts them, and pydantic's own error texts, which tools show to
// the model that called them.
//
// It knows the kinds of fields that the tau2 domains have and no more. A type is built from
// [Model] and the constructors of [Type]; [Model.Check] is the entry point.
package schema
