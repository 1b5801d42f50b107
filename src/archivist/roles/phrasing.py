"""From what somebody said to a statement that stands by itself: '另外，以后代码注释一律用中文' -> '代码注释一律用中文'.

Only what carries no meaning of its own is taken away: openers, politeness, "from now on" (a rule that is kept holds
from now on anyway), "remember that", the final full stop. Relative dates are written out. No word is put in.
"""

import re
from datetime import date
from typing import Final

from archivist.text.dates import resolve_dates
from archivist.text.plain import plain

_OPENERS: Final = re.compile(
    r"^(?:(?:"
    r"(?:by the way|btw|also|oh|well|ok(?:ay)?|so|and|but|yes|yeah|no|right|hi|hello|hey|thanks|thank you"
    r"|actually|fyi|plus|"
    r"again|anyway|one more thing|another thing|just so you know|for the record|for (?:your|future) reference|"
    r"(?:a )?(?:quick |small )?(?:note|fact|reminder|correction)(?: for the file)?|(?:two "
    r"|three )?facts worth filing)[,.!:;]+\s*"
    r"|(?:please|pls|kindly)[ ,]+"
    r"|(?:please )?(?:remember|note|keep in mind|bear in mind|don't forget|just remember)(?: that|[:,])?\s+"
    r"|(?:from now on|going forward|from here on(?: out)?|in (?:the )?future|as a rule)[,:]?\s+"
    r"|(?:you (?:should|must|need to|have to)|make sure (?:to|you)|be sure to) (?=always|never)"
    r"|(?:especially |mainly )?(?:since|because|considering|given that|as) (?=(?:I|we|my|our)\b)"
    r"|and |but |so |also "
    r")|(?:"
    r"(?:另外|对了|顺便(?:说一下|提一下|说一句|说)?|还有|此外|补充一点|补充一下|哦|噢|嗯|好的?|那|不对"
    r"|不是|其实|而且|不过|但是?|因为|所以|更正(?:一下)?|纠正(?:一下)?|事实|文件概要|你好|谢谢|老实说"
    r"|说实话)[，,：:。！!、\s]+"
    r"|(?:请|麻烦)?(?:你)?(?:要|帮我)?(?:记住|牢记|记下来?|记一下|记着)(?:了)?(?:这一?点|一下)?[：:，,\s]*"
    r"|(?:从现在(?:开始|起)|从今(?:天)?(?:以后|往后|开始|起)|从此以后|今后|以后|往后)[，,：:\s]*(?=.{3})"
    r"|(?:请|麻烦)(?:你)?(?=.{3})|你(?=(?:回答|回复|写|给|说|输出|生成|总是|始终|每次|不要|别|都|要|的回))"
    r"))+",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r"(?:[，,]?很高兴(?:认识|见到)你|[,.]? (?:and )?(?:I'm )?(?:nice|glad|pleased|happy) to meet you"
    r"|\s*(?:please|thanks|thank you|ok|okay|from now on|going forward)[.!]*|[\s,，.。!！;；、~～]+"
    r"|(?<=[\u4e00-\u9fff])[吧哦啊呀哈啦呢噢喔]+)+$",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(r"\*\*|__|`")
_SPACE: Final = re.compile(r"\s+")


def as_statement(said: str, said_on: date) -> str:
    """`said`, on the day `said_on`, as a statement that is understood later and elsewhere."""
    text = _SPACE.sub(" ", _MARKS.sub("", said)).strip(" -—–:：")
    opener = _OPENERS.match(plain(text))
    opened = text[opener.end() :] if opener else text
    trailing = _TRAILING.search(plain(opened))
    stripped = opened[: trailing.start()] if trailing else opened
    said_in_full = resolve_dates(stripped or text, said_on)
    return said_in_full if opened == text else said_in_full[:1].upper() + said_in_full[1:]
