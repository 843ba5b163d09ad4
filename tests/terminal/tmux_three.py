#!/usr/bin/env python3
"""Test of three people at one keyboard (TERM-6), on the full screen of a real terminal, in every preset. They look
at their cards before the first turn, claim a Nope, claim one that they have not, Nope three times in a
row, and hand over. All the while nothing of another's hand is on the screen or can be scrolled back to.
  tmux_three.py <ninelives>"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.realpath(sys.argv[1])
NAMES = ["Ann", "Bob", "Cid"]
# Cards that can be played alone and for nobody, and so open a window at once.
OPENERS = ["Shuffle", "Skip", "Attack", "See the Future"]
TITLES = ["Defuse", "Attack", "Skip", "Favor", "Shuffle", "See the Future", "Tacocat", "Cattermelon",
          "Hairy Potato Cat", "Beard Cat", "Rainbow-Ralphing Cat", "Nope"]


def options(preset, seed):
    return ["play", "--lang", "en", "--preset", preset, "--expansions", "none", "--players", "3",
            "--names", ",".join(NAMES), "--seed", str(seed), "--bot-pause", "0"]


def dealt(preset, seed):
    """The hands, the player who begins first: as plain mode shows them before the first turn."""
    out = subprocess.run([PROGRAM, *options(preset, seed), "--plain"], input="\n\n\n\n\nhand\n", text=True,
                         capture_output=True, check=False).stdout
    hands = {}
    for part in re.split(r"Now (?=\w+: nobody else looks)", out)[1:]:
        hands[part[:3]] = held(part)
    first = re.search(r"Over to you, (\w+)", out)[1]
    mine = held(out[out.rindex("Your hand,"):])
    return {first: mine, **hands}


def held(text):
    rows = text[text.index("Your hand,"):].splitlines()[1:]
    cards = []
    for row in rows:
        if not row.startswith("  "):
            break
        cards.append(next(title for title in TITLES if row.strip().startswith(title)))
    return cards


def good_deal(preset):
    for seed in range(1, 400):
        hands = dealt(preset, seed)
        first = next(iter(hands))
        # One each: then there is somebody later who says yes and has none left.
        if all(cards.count("Nope") == 1 for cards in hands.values()):
            openers = [card for card in OPENERS if card in hands[first]]
            if openers:
                return seed, hands, openers[0]
    sys.exit("FAILED: no deal gives everybody a Nope")


class Keyboard:
    def __init__(self, work, preset, seed):
        self.socket = os.path.join(work, "socket-" + preset)
        self.env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        command = " ".join([PROGRAM, *options(preset, seed)]) + '; echo "exit status $?"; exec cat'
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "bash", "-c", command)

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *arguments], text=True, env=self.env,
                              capture_output=True, check=False).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def page(self):
        """The screen without what is being typed."""
        return [row for row in self.screen().splitlines() if not row.startswith(" > ")]

    def everything(self):
        """The screen and its scrollback, on both of the terminal's screens."""
        return self.tmux("capture-pane", "-p", "-S", "-") + self.tmux("capture-pane", "-p", "-a", "-S", "-")

    def type(self, line=""):
        if line:
            self.tmux("send-keys", "-l", "--", line)
        self.tmux("send-keys", "Enter")

    def press(self, key):
        """A key that acts without Enter: an Enter within 1.2 s is not for the next page."""
        self.tmux("send-keys", "-l", "--", key)
        time.sleep(1.4)

    def wait_for(self, pattern):
        for _ in range(600):
            found = re.search(pattern, " ".join(self.screen().split()))
            if found:
                return found
            time.sleep(0.1)
        self.fail(f"waited in vain for {pattern}")

    def fail(self, why):
        print(self.screen(), file=sys.stderr)
        self.tmux("kill-server")
        sys.exit("FAILED: " + why)


class Game:
    def __init__(self, work, preset):
        seed, self.hands, self.opener = good_deal(preset)
        self.preset = preset
        self.first, *self.others = self.hands
        self.used = set()
        self.board = Keyboard(work, preset, seed)

    def number(self, name):
        return str(NAMES.index(name) + (0 if self.preset == "srs" else 1))

    # Sentences on Nopes and on the played card are for everybody.
    def secret_titles(self, public):
        return [title for title in TITLES if title not in ("Nope", *public)]

    def nobody_sees_a_hand(self, public=()):
        everything = self.board.everything()
        for title in self.secret_titles(public):
            if title in everything:
                self.board.fail(f"{title} is in sight where no hand may be")
        if "╭1" in everything:
            self.board.fail("a hand is in sight")

    def only(self, name, public=()):
        """Nothing that others hold and `name` does not is in sight."""
        everything = self.board.everything()
        foreign = {card for other, cards in self.hands.items() if other != name for card in cards}
        for title in self.secret_titles(public):
            if title in foreign and title not in self.hands[name] and title in everything:
                self.board.fail(f"{title} is in sight of {name}, who does not hold it")

    def look(self):
        for name in self.others:
            self.board.wait_for(f"{name}, press Enter when you're ready")
            self.nobody_sees_a_hand()
            self.board.type()
            self.board.wait_for(f"{name}, these are your cards")
            self.only(name)
            self.board.type()
        self.board.wait_for(f"{self.first}, press Enter when you're ready")
        self.nobody_sees_a_hand()
        self.board.type()
        self.board.wait_for("draw to end your turn")
        self.only(self.first)

    def begin(self):
        self.look()
        # Esc and minus do nothing that could be seen.
        self.board.type("-1")
        self.board.wait_for("-1 is out of range")
        self.board.type(self.opener)

    # ---- official, implosion ------------------------------------------------------------------------

    def claim(self, name, *answers):
        public = (self.opener, self.opener.split()[0])
        self.board.wait_for("Any Nopes")
        self.nobody_sees_a_hand(public)
        self.board.press(self.number(name))
        self.board.wait_for(f"{name} is thinking about a Nope")
        self.nobody_sees_a_hand(public)
        self.board.type()
        for answer in answers:
            self.board.wait_for(f"{name}, play a Nope")
            self.only(name, public)
            self.board.type(answer)
        self.board.wait_for("Any Nopes")
        self.nobody_sees_a_hand(public)

    def claims(self):
        second, third = self.others
        self.claim(second, "2")            # has one, and keeps it
        self.claim(third, "1")
        self.claim(self.first, "1")
        self.claim(second, "1")
        self.board.wait_for(f"{second} has Noped it: as it stands, it doesn't happen")
        self.claim(third, "1", "2")        # has none any more, and says nothing of it
        self.board.press("0")
        self.board.wait_for("3 Nopes")

    # ---- srs, family ----------------------------------------------------------------------------------

    def questions(self):
        public = (self.opener, self.opener.split()[0])
        asked = r"(\w+), play a Nope|(\w+) has a Nope Card"
        over = "3 Nopes|cancelled by NOPE chain"
        nopes = 0
        bluffs = 0
        for step in range(20):
            # At first the page with the opener on it may still be there.
            ends = f"|{over}|draw to end|when you're ready" if step > 0 else ""
            found = self.board.wait_for(asked + ends)
            name = found[1] or found[2]
            if not name:
                break
            self.nobody_sees_a_hand(public)
            before = self.board.page()
            has_one = name not in self.used
            if self.preset == "srs" and not has_one:
                self.board.fail(f"{name} is asked, and has no Nope")
            bluff = nopes == 3 and bluffs == 0
            yes = nopes < 3 or bluff
            nopes += yes and has_one
            bluffs += yes and not has_one
            if yes and has_one:
                self.used.add(name)
            self.board.type("1" if yes else "2")
            while self.board.page() == before:
                time.sleep(0.1)
            if yes and not has_one:
                self.board.wait_for("You have no Nope card")
        if nopes != 3:
            self.board.fail(f"{nopes} Nopes and not three")
        # In srs nobody is asked who has none.
        if bluffs == 0 and self.preset == "family":
            self.board.fail("nobody said yes without a Nope")

    def hand_over(self):
        public = tuple({self.opener, self.opener.split()[0]})
        if re.search("when you're ready", self.board.screen()):
            self.board.type()
        self.board.wait_for("draw to end your turn")
        self.board.type("draw")
        found = self.board.wait_for("Enter hides your cards|\\w+, press Enter when you're ready|Where does the kitten go")
        # A kitten is shown to everybody. Then its player looks again, and hides it.
        if found[0].startswith(self.first):
            self.nobody_sees_a_hand((*public, "Defuse"))
            self.board.type()
            found = self.board.wait_for("Where does the kitten go")
        if found[0].startswith("Where"):
            self.board.type("0")
            self.board.wait_for("Enter hides your cards|when you're ready")
        if "Enter hides" in self.board.screen():
            self.board.type()
        found = self.board.wait_for(r"(\w+), press Enter when you're ready")
        if found[1] == self.first:
            self.board.fail("the same player is asked again")
        self.nobody_sees_a_hand((*public, "Defuse"))
        self.board.type()
        self.board.wait_for("draw to end your turn")
        self.only(found[1], (*public, "Defuse"))

    def play(self):
        self.begin()
        if self.preset in ("official", "implosion"):
            self.claims()
        else:
            self.questions()
        self.hand_over()
        self.board.type("quit")
        self.board.wait_for("Really leave the game")
        self.board.type("1")
        self.board.wait_for("exit status 0")
        self.board.tmux("kill-server")


def main():
    work = tempfile.mkdtemp()
    os.environ.update(XDG_DATA_HOME=work, XDG_STATE_HOME=work)  # games that are left stay out of one's own
    try:
        for preset in ("official", "implosion", "family", "srs"):
            Game(work, preset).play()
            print(f"ok: {preset}", flush=True)
    finally:
        shutil.rmtree(work)


main()
