"""Warpgrade, an autograder for CUDA coursework that needs no GPU: its commands, and `%load_ext warpgrade`."""

import os
import sys
from pathlib import Path


def tree() -> Path:
    """The installed grader: bin/, lib/, share/."""
    return Path(os.environ.get("WARPGRADE_TREE") or Path(__file__).parent / "tree")


def load_ipython_extension(ipython):
    """`%load_ext warpgrade`: the magic %grade."""
    from . import notebook

    notebook.register(ipython)


def run_warpgrade():
    _become("warpgrade")


def run_warpgrade_sim():
    _become("warpgrade-sim")


def _become(program):
    path = str(tree() / "bin" / program)
    os.execv(path, [path, *sys.argv[1:]])
