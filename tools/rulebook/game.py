"""State machine of the rules: who may act, what is legal, what it does.

Chance is never drawn here. Where the rules call for it the game asks its
`feed` for the outcome, saying what is possible; the checker's feed reads it
from the record and objects to anything else.
"""

from .effects import Effects
from .kittens import Kittens
from .phases import (  # fmt: skip
    AIMED, BURY, CHAIN, CHOICE, DEPTH, ENDS_ONE, FIVE, GARBAGE, GIVE, GOES_ON,
    GUESS, MAIN, NAME, ORDER, POTLUCK, TAKE, TARGET, TIMES, WINDOW, named_cards,
)
from .rules import CARDS, CATS, INDEX, NO_COMBO, PLAYABLE
from .strays import Strays


class Game(Effects, Kittens, Strays):
    def __init__(self, rules, seats, deal, feed):
        self.rules, self.seats, self.feed = rules, seats, feed
        self.hands = [list(h) for h in deal["hands"]]
        self.pile = list(deal["pile"])
        self.discard = []
        self.out = list(deal["removed"])  # cards that are in no zone for good
        self.box = sorted(c for c, n in rules.copies.items() for _ in range(n))
        self.alive = [True] * seats
        self.died = []
        self.turn, self.owed, self.attacked = deal["first"], 1, False
        self.direction = 1
        self.pending = [0] * seats
        self.faceup = False
        self.cursed = set()
        self.marked = [[] for _ in range(seats)]
        self.over = False
        self.limbo = None  # a kitten between pile and hand or place, or a card to be buried
        self.after = GOES_ON  # what follows when no kitten is loose any more
        self.pile_open = False  # the pile's order is not laid down just now
        self.played = self.target = self.named = None
        self.chained = False  # the card in play answers srs's question
        self.picks = []  # the titles of a five, as far as named
        self.asked, self.commits, self.nopes, self.top = set(), [], 0, None
        self.alter_from = self.alter_to = 0
        self.givers = []
        self.enter(MAIN, self.turn)

    # ---- who and what -------------------------------------------------

    def enter(self, phase, actor):
        self.phase, self.actor = phase, actor

    def actors(self):
        if self.over:
            return []
        return sorted(self.asked) if self.phase == WINDOW else [self.actor]

    def legal(self, seat):
        """All actions open to a seat, sorted as text (forfeit is never listed)."""
        if seat not in self.actors():
            return []
        return self.LEGAL[self.phase](self, seat)

    def legal_too(self, seat):
        """A second list that the texts allow as well, or None (open point 7)."""
        if self.phase == CHOICE and seat == self.actor and seat in self.cursed:
            return ["defuse", "keep"]
        return None

    def act(self, seat, text):
        """Apply an action that was found legal."""
        verb, _, arg = text.partition(" ")
        if verb == "forfeit":
            self.forfeit(seat)
        else:
            self.APPLY[self.phase](self, seat, verb, arg)

    def winner(self):
        return self.alive.index(True)

    # ---- seats --------------------------------------------------------

    def round_from(self, seat):
        """All seats in the direction of play, this one first."""
        return [(seat + i * self.direction) % self.seats for i in range(self.seats)]

    def next_seat(self):
        return next(s for s in self.round_from(self.turn)[1:] if self.alive[s])

    def targets(self, played):
        """The seats that a card or combo of the player on turn may be for."""
        others = [s for s in range(self.seats) if self.alive[s] and s != self.turn]
        if played in ("favor", "pair"):
            return [s for s in others if self.hands[s]]
        if played == "mark":
            return [s for s in others if len(self.hands[s]) > len(self.marked[s])]
        return others

    # ---- cards --------------------------------------------------------

    def leave(self, seat, card):
        """A card leaves a hand; a marked copy goes first."""
        self.hands[seat].remove(card)
        if card in self.marked[seat]:
            self.marked[seat].remove(card)

    def throw(self, seat, card):
        self.leave(seat, card)
        self.discard.append(card)

    def hand_over(self, giver, taker, card):
        self.leave(giver, card)
        self.hands[taker].append(card)

    def blind_choices(self, seat):
        """Cards that a blind play or guess may hit: never a held kitten."""
        return [c for c in self.hands[seat] if c != "exploding"]

    def unmarked(self, seat):
        rest = list(self.hands[seat])
        for card in self.marked[seat]:
            rest.remove(card)
        return rest

    def loose(self, seat):
        """True if a seat holds more kittens than its Streaking Kitten covers."""
        hand = self.hands[seat]
        held = hand.count("exploding")
        return held > 0 and held > hand.count("streaking")

    def shuffle(self):
        self.pile = self.feed.shuffled(self.pile, optional=not self.pile)
        self.pile_open = False

    # ---- turns --------------------------------------------------------

    def begin_turn(self, seat, added=0):
        """A turn reaches a seat: it owes what is pending and what is added."""
        due = self.pending[seat] + added
        self.pending[seat] = 0
        self.turn, self.owed, self.attacked = seat, due or 1, due > 0
        self.chained = self.rules.chain and self.attacked
        self.resume()

    def pass_turn(self):
        self.begin_turn(self.next_seat())

    def end_one(self):
        self.owed -= 1
        if self.owed:
            self.enter(MAIN, self.turn)
        else:
            self.pass_turn()

    def resume(self):
        """Back to the player on turn: srs's question, or the turn itself."""
        hand = self.hands[self.turn]
        can_answer = self.turn not in self.cursed and ("attack" in hand or "targeted" in hand)
        self.chained = self.chained and can_answer
        self.enter(CHAIN if self.chained else MAIN, self.turn)

    def settle(self, after):
        """An effect has ended: loose kittens go off, then the turn goes on or ends."""
        self.after = after
        if self.over:
            return
        if self.rules.loose == "at_once":
            for seat in self.round_from(self.turn):
                if self.alive[seat] and self.loose(seat):
                    self.leave(seat, "exploding")
                    self.explode(seat)
                    return
        if not self.alive[self.turn]:
            self.pass_turn()
        elif after == ENDS_ONE:
            self.end_one()
        else:
            self.enter(MAIN, self.turn)

    # ---- the turn -----------------------------------------------------

    def can_play(self, card):
        return card in PLAYABLE and (card not in AIMED or bool(self.targets(card)))

    def combo_ready(self, hand, card, size):
        """True if a hand has `size` of a kind under this name."""
        own = hand.count(card)
        if card in NO_COMBO or not own:
            return False
        if card not in CATS:
            return self.rules.combos == "any" and own >= size
        ferals = hand.count("feral") if card != "feral" else 0
        return own + ferals >= size

    def main_legal(self, seat):
        hand = self.hands[seat]
        if seat in self.cursed:
            return ["blind", "draw"] if self.blind_choices(seat) else ["draw"]
        kinds = set(hand)
        actions = ["draw"]
        actions += [f"play {c}" for c in kinds if self.can_play(c)]
        if self.targets("pair"):
            actions += [f"pair {c}" for c in kinds if self.combo_ready(hand, c, 2)]
        actions += [f"triple {c}" for c in kinds if self.combo_ready(hand, c, 3)]
        if self.rules.five and len(kinds - NO_COMBO) >= 5:
            actions.append("five")
        return sorted(actions)

    def main_apply(self, seat, verb, arg):
        if verb == "draw":
            self.draw(seat, 0)
        elif verb == "play":
            self.play(seat, arg)
        elif verb == "blind":
            self.play_blind(seat)
        elif verb == "five":
            self.played, self.picks = "five", []
            self.enter(FIVE, seat)
        else:
            self.combo(seat, verb, arg)

    def play(self, seat, card):
        self.throw(seat, card)
        self.put_in_play(card)

    def put_in_play(self, played):
        self.played, self.target, self.named = played, None, None
        if played in AIMED:
            self.enter(TARGET, self.turn)
        else:
            self.open_window()

    def play_blind(self, seat):
        card = self.feed.card("blind", self.blind_choices(seat))
        self.throw(seat, card)
        if self.can_play(card):
            self.put_in_play(card)
        else:
            self.settle(GOES_ON)  # lost; a Streaking Kitten may have gone

    def combo(self, seat, verb, card):
        size = 2 if verb == "pair" else 3
        own = min(size, self.hands[seat].count(card))
        for spent in [card] * own + ["feral"] * (size - own):
            self.throw(seat, spent)
        self.put_in_play(verb)

    def chain_legal(self, seat):
        plays = [f"play {c}" for c in ("attack", "targeted") if c in self.hands[seat]]
        return ["pass"] + plays

    def chain_apply(self, seat, verb, arg):
        if verb == "pass":
            self.chained = False
            self.enter(MAIN, seat)
        else:
            self.play(seat, arg)

    # ---- before the window --------------------------------------------

    def target_legal(self, seat):
        return [f"target {s}" for s in self.targets(self.played)]

    def target_apply(self, seat, verb, arg):
        self.target = int(arg)
        if self.played == "triple":
            self.enter(NAME, seat)
        else:
            self.open_window()

    def name_legal(self, seat):
        copies = self.rules.copies
        titles = [c for c in CARDS if copies[c] and c != "imploding"]
        if not copies["streaking"] and "exploding" in titles:
            titles.remove("exploding")  # none can be in a hand
        return named_cards(titles)

    def name_apply(self, seat, verb, arg):
        self.named = arg
        self.open_window()

    def five_legal(self, seat):
        """Titles later than the last one, with enough after them to make five."""
        last = INDEX[self.picks[-1]] if self.picks else -1
        titles = sorted((INDEX[c] for c in set(self.hands[seat]) - NO_COMBO if INDEX[c] > last), reverse=True)
        still_needed = 4 - len(self.picks)
        return named_cards(CARDS[i] for i in titles[still_needed:])

    def five_apply(self, seat, verb, arg):
        self.throw(seat, arg)
        self.picks.append(arg)
        if len(self.picks) == 5:
            self.picks = []
            self.put_in_play("five")

    # ---- the window ---------------------------------------------------

    def can_nope(self, seat):
        return seat not in self.cursed and "nope" in self.hands[seat]

    def open_window(self):
        self.nopes = 0
        self.ask(self.turn)

    def ask(self, top):
        """Everyone but the player of the card on top is asked again."""
        self.top, self.commits = top, []
        everyone = self.rules.nope_asks == "all"
        self.asked = {
            s for s in range(self.seats)
            if self.alive[s] and s != top and (everyone or self.can_nope(s))
        }
        self.enter(WINDOW, None)
        if not self.asked:
            self.resolve()

    def window_legal(self, seat):
        return ["nope", "pass"] if self.can_nope(seat) else ["pass"]

    def window_apply(self, seat, verb, arg):
        if verb == "nope" and self.rules.nope_way == "immediate":
            self.count_nope(seat)
            return
        if verb == "nope":
            self.commits.append(seat)
        self.asked.discard(seat)
        if not self.asked:
            self.close_round()

    def count_nope(self, seat):
        self.throw(seat, "nope")
        self.nopes += 1
        self.ask(seat)

    def close_round(self):
        """All have answered: one committed Nope counts, or the card is settled."""
        if self.commits:
            self.count_nope(self.feed.nope_of(sorted(self.commits)))
        else:
            self.resolve()

    def resolve(self):
        if self.nopes % 2:
            self.resume()
        elif self.target is not None and not self.alive[self.target]:
            self.resume()  # who was meant has left the game
        else:
            self.EFFECT[self.played](self)

    LEGAL = {
        MAIN: main_legal, CHAIN: chain_legal, TARGET: target_legal, NAME: name_legal,
        FIVE: five_legal, WINDOW: window_legal,
        TIMES: Effects.times_legal, ORDER: Effects.order_legal, GIVE: Effects.give_legal,
        GARBAGE: Effects.give_legal, TAKE: Effects.take_legal,
        CHOICE: Kittens.choice_legal, GUESS: Kittens.guess_legal, DEPTH: Kittens.depth_legal,
        POTLUCK: Effects.give_legal, BURY: Strays.bury_legal,
    }
    APPLY = {
        MAIN: main_apply, CHAIN: chain_apply, TARGET: target_apply, NAME: name_apply,
        FIVE: five_apply, WINDOW: window_apply,
        TIMES: Effects.times_apply, ORDER: Effects.order_apply, GIVE: Effects.give_apply,
        GARBAGE: Effects.garbage_apply, TAKE: Effects.take_apply,
        CHOICE: Kittens.choice_apply, GUESS: Kittens.guess_apply, DEPTH: Kittens.depth_apply,
        POTLUCK: Strays.potluck_apply, BURY: Strays.bury_apply,
    }
    EFFECT = dict(
        Effects.EFFECT, personal=Strays.do_personal, share=Effects.do_alter,
        potluck=Strays.do_potluck, bury=Strays.do_bury,
    )
