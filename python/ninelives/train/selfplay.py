"""Masked self-play policy gradient with strong regularisation.

PPO with a small clip, an entropy bonus and a magnet: a slow copy of the policy that the new one may
not leave quickly (KL), which is what makes self-play settle in games of hidden information instead
of running in circles. Some games are played against past policies. The reward is the end of the
game alone. The critic sees everything and says who will win; the same prediction serves all seats.
"""

from __future__ import annotations

import copy
import functools
import json
import time
from dataclasses import asdict, replace
from pathlib import Path

import torch
from torch import Tensor, nn

from ..rules import PRESETS
from . import belief
from .export import begin_from
from .features import RULES_AT, Feature, critic_features, policy_features, used
from .games import Games, Kind, of_presets
from .nets import ACTIONS, Net, draw, masked
from .settings import Settings

MAX_SEATS = 6
# Iterations until the rate is whole: Adam's first steps are as long for features that hardly ever
# are 1 as for all others, and would spoil a policy that a run begins from.
WARM_UP = 20


class Trainer:
    def __init__(
        self,
        kinds: list[Kind],
        settings: Settings,
        device: torch.device,
        tables: list[list[Feature]] | None = None,
        looks_at: list[Feature] | None = None,
    ) -> None:
        """`tables`: the features of policy and critic, where a run goes on; `looks_at`: of the
        policy alone, where it begins as another."""
        torch.manual_seed(settings.seed)
        self.s = settings
        self.device = device
        rules = bool(settings.rules)
        self.games = Games(kinds, device, settings.seed * 1000, settings.memory, rules)
        table, critic_table = tables or self._tables()
        if looks_at and not tables:
            table = looks_at
        guesses = belief.OUTPUTS if settings.belief else 0
        shape = (settings.hidden, settings.layers, ACTIONS)
        # The rules follow the events that are remembered, and the table leaves room for more.
        behind = (RULES_AT, self.games.past - RULES_AT)
        self.policy = Net(table, *shape, behind, guesses).to(device)
        # The past, which the critic doesn't look at, lies before the privileged state.
        past = (self.games.counted, self.games.width - self.games.counted)
        priced = ACTIONS * MAX_SEATS if settings.expected else 0
        shape = (settings.critic_hidden, settings.critic_layers, MAX_SEATS)
        self.critic = Net(critic_table, *shape, past, priced).to(device)
        self.magnet = copy.deepcopy(self.policy).requires_grad_(False)
        self.average = copy.deepcopy(self.policy).requires_grad_(False)
        self.past = copy.deepcopy(self.policy).requires_grad_(False)
        self.pool: list[dict[str, Tensor]] = [copy.deepcopy(self.policy.state_dict())]
        parameters = [*self.policy.parameters(), *self.critic.parameters()]
        fused = device.type == "cuda"
        self.optimizer = torch.optim.Adam(parameters, lr=settings.rate, eps=1e-5, fused=fused)
        self.frozen = False  # past policies and the magnet stay as they are
        self.teacher: Net | None = None  # what taught games are learned from
        self.among_bots: Trainer | None = None  # the same networks at other tables
        self.iteration = 0
        self.decisions = 0
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []
        self._set_up_memory()

    def _tables(self) -> list[list[Feature]]:
        policy = policy_features(self.s.memory, self.s.scope, bool(self.s.rules))
        critic = critic_features(self.s.scope, bool(self.s.rules))
        if self.s.memory or self.s.scope != "base":  # of all that could happen, little does
            seen = self._random_play()
            counted, past, width = self.games.counted, self.games.past, self.games.width
            never = torch.zeros(RULES_AT - past, 256, dtype=torch.bool)
            policy = used(policy, torch.cat([seen[:past], never, seen[past:width]]))
            critic = used(critic, torch.cat([seen[:counted], seen[width:]]))
        return [policy, critic]

    # ---- playing --------------------------------------------------------------------------------

    def _random_play(self, steps: int = 64) -> Tensor:
        """Observations of some steps of random play: for each byte the values that came up."""
        values = torch.zeros(self.games.seen.shape[1], 256, dtype=torch.bool, device=self.device)
        bytes_ = torch.arange(len(values), device=self.device)
        for _ in range(steps):
            values[bytes_.unsqueeze(0), self.games.seen.long()] = True
            self.games.step(draw(self.games.masks * 0.0, self.games.masks))
        return values.cpu()

    def _set_up_memory(self) -> None:
        steps, rows, games = self.s.steps, self.games.rows, self.games
        make = lambda *shape, dtype: torch.zeros(  # noqa: E731
            (steps, rows, *shape), dtype=dtype, device=self.device
        )
        self.seen = make(games.seen.shape[1], dtype=torch.uint8)
        self.masks = make(256, dtype=torch.uint8)
        self.players = make(dtype=torch.long)
        self.actions = make(dtype=torch.int32)
        self.chances = make(dtype=torch.float32)
        # Probability of each answer, if the expected price of all of them is needed.
        mixed = ACTIONS if self.s.expected else 0
        self.mixed = make(mixed, dtype=torch.float16)
        self.ended = make(dtype=torch.bool)
        self.winners = make(dtype=torch.long)
        # In the last games of each kind one seat learns and past policies have the others.
        place = torch.cat([torch.arange(kind.games) for kind in games.kinds]).to(self.device)
        size = torch.cat([torch.full((k.games,), k.games) for k in games.kinds]).to(self.device)
        self.with_past = (place >= size * (1 - self.s.past)) & ~games.taught
        self.past_rows = self.with_past.nonzero().squeeze(1)
        self.learner_seat = place % games.seats
        # In half of the taught games one seat answers at random, since a teacher's word is worth most
        # where somebody strange may lead.
        self.strange = games.taught & (place // 2 % 2 == 1)
        self.strange_rows = self.strange.nonzero().squeeze(1)
        self.graph: torch.cuda.CUDAGraph | None = None

    def _play_step(self, t: int) -> None:
        games = self.games
        rows = games.seen[:, : games.width]
        features = self.policy.expand(rows)
        logits = self.policy.think(features)
        if len(self.past_rows):
            theirs = self.past_rows
            past = self.past.think(features[theirs])
            mine = self._acts(games.players[theirs], self.learner_seat[theirs]).unsqueeze(1)
            logits[theirs] = torch.where(mine, logits[theirs], past)
        if len(self.strange_rows):
            theirs = self.strange_rows
            mine = (games.players[theirs] == self.learner_seat[theirs]).unsqueeze(1)
            logits[theirs] = torch.where(mine, logits[theirs], 0.0)
        actions = draw(logits, games.masks)
        logs = masked(logits, games.masks)
        chances = logs.gather(1, actions.long().unsqueeze(1)).squeeze(1)
        self.seen[t] = games.seen
        self.masks[t] = games.masks
        self.players[t] = games.players
        self.actions[t] = actions
        self.chances[t] = chances
        if self.s.expected:
            self.mixed[t] = logs.exp()
        games.step(actions)
        self.ended[t] = games.ended
        self.winners[t] = games.winners

    def _acts(self, players: Tensor, chosen_seats: Tensor) -> Tensor:
        """Mask of the learner's decisions at a table with frozen opponents."""
        return players == chosen_seats

    @torch.no_grad()
    def _play_all(self) -> None:
        for t in range(self.s.steps):
            self._play_step(t)

    def play(self) -> None:
        """`steps` decisions in every game; on a GPU as one graph."""
        if not all(map(self.games.on_gpu, self.games.kinds)):
            self._play_all()
            return
        if self.graph is None:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self._play_all()
            torch.cuda.current_stream().wait_stream(stream)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self._play_all()
        self.graph.replay()

    # ---- judging --------------------------------------------------------------------------------

    def _win_chances(self, seen: Tensor, players: Tensor, seats: Tensor) -> Tensor:
        """Winning chances by seat. The critic counts seats from the player asked."""
        return self._by_seat(self.critic(seen), players, seats).exp()

    def _by_seat(self, logits: Tensor, players: Tensor, seats: Tensor) -> Tensor:
        """Logarithms of the chances to win, by seat, from logits by distance from the player."""
        there = torch.arange(MAX_SEATS, device=self.device).unsqueeze(0) < seats.unsqueeze(1)
        relative = torch.log_softmax(logits.masked_fill(~there, -1e9), dim=1)
        return relative.gather(1, self._distance(players, seats))

    def _distance(self, players: Tensor, seats: Tensor) -> Tensor:
        """For each seat how far it is from the player; seats that don't exist are the last."""
        seat = torch.arange(MAX_SEATS, device=self.device).unsqueeze(0)
        n = seats.unsqueeze(1)
        distance = (seat - players.unsqueeze(1)) % n
        return torch.where(seat < n, distance, MAX_SEATS - 1)

    def _prices(self, t: int) -> tuple[Tensor, Tensor]:
        """Winning chances after the given answer, and before it as the mean over all answers."""
        players, seats = self.players[t], self.games.seats
        features = self.critic.expand(self.seen[t])
        logits = self.critic.think_twice(features, self.critic.aside)[0]
        there = torch.arange(MAX_SEATS, device=self.device) < seats.reshape(-1, 1, 1)
        logits = logits.reshape(-1, ACTIONS, MAX_SEATS).masked_fill(~there, -1e9)
        prices = torch.softmax(logits, dim=2)
        mixed = self.mixed[t].float()
        before = torch.bmm(mixed.unsqueeze(1), prices).squeeze(1) / mixed.sum(1, keepdim=True)
        after = prices[torch.arange(len(prices), device=self.device), self.actions[t].long()]
        turned = self._distance(players, seats)
        return after.gather(1, turned), before.gather(1, turned)

    @torch.no_grad()
    def judge(self) -> tuple[Tensor, Tensor]:
        """Targets for the critic, by seat, and advantages.

        With prices for all answers a return takes, at each later step, what the players' mixing was
        worth on average in place of what the dice chose: a control variate, so nothing is biased.
        """
        steps, rows = self.s.steps, self.games.rows
        seats = self.games.seats
        target = following = self._win_chances(self.games.seen, self.games.players, seats)
        after = following  # of the step that follows: what its answer was worth
        targets = torch.empty(steps, rows, MAX_SEATS, device=self.device)
        values = torch.empty_like(targets)
        for t in reversed(range(steps)):
            target = following + self.s.trace * (target - after)
            won = nn.functional.one_hot(self.winners[t], MAX_SEATS).float()
            target = torch.where(self.ended[t].unsqueeze(1), won, target)
            targets[t] = target
            if self.s.expected:
                after, following = self._prices(t)
            else:
                after = following = self._win_chances(self.seen[t], self.players[t], seats)
            values[t] = following
        gain = self._gains(targets - values)
        scale = seats / (seats - 1)  # the winner gets 1, the others share the loss of 1
        return targets, gain * scale

    def _gains(self, surprise: Tensor) -> Tensor:
        """Gain of each decision for the seat that made it, from the change of all chances."""
        return surprise.gather(2, self.players.unsqueeze(2)).squeeze(2)

    # ---- learning -------------------------------------------------------------------------------

    def _progress(self, fraction: float, first: float, last: float) -> float:
        return first * (last / first) ** min(1.0, fraction)

    def learn(self, fraction: float) -> dict[str, float]:
        targets, gains = self.judge()
        flat = lambda x: x.reshape(-1, *x.shape[2:])  # noqa: E731
        seen, masks, actions = flat(self.seen), flat(self.masks), flat(self.actions).long()
        chances, players = flat(self.chances), flat(self.players)
        seats = self.games.seats.repeat(self.s.steps)
        mixing = self.games.mixing.repeat(self.s.steps)
        by_teacher = self.games.taught.repeat(self.s.steps)
        gains, targets = flat(gains), flat(targets)
        others = self.with_past | self.strange
        mine = ~others | self._acts(self.players, self.learner_seat)
        mine = flat(mine).float()
        gains = gains / self._spread(gains, mine, self.games.kind.repeat(self.s.steps))
        rate = self._progress(fraction, self.s.rate, self.s.last_rate)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.iteration + 1) / WARM_UP)
        entropy_weight = self._progress(fraction, self.s.entropy, self.s.last_entropy)
        sums: dict[str, Tensor] = {}
        count = 0
        # Among frozen opponents only the learner's own decisions teach it anything.
        teaches = mine if self.frozen else torch.ones_like(mine)
        taught = teaches.nonzero().squeeze(1)
        for _ in range(self.s.epochs):
            order = taught[torch.randperm(len(taught), device=self.device)]
            for part in order.split(self.s.minibatch):
                losses = self._losses(
                    seen[part], masks[part], actions[part], chances[part], gains[part],
                    targets[part], players[part], seats[part], mine[part], mixing[part],
                    by_teacher[part],
                )  # fmt: skip
                loss = (
                    losses["policy"]
                    - entropy_weight * losses["mixed_entropy"]
                    + self.s.magnet * losses["mixed_to_magnet"]
                    + losses["critic"]
                    + self.s.belief * losses["belief"]
                    + self.s.teaching * losses["off_teacher"]
                )
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
                self.optimizer.step()
                for name, value in losses.items():
                    sums[name] = sums.get(name, 0) + value.detach()
                count += 1
        if not self.frozen:
            self._move_magnet()
        return {name: (value / count).item() for name, value in sums.items()}

    def _spread(self, gains: Tensor, mine: Tensor, kind: Tensor) -> Tensor:
        """Spread of gains in their kind of game: entropy and magnet weigh as much in all."""
        kinds = len(self.games.kinds)
        zeros = torch.zeros(kinds, device=self.device)
        summed = lambda x: zeros.index_add(0, kind, x)  # noqa: E731
        count = summed(mine).clamp_min(1)
        mean = summed(gains * mine) / count
        variance = summed(gains.square() * mine) / count - mean.square()
        return (variance.clamp_min(0).sqrt() + 1e-4)[kind]

    def _losses(
        self, seen, masks, actions, chances, gains, targets, players, seats, mine, mixing,
        by_teacher,
    ) -> dict[str, Tensor]:
        features = self.policy.expand(seen[:, : self.games.width])
        heads = [self.policy.last, self.policy.aside] if self.s.belief else [self.policy.last]
        logits, *guesses = self.policy.think_twice(features, *heads)
        logs = masked(logits, masks)
        probabilities = logs.exp()
        chosen = logs.gather(1, actions.unsqueeze(1)).squeeze(1)
        ratio = (chosen - chances).exp()
        bounded = ratio.clamp(1 - self.s.clip, 1 + self.s.clip)
        policy = -torch.minimum(ratio * gains, bounded * gains)
        entropy = -(probabilities * logs).sum(1)
        zero = torch.zeros((), device=self.device)
        to_magnet = self._to_magnet(features, masks, logs) if self.s.magnet else zero * entropy
        critic = self._critic_loss(seen, actions, targets, players, seats)
        alone = mine * ~by_teacher  # what is learned from who wins
        weight = alone / alone.sum().clamp_min(1)
        hidden = belief.loss(guesses[0], seen[:, self.games.width :]).mean() if guesses else zero
        return {
            "policy": (policy * weight).sum(),
            "entropy": (entropy * weight).sum(),
            "to_magnet": (to_magnet * weight).sum(),
            "mixed_entropy": (entropy * weight * mixing).sum(),
            "mixed_to_magnet": (to_magnet * weight * mixing).sum(),
            "critic": critic,
            "belief": hidden,
            "off_teacher": self._off_teacher(seen, masks, logs, mine * by_teacher),
            "moved": ((chosen - chances).abs() * weight).sum(),
        }

    def _off_teacher(self, seen: Tensor, masks: Tensor, logs: Tensor, taught: Tensor) -> Tensor:
        """Distance of the policy from its teacher where it is taught: the mean KL."""
        rows = taught.nonzero().squeeze(1)
        if self.teacher is None or not len(rows):
            return torch.zeros((), device=self.device)
        with torch.no_grad():
            right = masked(self.teacher(seen[rows, : self.games.width]), masks[rows])
        return (right.exp() * (right - logs[rows])).sum(1).mean()

    def _to_magnet(self, features: Tensor, masks: Tensor, logs: Tensor) -> Tensor:
        """Distance of the policy from the magnet: a KL for each row."""
        with torch.no_grad():
            magnet = masked(self.magnet.think(features), masks)
        return (logs.exp() * (logs - magnet)).sum(1)

    def _critic_loss(self, seen, actions, targets, players, seats) -> Tensor:
        features = self.critic.expand(seen)
        heads = [self.critic.last, self.critic.aside] if self.s.expected else [self.critic.last]
        logits, *prices = self.critic.think_twice(features, *heads)

        def off(predicted: Tensor) -> Tensor:
            logs = self._by_seat(predicted, players, seats).clamp_min(-14)
            return -(targets * logs).sum(1).mean()

        if not prices:
            return off(logits)
        rows = torch.arange(len(actions), device=self.device)
        return off(logits) + off(prices[0].reshape(-1, ACTIONS, MAX_SEATS)[rows, actions])

    def _move_magnet(self) -> None:
        with torch.no_grad():
            for slow, speed in (
                (self.magnet, self.s.magnet_speed),
                (self.average, self.s.average_speed),
            ):
                for own, fast in zip(slow.parameters(), self.policy.parameters(), strict=True):
                    own.lerp_(fast, speed)

    def _change_past(self) -> None:
        if self.frozen:
            return
        if self.iteration % self.s.pool_every == 0:
            self.pool.append(copy.deepcopy(self.policy.state_dict()))
            if len(self.pool) > self.s.pool:  # thin out, keep old ones too
                del self.pool[int(torch.randint(len(self.pool) - 1, (1,)))]
        self.past.load_state_dict(self.pool[int(torch.randint(len(self.pool), (1,)))])

    def iterate(self, fraction: float) -> dict[str, float]:
        """One round of playing and learning; `fraction` of the whole run has passed."""
        began = time.monotonic()
        self._change_past()
        self.play()
        row = self.learn(fraction)
        self.iteration += 1
        self.decisions += self.games.rows * self.s.steps
        length = self.games.rows * self.s.steps / max(1, int(self.ended.sum()))
        row |= self._wins()
        if self.among_bots and self.iteration % self.s.rivals_every == 0:
            there = self.among_bots.iterate(fraction)
            row |= {k: v for k, v in there.items() if k.startswith(("won ", "games "))}
            self.decisions += self.among_bots.games.rows * self.s.steps
        self.seconds += time.monotonic() - began
        row |= {
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "length": length,
        }
        self.curve.append(row)
        return row

    def _wins(self) -> dict[str, float]:
        """Games that the learner won where past policies or bots had the other seats."""
        kinds, kind = self.games.kinds, self.games.kind
        among_bots = torch.tensor([bool(k.bot) for k in kinds], device=self.device)[kind]
        ended = self.ended & (self.with_past | among_bots)
        mine = torch.where(among_bots, self.players, self.learner_seat)
        won = ended & (self.winners == mine)
        counts = torch.zeros(2, len(kinds), device=self.device)
        counts.index_add_(1, kind, torch.stack([ended.sum(0), won.sum(0)]).float())
        rows: dict[str, float] = {}
        for one, count, wins in zip(kinds, *counts.tolist(), strict=True):
            if count:
                rows |= {f"won {one.name}": wins / count, f"games {one.name}": count}
        return rows

    def meet(self, rivals: list[str], games: int) -> None:
        """Some games of two are played against bots, by the same networks: they learn from these as
        from the others, and the magnet holds them as much."""
        share = games // len(rivals)
        presets = PRESETS if self.s.rules else PRESETS[:1]
        kinds = [k for bot in rivals for k in of_presets(share, presets, players=(2,), bot=bot)]
        there = replace(self.s, past=0.0, seed=self.s.seed + 1)
        tables = [self.policy.table, self.critic.table]
        other = Trainer(kinds, there, self.device, tables)
        other.frozen = True
        for name in ("policy", "critic", "magnet", "average", "optimizer"):
            setattr(other, name, getattr(self, name))
        self.among_bots = other

    # ---- legs -----------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """A checkpoint from which the run goes on in another leg."""
        folder.mkdir(parents=True, exist_ok=True)
        torch.save(
            {
                "policy": self.policy.state_dict(),
                "critic": self.critic.state_dict(),
                "progress": (self.iteration, self.decisions, self.seconds),
                "settings": asdict(self.s),
                "tables": [[tuple(f) for f in net.table] for net in (self.policy, self.critic)],
            },
            folder / "nets.pt",
        )
        pool = [{k: v.half() for k, v in one.items()} for one in self.pool[-4:]]
        slow = {"magnet": self.magnet.state_dict(), "average": self.average.state_dict()}
        torch.save(slow | {"pool": pool}, folder / "past.pt")
        torch.save(self.optimizer.state_dict(), folder / "optimizer.pt")
        (folder / "curve.json").write_text(json.dumps(self.curve))

    def begin_from(self, folder: Path) -> None:
        """Policy and critic begin as the exported ones of a folder, where it has both."""
        begin_from(self.policy, folder / "policy.nlnet")
        if (folder / "critic.nlnet").exists():
            begin_from(self.critic, folder / "critic.nlnet")
        for copy_of_policy in (self.magnet, self.average, self.past):
            copy_of_policy.load_state_dict(self.policy.state_dict())
        self.pool = [copy.deepcopy(self.policy.state_dict())]

    def soften_magnet(self, factor: float) -> None:
        """Draws the magnet's chances together: a policy that has become too sure may mix again."""
        with torch.no_grad():
            self.magnet.last.weight.mul_(factor)
            self.magnet.last.bias.mul_(factor)

    def load(self, folder: Path) -> None:
        load = functools.partial(torch.load, map_location=self.device, weights_only=True)
        saved, past = load(folder / "nets.pt"), load(folder / "past.pt")
        self.policy.load_state_dict(saved["policy"])
        self.critic.load_state_dict(saved["critic"])
        self.magnet.load_state_dict(past["magnet"])
        self.average.load_state_dict(past.get("average", past["magnet"]))
        self.pool = [{k: v.float() for k, v in one.items()} for one in past["pool"]]
        self.optimizer.load_state_dict(load(folder / "optimizer.pt"))
        self.iteration, self.decisions, self.seconds = saved["progress"]
        self.curve = json.loads((folder / "curve.json").read_text())
