package experiments

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Format returns src in the canonical layout: two blanks a level, equals signs of neighbouring lines aligned.
// It changes white space only. Text that is not HCL is an error, an hcl.Diagnostics
// under the wrapping.
func Format(src []byte) ([]byte, error) {
	if _, diags := parseFile(src, ""); diags.HasErrors() {
		return nil, fmt.Errorf("format: %w", diags)
	}
	return hclwrite.Format(src), nil
}
