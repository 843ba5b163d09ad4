"""Test of tests/ship/all.sh with made-up steps: it goes on where it was, and no failure is lost on the way.
python3 all_test.py"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ("workflows", "deb_twice_test", "one_file_test", "old_program", "old_clients", "package_test", "readme_test", "wheel_test",
           "foreign_wheel_test", "image_test", "site_test")
# Each says that it ran, and ends as the file of its name says; outside of the tree, which is to stay as it was.
STAND_IN = """#!/bin/sh
name=$(basename "$0" .sh)
echo $name >>"$SAID"
exit $(cat "$ENDS/$name" 2>/dev/null || echo 0)
"""
RELEASE = """#!/bin/sh
echo release >>"$SAID"
while [ "$1" != --out ]; do shift; done
mkdir -p "$2" && echo bytes >"$2/file" && (cd "$2" && sha256sum file >SHA256SUMS)
exit $(cat "$ENDS/release" 2>/dev/null || echo 0)
"""


MINISIGN = """#!/bin/sh
[ "$1" != -G ] || cat >/dev/null
"""


class All(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.tree, self.ends, self.said = self.work / "tree", self.work / "ends", self.work / "said"
        self.ends.mkdir()
        programs = {f"tests/ship/{name}.sh": STAND_IN for name in SCRIPTS} | {
            "tests/ship/with_docker.sh": '#!/bin/sh\n"$@"\n', "tools/release": RELEASE, "bin/minisign": MINISIGN}
        for name, text in programs.items():
            self.write(name, text).chmod(0o755)
        self.write("tools/install.sh", "require() { :; }\n")
        self.write(".gitignore", "/build/\n")
        shutil.copy(ROOT / "tests/ship/all.sh", self.tree / "tests/ship")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("-c", "user.name=A", "-c", "user.email=a@b.invalid", "commit", "-qm", "All")

    def write(self, name, text):
        file = self.tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def git(self, *words):
        subprocess.run(["git", "-C", self.tree, *words], check=True)

    def ship(self, *words):
        """Its status, how each step stands, and which scripts were run."""
        self.said.write_text("")
        env = {**os.environ, "SAID": str(self.said), "ENDS": str(self.ends), "PATH": f"{self.tree}/bin:{os.environ['PATH']}"}
        done = subprocess.run([self.tree / "tests/ship/all.sh", *words], capture_output=True, text=True, env=env)
        stands = dict(re.findall(r"^== ship: (\w+) +(passed|skipped|failed|not run)", done.stderr, re.MULTILINE))
        return done.returncode, stands, self.said.read_text().split()

    def end(self, name, status):
        (self.ends / name).write_text(str(status))

    def test_SHIP_2_all_steps_pass_and_what_passed_is_not_run_again(self):
        status, stands, said = self.ship()
        self.assertEqual((status, set(stands.values())), (0, {"passed"}))
        self.assertEqual(said.count("release"), 3)
        self.assertEqual(set(SCRIPTS) - set(said), set())
        self.assertEqual(self.ship("--go-on")[::2], (0, []))
        self.assertIn("site_test", self.ship("site")[2])

    def test_SHIP_2_it_goes_on_where_it_failed_and_fails_until_that_passes(self):
        self.end("readme_test", 1)
        status, stands, _ = self.ship()
        self.assertEqual((status, stands["readme"], stands["site"]), (1, "failed", "passed"))
        self.assertEqual(self.ship("--go-on")[::2], (1, ["readme_test"]))
        self.assertEqual(self.ship("site")[1]["readme"], "failed")
        self.end("readme_test", 0)
        self.assertEqual(self.ship("--go-on")[::2], (0, ["readme_test"]))

    def test_SHIP_2_a_skipped_step_is_said_and_tried_again(self):
        self.end("image_test", 77)
        status, stands, _ = self.ship()
        self.assertEqual((status, stands["image"]), (0, "skipped"))
        self.assertEqual(self.ship("--go-on")[2], ["image_test"])

    def test_SHIP_2_what_passed_on_another_tree_counts_for_nothing(self):
        self.ship()
        for change in ("tools/install.sh", "a new file"):
            with (self.tree / change).open("a") as file:
                file.write("# changed\n")
            status, stands, said = self.ship("sums")
            self.assertEqual((status, set(stands.values()), said), (0, {"passed", "not run"}, []))
            self.assertEqual([name for name, how in stands.items() if how == "passed"], ["sums"])

    def test_SHIP_2_a_release_made_again_is_tried_again(self):
        self.ship()
        status, stands, _ = self.ship("first")
        self.assertEqual((status, stands["first"], stands["packages"]), (0, "passed", "not run"))
        self.ship("--go-on")
        self.assertEqual(self.ship("again_wheels")[1]["same"], "not run")

    def test_SHIP_2_bytes_that_differ_or_no_release_at_all_are_failures(self):
        self.ship()
        (self.tree / "build/ship/second/file").write_text("other bytes")
        self.assertEqual(self.ship("same")[0], 1)
        self.end("release", 1)
        status, stands, said = self.ship()
        self.assertEqual((status, stands["first"], stands["site"], said.count("release")), (1, "failed", "not run", 1))

    def test_SHIP_2_a_step_that_nobody_knows_is_refused(self):
        self.assertEqual(self.ship("chess")[0], 2)


if __name__ == "__main__":
    unittest.main()
