package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// domain is what the syntax of a package says about the domain's type.
type domain struct {
	pkg      string   // the package's name
	receiver string   // the type as the kernel takes it, such as *kitchen
	state    string   // the type of a state
	style    string   // step, inplace or expand
	imports  []string // the import lines that state needs
}

// styles are the methods that each style needs, the fastest style first.
var styles = []struct {
	name    string
	methods []string
}{
	{"step", []string{"Moves", "Look", "Apply", "Heuristic", "Goal"}},
	{"inplace", []string{"Moves", "Look", "Apply", "Undo", "Heuristic", "Goal"}},
	{"expand", []string{"Expand", "Heuristic", "Goal"}},
}

// find reads the package in dir and describes the domain typ in the given style, or
// in the first that fits if that is empty. The file out is not read, as it is
// the one to be written.
func find(dir, typ, style, out string) (*domain, error) {
	spec, pkg, err := declaration(dir, typ, out)
	if err != nil {
		return nil, err
	}
	if spec.TypeParams != nil {
		return nil, fmt.Errorf("type %s is generic; name a type that is not, such as a struct that embeds %s[…]", typ, typ)
	}
	d := &domain{pkg: pkg.name, receiver: typ}
	methods := pkg.methods(typ)
	for _, m := range methods {
		if _, ok := m.decl.Recv.List[0].Type.(*ast.StarExpr); ok {
			d.receiver = "*" + typ
		}
	}
	if d.style, err = choose(typ, style, methods); err != nil {
		return nil, err
	}
	// Heuristic takes the state by value in every style.
	h := methods["Heuristic"]
	params := h.decl.Type.Params.List
	if len(params) != 1 || len(params[0].Names) > 1 {
		return nil, fmt.Errorf("%s.Heuristic must have one parameter, the state", typ)
	}
	if d.state, err = show(params[0].Type); err != nil {
		return nil, err
	}
	d.imports, err = importsOf(params[0].Type, h.file)
	return d, err
}

// choose returns the style, which must be wanted unless that is empty.
func choose(typ, wanted string, methods map[string]method) (string, error) {
	var lacks []string
	known := false
	for _, s := range styles {
		known = known || s.name == wanted
		if wanted != "" && s.name != wanted {
			continue
		}
		var missing []string
		for _, m := range s.methods {
			if _, ok := methods[m]; !ok {
				missing = append(missing, m)
			}
		}
		if moves, ok := methods["Moves"]; ok && s.name != "expand" && moves.pointer() != (s.name == "inplace") {
			missing = append(missing, map[string]string{
				"step": "Moves with the state by value", "inplace": "Moves with a pointer to the state",
			}[s.name])
		}
		if len(missing) == 0 {
			return s.name, nil
		}
		lacks = append(lacks, fmt.Sprintf("for style %s: %s", s.name, strings.Join(missing, ", ")))
	}
	if wanted != "" && !known {
		return "", fmt.Errorf("no style is called %q", wanted)
	}
	return "", fmt.Errorf("type %s lacks methods; %s", typ, strings.Join(lacks, "; "))
}

// method is a method and the file it is in.
type method struct {
	decl *ast.FuncDecl
	file *ast.File
}

// pointer reports whether the method's first parameter is a pointer.
func (m method) pointer() bool {
	params := m.decl.Type.Params.List
	if len(params) == 0 {
		return false
	}
	_, ok := params[0].Type.(*ast.StarExpr)
	return ok
}

// pack is the files of one package in a folder.
type pack struct {
	name  string
	files []*ast.File
}

// methods returns the methods of typ by name.
func (p *pack) methods(typ string) map[string]method {
	found := map[string]method{}
	for _, file := range p.files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv == nil || len(f.Recv.List) != 1 {
				continue
			}
			recv := f.Recv.List[0].Type
			if star, ok := recv.(*ast.StarExpr); ok {
				recv = star.X
			}
			if id, ok := recv.(*ast.Ident); ok && id.Name == typ {
				found[f.Name.Name] = method{f, file}
			}
		}
	}
	return found
}

// declaration finds the declaration of typ among the files in dir that a build
// for this machine would use. Test files are looked at only when the file to be
// written is one.
func declaration(dir, typ, out string) (*ast.TypeSpec, *pack, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	packs := map[string]*pack{}
	fset := token.NewFileSet()
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || name == out ||
			strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(out, "_test.go") {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, name); err != nil || !ok {
			continue
		}
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		p := packs[file.Name.Name]
		if p == nil {
			p = &pack{name: file.Name.Name}
			packs[p.name] = p
		}
		p.files = append(p.files, file)
	}
	for _, p := range packs {
		for _, file := range p.files {
			for _, decl := range file.Decls {
				gen, ok := decl.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range gen.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == typ {
						return t, p, nil
					}
				}
			}
		}
	}
	return nil, nil, fmt.Errorf("no type %s in %s", typ, dir)
}

// show prints a type.
func show(e ast.Expr) (string, error) {
	var b bytes.Buffer
	err := format.Node(&b, token.NewFileSet(), e)
	return b.String(), err
}

// importsOf returns the import lines of file that the type e needs.
func importsOf(e ast.Expr, file *ast.File) (lines []string, err error) {
	ast.Inspect(e, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		i := slices.IndexFunc(file.Imports, func(s *ast.ImportSpec) bool { return importName(s) == id.Name })
		if i < 0 {
			err = errors.Join(err, fmt.Errorf("no import is called %s; give it that name in the import line", id.Name))
			return false
		}
		line := file.Imports[i].Path.Value
		if name := file.Imports[i].Name; name != nil {
			line = name.Name + " " + line
		}
		if !slices.Contains(lines, line) && !strings.HasSuffix(line, `"github.com/deepen-go/deepen/search"`) {
			lines = append(lines, line)
		}
		return false
	})
	return lines, err
}

// importName is the name by which a file knows an import: as a guess its last
// element, when it has no name of its own.
func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	return path.Base(p)
}
