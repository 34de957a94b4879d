package registrytest

import "strings"

// nastyTexts are actions and observations that no environment offers. None may make anything
// panic.
var nastyTexts = []string{
	"", " ", "\n", "\t\t", "\x00", "\xff\xfe", "%s%d%!", "🦊 go to 🦊 1", "ﾠ", "\u2028",
	"look\nlook", "look look", "LOOK", "go to", "go to ", "go to  cabinet 1", "go to cabinet", "go to cabinet -1",
	"go to cabinet 99999999999999999999", "take from", "take  from ", "take a from b from c", "move to to to", "put in/on",
	"open ", "close \x00 1", "use", "use use use", "clean with", "heat  with  with ",
	"search[", "search[]", "click[]", "click[back to search", "click[" + strings.Repeat("[", 40), "]", "[]", "search[\x00]",
	"{\"name\":", "{}", "null", "[[[[[[[[", "\"", "'", "\\", "`", "$(true)", "; drop table episodes",
	"You arrive at ", "You arrive at . ", "You open the . The  is open. In it, you see .", "On the , you see ", "The  is closed.",
	"You are facing the . Next to it, you see ", "This is a .", "This is a normal . In it, you see ", "Your task is to: ",
	"Your task is to: put two in .", "You pick up the  from the .", "a, b, and c", ", and , and ",
	"<eot>", "| | |", "> > >", "_1", "cabinet_", "__", "place_0 place_999",
	strings.Repeat("a", 1<<16), strings.Repeat("go to ", 2000), strings.Repeat(", and a ", 2000), strings.Repeat("(", 5000),
}
