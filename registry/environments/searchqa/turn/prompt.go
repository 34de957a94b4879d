package turn

import "strings"

// What the world says besides found documents.
const (
	// Misunderstood answers a response with neither tag.
	Misunderstood = "This is no action. Put a query between <search> and </search> to look something up, or the final answer between <answer> and </answer>."
	// Taken answers an answer, right or wrong.
	Taken = "The answer is taken."
	// Over answers whatever comes behind the answer.
	Over = "The question is closed."
	// Unreachable answers a query when the search engine failed.
	Unreachable = "The search engine did not answer."
)

const questionLine = "Question: "

const instruction = "Answer the question. Whenever something new comes in, think between <think> and </think> first. " +
	"When you lack knowledge, ask the search engine with <search> query </search>; it returns the best documents between <information> and </information>, " +
	"and you may search as often as you like. When you need nothing more, give the answer, without explanation, between <answer> and </answer>.\n"

// Introduction writes the prompt of a question. A missing question mark is added.
func Introduction(question string) string {
	question = strings.TrimSpace(question)
	if !strings.HasSuffix(question, "?") {
		question += "?"
	}
	return instruction + questionLine + question
}

// Question reads the question out of an introduction; without the line that marks it everything is the question.
func Question(introduction string) string {
	if at := strings.LastIndex(introduction, questionLine); at >= 0 {
		introduction = introduction[at+len(questionLine):]
	}
	return strings.TrimSpace(introduction)
}
