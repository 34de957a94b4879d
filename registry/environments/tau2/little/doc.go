// Package little holds what the drawn domains share: the files of a domain's folder, the making and
// reading of records, and the slots and word lists of a compact view. A domain itself is drawn
// by a package of its own. [Files] is what they draw.
package little
