"""Tests of tools/release without its large parts: what it refuses, and that two runs give the same bytes. The
large parts are made twice by tests/ship/all.sh. python3 release_test.py"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest


ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(ninelives VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)

    def release(self, *options, tree=ROOT):
        command = [tree / "tools/release", "--skip-tests", "--unpublished", *options]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NINELIVES_KEY_OPEN": "yes"})

    def clone(self):
        """The last commit alone; changes are made there and not here."""
        tree = self.work / "tree"
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", ROOT, tree], check=True)
        return tree

    def test_SHIP_2_the_same_bytes_twice_with_checksums_parts_and_a_signature(self):
        if not shutil.which("minisign"):
            self.skipTest("minisign is not installed")
        public, key = self.work / "key.pub", self.work / "key"
        subprocess.run(["minisign", "-G", "-W", "-f", "-p", public, "-s", key], input="y\n", text=True, check=True,
                       stdout=subprocess.DEVNULL)
        files = []
        for name in ("first", "second"):
            out = self.work / name
            done = self.release("--dirty", "--only", "source,papers", "--key", key, "--out", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            files.append({file.name: file.read_bytes() for file in out.iterdir()})
        self.assertEqual(files[0], files[1])
        for line in files[0]["SHA256SUMS"].decode().splitlines():
            digest, name = line.split(maxsplit=1)
            self.assertEqual(hashlib.sha256(files[0][name]).hexdigest(), digest)
        said = subprocess.run(["minisign", "-V", "-q", "-p", public, "-m", out / "SHA256SUMS"])
        self.assertEqual(said.returncode, 0)
        for part in ("cpp", "python", "npm"):
            parts = json.loads(files[0][f"sbom-{part}.cdx.json"])["components"]
            self.assertTrue(all(re.match(r"[\w.:+~-]+$", row["version"]) and row["purl"] for row in parts) and parts, parts)
        texts = files[0]["LICENCES.txt"].decode()
        for name in ("Arthur Sonzogni", "GCC RUNTIME LIBRARY EXCEPTION", "LLVM Exceptions to the Apache 2.0 License", "OpenLDAP Public License"):
            self.assertIn(name.lower(), texts.lower())
        self.assertIn("The tests were skipped", files[0]["NOTES.md"].decode())

    def test_SHIP_2_what_earlier_runs_left_is_not_in_it(self):
        out = self.work / "out"
        (out / "other-systems").mkdir(parents=True)
        old = ["ninelives_0.1.0_amd64.deb", "ninelives-0.1.0-source.tar.gz", "other-systems/ninelives-0.1.0-py3-none-win_amd64.whl"]
        kept = [f"ninelives_{VERSION}+1_amd64.deb", "ninelives-image-x86_64.tar"]
        for name in (*old, *kept):
            (out / name).write_text("")
        done = self.release("--dirty", "--only", "source", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        summed = [line.split(maxsplit=1)[1] for line in (out / "SHA256SUMS").read_text().splitlines()]
        self.assertEqual(sorted(summed), sorted([*kept, f"ninelives-{VERSION}-source.tar.gz"]))
        self.assertRegex(done.stderr, r"It took: source \d+ s\n")

    def test_SHIP_2_homebrew_gets_a_formula_for_the_program(self):
        out = self.work / "out"
        out.mkdir()
        (out / "ninelives-linux-x86_64").write_bytes(b"for Linux")
        self.assertEqual(self.release("--dirty", "--only", "papers", "--out", out).returncode, 0)
        formula = (out / "ninelives.rb").read_text()
        self.assertIn(f'sha256 "{hashlib.sha256(b"for Linux").hexdigest()}"', formula)
        self.assertNotIn("@", formula)

    def test_SHIP_2_a_tree_with_changes_or_versions_that_differ_is_refused(self):
        tree = self.clone()
        (tree / "stray.txt").write_text("left over\n")
        self.assertIn("not committed", self.release("--only", "source", "--out", self.work / "o", tree=tree).stderr)
        compose = tree / "compose.yaml"
        compose.write_text(compose.read_text().replace("image: ninelives:", "image: ninelives:9", 1))
        done = self.release("--dirty", "--only", "source", "--out", self.work / "o", tree=tree)
        self.assertIn("compose.yaml names another version", done.stderr)
        self.assertNotEqual(done.returncode, 0)
        subprocess.run(["git", "-C", tree, "checkout", "-q", "compose.yaml"], check=True)
        for name in ("deploy/compose.yaml", "CITATION.cff"):
            file = tree / name
            file.write_text(file.read_text().replace(VERSION, "0.0.1"))
            done = self.release("--dirty", "--only", "source", "--out", self.work / "o", tree=tree)
            self.assertIn(f"{name} names another version", done.stderr)
            subprocess.run(["git", "-C", tree, "checkout", "-q", name], check=True)

    def test_SHIP_2_a_release_without_an_address_is_refused(self):
        command = [ROOT / "tools/release", "--skip-tests", "--dirty", "--only", "source", "--out", self.work / "o"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertIn("packaging/identity.json has placeholders", done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_SHIP_2_a_source_archive_knows_its_version_without_git(self):
        out = self.work / "out"
        self.assertEqual(self.release("--dirty", "--only", "source", "--out", out).returncode, 0)
        subprocess.run(["tar", "-C", self.work, "-xzf", out / f"ninelives-{VERSION}-source.tar.gz"], check=True)
        for form in ("words", "python", "debian"):
            said = [subprocess.run(["cmake", "-P", tree / "cmake/version.cmake", form], capture_output=True, text=True, check=True).stdout
                    for tree in (ROOT, self.work / f"ninelives-{VERSION}")]
            self.assertEqual(*said)

    def test_SHIP_2_a_tag_makes_the_version_and_any_other_commit_a_development_build(self):
        tree = self.clone()
        git = ["git", "-C", tree, "-c", "user.name=A", "-c", "user.email=a@b.invalid"]

        def version(form):
            return subprocess.run(["cmake", "-P", tree / "cmake/version.cmake", form], capture_output=True, text=True, check=True).stdout.strip()

        commit = subprocess.run(["git", "-C", tree, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True).stdout.strip()
        subprocess.run([*git, "tag", "-d", *self.tags(tree)], capture_output=True)
        self.assertEqual(version("words"), f"{VERSION}~dev+g{commit}")
        self.assertEqual(version("python"), f"{VERSION}.dev0+g{commit}")
        subprocess.run([*git, "tag", f"v{VERSION}-rc.1"], check=True)
        self.assertEqual([version(form) for form in ("words", "python", "debian")],
                         [f"{VERSION}-rc.1", f"{VERSION}rc1", f"{VERSION}~rc.1"])
        subprocess.run([*git, "tag", "-d", f"v{VERSION}-rc.1"], check=True, capture_output=True)
        subprocess.run([*git, "tag", f"v{VERSION}"], check=True)
        self.assertEqual([version(form) for form in ("words", "python", "debian")], [VERSION] * 3)

    def tags(self, tree):
        return subprocess.run(["git", "-C", tree, "tag"], capture_output=True, text=True).stdout.split()

    def test_SHIP_2_changes_without_a_version_are_a_draft_at_most(self):
        tree = self.clone()
        page = tree / "CHANGELOG.md"
        page.write_text(page.read_text().replace("\n## [", "\n## [Unreleased]\n\n- A change of today.\n\n## [", 1))
        subprocess.run(["git", "-C", tree, "-c", "user.name=A", "-c", "user.email=a@b.invalid", "commit", "-qam", "A change"], check=True)
        done = self.release("--only", "source", "--out", self.work / "o", tree=tree)
        self.assertIn("give them a version", done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_SHIP_2_a_part_that_nobody_knows_is_refused(self):
        self.assertEqual(self.release("--only", "chess", "--out", self.work / "o").returncode, 2)


if __name__ == "__main__":
    unittest.main()
