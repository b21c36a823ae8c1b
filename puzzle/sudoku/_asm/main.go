// Command _asm writes the vector kernel of the 9x9 grid, kernel9_amd64.s. What
// it computes, and the drawing of the vectors, are in the package's doc.go; the
// portable text of the same function is kernel9_portable.go.
//
// The six vectors of the grid stay in registers Y0 to Y5 from beginning to end;
// Y6 to Y15 are for intermediate results. The memory that the grid came from
// holds it as it was before the sweep in hand, to see whether a sweep changed
// anything.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sweeps is how often the cheap rules run at most before the cells are counted,
// which finds naked singles and contradictions. Of 1, 2, 3 and no limit, 2 was
// the fastest on every set but one.
const sweeps = 2

// What is returned; see the constants in kernel9.go.
const (
	contradiction = 0
	open          = 1
	solved        = 2
)

// y returns vector register i.
func y(i int) VecPhysical {
	return []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}[i]
}

func main() {
	ConstraintExpr("!purego")
	constants()

	TEXT("propagateAVX2", NOSPLIT, "func(at *[96]uint16, f *[4][4]uint64, threes bool) int")
	Doc("propagateAVX2 is propagate9 in vectors.")
	grid := Mem{Base: Load(Param("at"), RSI)}
	fork := Mem{Base: Load(Param("f"), RDI)}
	threes := Load(Param("threes"), RBX.As8())
	frame := AllocLocal(6 * 32)
	Label("load")
	for i := range 6 {
		VMOVDQU(grid.Offset(32*i), y(i))
	}

	Label("outer")
	MOVQ(U32(sweeps), RCX)
	Label("inner")
	columns()
	for i := 0; i < 6; i += 3 {
		rows(y(i), y(i+1), y(i+2))
	}
	Comment("A digit without a place in some band has none in its first row.")
	VPXOR(Y14, Y14, Y14)
	VPMINUW(Y3, Y0, Y7)
	VPCMPEQW(Y14, Y7, Y7)
	VPTEST(Y7, Y7)
	JNZ(LabelRef("none"))
	singles(grid, frame)
	JZ(LabelRef("stable"))
	DECQ(RCX)
	JNZ(LabelRef("inner"))
	XORQ(RDX, RDX)
	JMP(LabelRef("count"))
	Label("stable")
	MOVQ(U32(1), RDX)

	Label("count")
	count()
	Comment("Every cell has one digit. The rules have to bear it out.")
	VPTEST(Y12, Y12)
	JNZ(LabelRef("naked"))
	TESTQ(RDX, RDX)
	JZ(LabelRef("outer"))
	MOVQ(U32(solved), RAX)
	JMP(LabelRef("done"))
	Label("naked")
	naked(grid)
	JMP(LabelRef("outer"))

	Label("stuck")
	TESTQ(RDX, RDX)
	JZ(LabelRef("outer"))
	CMPB(threes, U8(0))
	JE(LabelRef("configurations"))
	threesOfRows(grid, frame)
	threesOfColumns(grid)
	Comment("On if there is something new.")
	VPTEST(Y13, Y13)
	JNZ(LabelRef("load"))
	for i := range 6 {
		VMOVDQU(grid.Offset(32*i), y(i))
	}
	Label("configurations")
	configurations(fork)
	MOVQ(U32(open), RAX)
	JMP(LabelRef("done"))
	Label("none")
	MOVQ(U32(contradiction), RAX)
	Label("done")
	VZEROUPPER()
	Store(RAX, ReturnIndex(0))
	RET()
	Generate()
}

// columns applies the rule of columns: in a stack, the three bands have the
// digit in three different columns.
func columns() {
	Comment("Columns: what the bands use, and that turned by one and by two columns in each box.")
	VPOR(Y1, Y0, Y6)
	VPOR(Y2, Y6, Y6)
	VPOR(Y4, Y3, Y7)
	VPOR(Y5, Y7, Y7)
	turn(Y6, Y8, Y9, Y10)
	turn(Y7, Y10, Y11, Y6)
	Comment("Bands 0 and 1: the other one of the two, and band 2.")
	VPERMQ(U8(0x4e), Y8, Y12)
	VPERMQ(U8(0x4e), Y9, Y13)
	VPERMQ(U8(0x44), Y10, Y14)
	VPERMQ(U8(0x44), Y11, Y15)
	both(Y12, Y13, Y14, Y15, Y6, Y7)
	Comment("Band 2: bands 0 and 1. Digit 9: its lanes turned by one and by two.")
	VPSHUFB(bandAfter, Y10, Y7)
	VPBLENDD(U8(0xf0), Y7, Y8, Y8)
	VPSHUFB(bandAfter, Y11, Y7)
	VPBLENDD(U8(0xf0), Y7, Y9, Y9)
	VPSHUFB(bandBefore, Y10, Y10)
	VPBLENDD(U8(0xf0), Y10, Y12, Y12)
	VPSHUFB(bandBefore, Y11, Y11)
	VPBLENDD(U8(0xf0), Y11, Y13, Y13)
	both(Y8, Y9, Y12, Y13, Y8, Y7)
	for i := range 3 {
		VPAND(Y6, y(i), y(i))
		VPAND(Y8, y(3+i), y(3+i))
	}
}

// turn sets one and two to x with the columns of each box turned by that many.
func turn(x, one, two, tmp VecPhysical) {
	VPSLLW(U8(1), x, one)
	VPAND(columns12, one, one)
	VPSRLW(U8(2), x, tmp)
	VPAND(columns0, tmp, tmp)
	VPOR(tmp, one, one)
	VPSLLW(U8(2), x, two)
	VPAND(columns2, two, two)
	VPSRLW(U8(1), x, tmp)
	VPAND(columns01, tmp, tmp)
	VPOR(tmp, two, two)
}

// both sets dst to what is left of a third when a and b take one place each, the
// one after it and the one before it: a1 and a2 are a turned by one and by two,
// and so for b. It changes tmp.
func both(a1, a2, b1, b2, dst, tmp VecPhysical) {
	VPAND(a2, b1, tmp)
	VPAND(a1, b2, dst)
	VPOR(tmp, dst, dst)
}

// flags sets f to one bit, the highest of three, for each box where row x has
// cells.
func flags(x, f VecPhysical) {
	VPAND(columns01, x, f)
	VPADDW(columns01, f, f)
	VPOR(x, f, f)
	VPAND(columns2, f, f)
}

// rows applies the rule of rows: in a band, the three rows have the digit in
// three different boxes.
func rows(x0, x1, x2 VecPhysical) {
	Comment("Rows: the boxes they use, and those turned by one and by two boxes.")
	x := [3]VecPhysical{x0, x1, x2}
	p := [3]VecPhysical{Y6, Y8, Y10}
	q := [3]VecPhysical{Y7, Y9, Y11}
	for i := range 3 {
		flags(x[i], p[i])
		VPSLLW(U8(9), p[i], Y12)
		VPOR(Y12, p[i], p[i])
		VPSRLW(U8(6), p[i], q[i])
		VPSRLW(U8(3), p[i], p[i])
	}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		both(p[j], q[j], p[k], q[k], Y12, Y13)
		VPSLLW(U8(1), Y12, Y13)
		VPSRLW(U8(2), Y12, Y12)
		VPSUBW(Y12, Y13, Y13)
		VPAND(Y13, x[i], x[i])
	}
}

// singles takes the cells of digits that have one cell in a row from all other
// digits. Y14 is zero before; Y15 has those cells, packed, afterwards. The grid
// is stored, and the zero flag says that it is what it was before.
func singles(grid, frame Mem) {
	Comment("Singles of rows.")
	VPCMPEQW(Y15, Y15, Y15)
	for i := range 6 {
		VPADDW(Y15, y(i), Y12)
		VPAND(y(i), Y12, Y12)
		VPCMPEQW(Y14, Y12, Y12)
		VPAND(Y12, y(i), y(6+i))
		VMOVDQU(y(6+i), frame.Offset(32*i))
	}
	Comment("Packed: the union over the digits of each row.")
	VPUNPCKLWD(Y7, Y6, Y12)
	VPUNPCKHWD(Y7, Y6, Y13)
	VPOR(Y13, Y12, Y12)
	VPUNPCKLWD(Y9, Y8, Y13)
	VPUNPCKHWD(Y9, Y8, Y14)
	VPOR(Y14, Y13, Y13)
	packLast(Y9, Y10, Y11, Y6, Y7)
	VPUNPCKLWD(Y11, Y10, Y8)
	VPUNPCKHWD(Y11, Y10, Y9)
	VPOR(Y9, Y8, Y8)
	union(Y12, Y13, Y9, Y10)
	VPSHUFD(U8(0x4e), Y9, Y10)
	VPOR(Y10, Y9, Y9)
	VPSHUFD(U8(0xb1), Y8, Y10)
	VPOR(Y10, Y8, Y8)
	VPSHUFD(U8(0x4e), Y8, Y10)
	VPOR(Y10, Y8, Y8)
	VPBLENDD(U8(4), Y8, Y9, Y9)
	VPOR(Y6, Y9, Y15)
	Comment("They stay with their digits only.")
	VPXOR(Y14, Y14, Y14)
	spread(Y15, func(i int, p VecPhysical) {
		VPANDN(y(i), p, p)
		VPOR(frame.Offset(32*i), p, y(i))
		VPXOR(grid.Offset(32*i), y(i), p)
		VPOR(p, Y14, Y14)
		VMOVDQU(y(i), grid.Offset(32*i))
	})
	VPTEST(Y14, Y14)
}

// union sets dst to the union of the two halves of a and b, interleaved by
// pairs of lanes.
func union(a, b, dst, tmp VecPhysical) {
	VPUNPCKLDQ(b, a, dst)
	VPUNPCKHDQ(b, a, tmp)
	VPOR(tmp, dst, dst)
}

// packLast packs digit 9, which has the upper halves of w0, w1 and w2.
func packLast(w0, w1, w2, dst, tmp VecPhysical) {
	VPUNPCKLWD(w1, w0, dst)
	VPERMQ(U8(0xee), dst, dst)
	VPERMQ(U8(0xee), w2, tmp)
	VPSHUFB(packRows01, dst, dst)
	VPSHUFB(packRow2, tmp, tmp)
	VPOR(tmp, dst, dst)
}

// spread gives each of the six vectors of the grid, in a register, what packed
// has for its rows, for every digit. It uses Y6, Y7 and Y8.
func spread(packed VecPhysical, use func(i int, p VecPhysical)) {
	VPERMQ(U8(0x44), packed, Y6)
	for i := range 3 {
		VPSHUFB(spreadU[i], packed, Y7)
		use(i, Y7)
		VPSHUFB(spreadW[i], Y6, Y7)
		VPSHUFB(spreadBand1[i], packed, Y8)
		VPOR(Y8, Y7, Y7)
		use(3+i, Y7)
	}
}

// count finds the cells with at least one digit and, in Y12, with at least two;
// in Y9 the naked singles that are not in Y15 already.
func count() {
	Comment("Cells with at least one digit (Y9), with at least two (Y12); packed.")
	more := func(one, two, otherOne, otherTwo, tmp VecPhysical) {
		VPOR(otherTwo, two, two)
		VPAND(otherOne, one, tmp)
		VPOR(tmp, two, two)
		VPOR(otherOne, one, one)
	}
	VPUNPCKLWD(Y1, Y0, Y6)
	VPUNPCKHWD(Y1, Y0, Y7)
	VPAND(Y7, Y6, Y8)
	VPOR(Y7, Y6, Y6)
	VPUNPCKLWD(Y3, Y2, Y7)
	VPUNPCKHWD(Y3, Y2, Y9)
	VPAND(Y9, Y7, Y10)
	VPOR(Y9, Y7, Y7)
	VPUNPCKLDQ(Y7, Y6, Y9)
	VPUNPCKHDQ(Y7, Y6, Y11)
	VPUNPCKLDQ(Y10, Y8, Y12)
	VPUNPCKHDQ(Y10, Y8, Y13)
	more(Y9, Y12, Y11, Y13, Y14)
	VPSHUFD(U8(0x4e), Y9, Y11)
	VPSHUFD(U8(0x4e), Y12, Y13)
	more(Y9, Y12, Y11, Y13, Y14)
	VPUNPCKLWD(Y5, Y4, Y6)
	VPUNPCKHWD(Y5, Y4, Y7)
	VPAND(Y7, Y6, Y8)
	VPOR(Y7, Y6, Y6)
	for _, half := range []int{0xb1, 0x4e} {
		VPSHUFD(U8(half), Y6, Y7)
		VPSHUFD(U8(half), Y8, Y10)
		more(Y6, Y8, Y7, Y10, Y11)
	}
	VPBLENDD(U8(4), Y6, Y9, Y9)
	VPBLENDD(U8(4), Y8, Y12, Y12)
	packLast(Y3, Y4, Y5, Y6, Y7)
	VPAND(Y6, Y9, Y7)
	VPOR(Y7, Y12, Y12)
	VPOR(Y6, Y9, Y9)
	Comment("No cell may be without a digit, and none a single of two digits.")
	VMOVDQU(cells, Y6)
	VPAND(Y6, Y12, Y12)
	VPANDN(Y6, Y9, Y7)
	VPAND(Y15, Y12, Y8)
	VPOR(Y8, Y7, Y7)
	VPTEST(Y7, Y7)
	JNZ(LabelRef("none"))
	VPANDN(Y9, Y12, Y9)
	VPANDN(Y9, Y15, Y9)
	VPAND(Y6, Y9, Y9)
}

// naked takes all other cells of their rows from the digits of naked singles.
func naked(grid Mem) {
	VPTEST(Y9, Y9)
	JZ(LabelRef("stuck"))
	Comment("Naked singles. No row may have two for one digit.")
	VPXOR(Y14, Y14, Y14)
	VPXOR(Y13, Y13, Y13)
	VPCMPEQW(Y15, Y15, Y15)
	spread(Y9, func(i int, p VecPhysical) {
		VPAND(y(i), p, p)
		VPADDW(Y15, p, Y10)
		VPAND(p, Y10, Y10)
		VPOR(Y10, Y13, Y13)
		VPCMPEQW(Y14, p, Y10)
		VPAND(Y10, y(i), y(i))
		VPOR(p, y(i), y(i))
		VMOVDQU(y(i), grid.Offset(32*i))
	})
	VPTEST(Y13, Y13)
	JNZ(LabelRef("none"))
}

// counter counts flags of digits: its registers have those with at least 1, 2, 3
// and 4 digits.
type counter [4]VecPhysical

// double sets c, which knows 1 and 2 of a part, to its sum with another part.
func (c counter) double(one, two, tmp VecPhysical) {
	VPAND(two, c[1], c[3])
	VPAND(one, c[1], c[2])
	VPAND(two, c[0], tmp)
	VPOR(tmp, c[2], c[2])
	VPOR(two, c[1], c[1])
	VPAND(one, c[0], tmp)
	VPOR(tmp, c[1], c[1])
	VPOR(one, c[0], c[0])
}

// fold adds to c itself, with its pairs of lanes in another order, by way of other
// and tmp.
func (c counter) fold(order uint8, other counter, tmp VecPhysical) {
	for i, t := range other {
		VPSHUFD(U8(order), c[i], t)
	}
	for i := 3; i >= 0; i-- {
		VPOR(other[i], c[i], c[i])
		for j := range i {
			VPAND(other[j], c[i-1-j], tmp)
			VPOR(tmp, c[i], c[i])
		}
	}
}

// add adds the flags of one more digit.
func (c counter) add(flags, tmp VecPhysical) {
	for i := 3; i > 0; i-- {
		VPAND(flags, c[i-1], tmp)
		VPOR(tmp, c[i], c[i])
	}
	VPOR(flags, c[0], c[0])
}

// threesOfRows applies the rule that a box has three digits in each of its rows.
// The grid is in memory, and in the end the new one. Y13 is not zero then if it is
// another one.
func threesOfRows(grid, frame Mem) {
	Comment("Boxes of each row (bits 2, 5, 8), and those of digits that have no other (bits 1, 4, 7).")
	VPXOR(Y14, Y14, Y14)
	VPCMPEQW(Y15, Y15, Y15)
	for i := range 6 {
		flags(y(i), Y6)
		VPADDW(Y15, Y6, Y7)
		VPAND(Y6, Y7, Y7)
		VPCMPEQW(Y14, Y7, Y7)
		VPAND(Y6, Y7, Y7)
		VPSRLW(U8(1), Y7, Y7)
		VPOR(Y7, Y6, Y6)
		VMOVDQU(Y6, frame.Offset(32*i))
	}
	Comment("Packed: how many digits, up to four. The grid's registers are free now.")
	pair := func(i int, one, two, tmp VecPhysical) {
		VMOVDQU(frame.Offset(32*i), one)
		VPUNPCKHWD(frame.Offset(32*i+32), one, tmp)
		VPUNPCKLWD(frame.Offset(32*i+32), one, one)
		VPAND(tmp, one, two)
		VPOR(tmp, one, one)
	}
	pair(0, Y6, Y7, Y0)
	pair(2, Y8, Y9, Y0)
	VPUNPCKHDQ(Y8, Y6, Y10)
	VPUNPCKLDQ(Y8, Y6, Y6)
	VPUNPCKHDQ(Y9, Y7, Y11)
	VPUNPCKLDQ(Y9, Y7, Y7)
	sum := counter{Y6, Y7, Y8, Y9}
	sum.double(Y10, Y11, Y0)
	sum.fold(0x4e, counter{Y1, Y2, Y3, Y4}, Y0)
	last := counter{Y10, Y11, Y12, Y13}
	pair(4, Y10, Y11, Y0)
	VPSHUFD(U8(0xb1), Y10, Y14)
	VPSHUFD(U8(0xb1), Y11, Y15)
	last.double(Y14, Y15, Y0)
	last.fold(0x4e, counter{Y1, Y2, Y3, Y4}, Y0)
	for i := range 4 {
		VPBLENDD(U8(4), last[i], sum[i], sum[i])
	}
	VMOVDQU(frame.Offset(32*3), Y10)
	VMOVDQU(frame.Offset(32*4), Y11)
	VMOVDQU(frame.Offset(32*5), Y12)
	packLast(Y10, Y11, Y12, Y14, Y15)
	sum.add(Y14, Y15)
	Comment("Fewer than three that may be there, or more than three that must.")
	VMOVDQU(boxesMay, Y0)
	VMOVDQU(boxesMust, Y1)
	VPANDN(Y0, Y8, Y10)
	VPAND(Y1, Y9, Y11)
	VPOR(Y11, Y10, Y10)
	VPTEST(Y10, Y10)
	JNZ(LabelRef("none"))
	Comment("Just three that may, then they must; three that must exclude others.")
	VPANDN(Y8, Y9, Y15)
	VPAND(Y0, Y15, Y15)
	VPAND(Y1, Y8, Y10)
	VPOR(Y10, Y15, Y15)
	VPXOR(Y14, Y14, Y14)
	VPXOR(Y13, Y13, Y13)
	VMOVDQU(columns2, Y5)
	spread(Y15, func(i int, p VecPhysical) {
		VPAND(Y5, p, Y8)
		VPADDW(p, p, p)
		VPAND(Y5, p, p)
		VMOVDQU(frame.Offset(32*i), Y9)
		VPADDW(Y9, Y9, Y10)
		VPAND(Y5, Y10, Y10)
		VPAND(Y5, Y9, Y9)
		VPANDN(p, Y10, Y10)
		VPANDN(Y9, Y10, Y9)
		VPAND(Y8, Y9, Y8)
		VPCMPEQW(Y14, Y8, Y10)
		VPAND(Y10, Y9, Y9)
		VPOR(Y8, Y9, Y9)
		VPADDW(Y9, Y9, Y10)
		VPSRLW(U8(2), Y9, Y9)
		VPSUBW(Y9, Y10, Y10)
		VMOVDQU(grid.Offset(32*i), Y8)
		VPANDN(Y8, Y10, Y9)
		VPOR(Y9, Y13, Y13)
		VPAND(Y10, Y8, Y8)
		VMOVDQU(Y8, grid.Offset(32*i))
	})
}

// threesOfColumns applies the rule that a box has three digits in each of its
// columns, likewise.
func threesOfColumns(grid Mem) {
	Comment("Columns of each band (Y0, Y1), and those of digits that have no other of the box (Y2, Y3).")
	for h := range 2 {
		VMOVDQU(grid.Offset(96*h), y(h))
		VPOR(grid.Offset(96*h+32), y(h), y(h))
		VPOR(grid.Offset(96*h+64), y(h), y(h))
		turn(y(h), Y4, Y5, Y6)
		VPOR(Y5, Y4, Y4)
		VPANDN(y(h), Y4, y(2+h))
	}
	sum := counter{Y6, Y7, Y8, Y9}
	count := func(u, w VecPhysical) {
		VPUNPCKHWD(w, u, Y10)
		VPUNPCKLWD(w, u, Y6)
		VPAND(Y10, Y6, Y7)
		VPOR(Y10, Y6, Y6)
		VPSHUFD(U8(0xb1), Y6, Y10)
		VPSHUFD(U8(0xb1), Y7, Y11)
		sum.double(Y10, Y11, Y12)
		sum.fold(0x4e, counter{Y10, Y11, Y12, Y4}, Y5)
		VPERMQ(U8(0xee), w, Y10)
		VPSHUFB(packBands, Y10, Y10)
		sum.add(Y10, Y11)
	}
	Comment("How many digits may be there,")
	count(Y0, Y1)
	VMOVDQU(bandColumns, Y12)
	VPANDN(Y12, Y8, Y5)
	VPANDN(Y8, Y9, Y4)
	VPAND(Y12, Y4, Y4)
	VMOVDQU(Y4, Y15)
	VMOVDQU(Y5, Y14)
	Comment("and how many must.")
	count(Y2, Y3)
	VMOVDQU(bandColumns, Y12)
	VPAND(Y12, Y9, Y5)
	VPOR(Y14, Y5, Y5)
	VPTEST(Y5, Y5)
	JNZ(LabelRef("none"))
	VPAND(Y12, Y8, Y14)
	for h := range 2 {
		may, must := Y4, Y5
		for _, of := range []struct{ packed, p VecPhysical }{{Y15, may}, {Y14, must}} {
			if h == 0 {
				VPSHUFB(spreadBandsU, of.packed, of.p)
				continue
			}
			VPERMQ(U8(0x44), of.packed, of.p)
			VPSHUFB(spreadBandsW, of.p, of.p)
			VPSHUFB(spreadBandsW1, of.packed, Y6)
			VPOR(Y6, of.p, of.p)
		}
		VPANDN(must, y(2+h), must)
		VPANDN(y(h), must, Y6)
		VPAND(may, Y6, may)
		flags(may, Y7)
		VPADDW(Y7, Y7, Y8)
		VPSRLW(U8(2), Y7, Y7)
		VPSUBW(Y7, Y8, Y8)
		VPANDN(Y6, Y8, Y6)
		VPOR(may, Y6, Y6)
		VPXOR(y(h), Y6, Y7)
		VPOR(Y7, Y13, Y13)
		for i := range 3 {
			VPAND(grid.Offset(96*h+32*i), Y6, Y7)
			VMOVDQU(Y7, grid.Offset(96*h+32*i))
		}
	}
}

// configurations stores the ways to place each digit in each band and stack.
func configurations(fork Mem) {
	Comment("The ways to place each digit in each band,")
	for h := range 2 {
		flags(y(3*h), Y6)
		for i, f := range []VecPhysical{Y7, Y8} {
			flags(y(3*h+1+i), f)
			VPSLLW(U8(9), f, Y9)
			VPOR(Y9, f, f)
		}
		VPSRLW(U8(3), Y7, Y9)
		VPSRLW(U8(6), Y8, Y10)
		VPAND(Y10, Y9, Y9)
		VPAND(Y6, Y9, Y9)
		VPSRLW(U8(6), Y7, Y7)
		VPSRLW(U8(3), Y8, Y8)
		VPAND(Y8, Y7, Y7)
		VPAND(Y6, Y7, Y7)
		VPSRLW(U8(1), Y7, Y7)
		VPOR(Y7, Y9, Y9)
		if h == 1 {
			VPAND(lanesW, Y9, Y9)
		}
		VMOVDQU(Y9, fork.Offset(32*h))
	}
	Comment("and in each stack.")
	VPOR(Y1, Y0, Y6)
	VPOR(Y2, Y6, Y6)
	VPOR(Y4, Y3, Y7)
	VPOR(Y5, Y7, Y7)
	VPBLENDD(U8(0xf0), Y7, Y6, Y8)
	VPAND(lanesV, Y8, Y8)
	VPERMQ(U8(0x4e), Y6, Y9)
	VPSHUFB(bandAfter, Y7, Y10)
	VPBLENDD(U8(0xf0), Y10, Y9, Y9)
	VPSHUFB(bandBefore, Y7, Y10)
	VPBLENDD(U8(0xf0), Y10, Y7, Y10)
	turn(Y9, Y6, Y7, Y15)
	turn(Y10, Y11, Y12, Y15)
	VPAND(Y11, Y7, Y7)
	VPAND(Y8, Y7, Y7)
	VMOVDQU(Y7, fork.Offset(64))
	VPAND(Y12, Y6, Y6)
	VPAND(Y8, Y6, Y6)
	VMOVDQU(Y6, fork.Offset(96))
}

// The constants.
var (
	columns0, columns2, columns01, columns12  Mem    // of every box
	bandAfter, bandBefore                     Mem    // shuffles of digit 9's lanes
	packRows01, packRow2                      Mem    // shuffles of digit 9's rows into their packed places
	spreadU, spreadW, spreadBand1             [3]Mem // shuffles of packed rows to the vectors
	cells                                     Mem    // all cells, packed
	boxesMay, boxesMust                       Mem    // flags of threesOfRows, packed
	packBands                                 Mem    // shuffle of digit 9's lanes into the places of the bands, packed
	bandColumns                               Mem    // all columns of the bands, packed
	spreadBandsU, spreadBandsW, spreadBandsW1 Mem    // shuffles of packed bands to the vectors
	lanesW, lanesV                            Mem    // lanes in use of vectors 3 to 5, of the stacks' ways
)

func constants() {
	columns0, columns2 = words("columns0", 0o111), words("columns2", 0o444)
	columns01, columns12 = words("columns01", 0o333), words("columns12", 0o666)

	bandAfter = shuffle("bandAfter", []int{}, []int{1, 2, 0, 3, 4, 5, 6, 7})
	bandBefore = shuffle("bandBefore", []int{}, []int{2, 0, 1, 3, 4, 5, 6, 7})

	// The packed rows: band 0 and band 2 in the lower half, band 1 in the upper
	// one.
	//
	//	lane   0   1   2   3   4   5          8   9  10
	//	row    0   1   2   6   7   8          3   4   5
	const __ = -1
	packRows01 = shuffle("packRows01", []int{0, 1, __, 4, 5}, []int{2, 3})
	packRow2 = shuffle("packRow2", []int{__, __, 0, __, __, 2}, []int{__, __, 1})
	cells = lanes("cells", 0x1ff, 0, 1, 2, 3, 4, 5, 8, 9, 10)
	for i := range 3 {
		spreadU[i] = shuffle(fmt.Sprint("spreadU", i), all(i), all(i))
		spreadW[i] = shuffle(fmt.Sprint("spreadW", i), all(3+i), []int{i, __, 3 + i})
		spreadBand1[i] = shuffle(fmt.Sprint("spreadBandOne", i), []int{}, []int{__, i})
	}
	boxesMay = lanes("boxesMay", 0o444, 0, 1, 2, 3, 4, 5, 8, 9, 10)
	boxesMust = lanes("boxesMust", 0o222, 0, 1, 2, 3, 4, 5, 8, 9, 10)

	// The packed bands: bands 0 and 2 in turn in the lower half, band 1 in every
	// other lane of the upper one.
	packBands = shuffle("packBands", []int{0, 2, 0, 2, 0, 2, 0, 2}, []int{1, __, 1, __, 1, __, 1, __})
	bandColumns = lanes("bandColumns", 0x1ff, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14)
	spreadBandsU = shuffle("spreadBandsU", all(0), all(0))
	spreadBandsW = shuffle("spreadBandsW", all(1), []int{0, __, 1})
	spreadBandsW1 = shuffle("spreadBandsWOne", []int{}, []int{__, 0})
	lanesW = lanes("lanesW", 0xffff, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	lanesV = lanes("lanesV", 0xffff, 0, 1, 2, 3, 4, 5, 6, 7, 8)
}

func all(lane int) []int {
	return []int{lane, lane, lane, lane, lane, lane, lane, lane}
}

// data lays out a constant of 32 bytes.
func data(name string, bytes [32]byte) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < 32; i += 8 {
		var v uint64
		for j := range 8 {
			v |= uint64(bytes[i+j]) << (8 * j)
		}
		DATA(i, U64(v))
	}
	return m
}

// words is v in all lanes.
func words(name string, v uint16) Mem {
	return lanes(name, v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

// lanes is v in the given lanes and 0 in the others.
func lanes(name string, v uint16, in ...int) Mem {
	var b [32]byte
	for _, lane := range in {
		b[2*lane], b[2*lane+1] = byte(v), byte(v>>8)
	}
	return data(name, b)
}

// shuffle is the control of VPSHUFB that takes lanes from the same half, and 0
// for -1 and for what is left out.
func shuffle(name string, lower, upper []int) Mem {
	var b [32]byte
	for i := range b {
		b[i] = 0x80
	}
	for half, from := range [][]int{lower, upper} {
		for i, lane := range from {
			if lane >= 0 {
				b[16*half+2*i], b[16*half+2*i+1] = byte(2*lane), byte(2*lane+1)
			}
		}
	}
	return data(name, b)
}
