// Model of a room, as one table's players can see it: numbered public moves and idempotent answers.
package main

import (
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"
)

// Operation of one player, as a fault campaign writes it: one JSON object a line.
type Operation struct {
	Room   string `json:"room"`
	Kind   string `json:"kind"` // told, read, question, answer or record
	Seat   int    `json:"seat"`
	Call   int64  `json:"call"`
	Return *int64 `json:"return"` // none: no answer came, and the outcome is unknown

	Moves    []string            `json:"moves,omitempty"`    // told, read: the public moves from the first on
	Decision int                 `json:"decision,omitempty"` // question, answer
	Action   string              `json:"action,omitempty"`   // answer
	Window   bool                `json:"window,omitempty"`   // answer: others or the clock may forestall it
	Outcome  string              `json:"outcome,omitempty"`  // answer: closed, refused or unread
	Steps    map[string][]string `json:"steps,omitempty"`    // record: what each player did
}

// said is what a seat answered to one decision.
type said struct {
	action string
	window bool
}

// room is the state of the model. It is never changed in place.
type room struct {
	moves   []string
	answers map[int]map[int]said // by seat and decision
}

func newRoom() interface{} { return room{} }

// agree tells whether one list is the beginning of the other.
func agree(a, b []string) bool {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (r room) know(moves []string) room {
	if len(moves) > len(r.moves) {
		r.moves = moves
	}
	return r
}

func (r room) with(seat, decision int, answer said) room {
	all := map[int]map[int]said{}
	for s, answers := range r.answers {
		all[s] = answers
	}
	own := map[int]said{decision: answer}
	for d, known := range r.answers[seat] {
		own[d] = known
	}
	all[seat] = own
	r.answers = all
	return r
}

// answer counts once. A window's answer may come too late, and then it is refused or ignored.
func (r room) answer(op Operation) (bool, room) {
	if op.Outcome == "unread" {
		return true, r // the server was asked too fast and has not looked at it
	}
	before, known := r.answers[op.Seat][op.Decision]
	if known && before.action != op.Action {
		return false, r
	}
	if op.Outcome == "refused" && !known && !op.Window {
		return false, r
	}
	if known || op.Outcome == "refused" {
		return true, r
	}
	return true, r.with(op.Seat, op.Decision, said{op.Action, op.Window})
}

// records tells whether a seat's steps are its answers, each once and in the order of the questions.
// A question in a window may have no step, or a pass that nobody said.
func records(answers map[int]said, steps []string) bool {
	last := 0
	for decision := range answers {
		if decision > last {
			last = decision
		}
	}
	asked := 0
	for _, step := range steps {
		found := false
		for asked < last && !found {
			asked++
			answer, known := answers[asked]
			if known && !answer.window {
				if answer.action != step {
					return false
				}
				found = true
			} else {
				found = step == "pass" || (step == "nope" && known && answer.action == "nope")
			}
		}
		if !found && step != "pass" {
			return false
		}
	}
	for asked++; asked <= last; asked++ {
		if answer, known := answers[asked]; known && !answer.window {
			return false
		}
	}
	return true
}

func (r room) step(op Operation) (bool, room) {
	switch op.Kind {
	case "told": // may be on its way for long, and never contradicts
		return agree(r.moves, op.Moves), r.know(op.Moves)
	case "read": // asked for: nothing older than what anybody was told before
		return agree(r.moves, op.Moves) && len(op.Moves) >= len(r.moves), r.know(op.Moves)
	case "question": // an answered question is never put again
		_, answered := r.answers[op.Seat][op.Decision]
		return !answered, r
	case "answer":
		return r.answer(op)
	case "record":
		for seat, steps := range op.Steps {
			number := 0
			fmt.Sscan(seat, &number)
			if !records(r.answers[number], steps) {
				return false, r
			}
		}
		return true, r
	}
	return false, r
}

func (r room) equal(other room) bool {
	if len(r.moves) != len(other.moves) || len(r.answers) != len(other.answers) {
		return false
	}
	for seat, answers := range r.answers {
		if len(answers) != len(other.answers[seat]) {
			return false
		}
		for decision, answer := range answers {
			if other.answers[seat][decision] != answer {
				return false
			}
		}
	}
	return agree(r.moves, other.moves)
}

var model = porcupine.Model{
	Init: newRoom,
	Step: func(state, input, _ interface{}) (bool, interface{}) {
		return state.(room).step(input.(Operation))
	},
	Equal: func(a, b interface{}) bool { return a.(room).equal(b.(room)) },
	DescribeOperation: func(input, _ interface{}) string {
		op := input.(Operation)
		return strings.TrimSpace(fmt.Sprintf("seat %d: %s %d %s %s (%d moves)", op.Seat, op.Kind, op.Decision,
			op.Action, op.Outcome, len(op.Moves)))
	},
}
