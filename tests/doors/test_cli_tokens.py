"""Tokens at the command line: the secret is shown once, and a token ends when a person says so."""

from archivist.app import open_app
from archivist.services.tokens import authenticate
from tests.doors.cli import Terminal


def test_a_token_is_made_listed_without_its_secret_and_revoked(terminal: Terminal) -> None:
    made = terminal.json("token", "create", "--for", "bob", "--as-role", "reader", "--label", "phone", "--days", "30")
    assert (made["token"]["user"], made["token"]["role"], made["token"]["created_by"]) == (
        "bob",
        "reader",
        "user:alice",
    )
    with open_app(terminal.home) as app:
        assert authenticate(app.resources, made["secret"]).user == "bob"
    listed = terminal.run("token", "list")[1]
    assert "phone" in listed
    assert made["secret"].rpartition("_")[2] not in listed
    assert terminal.json("token", "revoke", made["token"]["id"])["token"]["revoked_at"]
    assert "revoked" in terminal.run("token", "list")[1]


def test_only_the_secret_is_printed_so_that_a_script_can_keep_it(terminal: Terminal) -> None:
    code, out, err = terminal.run("token", "create", "--agent", "planner", "--project-access", "atlas")
    assert code == 0
    assert out.strip().startswith("arct_")
    assert len(out.splitlines()) == 1
    assert "agent planner for alice" in err
