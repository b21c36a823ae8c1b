package tiles

import (
	"fmt"
	"strconv"
)

// AppendGrid appends the board as a grid for people, a row a line, the blank as
// a dot.
func (b *Board) AppendGrid(dst []byte) []byte {
	width := len(strconv.Itoa(b.cells() - 1))
	for i, tile := range b.Tiles[:b.cells()] {
		text := "."
		if tile != 0 {
			text = strconv.Itoa(int(tile))
		}
		dst = fmt.Appendf(dst, "%*s", width, text)
		if i%b.Cols == b.Cols-1 {
			dst = append(dst, '\n')
		} else {
			dst = append(dst, ' ')
		}
	}
	return dst
}
