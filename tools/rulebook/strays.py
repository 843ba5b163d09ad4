"""The box of strays: its effects and the answers that they ask for. A part of Game."""

from .phases import BURY, ENDS_ONE, GOES_ON, MAIN, POTLUCK, numbered


class Strays:
    def do_personal(self):
        self.owed += 2
        self.attacked = True
        self.enter(MAIN, self.turn)

    def do_potluck(self):
        """The givers are fixed now: the living who have a card."""
        self.givers = [s for s in self.round_from(self.turn) if self.alive[s] and self.hands[s]]
        self.next_in_potluck()

    def next_in_potluck(self):
        """Ask the next giver who has not left; the cursed give at random, unasked."""
        while self.givers:
            seat = self.givers[0]
            if self.alive[seat]:
                if seat not in self.cursed:
                    self.enter(POTLUCK, seat)
                    return
                self.put_on_top(seat, self.feed.card("blind", self.hands[seat]))
            self.givers.pop(0)
        self.settle(GOES_ON)

    def put_on_top(self, seat, card):
        self.leave(seat, card)
        self.pile.insert(0, card)

    def potluck_apply(self, seat, verb, arg):
        self.put_on_top(seat, arg)
        self.givers.pop(0)
        self.next_in_potluck()

    def do_bury(self):
        if not self.pile:
            self.settle(ENDS_ONE)
            return
        self.limbo = self.pile.pop(0)
        self.enter(BURY, self.turn)

    def bury_legal(self, seat):
        return numbered("depth", 0, len(self.pile))

    def bury_apply(self, seat, verb, arg):
        self.put_back(int(arg))
        self.settle(ENDS_ONE)

    def put_back(self, place):
        self.pile.insert(place, self.limbo)
        self.limbo = None
