package tiles

import (
	"context"
	"math"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// briefNodes is what IDA* may generate with a bound that needs no table before
// one is built: a millisecond or two, which easy boards do not need.
const briefNodes = 1 << 17

// Solve finds the fewest moves of b. Its heuristic decides how; the answer is
// the same with each: the first shortest solution in the order of the
// operators.
//
// With [Auto] a board of up to 9 cells has the table of all its distances; a
// larger one is searched for 131,072 nodes without a table and then with a pattern
// database. That is the large one if a store has it (see [Solver.UseStore]), and
// otherwise a small one, which is built in a second or less (5 x 5: two or
// three). Where memory is too little for it, the search goes on with linear
// conflicts.
//
// Generated and expanded are the nodes of the searches; the placements of a
// database that is built are not counted, so the counts do not depend on what
// a solver has done before.
func Solve(ctx context.Context, b *Board, limits budget.Limits) puzzle.Answer {
	return NewSolver().Solve(ctx, b, limits)
}

// Solver solves boards one after another and keeps the tables of the last size.
// Create it with [NewSolver].
type Solver struct {
	store  puzzle.TableStore
	size   size
	packed *packedSpace
	tabled *tabledSpace
	bytes  int64   // of the database of tabled
	known  *depths // a complete table from the store
	exact  *exact  // one that generating has built
}

// NewSolver returns a solver without a store.
func NewSolver() *Solver { return &Solver{} }

// UseStore makes the solver take large databases and complete tables from s. It
// never builds one; [Table.Build] and [Perfect.Build] do.
func (s *Solver) UseStore(store puzzle.TableStore) {
	s.store, s.tabled, s.known = store, nil, nil
}

// infeasible is the answer to a board that cannot be solved.
var infeasible = puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None}

// Solve implements puzzle.Solver.
func (s *Solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	b := inst.(*Board)
	if b.All > 0 {
		all := s.All(ctx, b, b.All, limits)
		ans := all.Answer
		ans.Count = puzzle.Count{Valid: true, N: int64(min(all.Count, math.MaxInt64)), Complete: all.Complete || ans.Status == puzzle.Infeasible}
		ans.List = make([]puzzle.Solution, len(all.List))
		for i, m := range all.List {
			ans.List[i] = m
		}
		return ans
	}
	r := s.start(ctx, b, limits)
	if r == nil {
		return infeasible
	}
	r.begin()
	return r.answer
}

// start returns the work on b, or nil when it cannot be solved.
func (s *Solver) start(ctx context.Context, b *Board, limits budget.Limits) *run {
	if !b.Solvable() {
		return nil
	}
	if (s.size != size{b.Rows, b.Cols}) {
		*s = Solver{store: s.store, size: size{b.Rows, b.Cols}, exact: s.exact}
	}
	return &run{solver: s, board: b, ctx: ctx, limits: limits}
}

// Solutions are the shortest solutions of a board.
type Solutions struct {
	// Answer is as of Solve; its solution is the first of all.
	Answer puzzle.Answer
	// Count is how many shortest solutions were found, and Complete tells that
	// no limit stopped the search before the last.
	Count    uint64
	Complete bool
	// List has the first of them, in the order of the operators.
	List []Moves
}

// All counts the shortest solutions of b and lists up to most of them. The search
// goes through the whole of its last iteration, so it takes longer than for one.
func (s *Solver) All(ctx context.Context, b *Board, most int, limits budget.Limits) Solutions {
	r := s.start(ctx, b, limits)
	if r == nil {
		return Solutions{Answer: infeasible}
	}
	r.all, r.most = true, most
	r.begin()
	return Solutions{r.answer, r.count, r.complete, r.list}
}

// run is the work on one board, by one search or more.
type run struct {
	solver *Solver
	board  *Board
	ctx    context.Context
	limits budget.Limits
	phase  phase
	lower  int // proven so far
	answer puzzle.Answer

	all   bool // count all solutions, and list most of them
	most  int
	count uint64
	list  []Moves

	complete bool // these are all
}

// phase is one of the searches that a board may take, in their order.
type phase uint8

const (
	brief   phase = iota // without a table, for a moment
	tables               // with a database
	plainly              // without a table, to the end
)

// begin goes to where limits.Resume was, if anywhere, and solves from there.
func (r *run) begin() {
	if r.limits.Resume != nil {
		if err := r.resume(); err != nil {
			r.limit(err)
			return
		}
		if n := r.limits.Nodes; n > 0 && r.answer.Generated >= n { // by the searches before
			r.limit(budget.ErrNodes)
			r.offer(r.limits.Resume)
			return
		}
	}
	r.solve()
}

// solve does the searches that the board's heuristic asks for, from r.phase on.
func (r *run) solve() {
	switch b := r.board; b.Heuristic {
	case Manhattan, LinearConflict:
		r.enter(plainly)
		r.withoutTable(b.Heuristic, 0)
	case PDB:
		r.enter(tables)
		if r.withTable() {
			r.limit(budget.ErrMemory)
		}
	case Auto:
		h := LinearConflict
		if b.cells() <= maxPacked {
			h = Manhattan // ten times as fast, and the boards are easy
		}
		small := b.cells() <= maxPattern+1 // the table is as quick
		if r.phase == brief && !small && !r.withoutTable(h, briefNodes) {
			return
		}
		if r.phase <= tables {
			r.enter(tables)
			if !r.withTable() {
				return
			}
		}
		r.enter(plainly)
		r.withoutTable(LinearConflict, 0)
	}
}

// enter begins a phase, unless a saved state is already in it.
func (r *run) enter(p phase) {
	if r.phase != p {
		r.phase, r.limits.Resume = p, nil
	}
}

// options are those of a search from what is proven.
func (r *run) options() search.IDAOptions {
	return search.IDAOptions{Threshold: r.lower, All: r.all, MaxSolutions: r.most}
}

// withoutTable searches with h. If nodes is not 0, the search is brief: after so
// many nodes it returns true, having decided nothing, unless the caller's own
// limits allow no more.
func (r *run) withoutTable(h Heuristic, nodes uint64) bool {
	limits := r.left()
	isBrief := nodes > 0 && (limits.Nodes == 0 || limits.Nodes > nodes)
	if isBrief {
		limits.Nodes = nodes
	}
	opt := r.options()
	var result search.Result[int32]
	if b := r.board; h == Manhattan && b.cells() <= maxPacked {
		s := r.solver
		if s.packed == nil {
			s.packed = newPackedSpace(b.Rows, b.Cols)
		}
		result = packedIDAStar(r.ctx, s.packed, pack(b), opt, limits)
		s.packed.plainOps(pack(b), result.Path)
		for _, path := range result.Paths {
			s.packed.plainOps(pack(b), path)
		}
	} else {
		p := newPlainSpace(b.Rows, b.Cols, h == LinearConflict)
		result = plainIDAStar(r.ctx, p, plain{cells: b.Tiles, blank: uint8(b.blank())}, opt, limits)
	}
	return r.take(result, isBrief)
}

// withTable searches with a database. It returns true, having decided nothing,
// when that takes more memory than allowed.
func (r *run) withTable() bool {
	if r.byPerfect() {
		return false
	}
	r.lower = max(r.lower, newPlainSpace(r.board.Rows, r.board.Cols, false).Heuristic(plain{cells: r.board.Tiles}))
	if err := r.solver.open(r.ctx, r.building()); err != nil {
		if budget.Name(err) == "memory" {
			return true
		}
		r.limit(err)
		r.offer(nil) // the search has not begun
		return false
	}
	t := r.solver.tabled
	r.take(tabledIDAStar(r.ctx, t, t.root(r.board), r.options(), r.left()), false)
	return false
}

// open makes s.tabled ready: from the store, or by building the small database.
func (s *Solver) open(ctx context.Context, limits budget.Limits) error {
	meter := budget.NewMeter(ctx, limits)
	if s.tabled != nil && meter.Fits(s.bytes) {
		return nil
	}
	s.tabled = nil
	d := s.load(ctx, &meter)
	if d == nil {
		d = newDatabase(s.size.rows, s.size.cols, smallGroups(s.size.rows, s.size.cols))
		if _, err := d.build(ctx, limits); err != nil {
			return err
		}
	}
	s.tabled, s.bytes = newTabledSpace(d), d.bytes()
	return nil
}

// load returns the large database if it is in the store and fits.
func (s *Solver) load(ctx context.Context, meter *budget.Meter) *database {
	table, ok := TableFor(s.size.rows, s.size.cols)
	if s.store == nil || !ok || !meter.Fits(table.Bytes) {
		return nil
	}
	d := table.database()
	extra, _, ok := s.store.Load(ctx, table.key, table.Bytes)
	if !ok {
		return nil
	}
	d.extra = extra
	return d
}

// take adds a search to the answer. It returns true when the search was
// brief and that is why it stopped.
func (r *run) take(s search.Result[int32], isBrief bool) bool {
	a := &r.answer
	a.Generated += s.Generated
	a.Resumed += s.Resumed
	a.Expanded += s.Expanded
	a.Iterations = append(a.Iterations, s.Iterations...)
	r.lower = max(r.lower, s.Lower)
	if isBrief && budget.Name(s.Err) == "nodes" {
		return true
	}
	if s.Status != search.Found {
		r.limit(s.Err)
		return false
	}
	m := movesOf(r.board, s.Path)
	a.Status, a.Solution, a.Cost, a.LowerBound = puzzle.Solved, m, len(m), len(m)
	r.count, r.complete = s.Count, s.Err == nil
	for _, path := range s.Paths {
		r.list = append(r.list, movesOf(r.board, path))
	}
	return false
}

// limit makes the answer unknown.
func (r *run) limit(err error) {
	r.answer.Status, r.answer.Limit = puzzle.Unknown, budget.Name(err)
	r.answer.Cost, r.answer.LowerBound = puzzle.None, r.lower
}

// left returns what is left of the limits. Reports and saved states go on from
// the searches that are done.
func (r *run) left() budget.Limits {
	limits, a, lower := r.limits, r.answer, r.lower
	if limits.Nodes > 0 {
		limits.Nodes -= a.Generated
	}
	if save := limits.Save; save != nil {
		limits.Save = func(search func() []byte) { save(r.saving(search)) }
	}
	if report := limits.Report; report != nil {
		limits.Report = func(p budget.Progress) {
			p.Generated += a.Generated
			p.Expanded += a.Expanded
			p.Lower = max(p.Lower, lower)
			report(p)
		}
	}
	return limits
}

// building returns the limits of a table that is built: its placements are no
// nodes of the search.
func (r *run) building() budget.Limits {
	limits, a, lower := r.limits, r.answer, r.lower
	limits.Nodes = 0
	if report := limits.Report; report != nil {
		limits.Report = func(budget.Progress) {
			report(budget.Progress{Generated: a.Generated, Expanded: a.Expanded, Lower: lower, Upper: -1})
		}
	}
	return limits
}
