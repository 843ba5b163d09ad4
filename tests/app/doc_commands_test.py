#!/usr/bin/env python3
"""Test that runs the commands of README, CONTRIBUTING and docs as written: python3 doc_commands_test.py PROGRAM

A command of the program runs here, with smaller numbers where it takes minutes. Any other command must be in ELSEWHERE,
which names the test that runs it, or the source of a measurement that no test repeats."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/net"))
from player import Player  # noqa: E402

PROGRAM = os.path.abspath(sys.argv.pop(1))

# Beginnings of commands that another test runs.
ELSEWHERE = {
    r"python3 tools/translate": "tests/lang/translate_test.py",
    r"git clone|\./run$": "tools/chroot_test.sh",
    r"\./test|cmake --preset|cmake --build": "test",
    r"tests/style/format\.sh": "cmake/script_tests.cmake",
    r"python -m|python python/|python3 -m venv \.venv|pip |export NINELIVES_": "tests/python/test_tutorial.py",
    r"ninelives arena .*python/examples/train\.py": "tests/python/test_tutorial.py",
    r"g\+\+|CXX=": "tests/hash/compare.sh",
    r"srun ": "tests/python/test_arena.py",
    r"ninelives (serve --ssh|ssh) ": "tests/ssh/server_test.py",
    r"apt install|systemctl|editor": "tests/ship/package_test.sh",
    r"dist/|docker|buildah|python3 -m venv cats": "tests/ship/readme_test.sh",
    r"tools/release|minisign|sha256sum": "tests/ship/all.sh",
    r"ninelives serve .*--store postgres|ninelives store copy": "tests/cluster/kept_test.py",
    r"build/release/bench_server": "bench/load/load.h",
    r"bench/|python bench/": "bench/count_instructions.sh",
    r"build/release/ninelives-gpu|NINELIVES_GPU_LIBRARY=": "src/cuda/main.cu",
}

# The larger number first.
SMALLER = {
    "--deals 100": "--deals 2 --quiet",
    "--deals 20000": "--deals 40",
    "--deals 5000": "--deals 1 --quiet",
    "--largest 200000": "--largest 40",
    "--make 30": "--make 1",
    "--make 75": "--make 1",
    "runs/small/magnet.nlnet": "magnet.nlnet",
    "runs/net/net.nlnet": "net.nlnet",
    "--port 443": "--port 0",
    "/var/lib/ninelives": "games",
}


def pages():
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md",
            *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "log")]


def commands(page):
    """Lines of the page's shell blocks, without comments."""
    for kind, block in re.findall(r"^ *```([^\n]*)\n(.*?)^ *```", page.read_text(), re.MULTILINE | re.DOTALL):
        if kind not in ("", "sh"):
            continue
        for line in block.replace("\\\n", " ").splitlines():
            line = " ".join(re.sub(r"(^| )#( .*|$)", "", line).split())
            if re.match(r"[\w./]+( |$)", line) and not line[0].isdigit():
                yield line


def toml_block(page):
    return re.search(r"```toml\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)[1]


def own(line):
    return re.match(r"(\./run|ninelives) ", line) is not None


def elsewhere(line):
    return next((test for start, test in ELSEWHERE.items() if re.match(start, line)), None)


# Beginnings of commands and the sources that define their options.
OPTIONS_OF = {
    r"python3? -m ninelives\.train( |$)": ["python/ninelives/train/__main__.py", "python/ninelives/train/settings.py", "python/ninelives/train/legs.py"],
    r"python3? -m ninelives\.train\.team": ["python/ninelives/train/team.py", "python/ninelives/train/best_response.py"],
    r"python3? -m ninelives\.train\.(\w+)": ["python/ninelives/train/{}.py", "python/ninelives/train/legs.py", "python/ninelives/train/settings.py"],
    r"python3? -m ninelives\.(\w+)": ["python/ninelives/{}.py", "python/ninelives/arena_parts.py"],
    r"python3? ((?:python|bench|tests|tools)/\S+)": ["{}"],
    r"build/release/bench_server": ["bench/server.cpp"],
    r"(tools/\S+|bench/\S+|tests/style/\S+)": ["{}"],
}


def options_in(words):
    return [word.split("=")[0] for word in words if re.match(r"--[a-z]", word)]


def commands_in(line):
    """The words of the commands of a line: those joined by &&, and those within quotes."""
    for part in re.split(r" && ", line):
        words = shlex.split(part.replace("<", " "), posix=True)
        yield words
        for word in words:
            inner = word.partition("=")[2] or word
            if " -" in inner:
                yield inner.split()


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.box = tempfile.TemporaryDirectory()
        home = cls.home = Path(cls.box.name)
        cls.environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": "", "XDG_STATE_HOME": ""}
        for name in ("python", "data", "packaging"):
            (home / name).symlink_to(ROOT / name)
        for name in ("net", "new"):
            (home / f"{name}.nlnet").symlink_to(ROOT / "data/nets/net.nlnet")
        (home / "magnet.nlnet").symlink_to(ROOT / "data/nets/small-games.nlnet")
        (home / "house.toml").write_text(toml_block("docs/play/house-rules.md"))
        shutil.copy(ROOT / "packaging/server.toml", home / "server.toml")
        agent = re.search(r"```python\n(.*?)```", (ROOT / "docs/train/agents.md").read_text(), re.DOTALL)[1]
        (home / "my_agent.py").write_text(agent)
        cls.run_line("ninelives record --seats 2 >game.jsonl")
        tls = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        subprocess.run(["openssl", "req", *tls, "-keyout", "key.pem", "-out", "chain.pem"], cwd=home, check=True, capture_output=True)
        os.chmod(home / "key.pem", 0o600)
        home.chmod(0o755)  # as root, agents are played as nobody

    @classmethod
    def tearDownClass(cls):
        cls.box.cleanup()

    @classmethod
    def run_line(cls, line, typed="quit\n3\nquit\n1\nq\n"):
        line = re.sub(r"^(\./run|ninelives) ", f"{shlex.quote(PROGRAM)} ", line)
        for large, small in SMALLER.items():
            line = re.sub(re.escape(large) + r"(?!\d)", small, line)
        return subprocess.run(line, shell=True, cwd=cls.home, env=cls.environment, input=typed, capture_output=True, text=True, timeout=300)

    def serve(self, line):
        """The server of this line: the process and the port that it prints."""
        for large, small in SMALLER.items():
            line = re.sub(re.escape(large) + r"(?!\d)", small, line)
        words = shlex.split(line)[1:] + ([] if "--port" in line else ["--port", "0"])
        process = subprocess.Popen([PROGRAM, *words], cwd=self.home, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = process.stdout.readline()
        return process, int(re.search(r":(\d+)", said)[1])

    def stop(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), 0)
        process.stdout.close()

    def test_DOC_1_every_command_is_run_here_or_by_the_test_it_names(self):
        seen = [(page.name, line) for page in pages() for line in commands(page)]
        self.assertGreater(len(seen), 100)
        for page, line in seen:
            where = elsewhere(line)
            with self.subTest(page=page, line=line):
                self.assertTrue(own(line) or where, "no test runs it")
                if where:
                    self.assertTrue((ROOT / where).exists(), where)

    def test_DOC_1_options_of_commands_that_run_elsewhere_exist(self):
        checked = 0
        for page in pages():
            for line in commands(page):
                for words in commands_in(line) if elsewhere(line) else ():
                    with self.subTest(page=page.name, line=line):
                        checked += self.check_options(words)
        self.assertGreater(checked, 60)

    def check_options(self, words):
        """Fails where the tool has no such option, part or target; returns how many were found."""
        line, options = " ".join(words), options_in(words)
        if line.startswith("./test "):
            self.assertIn(f"test_{words[1]}()" if words[1] != "long" else "long_parts", (ROOT / "test").read_text())
            return 1
        if words[0] == "cmake":
            return self.check_cmake(words)
        if words[0] == "ninelives":
            known = self.run_line(f"ninelives {words[1]} --help").stdout
            if " copy " in line:
                known += self.run_line(f"ninelives {words[1]} copy --help").stdout
            for option in options:
                self.assertRegex(known, rf"(?<![\w-]){option}(?![\w-])")
            return len(options)
        for start, sources in OPTIONS_OF.items():
            if tool := re.match(start, line):
                files = [ROOT / source.format(*tool.groups()) for source in sources]
                parts = [part for file in files for part in ([file] if file.is_file() else file.glob("*.py"))]
                known = "".join(part.read_text() for part in parts)
                self.assertTrue(known, line)
                for option in options:
                    field = option.lstrip("-").replace("-", "_")  # options made of a settings class
                    self.assertTrue(re.search(rf"(?<![\w-]){option}(?![\w-])|\b{field}: ", known), option)
                return len(options)
        return 0

    def check_cmake(self, words):
        if "--preset" in words:
            self.assertIn(f'"name": "{words[words.index("--preset") + 1]}"', (ROOT / "CMakePresets.json").read_text())
        targets = words[words.index("--target") + 1:] if "--target" in words else []
        rules = "".join(file.read_text() for file in (ROOT / "cmake").glob("*.cmake"))
        for target in targets:
            source = ROOT / "bench" / (target.removeprefix("bench_") + ".cpp")
            self.assertTrue(source.exists() or re.search(rf"\b{target.removeprefix('ninelives_')}\b", rules), target)
        return len(targets) + 1

    def test_DOC_1_commands_of_the_program_run_as_written(self):
        ran = 0
        for page in pages():
            for line in commands(page):
                needs_more = re.match(r"(\./run|ninelives) (serve|join|find|watch|admin|store)|.*\[--", line)
                if not own(line) or elsewhere(line) or (needs_more and "--check" not in line):
                    continue
                with self.subTest(page=page.name, line=line):
                    done = self.run_line(line)
                    self.assertEqual(done.returncode, 0, done.stdout[-500:] + done.stderr[-500:])
                    ran += 1
        self.assertGreater(ran, 25)

    def test_DOC_1_servers_start_and_stop_as_written(self):
        lines = {line for page in pages() for line in commands(page) if own(line) and " serve" in line and "--check" not in line and not elsewhere(line)}
        self.assertGreaterEqual(len(lines), 3)
        for line in sorted(lines):
            with self.subTest(line=line):
                self.stop(self.serve(line)[0])

    def test_DOC_1_join_watch_and_admin_reach_a_server(self):
        process, port = self.serve("./run serve --data FOLDER")
        ann = Player("Ann").create(port, seats=3)
        lines = [line for page in pages() for line in commands(page) if re.match(r"(\./run|ninelives) (join|watch|admin)", line)]
        self.assertGreaterEqual(len(lines), 6)
        for line in sorted(set(lines), key=lambda line: (" restore" in line, lines.index(line))):
            if " restore " in line:
                self.stop(process)
                process = None
            if " backup " in line:
                shutil.rmtree(self.home / "COPY", ignore_errors=True)
            with self.subTest(line=line):
                done = self.run_line(line.replace("192.168.1.17", f"127.0.0.1:{port}").replace("4f0c2m8k1q", ann.room))
                self.assertEqual(done.returncode, 0, done.stdout[-500:] + done.stderr[-500:])
        if process:
            self.stop(process)


if __name__ == "__main__":
    unittest.main()
