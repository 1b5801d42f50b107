"""The pages stay true: the reference is what the code says, links lead somewhere, and no page names our machines."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]+src=\"([^\"]+)\"")
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.M | re.S)


def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_reference", DOCS / "reference" / "make.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["commands.md", "settings.md", "http.md", "mcp.md", "events-and-errors.md"])
def test_the_reference_is_what_the_code_says(name: str) -> None:
    wanted = reference().pages()[name]
    assert (DOCS / "reference" / name).read_text("utf-8") == wanted, "run python docs/reference/make.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    prose = FENCE.sub("", page.read_text("utf-8"))
    targets = [left or right for left, right in LINK.findall(prose)]
    here = [unquote(one.split("#")[0]) for one in targets if not re.match(r"[a-z]+:", one) and not one.startswith("#")]
    assert [one for one in here if one and not (page.parent / one).exists()] == []


def test_the_readmes_show_the_two_commands_and_lead_to_each_other() -> None:
    english, chinese = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.zh.md"))
    for text in (english, chinese):
        assert "make demo" in text
        assert "make test" in text
    assert "README.zh.md" in english
    assert "README.md" in chinese
