"""A death between any two statements of a window: facts, verdicts and watermark agree, and the next run completes it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("fault_points.py")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child a point needs fork")
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.full)])
def test_no_point_of_a_window_loses_or_doubles_anything(tmp_path: Path, step: int) -> None:
    """Cases 35 and 100."""
    run = [sys.executable, str(SCRIPT), str(tmp_path), str(step)]
    done = subprocess.run(run, capture_output=True, encoding="utf-8", check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 100
