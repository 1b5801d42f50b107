"""A write road to send candidates down."""

import pytest

from archivist.app import Archivist
from tests.write.road import Road


@pytest.fixture
def road(app: Archivist) -> Road:
    return Road(app.resources)
