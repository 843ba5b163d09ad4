#!/usr/bin/env python3
"""Ratchet of the tree's size: number and bytes of tracked files. Lower the limits when the tree shrinks."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_FILES = 1_799
MOST_BYTES = 25_000_000

# An unpacked source archive has no repository.
if not (ROOT / ".git").exists():
    sys.exit(77)
listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
files = [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]
size = sum(file.lstat().st_size for file in files)
wrong = []
if len(files) > MOST_FILES:
    wrong.append(f"{len(files)} tracked files, at most {MOST_FILES}")
if size > MOST_BYTES:
    wrong.append(f"{size} bytes in tracked files, at most {MOST_BYTES}")
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
