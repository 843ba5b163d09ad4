"""Test of a finished program's hardening, by readelf and its bytes: python3 hardening_test.py PROGRAM"""

import pathlib
import platform
import shutil
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1))
ENDBR64 = bytes.fromhex("f30f1efa")  # where an indirect call may land, with -fcf-protection


def readelf(option):
    return subprocess.run(["readelf", option, "-W", PROGRAM], capture_output=True, text=True, check=True).stdout


class Hardening(unittest.TestCase):
    def test_SHIP_1_the_program_lies_anywhere_and_its_tables_are_read_only(self):
        self.assertRegex(readelf("-h"), r"Type: +DYN")
        self.assertRegex(readelf("-d"), r"FLAGS_1.*NOW.*PIE")
        self.assertIn("GNU_RELRO", readelf("-l"))

    def test_SHIP_1_nothing_on_the_stack_is_run(self):
        self.assertRegex(readelf("-l"), r"GNU_STACK.* RW ")

    def test_SHIP_1_copies_and_stacks_are_checked(self):
        symbols = readelf("--dyn-syms")
        self.assertIn("__stack_chk_fail", symbols)
        self.assertRegex(symbols, r"__(memcpy|snprintf|read|memset|memmove)_chk")

    @unittest.skipUnless(platform.machine() == "x86_64", "another processor")
    def test_SHIP_1_indirect_calls_have_marked_targets(self):
        self.assertGreater(PROGRAM.read_bytes().count(ENDBR64), 10_000)

    @unittest.skipUnless(shutil.which("hardening-check"), "Debian's devscripts is not installed")
    def test_SHIP_1_debians_own_check_agrees(self):
        done = subprocess.run(["hardening-check", "--nocfprotection", "--nobranchprotection", PROGRAM], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
