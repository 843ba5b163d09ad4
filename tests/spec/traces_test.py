#!/usr/bin/env python3
"""Trace check of the cluster simulator against spec/Ownership.tla by TLC (spec/Trace.tla).

    tests/spec/traces_test.py SERVER_TESTS TRACES

The simulator records the ownership steps of 1,000 campaigns of three nodes and two rooms. TRACES of them must
be behaviours of the specification. Twenty copies with one step changed must not be.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

import tlc

CAMPAIGN = "Reachability.CLU_7_SIM_1_*"
MUTANTS = 20
AT_ONCE = 250  # a literal of all of them would take the parser's memory
SEED = 20261118


class Converter:
    """One recorded trace as steps of the specification, with lengths of rooms in blobs."""

    def __init__(self, recorded):
        self.recorded = recorded
        self.steps = []
        self.node_of = {}  # epoch: its node
        self.doubtful = {}  # node: where it was last asleep or cut off, as an index of steps
        self.suspended = {}  # node: asleep or cut off now

    def convert(self):
        for at, (name, *rest) in enumerate(self.recorded):
            if name == "commit" and rest[-1] == "forgets":
                break  # the specification has no rooms that end
            getattr(self, f"on_{name}", self.other)(name, *rest) if name != "send" else self.on_send(at, *rest)
        return self.steps

    def other(self, name, *rest):
        self.steps.append([name, *rest])

    def on_start(self, name, node, epoch, before):
        self.node_of[epoch] = node
        self.doubtful.pop(node, None)
        self.suspended[node] = set()
        self.other(name, node, epoch, before)

    def on_send(self, at, node, epoch):
        """The group is known when it is sealed; one that dies with its process is in no trace."""
        for name, *rest in self.recorded[at + 1 :]:
            if name == "commit" and rest[0] == epoch and rest[-1] != "forgets":
                return self.other("send", node, {int(room): first + count for room, (first, count) in rest[2].items()})
            if name in ("kill", "fail", "stop") and rest[0] == node:
                return None
        return None

    def on_commit(self, _, epoch, outcome, _rooms):
        if outcome == "unreachable":
            self.other("cutoff", self.node_of[epoch])
            return self.other("drop", epoch)
        stored = outcome in ("stored", "unanswered")
        self.other("store", epoch, "stored" if stored else outcome)
        if outcome == "unanswered":
            self.other("lose", epoch)

    def on_read(self, name, node, holder):
        self.other(name, node, holder, {})

    def on_found(self, _, node, room, blobs):
        self.steps[-1][3][room] = blobs

    def on_pause(self, name, node):
        self.suspended[node].add(name)
        self.other(name, node)
        self.doubtful[node] = len(self.steps)

    on_cut = on_pause

    def on_wake(self, name, node):
        self.suspended[node].discard({"wake": "pause", "mend": "cut"}[name])
        self.doubtful[node] = len(self.steps)
        self.other(name, node)

    on_mend = on_wake

    def on_renew(self, name, node):
        """One that ends no doubt changes nothing."""
        if node in self.doubtful and not self.suspended[node]:
            del self.doubtful[node]
            self.other(name, node)

    def on_evict(self, name, node, epoch):
        """The lease of a living node was over when it slept or was cut off."""
        victim = self.node_of.get(epoch)
        if victim in self.doubtful and self.lives(epoch):
            at = len(self.steps) if self.suspended[victim] else self.doubtful[victim]
            self.steps.insert(at, ["expire", epoch])
        self.other(name, node, epoch)

    def lives(self, epoch):
        alive = None
        for name, *rest in self.steps:
            if name == "start" and rest[0] == self.node_of[epoch]:
                alive = rest[1]
            if name in ("kill", "fail", "stop") and rest[0] == self.node_of[epoch]:
                alive = None
        return alive == epoch


def is_append(steps, at):
    """An append that was sent, stored and heard of without anything between."""
    names = [step[0] for step in steps[at : at + 3]]
    return names == ["send", "store", "heard"] and steps[at + 1][2] == "stored" and steps[at][1] == steps[at + 2][1]


def joined(steps):
    """Appends of one node count as one where nothing but such appends of others lies between: these touch no room of its own."""
    result, at, last = [], 0, {}  # last: of each node, where its append is in the result
    while at < len(steps):
        if not is_append(steps, at):
            last = {}
            result.append(steps[at])
            at += 1
            continue
        node, ends = steps[at][1:]
        if node in last:
            result[last[node]][2].update(ends)
        else:
            last[node] = len(result)
            result += [["send", node, dict(ends)], steps[at + 1], steps[at + 2]]
        at += 3
    return result


def numbered(steps):
    """Lengths in entries: what one transaction appends to a room is one."""
    lengths, sent, node_of = {1: [], 2: []}, {}, {}
    for step in steps:
        if step[0] == "start":
            node_of[step[2]] = step[1]
        elif step[0] == "send":
            sent[step[1]] = step[2]
            step = ["send", step[1], [int(room in step[2]) for room in (1, 2)]]
        elif step[0] in ("adopt", "release"):
            sent[step[1]] = {}
        elif step[0] == "store" and step[2] == "stored":
            for room, end in sent[node_of[step[1]]].items():
                lengths[room].append(end)
        elif step[0] == "read":
            found = [step[3].get(room) for room in (1, 2)]
            number = lambda room, end: 0 if end is None else lengths[room].index(end) + 1 if end in lengths[room] else -1
            step = [*step[:3], [number(room, end) for room, end in zip((1, 2), found)]]
        yield step


def literal(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "<<" + ", ".join(map(literal, value)) + ">>"
    return str(value)


def conforming(traces):
    """The indices of those that TLC can follow to their ends."""
    text = "---- MODULE Traces ----\n"
    for i, trace in enumerate(traces, 1):
        text += f"T{i} == {literal(trace)}\n"
    text += "Recorded == <<" + ", ".join(f"T{i}" for i in range(1, len(traces) + 1)) + ">>\n====\n"
    epochs = 2 + max(step[2] for trace in traces for step in trace if step[0] == "start")
    config = f"""SPECIFICATION TraceSpec
CONSTANTS
  Nodes = {{0, 1, 2}}
  Rooms = {{1, 2}}
  MaxEpoch = {epochs + 10}
  MaxLength = 10000
  MaxFaults = 10000
  Bug = "none"
"""
    said = tlc.check("Trace", config, files={"Traces.tla": text})
    if not tlc.holds(said):
        sys.exit(said[-4000:])
    return {int(n) - 1 for n in re.findall(r'<<"conforms", (\d+)>>', said)}


def changed(step):
    """The step as it must not be."""
    name = step[0]
    if name == "store":
        return [name, step[1], "refused" if step[2] == "stored" else "stored"]
    if name == "read":
        return [name, step[1], step[2], [n + 1 for n in step[3]]]
    if name == "start":
        return [name, step[1], step[2] + 1, step[3]]
    if name in ("evict", "adopt"):
        return [name, step[1], step[2] + 1]
    return [name, (step[1] + 1) % 3, *step[2:]]


def mutated(trace, kind, dice):
    """One of the earlier steps of this kind changed, left out or said twice: later steps depend on it."""
    places = [i for i, step in enumerate(trace) if step[0] == kind[0]]
    at = dice.choice(places[: (len(places) + 1) // 2])
    if kind[1] == "changed":
        return trace[:at] + [changed(trace[at])] + trace[at + 1 :]
    if kind[1] == "twice":
        return trace[: at + 1] + trace[at:]
    return trace[:at] + trace[at + 1 :]


KINDS = [(name, "changed") for name in ("store", "read", "start", "evict", "adopt", "heard", "fail", "wake")] + [
    (name, "left out") for name in ("store", "start", "evict", "read", "adopt", "expire", "heard")
] + [(name, "twice") for name in ("store", "heard", "evict", "start", "adopt")]


def mutants(traces):
    assert len(KINDS) == MUTANTS
    dice = random.Random(SEED)
    for kind in KINDS:
        fit = [trace for trace in traces if any(step[0] == kind[0] for step in trace)]
        yield mutated(dice.choice(fit), kind, dice)


def recorded(program):
    with tempfile.NamedTemporaryFile() as file:
        command = [program, f"--gtest_filter={CAMPAIGN}", "--gtest_brief=1"]
        environment = {**os.environ, "NINELIVES_TRACES": file.name}
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        for text in file.read().decode().strip().split("\n\n"):
            yield list(numbered(joined(Converter([json.loads(line) for line in text.splitlines()]).convert())))


def test_CLU_7_simulator_traces_conform_and_changed_ones_do_not(program, wanted):
    traces = list(recorded(program))[:wanted]
    assert len(traces) == wanted, len(traces)
    for first in range(0, wanted, AT_ONCE):
        part = traces[first : first + AT_ONCE]
        strange = set(range(len(part))) - conforming(part)
        assert not strange, f"seeds {sorted(first + 1 + i for i in strange)[:20]} leave the specification"
    followed = conforming(list(mutants(traces)))
    assert not followed, f"changed traces conform: {[KINDS[i] for i in sorted(followed)]}"
    steps = sum(map(len, traces))
    print(f"{wanted} traces of {steps} steps conform, {MUTANTS} changed ones don't")


if __name__ == "__main__":
    test_CLU_7_simulator_traces_conform_and_changed_ones_do_not(sys.argv[1], int(sys.argv[2]))
