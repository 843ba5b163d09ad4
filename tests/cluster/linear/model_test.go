// The checker accepts what a correct room may do, and refuses planted faults.
package main

import (
	"testing"

	"github.com/anishathalye/porcupine"
)

func at(t int64) *int64 { return &t }

func told(seat int, t int64, moves ...string) Operation {
	return Operation{Kind: "told", Seat: seat, Call: t - 1, Return: at(t), Moves: moves}
}
func looked(seat int, call, end int64, moves ...string) Operation {
	return Operation{Kind: "read", Seat: seat, Call: call, Return: at(end), Moves: moves}
}
func asked(seat int, call, end int64, decision int) Operation {
	return Operation{Kind: "question", Seat: seat, Call: call, Return: at(end), Decision: decision}
}
func answered(seat int, call, end int64, decision int, action, outcome string) Operation {
	return Operation{Kind: "answer", Seat: seat, Call: call, Return: at(end), Decision: decision, Action: action,
		Outcome: outcome}
}
func unanswered(seat int, call int64, decision int, action string) Operation {
	return Operation{Kind: "answer", Seat: seat, Call: call, Decision: decision, Action: action}
}
func recorded(call, end int64, steps map[string][]string) Operation {
	return Operation{Kind: "record", Call: call, Return: at(end), Steps: steps}
}
func inWindow(op Operation) Operation {
	op.Window = true
	return op
}

type steps = map[string][]string

func Test_CLU_6_CorrectHistoriesAreAccepted(t *testing.T) {
	for name, history := range map[string][]Operation{
		"a game": {
			asked(0, 1, 2, 1), answered(0, 3, 6, 1, "draw", "closed"), told(0, 5, "0 draw"), told(1, 7, "0 draw"),
			recorded(8, 9, steps{"0": {"draw"}, "1": {}}),
		},
		"an answer said again is refused, and counts once": {
			answered(0, 1, 9, 1, "draw", "closed"), answered(0, 5, 7, 1, "draw", "refused"),
			recorded(10, 11, steps{"0": {"draw"}}),
		},
		"an unknown answer that counted": {
			unanswered(0, 1, 1, "draw"), looked(1, 5, 6, "0 draw"), recorded(7, 8, steps{"0": {"draw"}}),
		},
		"an unknown answer that never counted": {
			unanswered(0, 1, 1, "draw"), asked(0, 5, 6, 1), recorded(7, 8, steps{"0": {}}),
		},
		"an unknown answer is asked for again, then counts": {
			unanswered(0, 1, 1, "draw"), asked(0, 5, 6, 1), answered(0, 7, 9, 1, "draw", "closed"),
			recorded(10, 11, steps{"0": {"draw"}}),
		},
		"a slow message behind a quick one": {
			told(0, 5, "0 draw", "1 draw"), told(1, 7, "0 draw"), looked(1, 8, 9, "0 draw", "1 draw"),
		},
		"a look during a move sees either": {
			looked(1, 1, 9), told(0, 5, "0 draw"), looked(1, 2, 10, "0 draw"),
		},
		"a window that another ended": {
			inWindow(answered(0, 1, 2, 1, "nope", "refused")), inWindow(answered(1, 1, 3, 1, "nope", "closed")),
			recorded(5, 6, steps{"0": {}, "1": {"nope"}}),
		},
		"a pass that the clock said": {
			answered(0, 1, 2, 2, "draw", "closed"), recorded(5, 6, steps{"0": {"pass", "draw"}}),
		},
		"too fast to be read": {
			answered(0, 1, 2, 1, "draw", "unread"), answered(0, 3, 4, 1, "draw", "closed"),
			recorded(5, 6, steps{"0": {"draw"}}),
		},
	} {
		if result := check(history); result != porcupine.Ok {
			t.Errorf("%s: %s", name, result)
		}
	}
}

func Test_CLU_6_PlantedFaultsAreRefused(t *testing.T) {
	for name, history := range map[string][]Operation{
		"a stale read": {told(0, 5, "0 draw", "1 draw"), looked(1, 6, 7, "0 draw")},
		"a stale read of one's own": {
			looked(0, 1, 2, "0 draw"), looked(0, 3, 4),
		},
		"a stale question":         {answered(0, 1, 3, 1, "draw", "closed"), asked(0, 4, 5, 1)},
		"two events of one number": {told(0, 5, "0 draw"), told(1, 6, "1 draw")},
		"a move that was told otherwise later": {
			told(0, 5, "0 draw", "1 draw"), looked(0, 6, 7, "0 draw", "1 play"),
		},
		"a lost answer": {answered(0, 1, 3, 1, "draw", "closed"), recorded(5, 6, steps{"0": {}})},
		"a lost answer between two": {
			answered(0, 1, 3, 1, "play see", "closed"), answered(0, 4, 5, 2, "draw", "closed"),
			recorded(6, 7, steps{"0": {"draw"}}),
		},
		"a doubled answer": {
			answered(0, 1, 3, 1, "draw", "closed"), recorded(5, 6, steps{"0": {"draw", "draw"}}),
		},
		"a doubled unknown answer": {
			unanswered(0, 1, 1, "draw"), recorded(5, 6, steps{"0": {"draw", "draw"}}),
		},
		"a doubled Nope": {
			inWindow(answered(0, 1, 2, 1, "nope", "closed")), recorded(5, 6, steps{"0": {"nope", "nope"}}),
		},
		"another answer in its place": {
			answered(0, 1, 3, 1, "draw", "closed"), recorded(5, 6, steps{"0": {"play see"}}),
		},
		"a step that nobody said": {recorded(5, 6, steps{"0": {"draw"}})},
		"an answer that counted before it was said": {
			recorded(1, 2, steps{"0": {"draw"}}), answered(0, 3, 4, 1, "draw", "closed"),
		},
		"said once and refused": {answered(0, 1, 3, 1, "draw", "refused")},
		"two answers to one question": {
			answered(0, 1, 3, 1, "draw", "closed"), answered(0, 4, 5, 1, "play see", "closed"),
		},
	} {
		if result := check(history); result != porcupine.Illegal {
			t.Errorf("%s: %s", name, result)
		}
	}
}
