// Package stagnation measures how much the turns of an episode repeat earlier turns of the same episode (ProD):
//
//	s_1 = 0,  s_k = max_{j<k} sim(u_k, u_j),  S = mean_k s_k
//
// with u_k what turn k says, thought and action. The similarity is lexical ([Lexical], ROUGE-L F, the main one of the
// source), semantic ([Semantic], the cosine of embeddings) or anything else in [0, 1]. It knows texts and tokens, no
// episodes; whether repetition is bad is nobody's business here. The entry points are [Scores] and [Mean].
package stagnation
