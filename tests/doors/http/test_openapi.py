"""The description of the API is true: every answer fits it, and nothing that is sent brings the server down."""

import subprocess
import sys
from pathlib import Path

from archivist.app import Archivist
from archivist.doors.http.openapi import document
from archivist.doors.http.route import PREFIX
from archivist.doors.http.routes import ROUTES
from tests.doors.http.server import serving

# Left out: what a gate refuses is well-formed all the same, and a missing If-Match is 428, not 400.
EXCLUDED = "positive_data_acceptance,missing_required_header"


def test_schemathesis_finds_no_server_error_and_no_answer_beside_its_schema(home: Archivist, tmp_path: Path) -> None:
    home.acting_as("alice").memory.remember("Weekly reports use a short format", name="weekly")
    with serving(home, requests_per_minute=0) as served:
        token = served.token("alice", role="administrator", projects=["atlas"])
        words = ["run", f"{served.url}{PREFIX}/openapi.json", "--header", f"Authorization: Bearer {token}",
                 "--exclude-path", f"{PREFIX}/events", "--exclude-checks", EXCLUDED, "--max-examples", "3",
                 "--seed", "1", "--suppress-health-check", "all", "--continue-on-failure"]  # fmt: skip
        done = subprocess.run(
            [Path(sys.executable).with_name("schemathesis"), *words],
            capture_output=True,
            text=True,
            timeout=240,
            cwd=tmp_path,
        )
    assert done.returncode == 0, done.stdout.partition(" FAILURES ")[2][:6000]


def test_every_route_is_described_with_an_example_of_its_body() -> None:
    described = document(ROUTES)
    names = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) == len(ROUTES) + 1
    assert all(route.example is not None for route in ROUTES if route.body is not None)


def test_two_types_of_one_name_are_two_schemas() -> None:
    described = document(ROUTES)
    references = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        for path in described["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert set(references) <= known
