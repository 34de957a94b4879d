package datasets

import "slices"

// Elsewhere is data that no package registry has. It is fetched by hand.
type Elsewhere struct {
	Name, Title string
	Origin      []string // where it comes from
	Layout      []string // what the folder has to look like
	Use         []string // what to point at it
	License     string
}

// External lists what cannot be fetched, by name.
func External() []Elsewhere {
	return []Elsewhere{
		{
			Name: "alfworld", Title: "ALFWorld's games: 3,553 for training, 140 seen, 134 unseen",
			Origin: []string{
				"pip install alfworld, then alfworld-download: it fetches the release files from github.com/alfworld/alfworld/releases",
				"(json_2.1.1_json.zip, json_2.1.1_pddl.zip, json_2.1.3_tw-pddl.zip) into ~/.cache/alfworld",
			},
			Layout: []string{
				"DIR/json_2.1.1/train/TASK/TRIAL/game.tw-pddl with traj_data.json beside it,",
				"and the same below valid_seen and valid_unseen",
			},
			Use:     []string{`environment "household" {`, `  use   = "alfworld"`, `  games = "DIR"`, `}`, `retort play alfworld -set games=DIR -task unseen`},
			License: "MIT",
		},
		{
			Name: "hotpotqa", Title: "HotpotQA's questions with their paragraphs",
			Origin: []string{
				"hotpotqa.github.io: hotpot_train_v1.1.json and hotpot_dev_distractor_v1.json,",
				"or the data set hotpotqa/hotpot_qa of the Hugging Face hub",
			},
			Layout:  []string{"DIR with the files as they are; docs/environments/searchqa.md says which forms are read"},
			Use:     []string{`environment "search" {`, `  use  = "searchqa"`, `  data = "DIR"`, `}`, `retort play searchqa -set data=DIR`},
			License: "CC-BY-SA-4.0",
		},
		{
			Name: "webshop", Title: "WebShop's products: 1,000 or 1.18 million, and the crowd's goals",
			Origin: []string{
				"github.com/princeton-nlp/WebShop, setup.sh -d small or -d all: it fetches the files from Google Drive with gdown",
			},
			Layout: []string{
				"DIR/items_shuffle_1000.json (or items_shuffle.json), items_ins_v2_1000.json (or items_ins_v2.json),",
				"and items_human_ins.json",
			},
			Use:     []string{`environment "shop" {`, `  use     = "webshop"`, `  catalog = "DIR"`, `}`, `retort play webshop -set catalog=DIR`},
			License: "MIT (code and goals); the product texts are those of their sellers",
		},
	}
}

// Foreign finds data that cannot be fetched.
func Foreign(name string) (Elsewhere, bool) {
	all := External()
	i := slices.IndexFunc(all, func(e Elsewhere) bool { return e.Name == name })
	if i < 0 {
		return Elsewhere{}, false
	}
	return all[i], true
}
