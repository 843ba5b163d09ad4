"""Test of an installation into a folder, as a package would make it: python3 install_test.py BUILD"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/net"))

from player import Player, play_on  # noqa: E402
from wire import Server  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
HASH = "1d0d37ee0b731aed"
API = re.search(r"#define NL_API_VERSION (\d+)", (ROOT / "src/capi/ninelives.h").read_text())[1]


def said(*command, **options):
    """Output of a command; it must succeed and complain of nothing."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        # Another name than the one that it was installed by: nothing may point back to it.
        said("cmake", "--install", BUILD, "--prefix", cls.work / "first")
        cls.prefix = (cls.work / "first").rename(cls.work / "moved")
        cls.program = cls.prefix / "bin/ninelives"
        cls.library = next(cls.prefix.rglob("libninelives.so")).parent

    def test_SHIP_1_the_program_says_which_engine_it_is_and_plays_a_game(self):
        self.assertRegex(said(self.program, "--version"), rf"ninelives \d.*\nengine {HASH} \w+\nprotocol \d+\n")
        script = "draw\n" * 400
        words = ("play", "--plain", "--lang", "en", "--preset", "official", "--expansions", "none",
                 "--players", "2", "--bots", "2", "--seed", "3", "--bot-pause", "0")
        home = {**os.environ, "HOME": str(self.work), "XDG_DATA_HOME": str(self.work / "data")}
        record = self.work / "game.jsonl"
        subprocess.run([self.program, *words, "--record", record], input=script, text=True, env=home,
                       stdout=subprocess.DEVNULL, check=True)
        said(self.program, "replay", record, "--check")

    def test_SHIP_1_a_server_from_the_folder_plays_a_game_of_two_strangers(self):
        with Server(str(self.program), self.work / "store") as server:
            # Two people: a server's bots take seconds to think, as people like them to.
            ann = Player("Ann", fair=True).create(server.port, seats=2, window_ms=500, rules={"hand": 2})
            bob = Player("Bob", fair=True).join(server.port, ann.room)
            self.addCleanup(ann.close)
            self.addCleanup(bob.close)
            ann.say("start")
            play_on([ann, bob])
            record = self.work / "net.jsonl"
            record.write_text("\n".join(ann.fetch_record()) + "\n")
            said(self.program, "verify", record)
            if (self.prefix / "share/ninelives/web/index.html").exists():
                self.assertEqual(server.get("/")[0], 200)
            self.assertEqual(server.stop(), 0)

    def test_SHIP_1_a_c_program_finds_the_library_by_pkg_config(self):
        pkg_config = {**os.environ, "PKG_CONFIG_PATH": str(self.library / "pkgconfig")}
        flags = said("pkg-config", "--cflags", "--libs", "ninelives", env=pkg_config).split()
        game = self.work / "game_by_pkg_config"
        source = next(self.prefix.rglob("examples/c/game.c"))
        said("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, *flags, "-o", game)
        self.assertIn(HASH, said(game, env={**os.environ, "LD_LIBRARY_PATH": str(self.library)}))

    def test_SHIP_1_a_c_program_finds_the_library_by_cmake(self):
        source = next(self.prefix.rglob("examples/c/game.c")).parent
        out = self.work / "by_cmake"
        said("cmake", "-S", source, "-B", out, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        said("cmake", "--build", out)
        self.assertIn("won after", said(out / "game", "7"))

    def test_SHIP_1_the_library_shows_its_interface_and_nothing_else(self):
        names = said("nm", "-D", "--defined-only", self.library / "libninelives.so")
        strangers = [line for line in names.splitlines() if not re.search(rf" (nl_\w+|NINELIVES_{API})(@@\w+)?$", line)]
        self.assertEqual(strangers, [])
        self.assertIn(f"soname: [libninelives.so.{API}]",
                      said("readelf", "-dW", self.library / "libninelives.so"))

    def test_SHIP_1_every_command_has_a_manual_page_that_renders_without_a_warning(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        pages = {page.name: page for page in (self.prefix / "share/man/man1").iterdir()}
        for command in self.commands():
            self.assertIn(f"ninelives-{command}.1", pages)
        for page in pages.values():
            done = subprocess.run(["groff", "-ww", "-Kutf8", "-man", "-Tutf8", "-P-cbou", page], capture_output=True, text=True)
            self.assertEqual(done.stderr, "", page)
            self.assertIn("SYNOPSIS", done.stdout)

    def commands(self):
        listed = said(self.program, "--help").partition("Subcommands:")[2]
        return re.findall(r"^  (\w+) ", listed, re.MULTILINE)

    def completed(self, *typed):
        words = " ".join(f"'{word}'" for word in ("ninelives", *typed))
        file = self.prefix / "share/bash-completion/completions/ninelives"
        script = f'. "{file}"; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _ninelives; echo "${{COMPREPLY[*]}}"'
        return said("bash", "--norc", "-c", script).split()

    def test_SHIP_1_bash_completes_commands_options_and_their_values(self):
        self.assertEqual(self.completed("pl"), ["play"])
        self.assertLessEqual(set(self.commands()), set(self.completed("")))
        self.assertEqual(self.completed("play", "--pre"), ["--preset"])
        self.assertIn("srs", self.completed("play", "--preset", ""))
        self.assertEqual(self.completed("play", "--lang", "k"), ["ko"])
        self.assertEqual(self.completed("serve", "--log-addresses", "p"), ["plain"])
        self.assertEqual(self.completed("admin", "ki"), ["kick"])
        self.assertEqual(self.completed("admin", "drain", "--o"), ["--off"])
        self.assertEqual(self.completed("play", "--players", ""), [])

    def test_SHIP_1_every_option_of_the_help_is_completed(self):
        for command in self.commands():
            shown = set(re.findall(r"^ +(?:-\w,)?(--[\w-]+)", said(self.program, command, "--help"), re.MULTILINE))
            self.assertEqual(shown - set(self.completed(command, "-")), set(), command)

    # Typed so far, and what Tab makes of it.
    TYPED = {"ninelives pl": "play", "ninelives play --pre": "--preset", "ninelives play --lang k": "ko",
             "ninelives play --preset f": "family", "ninelives admin drain --o": "--off"}

    def test_SHIP_1_zsh_completes_at_a_terminal(self):
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed")
        folder = self.prefix / "share/zsh/site-functions"
        said("zsh", "-n", folder / "_ninelives")
        for typed, last in self.TYPED.items():
            line = said("zsh", "-f", ROOT / "tests/ship/complete.zsh", folder, typed)
            self.assertEqual(line.split(), [*typed.split()[:-1], last])
        self.assertEqual(said("zsh", "-f", ROOT / "tests/ship/complete.zsh", folder, "ninelives play --zz"), "ninelives play --zz\n")

    def test_SHIP_1_fish_completes(self):
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")
        file = self.prefix / "share/fish/vendor_completions.d/ninelives.fish"
        for typed, last in self.TYPED.items():
            found = said("fish", "--no-config", "-c", f"source {file}; complete -C '{typed}'", env={**os.environ, "HOME": str(self.work)})
            self.assertEqual([line.split("\t")[0] for line in found.splitlines()], [last])

    def test_SHIP_1_the_desktop_entry_and_the_icon_are_what_they_should_be(self):
        entry = (self.prefix / "share/applications/ninelives.desktop").read_text()
        self.assertIn("Exec=ninelives\n", entry)
        self.assertTrue((self.prefix / "share/icons/hicolor/scalable/apps/ninelives.svg").exists())
        if shutil.which("desktop-file-validate"):
            said("desktop-file-validate", self.prefix / "share/applications/ninelives.desktop")


if __name__ == "__main__":
    unittest.main()
