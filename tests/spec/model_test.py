#!/usr/bin/env python3
"""Model check of spec/Ownership.tla by TLC: safety, liveness, and three deliberate bugs that it must find.

    tests/spec/model_test.py small|large
"""

import re
import sys

import tlc

SAFETY = "OneEventPerNumber NothingLost NothingHidden NothingDenied"
RELIED_ON = "TermsRise LedgerFits OneHolder OwnerIsCurrent EpochsSuffice"

# rooms, epochs, entries of a room, faults
SAFE = {"small": (2, 6, 2, 1), "large": (1, 9, 2, 2)}
LIVE = {"small": (1, 6, 1, 1), "large": (2, 6, 1, 1)}
# Each by the property that it breaks, as players would see it.
BUGS = {"no_fence": "NothingHidden", "local_lease": "NothingHidden", "unknown_failed": "NothingDenied"}


def config(specification, size, bug="none", *more):
    rooms, epochs, entries, faults = size
    return "\n".join(
        [
            f"SPECIFICATION {specification}",
            "CONSTANTS",
            "  Nodes = {n1, n2, n3}",
            "  Rooms = {" + ", ".join(f"r{i + 1}" for i in range(rooms)) + "}",
            f"  MaxEpoch = {epochs}",
            f"  MaxLength = {entries}",
            f"  MaxFaults = {faults}",
            f'  Bug = "{bug}"',
            *more,
            "",
        ]
    )


def tell(what, said):
    states = re.search(r"(\d+) states generated, (\d+) distinct states found, 0 states left", said)
    took = re.search(r"Finished in (.*) at", said)[1]
    print(f"{what}: {states[2] if states else '?'} states in {took}", flush=True)


def test_CLU_7_no_event_is_doubled_lost_or_hidden(size):
    said = tlc.check(
        "OwnershipModel", config("SafetySpec", SAFE[size], "none", "SYMMETRY Symmetry", f"INVARIANTS {SAFETY} {RELIED_ON}")
    )
    assert tlc.holds(said), said[-6000:]
    tell("safety", said)


def test_CLU_7_after_the_faults_every_room_is_owned(size):
    said = tlc.check("OwnershipModel", config("FairSpec", LIVE[size], "none", "PROPERTY EventuallyServed"))
    assert tlc.holds(said), said[-6000:]
    tell("liveness", said)


def test_CLU_7_three_deliberate_bugs_are_found():
    for bug, broken in BUGS.items():
        said = tlc.check(
            "OwnershipModel", config("SafetySpec", (1, 6, 2, 1), bug, "SYMMETRY Symmetry", f"INVARIANTS {SAFETY}")
        )
        assert f"Invariant {broken} is violated" in said, f"{bug} was not found:\n{said[-3000:]}"
        print(f"{bug}: {broken} is violated after {len(re.findall(r'^State ', said, re.M))} states", flush=True)


if __name__ == "__main__":
    test_CLU_7_three_deliberate_bugs_are_found()
    test_CLU_7_no_event_is_doubled_lost_or_hidden(sys.argv[1])
    test_CLU_7_after_the_faults_every_room_is_owned(sys.argv[1])
