"""The games that are played in training: on a GPU where there is one, else on the CPU."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from .._library import ACTIONS, BatchArrays, BatchOptions, checked, error, lib
from .._machine import processors
from ..rule_sets import training_rules
from ..rules import EXPANSIONS, SMALL_GAMES, level_of, rules_block, rules_text, small_game
from ..spec import observation_size, privileged_size
from .features import EVENT_BYTES, MOST_EVENTS, RULES_BYTES


@dataclass(frozen=True)
class Kind:
    """Games of one kind, played side by side; by everybody, or by one learner among bots."""

    name: str
    rules: str
    players: int
    games: int
    bot: str = ""
    mixing: float = 1.0  # times the weights of entropy and magnet: right play mixes more here
    taught: bool = False  # learned from a teacher, not from who wins
    preset: str = "official"
    boxes: str = "none"


def full_game(games: int, players: Sequence[int] = (2, 3, 4, 5), bot: str = "") -> list[Kind]:
    """The official game in the base box, for each number of players an equal share."""
    rules = rules_text(overrides={"nope_way": "commit"})
    among = f", {bot}" if bot else ""
    return [Kind(f"{n} players{among}", rules, n, games // len(players), bot) for n in players]


def of_presets(
    games: int,
    presets: Sequence[str],
    boxes: Sequence[str] = ("none",),
    players: Sequence[int] = (2, 3, 4, 5),
    overrides: Mapping[str, Any] | None = None,
    bot: str = "",
) -> list[Kind]:
    """Every preset with every set of boxes ("none", "imploding+streaking", "all") and number of
    players, in equal shares."""
    share = games // (len(presets) * len(boxes) * len(players))
    return [
        Kind(
            kind_name(preset, box, n, overrides) + (f", {bot}" if bot else ""),
            rules_text(preset, _boxes(box), {"nope_way": "commit"} | dict(overrides or {})),
            n,
            share,
            bot,
            preset=preset,
            boxes=box,
        )
        for preset in presets
        for box in boxes
        for n in players
    ]


def kind_name(preset: str, box: str, players: int, overrides: Mapping[str, Any] | None) -> str:
    house = "".join(f" {field}={value}" for field, value in (overrides or {}).items())
    return f"{preset}{'' if box == 'none' else ' ' + box}{house}, {players} players"


def _boxes(name: str) -> tuple[str, ...]:
    if name == "none":
        return ()
    return EXPANSIONS if name == "all" else tuple(name.split("+"))


def house_games(games: int, count: int, seed: int = 0) -> list[Kind]:
    """Random rule sets of the training split, in equal shares."""
    chosen = training_rules()[seed * count : (seed + 1) * count]
    return [
        Kind(f"house {i}", f"{rules} nope_way=commit", n, games // count)
        for i, (rules, n) in enumerate(chosen)
    ]


# Boxes beside the base game, with the numbers of players that they are trained for.
_BOXES = (
    (("imploding",), (2, 3, 4, 5, 6)),
    (("streaking",), (2, 3, 4, 5)),
    (("stray",), (2, 3, 4, 5)),
    (("imploding", "streaking"), (2, 3, 4, 5)),
    (("imploding", "streaking", "stray"), (2, 3, 4, 5, 6)),
)


def every_box(games: int) -> list[Kind]:
    """The official game with expansions, in equal shares."""
    kinds = [(box, n) for box, players in _BOXES for n in players]
    return [
        Kind(
            f"{'+'.join(box)}, {n} players",
            rules_text(expansions=box, overrides={"nope_way": "commit"}),
            n,
            games // len(kinds),
        )
        for box, n in kinds
    ]


def small_games(
    games: int, names: Sequence[str] = SMALL_GAMES, mixing: float = 1.0, taught: bool = False
) -> list[Kind]:
    """Those that can be solved exactly, in equal shares."""
    share = games // len(names)
    return [
        Kind(name, small_game(name), 2, share, mixing=mixing, taught=taught) for name in names
    ]


def decks(
    games: int, names: Sequence[str], players: Sequence[int] = (2,), bot: str = ""
) -> list[Kind]:
    """Small games for each number of players, learned from who wins, in equal shares."""
    share = games // (len(names) * len(players))
    return [
        Kind(f"{name}, {n} players", small_game(name, n), n, share, bot, preset=name)
        for name in names
        for n in players
    ]


class CpuBatch:
    """nl_batch with tensors, on the CPU. Among bots a row is the learner's next decision; a game
    that the learner loses counts as won by the seat after its own, whoever that is."""

    def __init__(self, kind: Kind, seed: int, memory: int = 0) -> None:
        self.kind = kind
        level = "history" if memory else "counting"
        pin = torch.cuda.is_available()  # a GPU fetches from there by itself
        make = lambda *shape, dtype: torch.zeros(  # noqa: E731
            (kind.games, *shape), dtype=dtype, pin_memory=pin
        )
        self._seen = make(observation_size(level), dtype=torch.uint8)
        counted = observation_size("counting")
        self.observations = self._seen[:, :counted]
        self.events = self._seen[:, counted : counted + EVENT_BYTES * memory]
        self.masks = make(ACTIONS, dtype=torch.int8)
        self._rewards = make(*([] if kind.bot else [kind.players]), dtype=torch.float32)
        self.rewards = make(kind.players, dtype=torch.float32) if kind.bot else self._rewards
        self.terminated = make(dtype=torch.bool)
        self._truncated = make(dtype=torch.bool)
        self.players = make(dtype=torch.int32)
        self.privileged = make(privileged_size(), dtype=torch.uint8)
        options = BatchOptions(
            rules=kind.rules.encode(),
            bots=kind.bot.encode(),
            seed=seed,
            seats=kind.players,
            games=kind.games,
            threads=processors(),
            level=level_of(level),
            learner=-1 if kind.bot else -2,
            skip_forced=1,
            illegal=1,
        )
        fields = (self._seen, self.masks, self._rewards, self.terminated, self._truncated)
        places = [tensor.data_ptr() for tensor in (*fields, self.players)]
        arrays = BatchArrays(*places, None, self.privileged.data_ptr())
        self._handle = lib.nl_batch_new(ctypes.byref(options), ctypes.byref(arrays))
        if not self._handle:
            raise error()

    def __del__(self) -> None:
        handle = self.__dict__.pop("_handle", None)
        if handle:
            lib.nl_batch_free(handle)

    def step(self, actions: Tensor) -> None:
        asked = self.players.long()
        chosen = actions.to("cpu", torch.int32).contiguous()
        checked(lib.nl_batch_step(self._handle, chosen.data_ptr()))
        if self.kind.bot:
            won = self._rewards > 0
            winner = torch.where(won, asked, (asked + 1) % self.kind.players)
            self.rewards.zero_().scatter_(1, winner.unsqueeze(1), 1.0)


class Games:
    """All kinds as one batch of rows, in the order of the kinds. A row of `seen` is what can be
    counted, then `memory` past events, the newest first, then the rules, then the privileged state
    and the rules again, so that policy and critic each find all they look at in one piece."""

    def __init__(
        self,
        kinds: list[Kind],
        device: torch.device,
        seed: int,
        memory: int = 0,
        rules: bool = False,
    ) -> None:
        if not 0 <= memory <= MOST_EVENTS:
            raise ValueError(f"memory: expected 0 to {MOST_EVENTS} events, got {memory}")
        self.kinds = kinds
        self.device = device
        self.memory = memory
        self.rows = sum(kind.games for kind in kinds)
        self.batches = [self._batch(kind, seed + i) for i, kind in enumerate(kinds)]
        each = lambda values: torch.cat(  # noqa: E731
            [torch.full((kind.games,), value) for kind, value in zip(kinds, values, strict=True)]
        ).to(device)
        self.seats = each([kind.players for kind in kinds])
        self.mixing = each([kind.mixing for kind in kinds])
        self.taught = each([kind.taught for kind in kinds])
        self.kind = each(range(len(kinds)))  # the number of each row's kind
        self.counted = observation_size("counting")
        self.past = self.counted + EVENT_BYTES * memory  # where the events end
        self.width = self.past + (RULES_BYTES if rules else 0)  # what a player sees
        make = lambda *shape, dtype: torch.zeros(shape, dtype=dtype, device=device)  # noqa: E731
        self.hidden = self.width + privileged_size()  # where the privileged state ends
        width = self.hidden + self.width - self.past
        self.seen = make(self.rows, width, dtype=torch.uint8)
        if rules:
            self._write_rules()
        self.masks = make(self.rows, 256, dtype=torch.uint8)
        self.players = make(self.rows, dtype=torch.long)
        self.ended = make(self.rows, dtype=torch.bool)
        self.winners = make(self.rows, dtype=torch.long)
        beside = min(len(kinds), 8) if all(map(self.on_gpu, kinds)) else 0
        self._streams = [torch.cuda.Stream() for _ in range(beside)]
        self._for_each_batch(self._collect)

    def _write_rules(self) -> None:
        """The rules of a row never change."""
        first = 0
        for kind in self.kinds:
            block = torch.frombuffer(
                bytearray(rules_block(kind.rules, kind.players)), dtype=torch.uint8
            ).to(self.device)
            rows = slice(first, first + kind.games)
            self.seen[rows, self.past : self.width] = block
            self.seen[rows, self.hidden :] = block
            first += kind.games

    def _batch(self, kind: Kind, seed: int):
        if self.on_gpu(kind):
            from ..gpu import GpuBatch

            events = self.memory > 0
            return GpuBatch(kind.games, kind.players, kind.rules, seed, True, events)
        return CpuBatch(kind, seed, self.memory)

    def on_gpu(self, kind: Kind) -> bool:
        return self.device.type == "cuda" and not kind.bot

    def _collect(self, batch, rows: slice) -> None:
        """Copies what a batch shows into the common rows."""
        past = batch.events[:, : self.past - self.counted]
        shown = (
            (self.seen[rows, : self.counted], batch.observations),
            (self.seen[rows, self.counted : self.past], past),
            (self.seen[rows, self.width : self.hidden], batch.privileged),
            (self.masks[rows], batch.masks),
            (self.players[rows], batch.players),
            (self.ended[rows], batch.terminated),
        )
        # No need to wait here: the next step asks for the actions, and so for all before them.
        for own, theirs in shown:
            own.copy_(theirs, non_blocking=True)
        self.winners[rows] = batch.rewards.to(self.device, non_blocking=True).argmax(dim=1)

    def _for_each_batch(self, work) -> None:
        """Kinds have nothing to do with each other: on a GPU they are played beside each other."""
        first = 0
        for i, (kind, batch) in enumerate(zip(self.kinds, self.batches, strict=True)):
            rows = slice(first, first + kind.games)
            first += kind.games
            if not self._streams:
                work(batch, rows)
                continue
            side = self._streams[i % len(self._streams)]
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                work(batch, rows)
        for side in self._streams:
            torch.cuda.current_stream().wait_stream(side)

    def step(self, actions: Tensor) -> None:
        def play(batch, rows: slice) -> None:
            batch.step(actions[rows])
            self._collect(batch, rows)

        self._for_each_batch(play)
