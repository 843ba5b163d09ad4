"""Tests of the GPU engine and the trained network, as far as this machine can go."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from ninelives.spec import FIELDS, observation_size, privileged_size
from ninelives.train import features
from ninelives.train.features import (
    Feature,
    critic_features,
    events_seen,
    known_cards,
    policy_features,
)

NETS = Path(__file__).parents[2] / "data" / "nets"


def gpu_or_skip():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("no GPU here")
    check = pytest.importorskip("ninelives.gpu.check")
    try:
        from ninelives.gpu import gpu_library

        gpu_library()
    except ImportError as missing:
        pytest.skip(str(missing))
    return check


def test_RL_2_gpu_and_cpu_show_the_same_bytes_in_every_game():
    check = gpu_or_skip()
    kinds = list(check.all_games())
    assert len(kinds) == 288
    assert sum(check.compare(players, rules, steps=80) for players, rules in kinds) > 0
    players, rules = kinds[0]
    assert check.compare(players, rules, events=False) > 0


@pytest.mark.parametrize(
    ("name", "table"), [("policy", policy_features()), ("critic", critic_features())]
)
def test_the_committed_networks_look_at_today_s_observation(name, table):
    data = (NETS / f"{name}.nlnet").read_bytes()
    features, *_, known = struct.unpack_from("<5I", data, 8)
    rows = [struct.unpack_from("<HBB", data, 28 + 4 * i) for i in range(features)]
    assert rows == [tuple(feature) for feature in table]
    assert known == known_cards("base")
    assert len(data) <= 2_000_000


def test_AGT_1_the_network_that_plays_knows_every_box_and_remembers_32_events(monkeypatch):
    # It was trained when older events were seen in more detail.
    monkeypatch.setattr(features, "_WHOLE", 8)
    monkeypatch.setattr(features, "_WITH_CARD", 18)
    data = (NETS / "net.nlnet").read_bytes()
    count, *_, known = struct.unpack_from("<5I", data, 8)
    table = [Feature(*struct.unpack_from("<HBB", data, 28 + 4 * i)) for i in range(count)]
    assert set(table) <= set(policy_features(32, "every", rules=True))
    assert events_seen(table) == 32
    assert known == known_cards("every")
    assert len(data) <= 4_000_000


def test_the_policy_sees_an_observation_and_the_critic_the_rest():
    counting = observation_size("counting")
    assert max(feature.byte for feature in policy_features()) < counting
    assert max(feature.byte for feature in critic_features()) < counting + privileged_size()
    assert FIELDS["top_odds"].offset < counting


def test_features_that_never_change_are_left_out():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from ninelives.train.features import Feature, used

    values = torch.zeros(2, 256, dtype=torch.bool)
    values[0, [0, 3]] = True  # a byte that was 0 and 3
    values[1, 7] = True  # one that was always 7
    seen, never, always = Feature(0, 1, 255), Feature(0, 1, 2), Feature(1, 7, 7)
    assert used([seen, never, always], values) == [seen]


def test_a_policy_that_remembers_looks_at_the_events():
    events = FIELDS["events"]
    bytes_ = {feature.byte for feature in policy_features(memory=3)}
    assert {byte // 8 for byte in {b - events.offset for b in bytes_} if byte >= 0} == {0, 1, 2}
    assert {f.byte for f in policy_features()} == {b for b in bytes_ if b < events.offset}


def test_a_critic_that_forgets_finds_the_privileged_state_behind_the_past():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from ninelives.train.nets import Net

    counting, past = observation_size("counting"), 8 * 5
    plain = Net(critic_features(), 16, 1, 6)
    behind = Net(critic_features(), 16, 1, 6, skip=(counting, past))
    behind.load_state_dict(plain.state_dict())
    rows = torch.randint(0, 4, (32, counting + privileged_size()), dtype=torch.uint8)
    between = torch.randint(0, 4, (32, past), dtype=torch.uint8)
    longer = torch.cat([rows[:, :counting], between, rows[:, counting:]], dim=1)
    assert torch.equal(plain(rows), behind(longer))


@pytest.mark.parametrize("memory", [0, 4])
def test_a_short_leg_trains_saves_and_goes_on(tmp_path, memory):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if int(torch.__version__.split(".")[0]) < 2:
        pytest.skip("training wants PyTorch 2")
    from ninelives.train.export import begin_from, export
    from ninelives.train.games import full_game, small_games
    from ninelives.train.selfplay import Settings, Trainer

    settings = Settings(
        hidden=16, layers=1, critic_hidden=16, critic_layers=1, steps=8, minibatch=512,
        memory=memory,
    )  # fmt: skip
    kinds = small_games(88) if memory else full_game(64) + small_games(24)
    trainer = Trainer(kinds, settings, torch.device("cpu"))
    before = [p.clone() for p in trainer.policy.parameters()]
    row = trainer.iterate(0.0)
    assert row["decisions"] == sum(kind.games for kind in kinds) * 8
    pairs = zip(before, trainer.policy.parameters(), strict=True)
    assert any((a != b).any() for a, b in pairs)
    trainer.save(tmp_path)
    again = Trainer(kinds, settings, torch.device("cpu"))
    again.load(tmp_path)
    assert again.decisions == trainer.decisions
    export(again.policy, tmp_path / "net.nlnet")
    assert (tmp_path / "net.nlnet").stat().st_size > 10_000
    begin_from(trainer.magnet, tmp_path / "net.nlnet")
    pairs = zip(trainer.magnet.parameters(), again.policy.parameters(), strict=True)
    assert all(torch.allclose(a, b, atol=1e-3) for a, b in pairs)


def small_trainer(torch, **changed):
    from ninelives.train.games import full_game, small_games
    from ninelives.train.selfplay import Settings, Trainer

    shape = {"hidden": 16, "layers": 1, "critic_hidden": 16, "critic_layers": 1, "steps": 6}
    settings = Settings(**shape, minibatch=512, **changed)
    return Trainer(full_game(64) + small_games(24), settings, torch.device("cpu"))


def test_AGT_1_prices_that_are_the_same_for_all_answers_change_no_return():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    trainer = small_trainer(torch, expected=1)
    critic = trainer.critic
    with torch.no_grad():
        torch.nn.init.normal_(critic.last.weight, std=0.3)  # or it would say the same of all
        critic.aside.weight.copy_(critic.last.weight.repeat(256, 1))
        critic.aside.bias.copy_(critic.last.bias.repeat(256))
    trainer.play()
    with_prices = trainer.judge()
    trainer.s.expected = 0
    for ours, plain in zip(with_prices, trainer.judge(), strict=True):
        assert torch.allclose(ours, plain, atol=1e-4)


def test_AGT_1_a_price_that_is_right_takes_the_dice_out_of_the_returns_before_it():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    trainer = small_trainer(torch, expected=1, trace=1.0)
    trainer.play()
    after, before = torch.rand(2, 6, trainer.games.rows, 6)
    trainer._prices = lambda t: (after[t], before[t])
    targets, _ = trainer.judge()
    goes_on = ~trainer.ended[0]
    expected = before[1] + targets[1] - after[1]
    assert torch.allclose(targets[0][goes_on], expected[goes_on], atol=1e-5)


def test_AGT_1_the_belief_that_is_right_costs_nothing_and_a_wrong_one_does():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from ninelives.train import belief

    privileged = torch.zeros(2, privileged_size(), dtype=torch.uint8)
    privileged[:, 32 + 5] = 2  # the next seat holds two of kind 5
    privileged[:, 6 * 32] = 1  # and kind 0 lies on top of the pile
    right = torch.full((2, belief.OUTPUTS), -20.0)
    right[:, [5, 32 + 5, belief.HANDS]] = 20
    assert belief.loss(right, privileged).max() < 1e-3
    privileged[1, 32 + 5] = 1
    assert belief.loss(right, privileged)[1] > 10
    privileged[1, 6 * 32] = 3
    assert belief.loss(right, privileged)[1] > 30


@pytest.mark.parametrize("option", [{"belief": 0.1}, {"expected": 1}])
def test_AGT_1_a_leg_with_a_second_head_moves_it_and_goes_on(tmp_path, option):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    trainer = small_trainer(torch, **option)
    net = trainer.policy if "belief" in option else trainer.critic
    before = net.aside.weight.clone()
    trainer.iterate(0.0)
    assert (net.aside.weight != before).any()
    if int(torch.__version__.split(".")[0]) < 2:
        pytest.skip("a leg that goes on wants PyTorch 2")
    trainer.save(tmp_path)
    again = small_trainer(torch, **option)
    again.load(tmp_path)
    assert again.iterate(0.0)["iteration"] == 2


def test_AGT_1_a_network_of_every_box_begins_as_that_of_the_base_box():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from ninelives.train.export import begin_from
    from ninelives.train.nets import Net

    base, every = (Net(policy_features(0, scope), 384, 2, 256) for scope in ("base", "every"))
    for net in (base, every):
        begin_from(net, NETS / "policy.nlnet")
    # Fields that the base box never has are 0 in these rows; a direction, which is 1, begins unweighed.
    rows = torch.randint(0, 4, (32, observation_size("counting")), dtype=torch.uint8)
    assert torch.allclose(base(rows), every(rows), atol=1e-4)


def test_AGT_1_small_games_are_learned_from_a_teacher_and_from_nothing_else():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from ninelives.train.export import from_file
    from ninelives.train.games import small_games
    from ninelives.train.selfplay import Settings, Trainer

    settings = Settings(hidden=16, layers=1, critic_hidden=16, critic_layers=1, steps=4, rate=0.01)
    kinds = small_games(96, ["SAF(0)"], taught=True)
    trainer = Trainer(kinds, settings, torch.device("cpu"))
    trainer.teacher = from_file(NETS / "policy.nlnet")
    rows = [trainer.iterate(0.0) for _ in range(30)]
    assert rows[-1]["off_teacher"] < rows[0]["off_teacher"] / 2
    assert all(row["policy"] == row["entropy"] == row["to_magnet"] == 0 for row in rows)


def test_AGT_1_in_half_of_the_taught_games_one_seat_answers_at_random():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from ninelives.train.games import small_games
    from ninelives.train.selfplay import Settings, Trainer

    settings = Settings(hidden=16, layers=1, critic_hidden=16, critic_layers=1, steps=16)
    trainer = Trainer(
        small_games(64, ["SAF(0)"], taught=True), settings, torch.device("cpu")
    )
    with torch.no_grad():
        trainer.policy.last.bias.copy_(torch.arange(256) * 20.0)  # the highest answer, always
    trainer.play()
    choices = (trainer.masks != 0).sum(2) > 1
    highest = 255 - trainer.masks.flip(2).ne(0).int().argmax(2)
    steady = (trainer.actions == highest) | ~choices
    at_random = trainer.strange & (trainer.players != trainer.learner_seat)
    assert trainer.strange.sum() == 32
    assert steady[~at_random].all()
    assert not steady[at_random].all()


def test_AGT_1_rivals_are_met_by_the_same_networks_and_the_magnet_stays():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    trainer = small_trainer(torch, rivals_every=1, rate=0.01)
    trainer.meet(["random"], 64)
    there = trainer.among_bots
    before = [p.clone() for p in trainer.policy.parameters()]
    magnet = [p.clone() for p in trainer.magnet.parameters()]
    there.iterate(0.0)
    pairs = zip(before, trainer.policy.parameters(), strict=True)
    assert any((a != b).any() for a, b in pairs)
    pairs = zip(magnet, trainer.magnet.parameters(), strict=True)
    assert all((a == b).all() for a, b in pairs)
    rows = [trainer.iterate(0.0) for _ in range(8)]
    assert any("won 2 players, random" in row for row in rows)
    assert trainer.decisions == 8 * 6 * (trainer.games.rows + 64)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--teacher", "/nowhere.nlnet"], "/nowhere.nlnet"),
        (["--teacher", __file__], "no network"),
        (["--rivals", "nobody"], "bot nobody: expected one of"),
        (["--rivals", "careful", "draw", "--rival-games", "1"], "games 0: expected 1 to"),
        (["--begin", "/nowhere"], "/nowhere/policy.nlnet"),
    ],
)
def test_AGT_1_what_is_wrong_with_a_run_is_said_in_a_line(tmp_path, options, said):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    command = [
        sys.executable, "-m", "ninelives.train", "--run", str(tmp_path / "run"), "--full", "8",
        "--small", "24", "--steps", "2", "--hidden", "16", "--critic-hidden", "16",
        "--minutes", "0.0001", "--device", "cpu",
    ]  # fmt: skip
    told = subprocess.run([*command, *options], capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr.startswith("python -m ninelives.train: ")
    assert said in told.stderr
    assert told.stderr.count("\n") == 1


def test_AGT_1_a_run_looks_at_what_the_network_that_it_begins_from_looks_at(tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    (tmp_path / "policy.nlnet").write_bytes((NETS / "small-games.nlnet").read_bytes())
    command = [
        sys.executable, "-m", "ninelives.train", "--run", str(tmp_path / "run"), "--full", "0",
        "--small", "24", "--memory", "28", "--hidden", "256", "--critic-hidden", "16",
        "--critic-layers", "1", "--steps", "2", "--minutes", "0.001", "--device", "cpu",
        "--same-features",
    ]  # fmt: skip
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 1
    assert "--begin FOLDER says it" in said.stderr
    subprocess.run([*command, "--begin", str(tmp_path)], check=True, capture_output=True)
    from ninelives.train.export import table_in

    begun, now = tmp_path / "policy.nlnet", tmp_path / "run/net.nlnet"
    assert table_in(begun)[0] == table_in(now)[0]


@pytest.mark.parametrize("module", ["ninelives.train", "ninelives.train.best_response"])
def test_AGT_1_the_help_of_training_needs_no_pytorch(module, tmp_path):
    (tmp_path / "torch.py").write_text("raise ImportError('there is no PyTorch here')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", module]
    environment = {**os.environ, "PYTHONPATH": path}
    told = subprocess.run([*command, "--help"], capture_output=True, text=True, env=environment)
    assert told.returncode == 0, told.stderr
    assert "--seed" in told.stdout
    assert "cuda or cpu" in told.stdout
    run = ["data/nets"] if "best_response" in module else []
    told = subprocess.run([*command, *run], capture_output=True, text=True, env=environment)
    assert told.returncode == 1
    assert "pip install torch" in told.stderr


@pytest.mark.long
def test_AGT_1_an_attack_goes_on_where_it_was_left_and_keeps_its_network(tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    saved, log = tmp_path / "attack", tmp_path / "learners.jsonl"
    command = [sys.executable, "-m", "ninelives.train.best_response", str(NETS), "--games", "16"]
    command += ["--steps", "4", "--minibatch", "64", "--minutes", "0.001", "--seed", "5"]
    command += ["--save", str(saved), "--log", str(log), "--scratch"]
    for _ in range(2):
        subprocess.run(command, check=True, capture_output=True)
    first, second = (json.loads(line) for line in log.read_text().splitlines())
    assert second["decisions"] > first["decisions"]
    assert first["seed"] == 5
    assert first["scratch"]
    assert (saved / "attacker.nlnet").stat().st_size > 100_000
    assert (saved / "attacker.nlnet").read_bytes() != (NETS / "policy.nlnet").read_bytes()
