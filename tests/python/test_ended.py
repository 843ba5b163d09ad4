"""Tests of final observations and infos of ended rows."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from ninelives import EXPANSIONS, NineLivesVec


@pytest.mark.parametrize("opponents", [None, "random"])
def test_RL_2_rewards_and_last_observations_have_gymnasiums_form(opponents):
    """As SyncVectorEnv gives them: one reward a row, and an array of objects."""
    vec = NineLivesVec(16, players=3, opponents=opponents, seed=1)
    ours = RecordEpisodeStatistics(vec)
    ours.reset(seed=1)
    seen = 0
    for _ in range(200):
        actors = vec.players.copy()
        _, reward, terminated, truncated, info = ours.step(vec.sample())
        assert reward.shape == (16,)
        ended = terminated | truncated
        assert ("final_obs" in info) == ended.any()
        if not ended.any():
            continue
        assert (info["_final_obs"] == ended).all()
        assert info["final_obs"].dtype == object
        assert (info["final_info"]["player"][ended] == actors[ended]).all()
        for row, last in enumerate(info["final_obs"]):
            assert (last is not None) == ended[row]
            if last is not None:
                seen += 1
                assert vec.single_observation_space.contains(last)
                assert (last["observation"] == vec.final_observations[row]).all()
        assert (info["episode"]["r"][ended] != 0).all()
    assert seen > 20


def infos_with_ends(**options):
    """Infos of steps in which some row has ended, and what the rows showed and who acted there."""
    vec = NineLivesVec(16, players=3, seed=1, **options)
    found = []
    while len(found) < 5:
        actors = vec.players.copy()
        info = vec.step(vec.sample())[4]
        ended = vec.terminated | vec.truncated
        if ended.any():
            found.append((info, ended, actors, vec.final_observations.copy()))
    for _ in range(100):  # other games end in the same rows
        vec.step(vec.sample())
    return found


KEYS = {"final_obs", "_final_obs", "final_info", "_final_info"}


def merged(info):
    return {**info}


def as_arguments(info):
    return (lambda **given: given)(**info)


@pytest.mark.parametrize("opponents", [None, "random"])
@pytest.mark.parametrize(
    "taken",
    [
        *(dict, merged, as_arguments, copy.copy, copy.deepcopy),
        *(lambda info: info.copy(), lambda info: pickle.loads(pickle.dumps(info))),
        *(lambda info: {"more": 1} | info, lambda info: info | {"more": 1}, lambda info: info),
        lambda info: dict(info.items()),
        lambda info: dict(zip(info, info.values(), strict=True)),
        lambda info: {key: info[key] for key in reversed(info)},
        lambda info: {key: info.get(key) for key in set(info.keys())},
        lambda info: {key: info.pop(key) for key in list(info)},
    ],
)
def test_RL_2_what_has_ended_is_in_the_info_whoever_takes_it_and_how(taken, opponents):
    """It is made at the first look, which may be long after the step, and is of that step."""
    for info, ended, actors, last in infos_with_ends(opponents=opponents):
        given = taken(info)
        assert set(given) >= KEYS | {"action_mask", "player"}
        assert (given["_final_obs"] == ended).all()
        assert (given["_final_info"] == ended).all()
        assert type(given["final_obs"]) is np.ndarray
        assert [one is not None for one in given["final_obs"]] == ended.tolist()
        for row in np.flatnonzero(ended):
            assert type(given["final_obs"][row]) is dict
            assert (given["final_obs"][row]["observation"] == last[row]).all()
            assert not given["final_obs"][row]["action_mask"].any()
        assert (given["final_info"]["player"] == np.where(ended, actors, 0)).all()
        assert (given["final_info"]["_player"] == ended).all()


def test_RL_2_an_info_is_a_dictionary_like_any_other():
    for info, ended, *_ in infos_with_ends():
        assert isinstance(info, dict)
        assert "final_obs" in info
        assert "episode" not in info
        assert info.get("episode") is None
        assert info.get("episode", 3) == 3
        with pytest.raises(KeyError, match="episode"):
            info["episode"]
        info["episode"] = 7  # as Gymnasium's wrappers do
        assert info["final_obs"] is info["final_obs"] is info.get("final_obs")
        info["final_obs"] = "the trainer's own"
        assert len(info) == len(KEYS) + 4
        assert info["final_obs"] == "the trainer's own"
        assert (info["_final_obs"] == ended).all()
        del info["final_obs"]
        assert "final_obs" not in info
        assert "final_obs" not in dict(info)
        assert repr(info).startswith("{'action_mask'")
        assert "final_info" in repr(info)
        assert info != {}
        info.clear()
        assert info == {}
        assert list(info) == []
    for info, *_ in infos_with_ends():
        info["final_obs"][int(np.flatnonzero(info["_final_obs"])[0])]["action_mask"][0] = 1
        assert set(info.pop("final_info")) == {"player", "_player"}
        assert "final_info" not in info
        assert set(info) == {"action_mask", "player", "rewards"} | KEYS - {"final_info"}


def test_RL_2_gymnasiums_lists_of_infos_find_what_has_ended():
    vec = DictInfoToList(NineLivesVec(16, players=3, seed=1))
    vec.reset(seed=1)
    seen = 0
    for _ in range(100):
        _, _, terminated, _, infos = vec.step(vec.unwrapped.sample())
        assert [("final_obs" in info) for info in infos] == terminated.tolist()
        seen += terminated.sum()
    assert seen > 10


@pytest.mark.parametrize(
    "options",
    [
        dict(level="history"),
        dict(level="raw", max_turns=7),
        dict(autoreset_mode="NextStep"),
        dict(illegal="forfeit", expansions=EXPANSIONS),
        dict(opponents="random"),
        dict(opponents=["random", "careful"], autoreset_mode="NextStep", max_turns=9),
    ],
)
def test_RL_2_who_acted_is_paid_in_every_kind_of_batch(options):
    vec = NineLivesVec(40, players=3, seed=5, **options)
    ended, before = 0, np.zeros(40)
    for step in range(150):
        actors, actions = vec.players.copy(), vec.sample().copy()
        if vec._settings[1] and step % 5 == 0:
            actions[step % 40] = 15  # means nothing, in any game
        _, reward, terminated, truncated, info = vec.step(actions)
        paid = vec.rewards if vec.rewards.ndim == 1 else vec.rewards[np.arange(40), actors]
        assert (reward == paid).all()
        over = terminated | truncated
        if "final_info" in info:
            shown_to = info["final_info"]["player"]
            assert (shown_to[terminated] == actors[terminated]).all()
            assert not shown_to[~over].any()
        assert (reward[terminated] != 0).all()
        assert ("final_obs" in info) == (over.any() and vec.autoreset_mode.value == "SameStep")
        ended += over.sum()
        if vec.rewards.ndim == 2:  # everybody's are in the array; who acted gets one of its own
            assert (before == 100).all() or step == 0
            before = reward
        reward[:] = 100  # a trainer's own: not seen by the next step
    assert ended > 40


@pytest.mark.parametrize("level", ["raw", "history"])
def test_RL_2_a_row_that_is_cut_off_says_whose_view_its_last_observation_is(level):
    """Of who would have been asked next: what a value is to be guessed from."""
    others = 0
    for seed in range(40):
        options = dict(players=3, seed=seed, max_turns=4, level=level)
        started_again = NineLivesVec(8, **options)
        stopped = NineLivesVec(8, autoreset_mode="Disabled", **options)
        while not (stopped.truncated | stopped.terminated).any():
            actors, actions = stopped.players.copy(), stopped.sample().copy()
            info = started_again.step(actions)[4]
            stopped.step(actions)
        for row in np.flatnonzero(stopped.truncated):
            assert info["final_info"]["player"][row] == stopped.players[row]
            assert (info["final_obs"][row]["observation"] == stopped.observations[row]).all()
            others += stopped.players[row] != actors[row]
    assert others > 10  # it is not who acted
