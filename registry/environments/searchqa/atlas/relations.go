package atlas

// Words is how many words every relation has.
const Words = 4

// relation leads from entities of one kind to entities of another, so that no fact mirrors another. Its words are single, no
// two share a stem, and none is a stop word: a search for one finds no other.
type relation struct {
	from, to kind
	words    [Words]string
}

// relations are three for every kind. Weights depend on their order.
var relations = [...]relation{
	{person, company, [Words]string{"employer", "workplace", "firm", "company"}},
	{person, city, [Words]string{"birthplace", "hometown", "origin", "homeland"}},
	{person, film, [Words]string{"favourite", "delight", "passion", "obsession"}},
	{company, city, [Words]string{"headquarters", "seat", "base", "campus"}},
	{company, person, [Words]string{"founder", "creator", "pioneer", "initiator"}},
	{company, film, [Words]string{"commission", "venture", "project", "undertaking"}},
	{city, person, [Words]string{"mayor", "governor", "warden", "alderman"}},
	{city, film, [Words]string{"portrait", "chronicle", "tribute", "ballad"}},
	{city, company, [Words]string{"sponsor", "patron", "donor", "benefactor"}},
	{film, person, [Words]string{"director", "filmmaker", "auteur", "helmsman"}},
	{film, company, [Words]string{"studio", "producer", "backer", "financier"}},
	{film, city, [Words]string{"setting", "location", "scene", "backdrop"}},
}

// relationsOf lists the relations that lead from a kind.
func relationsOf(k kind) (list []int) {
	for r := range relations {
		if relations[r].from == k {
			list = append(list, r)
		}
	}
	return list
}

// term is a relation named by one of its words.
type term struct{ relation, variant int }

func (t term) word() string { return relations[t.relation].words[t.variant] }
