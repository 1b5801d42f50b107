"""Finds the material beside the checkout that some tests measure against; the product itself never needs it."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("ARCHIVIST_SHARED", Path(__file__).parents[2] / "shared"))


def shared(*parts: str) -> Path:
    """The path of a shared file or folder; skips the calling test, with the reason, where it is not there."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs {Path(*parts)} from the evaluation material, which is not beside this checkout")
    return path
