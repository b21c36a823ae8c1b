package search

// Machine is a finite-state machine over operators that knows strings of them
// which need not be tried, because another string leads to the same state and is
// cheaper, or as cheap and earlier in operator order (Taylor and Korf, Pruning
// duplicate nodes in depth-first search, 1993). [Learn] makes one.
//
//	state 0 ──a──► state 3 ──b──► forbidden, when "a b" is such a string
//	   ▲              │
//	   └──────c───────┘               the state is the longest end of the path so far
//	                                  that begins a forbidden string
//
// A machine is not changed by its use, so that many searches may share it.
type Machine struct {
	ops     int      // operators 0 to ops-1 are known
	next    []int32  // next[state*ops+op]: the state after op, or -1
	allowed []uint64 // by state: the operators below 64 that are not forbidden
	strings int      // forbidden strings
}

// Next returns the state after operator op in the given state, 0 being the one
// to start from, or -1 when op is forbidden there.
func (m *Machine) Next(state, op int32) int32 {
	if uint(op) >= uint(m.ops) {
		return 0
	}
	return m.next[int(state)*m.ops+int(op)]
}

// Allowed returns the operators 0 to 63 that are not forbidden in the given
// state, as a set of bits.
func (m *Machine) Allowed(state int32) uint64 { return m.allowed[state] }

// States returns the number of the machine's states.
func (m *Machine) States() int { return len(m.allowed) }

// Strings returns the number of operator strings that the machine forbids.
func (m *Machine) Strings() int { return m.strings }

// size tells machines apart roughly; it is 0 when there is none.
func (m *Machine) size() int {
	if m == nil {
		return 0
	}
	return len(m.next)
}
