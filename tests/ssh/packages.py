"""Python packages for tests, fetched once by pip into the project's cache."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ninelives" / "test-packages"


def add(package: str) -> None:
    """Makes the package importable."""
    folder = CACHE / f"{package}-{sys.version_info.major}.{sys.version_info.minor}"
    if not (folder / ".complete").exists():
        with tempfile.TemporaryDirectory() as draft:
            venv = Path(draft) / "venv"
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([venv / "bin" / "pip", "install", "--quiet", "--upgrade", "--target", folder, package], check=True)
        (folder / ".complete").touch()
    sys.path.insert(0, str(folder))
