"""Effects of played cards and the answers they ask for. A part of Game."""

from .phases import GARBAGE, GIVE, GOES_ON, MAIN, ORDER, TAKE, TIMES, named_cards, numbered
from .rules import NO_COMBO


class Effects:
    def attack_size(self):
        stacked = self.attacked and self.rules.stack == "add"
        return 2 + (self.owed if stacked else 0)

    def do_attack(self):
        self.begin_turn(self.next_seat(), self.attack_size())

    def do_targeted(self):
        size = self.attack_size()
        if self.rules.targeted == "jump":
            self.begin_turn(self.target, size)
        else:
            self.pending[self.target] += size
            self.pass_turn()

    def do_skip(self):
        self.end_one()

    def do_superskip(self):
        self.pass_turn()

    def do_reverse(self):
        self.direction = -self.direction
        self.end_one()

    def do_bottom(self):
        self.draw(self.turn, len(self.pile) - 1)

    def do_shuffle(self):
        if self.rules.times and (self.pile or self.feed.times_follow()):
            self.enter(TIMES, self.turn)
        else:
            self.shuffle()
            self.enter(MAIN, self.turn)

    def times_legal(self, seat):
        return numbered("times", 1, 100)

    def times_apply(self, seat, verb, arg):
        for _ in range(int(arg)):
            self.shuffle()
        self.enter(MAIN, seat)

    def do_see(self):
        self.enter(MAIN, self.turn)

    def do_alter(self):
        self.alter_from = 0
        self.alter_to = min(len(self.pile), 5 if self.played == "alter5" else 3)
        self.enter(ORDER if self.alter_to > 1 else MAIN, self.turn)

    def order_legal(self, seat):
        return numbered("order", 0, self.alter_to - self.alter_from - 1)

    def order_apply(self, seat, verb, arg):
        card = self.pile.pop(self.alter_from + int(arg))
        self.pile.insert(self.alter_from, card)
        self.alter_from += 1
        if self.alter_to - self.alter_from <= 1:  # the last is not asked
            self.enter(MAIN, seat)

    def do_swap(self):
        if len(self.pile) > 1:
            self.pile[0], self.pile[-1] = self.pile[-1], self.pile[0]
        self.enter(MAIN, self.turn)

    def do_catomic(self):
        kittens = self.pile.count("exploding")
        self.pile = self.feed.shuffled(self.pile, optional=not self.pile, kittens_on_top=kittens)
        self.end_one()

    def do_mark(self):
        choices = self.unmarked(self.target)
        if choices:  # its own Nope may have been the last one
            self.marked[self.target].append(self.feed.card("mark", choices))
        self.enter(MAIN, self.turn)

    def do_curse(self):
        self.cursed.add(self.target)
        self.enter(MAIN, self.turn)

    def do_favor(self):
        hand = self.hands[self.target]
        if hand and self.target not in self.cursed:
            self.enter(GIVE, self.target)
            return
        if hand:
            self.hand_over(self.target, self.turn, self.feed.card("blind", hand))
        self.settle(GOES_ON)

    def give_legal(self, seat):
        return named_cards(self.hands[seat])

    def give_apply(self, seat, verb, arg):
        self.hand_over(seat, self.turn, arg)
        self.settle(GOES_ON)

    def do_pair(self):
        hand = self.hands[self.target]
        if hand:
            self.hand_over(self.target, self.turn, self.feed.card("steal", hand))
        self.settle(GOES_ON)

    def do_triple(self):
        if self.named in self.hands[self.target]:
            self.hand_over(self.target, self.turn, self.named)
        self.settle(GOES_ON)

    def do_five(self):
        self.enter(TAKE, self.turn)

    def take_legal(self, seat):
        return named_cards(set(self.discard) - NO_COMBO)

    def take_apply(self, seat, verb, arg):
        self.discard.remove(arg)
        self.hands[seat].append(arg)
        self.enter(MAIN, seat)

    def do_garbage(self):
        self.givers = self.round_from(self.turn)
        self.next_giver()

    def next_giver(self):
        """Ask the next player with cards; the cursed give at random, unasked."""
        while self.givers:
            seat = self.givers[0]
            if self.alive[seat] and self.hands[seat]:
                if seat not in self.cursed:
                    self.enter(GARBAGE, seat)
                    return
                self.put_in(seat, self.feed.card("blind", self.hands[seat]))
            self.givers.pop(0)
        self.shuffle()
        self.settle(GOES_ON)

    def put_in(self, seat, card):
        self.leave(seat, card)
        self.pile.insert(0, card)
        self.pile_open = True  # open point 3

    def garbage_apply(self, seat, verb, arg):
        self.put_in(seat, arg)
        self.givers.pop(0)
        self.next_giver()

    EFFECT = {
        "attack": do_attack, "targeted": do_targeted, "skip": do_skip,
        "superskip": do_superskip, "reverse": do_reverse, "bottom": do_bottom,
        "favor": do_favor, "shuffle": do_shuffle, "see": do_see, "see5": do_see,
        "alter": do_alter, "alter5": do_alter, "swap": do_swap, "garbage": do_garbage,
        "catomic": do_catomic, "mark": do_mark, "curse": do_curse, "pair": do_pair,
        "triple": do_triple, "five": do_five,
    }
