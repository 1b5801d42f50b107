"""MCP beside the API: the same tokens decide, and a person's token lets an agent act, never approve."""

from archivist.app import Archivist
from archivist.doors.http.mcp_face import mcp_face
from tests.doors.http.server import serving

ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}


def test_tools_are_listed_for_who_has_a_token_and_for_nobody_else(home: Archivist) -> None:
    with serving(home, faces=[mcp_face()]) as served:
        with served.caller() as nobody:
            assert nobody.post(f"{served.url}/mcp", json=ASK, headers=HEADERS).status_code == 401
        with served.caller(served.token("bob")) as bob:
            answer = bob.post(f"{served.url}/mcp", json=ASK, headers=HEADERS)
            assert answer.status_code == 200, answer.text
            assert "remember" in answer.text
            say = {"name": "remember", "arguments": {"text": "I drink tea"}}
            bob.post(f"{served.url}/mcp", json={**ASK, "method": "tools/call", "params": say}, headers=HEADERS)
            assert bob.get("/audit").json()["entries"][0]["actor"].startswith("agent:")
            foreign = bob.post(f"{served.url}/mcp", json=ASK, headers={**HEADERS, "Origin": "https://attacker.example"})
            assert foreign.status_code == 403
