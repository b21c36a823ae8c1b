package exactcover

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/deepen-go/deepen/cover"
	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// between separates the items and the options of a line in the native format. No name
// has a | in it.
const between = "||"

// mostEntries is how many entries of options a reader accepts; each takes some 60 bytes
// while the problem is solved.
const mostEntries = 1 << 25

// builder puts a problem together.
type builder struct {
	p       *Problem
	item    map[string]int32
	colour  map[string]int32
	last    []int32 // the option, from 1, that had the item last
	entries int
}

// newBuilder begins a problem with the items of a line. Its error is at a field.
func newBuilder(items []lines.Field) (*builder, *fault) {
	b := &builder{p: &Problem{Problem: cover.Problem{Primary: -1}}, item: map[string]int32{}, colour: map[string]int32{}}
	for _, f := range items {
		name := string(f.Text)
		if name == "|" {
			if b.p.Primary >= 0 {
				return nil, faultf(f.Column, "a second | among the items")
			}
			b.p.Primary = len(b.p.Names)
			continue
		}
		if i := strings.IndexAny(name, ":|"); i >= 0 {
			return nil, faultf(f.Column+i, "%s in the name of an item, %s", lines.Char(f.Text[i:]), f)
		}
		if _, there := b.item[name]; there {
			return nil, faultf(f.Column, "the item %s comes twice", f)
		}
		b.item[name] = int32(len(b.p.Names))
		b.p.Names = append(b.p.Names, name)
	}
	b.p.Items = len(b.p.Names)
	if b.p.Primary < 0 {
		b.p.Primary = b.p.Items
	}
	b.last = make([]int32, b.p.Items)
	return b, nil
}

// add adds an option.
func (b *builder) add(entries []lines.Field) *fault {
	if b.entries += len(entries); b.entries > mostEntries {
		return faultf(entries[0].Column, "more than %d entries in the options", mostEntries)
	}
	option := make([]cover.Entry, 0, len(entries))
	for _, f := range entries {
		name, colour, coloured := strings.Cut(string(f.Text), ":")
		item, there := b.item[name]
		switch {
		case !there:
			return faultf(f.Column, "%s is not one of the items", lines.Quote([]byte(name)))
		case b.last[item] == int32(len(b.p.Options))+1:
			return faultf(f.Column, "the item %s comes twice in an option", lines.Quote([]byte(name)))
		case coloured && int(item) < b.p.Primary:
			return faultf(f.Column+len(name), "a colour for the primary item %s", lines.Quote([]byte(name)))
		case coloured && (colour == "" || strings.ContainsAny(colour, ":|")):
			return faultf(f.Column+len(name)+1, "%s is not a colour", lines.Quote([]byte(colour)))
		}
		b.last[item] = int32(len(b.p.Options)) + 1
		e := cover.Entry{Item: item}
		if coloured {
			if e.Colour = b.colour[colour]; e.Colour == 0 {
				b.p.Colours = append(b.p.Colours, colour)
				e.Colour = int32(len(b.p.Colours))
				b.colour[colour] = e.Colour
			}
		}
		option = append(option, e)
	}
	b.p.Options = append(b.p.Options, option)
	return nil
}

// fault is what is wrong with a line, and the column.
type fault struct {
	Column int
	Msg    string
}

func faultf(column int, format string, args ...any) *fault {
	return &fault{column, fmt.Sprintf(format, args...)}
}

// guess tells the format by the file's extension or its first line that is neither
// blank nor a comment.
func guess(file string, head []byte) string {
	if strings.EqualFold(path.Ext(file), ".dlx") {
		return "dlx"
	}
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '|' {
			if bytes.Contains(line, []byte(between)) {
				break
			}
			return "dlx"
		}
	}
	return "native"
}

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	most, list, err := asked(settings)
	if err != nil {
		return nil, err
	}
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("cover has no format %q", format)
	}
	return &reader{s: lines.New(r), dlx: f.Name == "dlx", most: most, list: list}, nil
}

type reader struct {
	s      *lines.Scanner
	dlx    bool
	most   uint64
	list   int
	fields []lines.Field
	some   bool // a problem, good or bad, or the end was seen
	done   bool
}

// line returns the next line that is no comment, and the column where it begins.
func (r *reader) line() ([]byte, int, error) {
	for {
		text, column, err := r.s.Content(0)
		if err != nil || text[0] != '|' {
			return text, column, err
		}
	}
}

func (r *reader) Read() (puzzle.Instance, error) {
	if r.done {
		return nil, io.EOF
	}
	text, column, err := r.line()
	if err == io.EOF {
		r.done = true
		if !r.some {
			return nil, lines.Nothing("a line with the items")
		}
	}
	r.some = true
	if err != nil {
		return nil, err
	}
	p, err := r.problem(text, column)
	if err != nil {
		return nil, err
	}
	p.Most, p.List = r.most, r.list
	return p, nil
}

// problem reads a problem, whose first line is given.
func (r *reader) problem(text []byte, column int) (*Problem, error) {
	r.done = r.dlx
	items, rest, more := text, []byte(nil), false
	if !r.dlx {
		items, rest, more = bytes.Cut(text, []byte(between))
	}
	b, f := newBuilder(r.split(items, column))
	column += len(items) + len(between)
	for f == nil && more {
		var option []byte
		option, rest, more = bytes.Cut(rest, []byte(between))
		fields := r.split(option, column)
		if len(fields) == 0 {
			f = faultf(column, "an empty option")
			break
		}
		f = b.add(fields)
		column += len(option) + len(between)
	}
	for f == nil && r.dlx {
		option, column, err := r.line()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		f = b.add(r.split(option, column))
	}
	if f != nil {
		return nil, r.s.Errorf(f.Column, "%s", f.Msg)
	}
	return b.p, nil
}

func (r *reader) split(text []byte, column int) []lines.Field {
	r.fields = lines.Fields(r.fields[:0], text, column)
	return r.fields
}

// Parse reads one problem in the DLX format. Its error is a *[puzzle.InputError]. One
// solution is asked for; set Most and List for others.
func Parse(text string) (*Problem, error) {
	r := &reader{s: lines.New(strings.NewReader(text)), dlx: true, most: 1}
	inst, err := r.Read()
	if err != nil {
		return nil, err
	}
	return inst.(*Problem), nil
}

// answerReader reads answers: the number of options on a line, then a line for each; -1
// or ?.
type answerReader struct{ *lines.Words }

func newAnswerReader(r io.Reader) *answerReader { return &answerReader{lines.NewWords(r)} }

func (r *answerReader) Read(puzzle.Instance) (puzzle.Answer, error) {
	ans, err := r.Cost("number of options")
	if err != nil || ans.Status != puzzle.Solved {
		return ans, err
	}
	n := ans.Cost
	ans.Cost = puzzle.None
	s := &Selection{}
	for range n {
		word, err := r.Next()
		if err == io.EOF {
			return ans, r.Errorf(word, "%d options are missing", n-len(s.Options))
		}
		if err != nil {
			return ans, err
		}
		option := []string{string(word.Text)}
		for r.Rest() > 0 {
			if word, err = r.Next(); err != nil {
				return ans, err
			}
			option = append(option, string(word.Text))
		}
		s.Options = append(s.Options, option)
	}
	ans.Solution = s
	return ans, nil
}
