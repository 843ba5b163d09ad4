"""Tests of error messages for bad arguments: each is named, with what was expected of it."""

from __future__ import annotations

import re

import pytest
from ninelives import NineLivesVec


@pytest.mark.parametrize("opponents", [["careful", "random"], [], ["careful"] * 3])
def test_BEN_6_a_wrong_number_of_opponents_is_refused(opponents):
    with pytest.raises(ValueError, match=r"opponents: expected one name, or 1 for 2 players"):
        NineLivesVec(2, 2, opponents=opponents)


def test_BEN_6_one_opponent_for_all_seats_or_one_for_each():
    NineLivesVec(2, 4, opponents="careful")
    NineLivesVec(2, 4, opponents=["careful", "random", "draw"])


@pytest.mark.parametrize("number", [0, -3])
def test_BEN_6_a_number_of_games_below_one_is_refused(number):
    with pytest.raises(ValueError, match=f"num_envs: expected at least 1, got {number}"):
        NineLivesVec(number)


def test_BEN_6_a_missing_network_is_named():
    with pytest.raises(ValueError, match=re.escape("'/missing'")) as told:
        NineLivesVec(2, opponents="net:/missing")
    assert "expected a network's file" in str(told.value)
    assert "careful" not in str(told.value)
