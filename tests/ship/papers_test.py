"""Tests of metadata files that other programs read: YAML that loads, versions that agree, hooks that are the checks of
`./test format`. python3 papers_test.py"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import install_lines  # noqa: E402
import licences  # noqa: E402

VERSION = re.search(r"project\(ninelives VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
READ = ["compose.yaml", "deploy/compose.yaml", "CITATION.cff", ".pre-commit-config.yaml", "mkdocs.yml",
        *(str(file.relative_to(ROOT)) for file in sorted((ROOT / ".github").rglob("*.yml")))]


def read(name):
    return yaml.safe_load((ROOT / name).read_text())


class Papers(unittest.TestCase):
    def test_SHIP_2_every_file_of_settings_is_yaml(self):
        for name in READ:
            self.assertIsInstance(read(name), dict, name)

    def test_SHIP_2_one_version_everywhere(self):
        self.assertEqual(read("CITATION.cff")["version"], VERSION)
        self.assertEqual(read("compose.yaml")["services"]["ninelives"]["image"], f"ninelives:{VERSION}")
        nodes = {name: node for name, node in read("deploy/compose.yaml")["services"].items() if name.startswith("node")}
        self.assertEqual(len(nodes), 3)
        for node in nodes.values():
            self.assertEqual(node["image"], f"ninelives:{VERSION}")

    def test_SHIP_2_actions_are_pinned_by_their_hash(self):
        used = re.findall(r"uses: (\S+)", (ROOT / ".github/workflows/ci.yml").read_text())
        self.assertGreater(len(used), 5)
        for one in used:
            self.assertRegex(one, r"^[\w./-]+@[0-9a-f]{40}$")

    def test_SHIP_1_the_readme_installs_what_is_published_and_nothing_else(self):
        checked = subprocess.run([ROOT / "tools/install_lines.py", "--check"], capture_output=True, text=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        identity = {"homepage": "https://cats.example", "source": "https://git.example/Cats/nine"}
        released = install_lines.lines(identity, "1.2.3")
        for words in ("https://cats.example/play/", "/releases/download/v1.2.3/ninelives_1.2.3_amd64.deb",
                      "ghcr.io/cats/nine:1.2.3", "pip install ninelives"):
            self.assertIn(words, released)
        self.assertIn("git clone <this repository>", install_lines.lines({"homepage": "https://x.invalid"}, "1.2.3"))

    def test_SHIP_2_the_projects_address_stands_in_one_file(self):
        names = subprocess.run(["git", "-C", ROOT, "grep", "-l", r"ninelives\.invalid"], capture_output=True, text=True).stdout.split()
        self.assertEqual(set(names) - {"tests/ship/papers_test.py"}, {"packaging/identity.json"})

    def test_SHIP_2_the_image_runs_as_its_user_and_names_files_that_are_there(self):
        for name in ("compose.yaml", "deploy/compose.yaml"):
            services = read(name)["services"]
            for service in services.values():
                if not service["image"].startswith("ninelives:"):
                    continue
                self.assertEqual((service["user"], service["read_only"], service["cap_drop"]), ("10001:10001", True, ["ALL"]))
                for volume in service["volumes"]:
                    source = volume.partition(":")[0]
                    if source.startswith("./") and not source.endswith(".key"):  # the key is made by whoever deploys
                        self.assertTrue((ROOT / name).parent.joinpath(source).is_file(), volume)

    def test_SHIP_2_the_page_of_licences_lists_what_is_bundled(self):
        checked = subprocess.run(["python3", ROOT / "tools/licences.py", "--check"], capture_output=True, text=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_SHIP_2_a_release_with_wheels_has_the_licences_of_what_is_in_them_and_no_other_has(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(licences, "ROOT", pathlib.Path(folder)):
            release = pathlib.Path(folder) / "dist"
            (release / "other-systems").mkdir(parents=True)
            zig = pathlib.Path(folder) / licences.ZIG.replace("*", ".11")
            for name in licences.IN_WHEEL:
                (zig / name).parent.mkdir(parents=True, exist_ok=True)
                (zig / name).write_text(f"the text of {name}")
            self.assertEqual(licences.zig_texts_for(release), [])
            (release / "other-systems/ninelives-0.9.0-py3-none-win_amd64.whl").write_text("")
            for name, text in zip(licences.IN_WHEEL, licences.zig_texts_for(release), strict=True):
                self.assertIn(f"the text of {name}", text)
            with mock.patch.object(licences, "ZIG", "nowhere"), self.assertRaises(SystemExit):
                licences.zig_texts_for(release)

    def test_SHIP_2_a_commit_is_checked_by_what_the_tests_check(self):
        listed = (ROOT / "cmake/script_tests.cmake").read_text()
        tested = set(re.findall(r"nl_script_test\(style\.\w+ format (?:python3 )?(tests/style/\w+\.\w+)\)", listed))
        hooks = {hook["entry"].removeprefix("python3 ").partition(" ")[0]
                 for repo in read(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]}
        self.assertEqual(hooks, tested)
        self.assertEqual(tested, {str(file.relative_to(ROOT)) for file in (ROOT / "tests/style").iterdir() if file.is_file()})


if __name__ == "__main__":
    unittest.main()
