#!/usr/bin/env python3
"""Mutation testing: random changes of the source by universalmutator (the page's by Stryker), judged by our tests.

    tests/mutation/campaign.py GROUP [--count 400] [--minutes 60] [--again]
    tests/mutation/campaign.py report

Groups: engine, redaction, knowledge, fair, store, rulebook, linear, page. A mutant that doesn't compile, or that compiles
to the same object code, doesn't count. equivalent.txt names those that no test can tell apart, with the reason. The
verdicts lie in build/mutation, so a campaign goes on where it stopped; --again judges its survivors once more.
The C++ test programs are compiled without optimisation, each from the files that a mutant can reach.
"""

import argparse
import contextlib
import dataclasses
import hashlib
import io
import json
import marshal
import math
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = Path(os.environ.get("NINELIVES_MUTATION", ROOT / "build/mutation"))
PACKAGE = "universalmutator==1.14.1"
COMPILE = ["g++", "-std=c++20", "-g0", "-w", "-Werror=return-type", f'-DNINELIVES_SOURCE_DIR="{ROOT}"', "-DNINELIVES_PCH"]
SEED = 35
BARS = {"engine": 85, "redaction": 85, "fair": 85, "store": 75, "knowledge": 75, "rulebook": 75, "linear": 75}


def files(folder, *names, end=".cpp"):
    return [f"{folder}/{name}{end}" for name in names]


@dataclasses.dataclass
class Group:
    mutated: list[str]
    # Test programs in the order of their speed; each is a list of test files that are compiled as one.
    programs: list[list[str]] = dataclasses.field(default_factory=list)
    linked: list[str] = dataclasses.field(default_factory=list)
    libraries: list[str] = dataclasses.field(default_factory=list)
    # Groups of other languages: folders to copy, and commands that fail.
    folders: list[str] = dataclasses.field(default_factory=list)
    commands: list[list[str]] = dataclasses.field(default_factory=list)


BASE_BOX_TESTS = files("tests/engine", "cards_test", "combos_test", "nope_test", "kittens_test", "turns_test", "setup_test")
OTHER_BOX_TESTS = files(
    "tests/engine", "attack_test", "imploding_test", "streaking_test", "streaking_kitten_test", "curse_test", "forfeit_test",
    "strays_test",
)
RULE_TESTS = BASE_BOX_TESTS + OTHER_BOX_TESTS
KNOWLEDGE_TESTS = files("tests/engine", "knowledge_test", "recent_events_test", "odds_test", "determinize_test", "shuffle_test")
STATE_TESTS = files(
    "tests/engine", "paired_test", "observation_golden_test", "canonical_form_test", "divergence_key_test", "batch_row_test",
    "properties_test",
)
# The engine's hash over games of all boxes: whatever it calls and computes otherwise is found.
HASH = ["bench/hash_main.cpp"]
WORDS = files("src/text", "notation")
TEXT = files(
    "src/text", "base64url", "bytes", "json_reader", "knowledge_text", "notation", "record_read", "record_write",
    "rules_text", "state_text",
)
FAIR = files(
    "src/fair", "ceremony", "commitment", "fair_check", "fair_line", "fair_record", "fair_source", "secret", "sha256",
)
STORE = files(
    "src/store", "commit_counter", "database", "file", "files_copy", "folder_lock", "key_file", "ledger", "memory_blobs",
    "no_core_dumps", "recent_blobs", "seal", "sealed_store", "sqlite_blobs", "sqlite_store", "state_hash", "store_place",
)
GAME = files(
    "src/game", "film", "game", "game_statistics", "lesson", "origin", "position_fault", "questions", "random_record",
    "record_writer", "refused", "replay", "seats_line", "viewers",
)
PROTOCOL = files(
    "src/protocol", "event_json", "fields", "game_messages", "messages", "outbound_url", "push_target", "request",
    "room_info", "room_messages", "room_settings", "server_message", "view_json",
)

GROUPS = {
    "engine": Group(
        files("src/engine", "referee", "cards", "legal", "rules", "game", "setup", "random", "state", end=".h"),
        [BASE_BOX_TESTS, OTHER_BOX_TESTS, HASH, STATE_TESTS + KNOWLEDGE_TESTS],
        WORDS,
    ),
    "redaction": Group(
        files("src/engine", "event", "make_view", "view", "memory_sink", "past", end=".h"),
        [
            files("tests/engine", "knowledge_test", "nope_test", "cards_test", "combos_test", "recent_events_test"),
            files("tests/engine", "paired_test", "observation_golden_test"),
            HASH,
            OTHER_BOX_TESTS,
        ],
        WORDS,
    ),
    "knowledge": Group(
        files("src/engine", "knowledge", "fold", "knowledge_sink", "held_cards", "event_effects", "determinize", "odds",
              "hidden_kittens", "fact_matching", end=".h"),
        [KNOWLEDGE_TESTS, RULE_TESTS, HASH, STATE_TESTS],
        WORDS,
    ),
    "fair": Group(
        FAIR,
        [files("tests/fair", "vectors_test", "ceremony_test", "ceremonies_test", "verify_test"), ["tests/fair/uniform_test.cpp"]],
        TEXT + [path for path in GAME if not path.endswith(("film.cpp", "lesson.cpp", "statistics.cpp"))],
        ["-lsodium"],
    ),
    "store": Group(
        [path for path in STORE if "no_core" not in path],
        [files("tests/store", "store_test", "games_test", "tamper_test"), files("tests/store", "recent_test", "crash_test", "loss_test")],
        TEXT + FAIR,
        ["-lsodium", "-lsqlite3"],
    ),
    "rulebook": Group(
        files("tools/rulebook", "checker", "compare", "effects", "game", "kittens", "phases", "rules", "strays", end=".py"),
        folders=["tools/rulebook", "tests/checker"],
        commands=[[sys.executable, "tests/checker/selftest.py"]],
    ),
    "linear": Group(
        ["tests/cluster/linear/model.go", "tests/cluster/linear/main.go"],
        folders=["tests/cluster/linear"],
        commands=[["sh", "-c", "cd tests/cluster/linear && go vet ./... && go test ./..."]],
    ),
}


# ---- mutants ------------------------------------------------------------------------------------


def mutator():
    """universalmutator, installed with the ordinary client of its registry into a folder of the campaign."""
    target = WORK / "packages"
    if not (target / "universalmutator").exists():
        subprocess.run([sys.executable, "-m", "venv", WORK / "venv"], check=True)
        pip = [WORK / "venv/bin/pip", "install", "--quiet", "--no-deps", "--target", target, PACKAGE]
        subprocess.run(pip, check=True)
    sys.path.insert(0, str(target))
    from universalmutator import mutator as found

    return found


RULES = {".cpp": ["c_like", "cpp"], ".h": ["c_like", "cpp"], ".py": ["python"], ".go": ["c_like", "go"]}


def mutants(path):
    lines = (ROOT / path).read_text().splitlines(keepends=True)
    with contextlib.redirect_stdout(io.StringIO()):
        rules = [f"{name}.rules" for name in ["universal", *RULES[Path(path).suffix]]]
        found = mutator().mutants_regexp(lines, ruleFiles=rules, ignorePatterns=[])
    for number, new, *_ in found:
        if lines[number - 1].split("//")[0].strip():
            yield path, number, lines[number - 1].rstrip("\n"), new.rstrip("\n")


def sample(group):
    """All mutants of a group in one random order, the same in every run."""
    found = sorted(set(m for path in group.mutated for m in mutants(path)))
    random.Random(SEED).shuffle(found)
    return found


def mutated_text(mutant):
    path, number, old, new = mutant
    lines = (ROOT / path).read_text().splitlines(keepends=True)
    assert lines[number - 1].rstrip("\n") == old
    lines[number - 1] = new + "\n"
    return "".join(lines)


# ---- running ------------------------------------------------------------------------------------


def limit(seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))

    return apply


def run(command, seconds, cwd=ROOT, env=None):
    """Success of a command within so many seconds of the processor, and its output."""
    try:
        done = subprocess.run(
            command, cwd=cwd, env=env, capture_output=True, text=True, errors="replace", timeout=seconds * 60 + 60,
            preexec_fn=limit(seconds),
        )
    except subprocess.TimeoutExpired:
        return False, "time"
    return done.returncode == 0, done.stdout + done.stderr


def spent(command, **options):
    before = os.times()
    good, said = run(command, 600, **options)
    after = os.times()
    assert good, f"{command} fails without a mutant:\n{said[-3000:]}"
    return after.children_user + after.children_system - before.children_user - before.children_system, said


class Cpp:
    """A group of C++: objects of the tree as it is, and those that a mutant reaches compiled again."""

    def __init__(self, name, group):
        self.group, self.folder = group, WORK / name
        (self.folder / "base").mkdir(parents=True, exist_ok=True)
        self.scratch = self.folder / "scratch"
        self.precompiled = WORK / "common.h"
        text = (
            "#include <algorithm>\n#include <array>\n#include <map>\n#include <set>\n#include <string>\n"
            "#include <vector>\n#include <gtest/gtest.h>\n#include <nlohmann/json.hpp>\n"
        )
        if not self.precompiled.exists():
            self.precompiled.write_text(text)
        if not (WORK / "common.h.gch").exists():
            subprocess.run([*COMPILE, "-O0", "-x", "c++-header", self.precompiled, "-o", f"{self.precompiled}.{os.getpid()}"], check=True)
            os.replace(f"{self.precompiled}.{os.getpid()}", WORK / "common.h.gch")
        self.units = []
        for number, tests in enumerate(group.programs):
            unit = self.folder / f"program_{number}.cpp"
            unit.write_text("".join(f'#include "{ROOT / test}"\n' for test in tests))
            self.units.append(unit)
        self.reached, self.limits, self.said = {}, {}, None
        for source in [*self.units, *(ROOT / path for path in group.linked if path not in group.mutated),
                       *(ROOT / path for path in group.mutated if path.endswith(".cpp"))]:
            if source not in self.reached:
                self.reached[source] = self.compile_base(source)
    def limit(self, number):
        """Seconds of the processor for a program, from a run of the tree as it is."""
        if number not in self.limits:
            program = self.link(number, {}, self.folder / f"base_{number}")
            seconds, said = spent(self.test(program))
            self.limits[number] = int(4 * seconds + 6)
            if self.is_hash(number):
                self.said = said
        return self.limits[number]

    def base(self, source):
        return self.folder / "base" / (str(source).strip("/").replace("/", "_") + ".o")

    def compile_base(self, source):
        made, depends = self.base(source), self.base(source).with_suffix(".d")
        command = [*COMPILE, "-O0", "-MMD", "-MF", depends, f"-I{ROOT}/tests", f"-I{ROOT}/src", "-include", self.precompiled]
        subprocess.run(["ccache", *command, "-c", source, "-o", made] if shutil.which("ccache") else
                       [*command, "-c", source, "-o", made], check=True, cwd=ROOT)
        return {os.path.normpath(os.path.join(ROOT, path)) for path in re.findall(r"\S+", depends.read_text())}

    def compile(self, source, made, level="-O0"):
        """The object of a source that sees the mutant, whose copy lies in front of the tree."""
        copy = self.scratch / "src" / source.relative_to(ROOT / "src") if source.is_relative_to(ROOT / "src") else source
        command = [*COMPILE, level, f"-ffile-prefix-map={self.scratch}={ROOT}", f"-I{self.scratch}/src", f"-I{ROOT}/tests", f"-I{ROOT}/src"]
        command += ["-include", self.precompiled] if level == "-O0" else []
        return run([*command, "-c", copy if copy.exists() else source, "-o", made], 180)[0]

    def link(self, number, changed, program):
        linked = [ROOT / path for path in self.group.linked] + [ROOT / p for p in self.group.mutated if p.endswith(".cpp")]
        objects = [changed.get(source, self.base(source)) for source in dict.fromkeys([self.units[number], *linked])]
        libraries = [] if self.is_hash(number) else ["-lgtest", "-lgtest_main"]
        options = ["-no-pie", "-Wl,--unresolved-symbols=ignore-all"]  # of functions that no test calls
        subprocess.run(["g++", *options, *objects, *libraries, *self.group.libraries, "-lpthread", "-o", program], check=True)
        return program

    @staticmethod
    def test(program):
        return [program, "--gtest_fail_fast", "--gtest_brief=1", "--gtest_filter=-*Long*"]

    def is_hash(self, number):
        return "hash_main" in self.units[number].read_text()

    def judge(self, mutant):
        path = mutant[0]
        shutil.rmtree(self.scratch, ignore_errors=True)
        copy = self.scratch / path
        copy.parent.mkdir(parents=True)
        copy.write_text(mutated_text(mutant))
        changed, same = {}, set()
        for number, unit in enumerate(self.units):
            for source, reached in self.reached.items():
                if str(ROOT / path) not in reached or source in changed or source in same:
                    continue
                if source in self.units and source != unit:
                    continue
                made = self.scratch / (source.stem + ".o")
                if not self.compile(source, made):
                    return "invalid", ""
                if made.read_bytes() == self.base(source).read_bytes():
                    same.add(source)
                else:
                    changed[source] = made
            if number + 1 == len(self.units) and self.same_hash_when_optimised(mutant, changed):
                return "same", ""
            mine = {source for source in changed if source not in self.units or source == unit}
            if not mine:
                continue
            program = self.link(number, changed, self.scratch / f"program_{number}")
            good, said = run(self.test(program), self.limit(number))
            if not good or (self.is_hash(number) and said != self.said):
                return "killed", ", ".join(re.findall(r"\[  FAILED  \] (\S+)", said)[:1]) or said[-60:].strip()
        if not changed or self.same_when_optimised(mutant, changed):
            return "same", ""
        return "survived", ""

    def same_hash_when_optimised(self, mutant, changed):
        """The hash's program calls the mutant, and with -O2 is the same: that costs less than the last tests."""
        units = [unit for number, unit in enumerate(self.units) if self.is_hash(number) and unit in changed]
        return bool(units) and self.same_when_optimised(mutant, units)

    def same_when_optimised(self, mutant, changed):
        """Object code of the survivor with -O2, in which most changes without an effect vanish."""
        for source in changed:
            shown = []
            for tree in ("mutant", "tree"):
                if tree == "tree":
                    (self.scratch / mutant[0]).write_text((ROOT / mutant[0]).read_text())
                made = self.scratch / f"optimised_{tree}.o"
                if not self.compile(source, made, "-O2"):
                    return False
                shown.append(made.read_bytes())
            (self.scratch / mutant[0]).write_text(mutated_text(mutant))
            if shown[0] != shown[1]:
                return False
        return True


class Script:
    """A group of Python or Go: a copy of its folders, in which the mutant lies in its file's place."""

    def __init__(self, name, group):
        self.group, self.tree = group, WORK / name / "tree"
        shutil.rmtree(self.tree, ignore_errors=True)
        for folder in group.folders:
            (self.tree / folder).parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / folder).is_dir() else shutil.copy)(ROOT / folder, self.tree / folder)
        self.env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        self.limits = [int(3 * spent(command, cwd=self.tree, env=self.env)[0] + 6) for command in group.commands]
        print(f"limits in seconds of the processor: {self.limits}", flush=True)

    @staticmethod
    def code(text):
        def plain(code):
            constants = tuple(plain(c) if hasattr(c, "co_code") else c for c in code.co_consts)
            return code.replace(co_consts=constants, co_firstlineno=1, co_linetable=b"", co_filename="")

        return marshal.dumps(plain(compile(text, "mutant", "exec", optimize=2)))

    def judge(self, mutant):
        path, text = mutant[0], mutated_text(mutant)
        if path.endswith(".py"):
            try:
                if self.code(text) == self.code((ROOT / path).read_text()):
                    return "same", ""
            except (SyntaxError, ValueError):
                return "invalid", ""
        (self.tree / path).write_text(text)
        try:
            if path.endswith(".go") and not run(["go", "build", "-o", os.devnull, "."], 120, (self.tree / path).parent)[0]:
                return "invalid", ""
            for command, seconds in zip(self.group.commands, self.limits):
                good, said = run(command, seconds, self.tree, self.env)
                if not good:
                    return "killed", said.strip()[-60:]
        finally:
            (self.tree / path).write_text((ROOT / path).read_text())
        return "survived", ""


# ---- the page -----------------------------------------------------------------------------------

PAGE_FOLDERS = ["words", "net", "state", "history", "identity", "learn"]
# Tests of the built engine, of sizes, and of the sources' text, which Stryker changes.
PAGE_LEFT_OUT = ["engine", "practice", "coach", "size", "protocol", "words"]
STRYKER = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/vitest-runner@9.6.1"]
CODE_LINE = re.compile(r"^(?!\s*(//|import|export type|type |interface)).*[=<>+\-!&|?(]")


def page(lines):
    """Stryker's report for so many random lines of the page, in a copy of the tree."""
    tree, run_there = WORK / "page", lambda *command: subprocess.run(command, cwd=WORK / "page/web", check=True)
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", tree], input=archive, check=True)
    engine = tree / "build/wasm/engine.wasm"  # Vite's settings read it
    engine.parent.mkdir(parents=True)
    shutil.copy(ROOT / "build/wasm/engine.wasm", engine)
    run_there("npm", "ci", "--silent")
    run_there("npm", "install", "--silent", "--no-save", *STRYKER)
    places = []
    for source in sorted(path for folder in PAGE_FOLDERS for path in (tree / "web/src" / folder).glob("*.ts")):
        if source.name.endswith(".svelte.ts") or source.name == "protocol.ts":
            continue
        name = source.relative_to(tree / "web")
        found = [number for number, line in enumerate(source.read_text().splitlines(), 1) if CODE_LINE.match(line)]
        places += [f"{name}:{number}-{number}" for number in found]
    random.Random(SEED).shuffle(places)
    excluded = [f"**/{name}.test.ts" for name in PAGE_LEFT_OUT] + ["node_modules/**", "tests/browser/**"]
    (tree / "web/vitest.mutation.ts").write_text(
        'import { mergeConfig } from "vitest/config";\nimport base from "./vite.config";\n'
        f"export default mergeConfig(base as never, {{ test: {{ exclude: {json.dumps(excluded)} }} }});\n"
    )
    (tree / "web/stryker.config.json").write_text(json.dumps({
        "testRunner": "vitest", "plugins": ["@stryker-mutator/vitest-runner"], "mutate": places[:lines], "concurrency": 1,
        "timeoutMS": 60000, "reporters": ["clear-text", "json"], "coverageAnalysis": "perTest", "inPlace": True,
        "vitest": {"configFile": "vitest.mutation.ts"}, "disableTypeChecks": False, "ignoreStatic": True,
    }))
    run_there("npx", "stryker", "run")
    shutil.copy(tree / "web/reports/mutation/mutation.json", WORK / "page.json")


def report_page():
    """Only mutants that a unit test reaches count: Playwright has the others, in real browsers."""
    report = json.loads((WORK / "page.json").read_text())
    kinds = [mutant["status"] for file in report["files"].values() for mutant in file["mutants"]]
    killed = kinds.count("Killed") + kinds.count("Timeout")
    n = killed + kinds.count("Survived")
    share, low, high = wilson(killed, n)
    print(f"| page | {n} | {share:.1f} % | {low:.1f} to {high:.1f} | none | 0 | 0 | {kinds.count('NoCoverage')} not reached |")


# ---- verdicts -----------------------------------------------------------------------------------


def identity(mutant):
    """A mutant is known by its lines, so that changes elsewhere in the file don't lose its verdict."""
    path, _, old, new = mutant
    return hashlib.sha256(f"{path}\n{old}\n{new}".encode()).hexdigest()[:16]


def equivalent():
    """Reviewed mutants that no test can tell apart: lines of `FILE | OLD | NEW | REASON`."""
    found = set()
    for line in (Path(__file__).with_name("equivalent.txt")).read_text().splitlines():
        if line and not line.startswith("#"):
            path, old, new, _ = (part.strip() for part in line.split(" ¦ "))
            found.add((path, old, new))
    return found


def verdicts(name):
    log = WORK / f"{name}.jsonl"
    found = {}
    for line in log.read_text().splitlines() if log.exists() else []:
        verdict = json.loads(line)
        found[verdict["id"]] = verdict
    return found


def wilson(killed, n, z=1.96):
    """95 % interval of a share, in percent."""
    if n == 0:
        return 0.0, 0.0, 0.0
    share = killed / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return 100 * share, 100 * (middle - half), 100 * (middle + half)


def count(found):
    reviewed, tally, left = equivalent(), {"killed": 0, "survived": 0, "same": 0, "invalid": 0, "reviewed": 0}, []
    for verdict in found.values():
        kind = verdict["verdict"]
        if kind == "survived" and (verdict["file"], verdict["old"].strip(), verdict["new"].strip()) in reviewed:
            kind = "reviewed"
        tally[kind] += 1
        if kind == "survived":
            left.append(verdict)
    return tally, left


def report(names):
    good = True
    print("| group | mutants | killed | 95 % interval | bar | equivalent by review | same code | invalid |\n" + "| --- " * 8 + "|")
    for name in names:
        tally, _ = count(verdicts(name))
        n = tally["killed"] + tally["survived"]
        share, low, high = wilson(tally["killed"], n)
        print(f"| {name} | {n} | {share:.1f} % | {low:.1f} to {high:.1f} | {BARS[name]} | {tally['reviewed']} | {tally['same']} | {tally['invalid']} |")
        good = good and low >= BARS[name]
    for name in names:
        for verdict in count(verdicts(name))[1]:
            print(f"\n{name}: {verdict['file']}:{verdict['line']}\n- {verdict['old'].strip()}\n+ {verdict['new'].strip()}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("group", choices=[*GROUPS, "page", "report"])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=24 * 60)
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    if options.group == "page":
        page(options.count)
        return report_page()
    if options.group == "report":
        good = report([name for name in GROUPS if verdicts(name)])
        if (WORK / "page.json").exists():
            report_page()
        sys.exit(0 if good else 1)
    name, group = options.group, GROUPS[options.group]
    until = time.monotonic() + 60 * options.minutes
    known, chosen = verdicts(name), sample(group)
    if options.again:
        left = {verdict["id"] for verdict in count(known)[1]}
        chosen = [mutant for mutant in chosen if identity(mutant) in left]
    judge = (Cpp if group.programs else Script)(name, group)
    with open(WORK / f"{name}.jsonl", "a") as log:
        for mutant in chosen:
            counted = sum(v["verdict"] in ("killed", "survived") for v in known.values())
            if time.monotonic() > until or (counted >= options.count and not options.again):
                break
            key = identity(mutant)
            if key in known and not options.again:
                continue
            verdict, by = judge.judge(mutant)
            path, line, old, new = mutant
            known[key] = {"id": key, "verdict": verdict, "by": by, "file": path, "line": line, "old": old, "new": new}
            log.write(json.dumps(known[key]) + "\n")
            log.flush()
            if verdict == "survived":
                print(f"survived: {path}:{line}\n- {old.strip()}\n+ {new.strip()}", flush=True)
    sys.exit(0 if report([name]) else 1)


if __name__ == "__main__":
    main()
