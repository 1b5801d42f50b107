"""Every sentence of the console is said in English and in Chinese."""

import re

from archivist.doors.console import knowledge, memory, queue, records
from archivist.doors.console.pages import NAVIGATION, TEMPLATES
from archivist.doors.console.words import CHINESE, preferred, speak
from archivist.records.context import Drop
from archivist.records.evidence import Witness
from archivist.records.knowledge import DocumentState
from archivist.records.memory import Kind, MemoryType, Source, Status
from archivist.views.library_status import Mode

CALLED = re.compile(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')\s*[,)]""")
SAID = re.compile(
    r"""visit\.(?:to\((?:f?"[^"]*"|[^",]+),\s*|say\()"([^"]+)"|else visit\.to\(_address\(scope\), "([^"]+)"\)"""
)
CHOSEN = re.compile(r"""t\(\s*"([^"]+)"\s+if .*? else (?:t\()?\s*"([^"]+)\"""")


def keys() -> set[str]:
    found: set[str] = set()
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        found |= {one or other for one, other in CALLED.findall(text)}
        found |= {word for pair in CHOSEN.findall(text) for word in pair}
    for module in TEMPLATES.parent.glob("*.py"):
        found |= {one or other for one, other in SAID.findall(module.read_text("utf-8"))}
    by_outcome = (memory.OUTCOMES, queue.SAID, records.OUTCOMES, records.ACTS, knowledge.ACTS)
    found |= {words for table in by_outcome for words in table.values()}
    shown = (DocumentState, Drop, Kind, MemoryType, Mode, Source, Status, Witness)
    return found | {name for _, name in NAVIGATION} | {str(one) for kind in shown for one in kind}


def test_every_sentence_of_a_template_has_a_chinese_form() -> None:
    assert keys() - CHINESE.keys() == set()


def test_the_browsers_language_is_spoken_where_we_know_it() -> None:
    assert preferred("zh-CN,zh;q=0.9,en;q=0.8") == "zh"
    assert preferred("fr-FR,en;q=0.5") == "en"
    assert preferred("") == "en"
    assert speak("zh", "Save") == "保存"
    assert speak("en", "Save") == "Save"
