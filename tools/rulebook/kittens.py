"""Drawing, kittens and death. A part of Game."""

from .phases import (  # fmt: skip
    BURY, CHOICE, DEPTH, ENDS_ONE, GARBAGE, GIVE, GOES_ON, GUESS, KITTEN_PHASES, POTLUCK,
    TARGET, WINDOW, numbered,
)
from .rules import Mismatch


class Kittens:
    def draw(self, seat, place):
        self.after = ENDS_ONE
        if self.rules.loose == "at_draw" and self.loose(seat):
            self.leave(seat, "exploding")  # goes off in place of the draw
            self.explode(seat)
        elif not self.pile:
            self.settle(ENDS_ONE)
        else:
            self.drawn(seat, self.pile.pop(place))

    def drawn(self, seat, card):
        hand = self.hands[seat]
        if card == "imploding":
            self.implode(seat)
        elif card != "exploding":
            hand.append(card)
            self.cursed.discard(seat)  # a safe draw
            self.settle(ENDS_ONE)
        elif "streaking" in hand and "exploding" not in hand:
            self.limbo = "exploding"
            self.enter(CHOICE, seat)
        else:
            self.explode(seat)

    def implode(self, seat):
        if self.faceup:
            self.die(seat, "imploding")
            self.settle(ENDS_ONE)
        else:
            self.limbo = "imploding"
            self.enter(DEPTH, seat)

    def choice_legal(self, seat):
        return ["defuse", "keep"] if "defuse" in self.hands[seat] else ["keep"]

    def choice_apply(self, seat, verb, arg):
        self.limbo = None
        if verb == "defuse":
            self.explode(seat)
            return
        self.hands[seat].append("exploding")
        self.settle(ENDS_ONE if self.rules.keep_ends else GOES_ON)

    def explode(self, seat):
        """An Exploding Kitten goes off; `after` says what follows if one lives."""
        self.limbo = "exploding"
        if seat in self.cursed:
            self.guess_on(seat)
        elif "defuse" in self.hands[seat]:
            self.throw(seat, "defuse")
            self.enter(DEPTH, seat)
        else:
            self.blow_up(seat)

    def blow_up(self, seat):
        self.limbo = None
        self.die(seat, "exploding")
        self.settle(self.after)

    def guess_on(self, seat):
        if self.blind_choices(seat):
            self.enter(GUESS, seat)
        else:
            self.blow_up(seat)

    def guess_legal(self, seat):
        return ["blind"]

    def guess_apply(self, seat, verb, arg):
        card = self.feed.card("blind", self.blind_choices(seat))
        self.throw(seat, card)
        if card == "defuse":
            self.cursed.discard(seat)
            self.enter(DEPTH, seat)
        else:
            self.guess_on(seat)

    def depth_legal(self, seat):
        return numbered("depth", 0, len(self.pile))

    def depth_apply(self, seat, verb, arg):
        self.pile.insert(int(arg), self.limbo)
        if self.limbo == "imploding":
            self.faceup = True
        self.limbo = None
        self.settle(self.after)

    # ---- death --------------------------------------------------------

    def die(self, seat, kitten):
        """A seat leaves the game with the kitten that did it, or with none."""
        self.alive[seat] = False
        self.died.append(seat)
        self.over = sum(self.alive) == 1
        self.pending[seat] = 0
        self.cursed.discard(seat)
        if kitten:
            (self.out if self.rules.dead == "out" else self.discard).append(kitten)
        hand, self.hands[seat], self.marked[seat] = self.hands[seat], [], []
        if "exploding" in hand and self.kittens_return():
            self.return_kittens(hand)
            hand = [c for c in hand if c != "exploding"]
        (self.discard if self.rules.dead == "discard" else self.out).extend(hand)

    def kittens_return(self):
        """True if a dead player's other kittens go back (srs; open point 8)."""
        votes = (self.rules.loose == "at_draw", self.rules.dead == "kitten")
        return all(votes) or (any(votes) and self.feed.shuffle_follows())

    def return_kittens(self, hand):
        self.pile = ["exploding"] * hand.count("exploding") + self.pile
        self.pile_open = self.pile_open or self.over
        if not self.over or self.feed.shuffle_follows():
            self.pile = self.feed.shuffled(self.pile)

    def forfeit(self, seat):
        if self.over or not self.alive[seat]:
            raise Mismatch(f"seat {seat} forfeits, but is not in the game")
        waited_for = self.phase != WINDOW and self.actor == seat
        kitten = None
        if waited_for and self.phase in KITTEN_PHASES:
            kitten, self.limbo = self.limbo, None
        if waited_for and self.phase == BURY:
            self.put_back(0)
        self.die(seat, kitten)
        if not self.over:
            self.lapse(seat, waited_for)
        elif self.phase == BURY and self.limbo:
            self.put_back(0)  # open point 19

    def lapse(self, seat, waited_for):
        """Frames that waited for a seat that left fall away."""
        if self.phase == WINDOW:
            self.lapse_in_window(seat)
        elif self.phase == GARBAGE:
            if waited_for:
                self.next_giver()  # passes over the dead
        elif self.phase == POTLUCK:
            if waited_for:
                self.next_in_potluck()
        elif self.phase == BURY:
            if waited_for:
                self.settle(ENDS_ONE)
        elif self.phase in KITTEN_PHASES:
            if waited_for:
                self.settle(self.after)
        elif self.phase == GIVE:
            if waited_for or seat == self.turn:
                self.settle(GOES_ON)
        elif waited_for:
            self.pass_turn()
        elif self.phase == TARGET and not self.targets(self.played):
            self.resume()

    def lapse_in_window(self, seat):
        if seat == self.turn:
            self.pass_turn()  # its card is void
            return
        self.asked.discard(seat)
        if seat in self.commits:
            self.commits.remove(seat)
        if not self.asked:
            self.close_round()
