package hitting

import "github.com/deepen-go/deepen/budget"

// pacer polls the meter for all phases of one solve. The phases without nodes
// spend work instead, a step of some nanoseconds each.
type pacer struct {
	meter    budget.Meter
	progress budget.Progress
	work     int    // since the last poll
	due      uint64 // generated nodes at which to poll
	save     func() // offers a state; nil while there is none
}

// pollWork is the work between two polls: about a millisecond.
const pollWork = 1 << 18

// spend adds to the work and polls when it is time to.
func (p *pacer) spend(work int) error {
	if p.work += work; p.work < pollWork {
		return nil
	}
	return p.poll()
}

func (p *pacer) poll() (err error) {
	p.due, err = p.meter.Poll(p.progress)
	p.work = 0
	if err == nil && p.save != nil {
		p.save()
	}
	return err
}
