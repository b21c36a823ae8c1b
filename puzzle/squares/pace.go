package squares

import "github.com/deepen-go/deepen/budget"

// pace asks the budget whether to go on, in the phases that generate no nodes.
// They spend steps of some nanoseconds each: a place looked at, or a stick of a
// shape found.
type pace struct {
	meter budget.Meter
	steps int // since the last poll
	grace int // steps that may still be made once there is an error
	err   error
}

// pollSteps is the number of steps between two polls, some tenths of a
// millisecond.
const pollSteps = 1 << 16

// spend adds to the steps. It returns false when it is time to stop.
func (p *pace) spend(steps int) bool {
	if p.steps += steps; p.steps < pollSteps {
		return true
	}
	return p.poll()
}

func (p *pace) poll() bool {
	if p.err != nil {
		p.grace -= p.steps
	}
	p.steps = 0
	p.err = p.meter.Err()
	return p.err == nil || p.grace > 0
}
