package search

import "math/bits"

// This file numbers things without gaps, for the states of a [RankedSpace]. A rank
// is a number from 0 to Size - 1; Rank and Unrank are each other's inverse, and
// Unrank appends to dst. Sizes that no int holds are no use and panic.

// times multiplies two sizes.
func times(a, b int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > 1<<63-1 {
		panic("search: there are more than an int can number")
	}
	return int(lo)
}

// Permutations numbers the orders of 0, 1, …, n-1 lexicographically: n! of them,
// n at most 20. Rank and Unrank take of the order of n*n steps (the Lehmer code;
// Knuth, The Art of Computer Programming 2, 3.3.2, algorithm P).
type Permutations int

// Size returns n!.
func (n Permutations) Size() int {
	size := 1
	for k := 2; k <= int(n); k++ {
		size = times(size, k)
	}
	return size
}

// Rank returns the number of p.
func (n Permutations) Rank(p []int) int {
	rank := 0
	for i := range p {
		smaller := 0
		for _, v := range p[i+1:] {
			if v < p[i] {
				smaller++
			}
		}
		rank = rank*(len(p)-i) + smaller
	}
	return rank
}

// Unrank appends the permutation with the given number.
func (n Permutations) Unrank(dst []int, rank int) []int {
	start := len(dst)
	for range int(n) {
		dst = append(dst, 0)
	}
	p := dst[start:]
	for i := len(p) - 1; i >= 0; i-- {
		p[i] = rank % (len(p) - i)
		rank /= len(p) - i
		for j := i + 1; j < len(p); j++ {
			if p[j] >= p[i] {
				p[j]++
			}
		}
	}
	return dst
}

// EvenPermutations numbers the even orders of 0, 1, …, n-1: n!/2 of them (n at least
// 2), every other one of [Permutations], by the same code without its last digit.
type EvenPermutations int

// Size returns n!/2.
func (n EvenPermutations) Size() int {
	size := 1
	for k := 3; k <= int(n); k++ {
		size = times(size, k)
	}
	return size
}

// Rank returns the number of p, which must be even.
func (n EvenPermutations) Rank(p []int) int { return Permutations(n).Rank(p) / 2 }

// Unrank appends the even permutation with the given number.
func (n EvenPermutations) Unrank(dst []int, rank int) []int {
	start := len(dst)
	dst = Permutations(n).Unrank(dst, 2*rank)
	if p := dst[start:]; odd(p) { // the one behind it has the last two the other way round
		p[len(p)-1], p[len(p)-2] = p[len(p)-2], p[len(p)-1]
	}
	return dst
}

// odd tells the parity of a permutation by its inversions.
func odd(p []int) bool {
	n := 0
	for i, v := range p {
		for _, w := range p[i+1:] {
			if w < v {
				n++
			}
		}
	}
	return n%2 == 1
}

// Multiset numbers the orders of things of which some are alike, lexicographically:
// Multiset{3, 2} has the 10 orders of 0 0 0 1 1. There are n!/(a! b! …) of n things
// with a, b, … alike. Rank and Unrank take a step for each thing and kind.
type Multiset []int

// Size returns the number of orders.
func (m Multiset) Size() int {
	size, n := 1, 0
	for _, count := range m {
		for k := 1; k <= count; k++ { // size stays a whole number: a binomial each time
			n++
			size = times(size, n) / k
		}
	}
	return size
}

// Rank returns the number of p, which has m[v] times the value v.
func (m Multiset) Rank(p []int) int {
	left, n := append([]int(nil), m...), len(p)
	orders, rank := m.Size(), 0
	for _, v := range p {
		for smaller := range v {
			rank += startingWith(orders, left[smaller], n)
		}
		orders = startingWith(orders, left[v], n)
		left[v]--
		n--
	}
	return rank
}

// Unrank appends the order with the given number.
func (m Multiset) Unrank(dst []int, rank int) []int {
	left, n := append([]int(nil), m...), 0
	for _, count := range m {
		n += count
	}
	for orders := m.Size(); n > 0; n-- {
		v := 0
		for {
			starts := startingWith(orders, left[v], n)
			if rank < starts {
				orders = starts
				break
			}
			rank -= starts
			v++
		}
		left[v]--
		dst = append(dst, v)
	}
	return dst
}

// startingWith is how many of the orders start with a value of which there are count among
// n: orders * count / n, which is whole.
func startingWith(orders, count, n int) int {
	hi, lo := bits.Mul64(uint64(orders), uint64(count))
	quotient, _ := bits.Div64(hi, lo, uint64(n))
	return int(quotient)
}

// Product numbers the pairs, triples, … of numbers below its entries, the first
// the slowest: as digits of a number to several bases. The ranks of parts of a
// state become the rank of the whole.
type Product []int

// Size returns the product.
func (p Product) Size() int {
	size := 1
	for _, n := range p {
		size = times(size, n)
	}
	return size
}

// Rank returns the number of digits.
func (p Product) Rank(digits []int) int {
	rank := 0
	for i, d := range digits {
		rank = rank*p[i] + d
	}
	return rank
}

// Unrank appends the digits of rank.
func (p Product) Unrank(dst []int, rank int) []int {
	start := len(dst)
	for range p {
		dst = append(dst, 0)
	}
	for i := len(p) - 1; i >= 0; i-- {
		dst[start+i] = rank % p[i]
		rank /= p[i]
	}
	return dst
}
