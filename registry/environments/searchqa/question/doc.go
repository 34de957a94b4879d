// Package question reads question sets: JSON lines, or one JSON array, in the forms in which HotpotQA,
// 2WikiMultihopQA, MuSiQue, Natural Questions (NQ-open, DPR) and FlashRAG's copies of them are passed on. [Read] is the
// entry point. Questions keep the paragraphs that come with them, which can serve as a corpus of their own.
package question
