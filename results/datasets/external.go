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
			Name: "2wiki", Title: "2WikiMultihopQA's questions with their paragraphs",
			Origin: []string{
				"github.com/Alab-NII/2wikimultihop, whose README links the archive data_ids_april7.zip,",
				"or the data set xanhho/2WikiMultihopQA of the Hugging Face hub, written as JSON lines",
			},
			Layout: []string{
				"DIR/train.json, which is the split train, and DIR/dev.json, which is unseen;",
				"without test.json, whose answers are kept secret, and without id_aliases.json, which is no set of questions",
			},
			Use:     searchUse(),
			License: "Apache-2.0",
		},
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
			Name: "gsm8k", Title: "GSM8K's word problems: 7,473 for training, 1,319 for testing",
			Origin: []string{
				"github.com/openai/grade-school-math, folder grade_school_math/data: train.jsonl and test.jsonl,",
				"or the data set openai/gsm8k of the Hugging Face hub, written as JSON lines",
			},
			Layout:  []string{"DIR/train.jsonl, and DIR/test.jsonl, which is unseen"},
			Use:     mathUse(),
			License: "MIT",
		},
		{
			Name: "hotpotqa", Title: "HotpotQA's questions with their paragraphs",
			Origin: []string{
				"hotpotqa.github.io: hotpot_train_v1.1.json and hotpot_dev_distractor_v1.json,",
				"or the data set hotpotqa/hotpot_qa of the Hugging Face hub, written as JSON lines",
			},
			Layout: []string{
				"DIR with the files as they are: one with train in its name is the split train, the others are unseen;",
				"docs/environments/searchqa.md says which forms are read",
			},
			Use:     searchUse(),
			License: "CC-BY-SA-4.0",
		},
		{
			Name: "math", Title: "MATH's competition problems: 7,500 for training, 5,000 for testing",
			Origin: []string{
				"github.com/hendrycks/math, whose README links the archive MATH.tar,",
				"or the data sets EleutherAI/hendrycks_math and HuggingFaceH4/MATH-500 of the Hugging Face hub, written as JSON lines",
			},
			Layout: []string{
				"DIR/train/SUBJECT/NUMBER.json and DIR/test/SUBJECT/NUMBER.json as in the archive, test is unseen;",
				"or DIR/train.jsonl and DIR/test.jsonl, a problem a line",
			},
			Use:     mathUse(),
			License: "MIT",
		},
		{
			Name: "nq", Title: "Natural Questions in the open form: 87,925 for training, 3,610 for testing, without paragraphs",
			Origin: []string{
				"github.com/google-research-datasets/natural-questions, folder nq_open: NQ-open.train.jsonl and NQ-open.dev.jsonl,",
				"or nq of the data set RUC-NLPIR/FlashRAG_datasets of the Hugging Face hub (train.jsonl, test.jsonl)",
			},
			Layout: []string{
				"DIR with the files as they are: one with train in its name is the split train, the others are unseen;",
				"DIR/corpus.jsonl with the passages to search, or the address of a server that has them as retriever",
			},
			Use: []string{
				`environment "search" {`, `  use       = "searchqa"`, `  data      = "DIR"`, `  retriever = "http://localhost:8000"`, `}`,
				`retort play searchqa -set data=DIR -set retriever=http://localhost:8000`,
			},
			License: "CC-BY-SA-3.0",
		},
		{
			Name: "omni-math", Title: "Omni-MATH's 4,428 olympiad problems",
			Origin:  []string{"the data set KbsdJames/Omni-MATH of the Hugging Face hub: test.jsonl (code: github.com/KbsdJames/Omni-MATH)"},
			Layout:  []string{"DIR/test.jsonl, which is unseen; under another name every fifth problem is unseen and the others are for training"},
			Use:     mathUse(),
			License: "Apache-2.0",
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

// searchUse is what to point at questions that bring their paragraphs.
func searchUse() []string {
	return []string{`environment "search" {`, `  use  = "searchqa"`, `  data = "DIR"`, `}`, `retort play searchqa -set data=DIR`}
}

// mathUse is what to point at problems.
func mathUse() []string {
	return []string{`environment "maths" {`, `  use      = "mathcode"`, `  problems = "DIR"`, `}`, `retort play mathcode -set problems=DIR`}
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
