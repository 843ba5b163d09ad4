"""Tests of `ninelives doctor`, the page for bug reports: python3 doctor_test.py PROGRAM"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
CANARY = "c4n4ry-s3cr3t"


def doctor(*words, **environment):
    ran = subprocess.run([PROGRAM, "doctor", *words], capture_output=True, text=True, timeout=120,
                         env={**os.environ, **environment})
    assert ran.returncode == 0, ran.stderr
    assert CANARY not in ran.stdout + ran.stderr, ran.stdout + ran.stderr
    return dict(line.split(": ", 1) for line in ran.stdout.splitlines())


class Doctor(unittest.TestCase):
    def test_it_names_what_a_bug_report_needs(self):
        page = doctor(TERM="xterm-256color", LANG="ko_KR.UTF-8")
        self.assertEqual(list(page), ["version", "system", "terminal", "locale", "built with", "games", "sandbox",
                                      "graphics card"])
        self.assertRegex(page["version"], r"^\d+\.\d+\.\d+\S* \(commit \w+\)$")
        self.assertIn("xterm-256color", page["terminal"])
        self.assertIn("ko_KR.UTF-8", page["locale"])

    def test_home_folders_and_secrets_stay_out(self):
        with tempfile.TemporaryDirectory() as home:
            folder = pathlib.Path(home) / CANARY
            folder.mkdir()
            page = doctor(str(folder / "data"), HOME=str(folder), XDG_DATA_HOME=str(folder / "share"),
                          PGPASSWORD=CANARY, NINELIVES_SSH_USER=CANARY)
            self.assertTrue(page["games"].startswith("~/share/"), page["games"])
            self.assertTrue(page["store"].startswith("~/data"), page["store"])

    def test_a_database_is_not_named(self):
        page = doctor(f"postgres://{CANARY}:{CANARY}@127.0.0.1:9/{CANARY}?sslmode=disable")
        self.assertEqual(page["store"], "a database: can't be checked")


if __name__ == "__main__":
    unittest.main()
