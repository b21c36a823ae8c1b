package search_test

import (
	"slices"
	"testing"

	"github.com/deepen-go/deepen/search"
)

type numbering interface {
	Size() int
	Rank(p []int) int
	Unrank(dst []int, rank int) []int
}

// TestRankings: sizes are as known, ranks go round, and what is numbered ascends.
func TestRankings(t *testing.T) {
	for _, test := range []struct {
		numbering
		size int
	}{
		{search.Permutations(0), 1}, {search.Permutations(1), 1}, {search.Permutations(6), 720},
		{search.EvenPermutations(2), 1}, {search.EvenPermutations(3), 3}, {search.EvenPermutations(6), 360},
		{search.Multiset{}, 1}, {search.Multiset{3}, 1}, {search.Multiset{3, 2}, 10}, {search.Multiset{1, 0, 3, 2}, 60},
		{search.Multiset{1, 1, 1, 1, 1}, 120}, {search.Product{}, 1}, {search.Product{3, 1, 4}, 12},
	} {
		if test.Size() != test.size {
			t.Errorf("%#v: size %d, want %d", test.numbering, test.Size(), test.size)
		}
		var before []int
		for rank := range test.size {
			p := test.Unrank([]int{7}, rank)
			if p[0] != 7 || test.Rank(p[1:]) != rank {
				t.Fatalf("%#v: %d became %v, whose rank is %d", test.numbering, rank, p, test.Rank(p[1:]))
			}
			if rank > 0 && slices.Compare(before, p) >= 0 {
				t.Fatalf("%#v: %v before %v", test.numbering, before, p)
			}
			before = p
		}
	}
	for _, rank := range []int{0, 1, 12345678901, 2432902008176639999} {
		if got := search.Permutations(20).Rank(search.Permutations(20).Unrank(nil, rank)); got != rank {
			t.Errorf("%d became %d", rank, got)
		}
	}
	large := search.Multiset{12, 12, 1} // 25 * C(24, 12)
	if large.Size() != 67_603_900 || large.Rank(large.Unrank(nil, 67_603_899)) != 67_603_899 {
		t.Errorf("size %d", large.Size())
	}
	defer func() {
		if recover() == nil {
			t.Error("21! passed for an int")
		}
	}()
	search.Permutations(21).Size()
}
