package exactcover

import (
	"slices"
	"strings"

	"github.com/deepen-go/deepen/puzzle"
)

// Check judges an answer by the rules alone: each option must be one of the problem's,
// each primary item in exactly one, and no secondary item in two that do not give it
// the same colour. The cost is a look at every option of the problem.
func Check(p *Problem, ans puzzle.Answer) puzzle.Verdict {
	if ans.Solution == nil {
		if ans.Status == puzzle.Solved {
			return puzzle.Wrong("no options given")
		}
		return puzzle.Verdict{}
	}
	if ans.Status == puzzle.Infeasible {
		return puzzle.Wrong("options are given, and also said not to exist")
	}
	if ans.Cost != puzzle.None {
		return puzzle.Wrong("cost %d given, but a cover has no cost", ans.Cost)
	}
	all := []puzzle.Solution{ans.Solution}
	known := p.known()
	for i, s := range append(all, ans.List...) {
		selection, ok := s.(*Selection)
		if !ok {
			return puzzle.Wrong("the solution is not a list of options")
		}
		if v := p.check(known, selection); v.Outcome != puzzle.Accepted {
			if i > 0 {
				return puzzle.Wrong("solution %d of the list: %s", i, v.Reason)
			}
			return v
		}
	}
	return puzzle.Verdict{}
}

// known has the options of p, each with its entries in order.
func (p *Problem) known() map[string]bool {
	known := make(map[string]bool, len(p.Options))
	var words []string
	for _, option := range p.Options {
		words = words[:0]
		for _, e := range option {
			words = append(words, string(p.appendEntry(nil, e)))
		}
		known[sorted(words)] = true
	}
	return known
}

func sorted(words []string) string {
	words = slices.Sorted(slices.Values(words))
	return strings.Join(words, " ")
}

func (p *Problem) check(known map[string]bool, s *Selection) puzzle.Verdict {
	primary := make(map[string]bool, p.Primary)
	for _, name := range p.Names[:p.Primary] {
		primary[name] = true
	}
	type use struct {
		option int // from 1
		colour string
	}
	used := map[string]use{}
	for i, option := range s.Options {
		if !known[sorted(option)] {
			return puzzle.Wrong("option %d, %q, is not one of the problem's", i+1, strings.Join(option, " "))
		}
		for _, word := range option {
			name, colour, coloured := strings.Cut(word, ":")
			if before := used[name]; before.option > 0 && (!coloured || before.colour != colour) {
				return puzzle.Wrong("option %d has %s, which option %d has, too", i+1, word, before.option)
			}
			used[name] = use{i + 1, colour}
			delete(primary, name)
		}
	}
	for _, name := range p.Names[:p.Primary] {
		if primary[name] {
			return puzzle.Wrong("no option has %s", name)
		}
	}
	return puzzle.Verdict{}
}
