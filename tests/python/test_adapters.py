"""Tests of adapters to other libraries. A library that is not installed is a skip with its name."""

from __future__ import annotations

import numpy as np
import pytest
from ninelives import NineLivesSingle, NineLivesVec, ninelives_v1


@pytest.fixture
def pyspiel():
    module = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    pytest.importorskip("ninelives.adapters.openspiel")
    return module


@pytest.mark.parametrize("game", ["SAF:0", "SSAFNCC:1", ""])
def test_BEN_5_openspiel_random_simulations(pyspiel, game):
    name = f"python_ninelives(game={game})" if game else "python_ninelives(players=3)"
    loaded = pyspiel.load_game(name)
    pyspiel.random_sim_test(loaded, num_sims=3, serialize=False, verbose=False)


def test_RL_1_openspiel_cfr_solves_the_smallest_game(pyspiel):
    """39 information sets, and the player who begins wins two games of three."""
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    score = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    game = pyspiel.load_game("python_ninelives(game=SA:0)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    assert len(solver._info_state_nodes) == 39
    policy = solver.average_policy()
    values = score.policy_value(game.new_initial_state(), [policy, policy])
    assert (values[0] + 1) / 2 == pytest.approx(2 / 3, abs=0.005)


def test_RL_1_openspiel_is_mcts_searches_the_official_game(pyspiel):
    game = pyspiel.load_game("python_ninelives")
    state = game.new_initial_state()
    draws = np.random.default_rng(1)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(draws.choice(outcomes, p=chances)))
    clone = state.clone()
    assert str(clone) == str(state)
    player = state.current_player()
    resampled = state.resample_from_infostate(player, draws.random)
    assert resampled.information_state_string(player) == state.information_state_string(player)
    # OpenSpiel's search in Python; the one in C++ can't hold states that Python made.
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 5, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_BEN_5_a_resampled_world_asks_the_same_seat(pyspiel):
    """In every phase of many rule sets, with open windows that others have answered unseen."""
    from ninelives.rule_sets import held_out_rules

    draws = np.random.default_rng(3)
    phases = set()
    for one in held_out_rules()[:24]:
        game = pyspiel.load_game("python_ninelives", {"rules": one.rules, "players": one.players})
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(draws.choice(outcomes, p=chances)))
                continue
            player = state.current_player()
            world = state.resample_from_infostate(player, draws.random)
            assert world.current_player() == player
            assert world.information_state_string() == state.information_state_string()
            phases.add(state.game.view(player)["phase"]["name"])
            state.apply_action(int(draws.choice(state.legal_actions())))
    assert {"turn", "window", "target", "place"} <= phases


def test_BEN_5_shimmy_finds_the_same_masks_as_the_environment(pyspiel):
    """Shimmy puts the mask into the info, as `ninelives_v1` does beside the observation."""
    shimmy = pytest.importorskip("shimmy.openspiel_compatibility", reason="shimmy is not installed")
    env = shimmy.OpenSpielCompatibilityV0(game_name="python_ninelives", config={"players": 3})
    env.reset(seed=1)
    ours = ninelives_v1.env(players=3)
    ours.reset(seed=1)
    for agent in env.agent_iter(100):
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            break
        mask = info["action_mask"]
        assert mask.shape == ours.last()[4]["action_mask"].shape
        assert np.flatnonzero(mask).tolist() == env.game_state.legal_actions()
        assert agent == f"player_{env.game_state.current_player()}"
        env.step(int(np.flatnonzero(mask)[-1]))


def test_BEN_5_rllib_keys():
    from ninelives.adapters import rllib

    env = rllib.env(players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    observation = env.observe(agent)
    assert set(observation) == {"observations", "action_mask"}
    assert env.observation_space(agent).contains(observation)
    assert set(env.last()[0]) == {"observations", "action_mask"}
    assert env.observation_space(agent) is env.observation_space(agent)


@pytest.mark.filterwarnings("ignore:Observation", "ignore:reset options")
def test_BEN_5_the_rllib_adapter_passes_pettingzoos_test():
    from ninelives.adapters import rllib
    from pettingzoo.test import api_test

    api_test(rllib.env(players=3), num_cycles=300)


def test_BEN_5_RL_2_a_cleanrl_style_loop():
    """The loop that single-file trainers write: arrays allocated once, filled in place."""
    steps, rows = 16, 8
    envs = NineLivesVec(rows, opponents="random", seed=1)
    obs = np.zeros((steps, rows, *envs.single_observation_space["observation"].shape), np.uint8)
    dones = np.zeros((steps, rows), np.bool_)
    rewards = np.zeros((steps, rows), np.float32)
    next_obs, info = envs.reset(seed=1)
    for step in range(steps):
        obs[step] = next_obs["observation"]
        actions = [np.flatnonzero(mask)[0] for mask in info["action_mask"]]
        next_obs, rewards[step], terminated, truncated, info = envs.step(np.array(actions))
        dones[step] = terminated | truncated
    assert obs.any()
    assert (rewards[~dones] == 0).all()


@pytest.mark.long
def test_BEN_5_sb3_contrib_maskable_ppo_learns():
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib (PyTorch) is not installed")
    env = NineLivesSingle(opponents="random", flat=True)
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=256, seed=1)
    model.learn(512)
    observation, _ = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[int(action)]


@pytest.mark.long
def test_BEN_5_rllib_plays_a_whole_game():
    wrapper = pytest.importorskip(
        "ray.rllib.env.wrappers.pettingzoo_env", reason="ray[rllib] is not installed"
    )
    from ninelives.adapters import rllib

    env = wrapper.PettingZooEnv(rllib.env(players=2))
    observations, _ = env.reset(seed=1)
    terminated = {"__all__": False}
    while not terminated["__all__"]:
        agent = list(observations)[-1]  # the one to move; before it may come those who have died
        action = int(np.flatnonzero(observations[agent]["action_mask"])[0])
        observations, rewards, terminated, _, _ = env.step({agent: action})
    assert sum(rewards.values()) == 0


@pytest.mark.long
def test_BEN_5_torchrl_reads_the_environment():
    libs = pytest.importorskip("torchrl.envs.libs", reason="torchrl is not installed")
    env = libs.pettingzoo.PettingZooWrapper(ninelives_v1.env(), use_mask=True, group_map=None)
    rollout = env.rollout(10)
    assert len(rollout) == 10
    for group in env.group_map:
        assert {"action", "action_mask", "observation"} <= set(rollout[group].keys())
