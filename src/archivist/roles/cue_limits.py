"""What keeps a cue from counting: frames, passing requests, doubt, complaints and questions, in Chinese and English.

Pure data, read by `cues.py`. A frame (假设, "pretend", a joke, a story, material to work on) says that a sentence is no
claim of the speaker. The other patterns tell a wish of the moment from a rule that lasts.
Source: field cases EX-03 and EX-04.
"""

import re
from enum import StrEnum
from typing import Final

from archivist.roles.cue_grammar import Phrases, either


class Frame(StrEnum):
    """How far a frame reaches: over its own sentence, over the rest of the message, or over the talk that follows."""

    SENTENCE = "sentence"
    MESSAGE = "message"
    TALK = "talk"


FRAMES: Final[tuple[tuple[Frame, Phrases], ...]] = (
    (
        Frame.TALK,
        either(
            r"\brole-?\s?play(?:ing)?\b",
            r"^(?:please |now |let's |ok,? )*(?:pretend|imagine|act as|act like|play the (?:role|part)"
            r"|you are (?:now )?an? |you're (?:now )?an? |let's pretend|let's imagine|simulate)\b",
            r"(?:角色扮演|扮演(?:一?个|一?名|一?位)?|你(?:现在)?(?:来)?(?:当|演|是一[个名位])|假装你?"
            r"|咱们来演|模拟一[个场次段])",
        ),
    ),
    (
        Frame.MESSAGE,
        either(
            r"\b(?:write|draft|compose|continue|finish|tell me) (?:me )?(?:an? |the |my "
            r"|another )?(?:\w+ ){0,3}(?:story|poem|novel|scene|dialogue|script|song|lyrics|monologue"
            r"|fiction|screenplay|joke|haiku)\b",
            r"\b(?:translate|proofread|polish|rewrite|rephrase|summari[sz]e|paraphrase|correct|edit"
            r"|explain|analy[sz]e|review)\b[^.?!\n]{0,60}(?::|below|following)\s*$",
            r"(?:写|编|续写|创作|讲|来)(?:一?[个篇段首部则]|个)?[^，。？\n]{0,12}(?:故事|小说|剧本|诗|歌词"
            r"|段子|笑话|台词|对白|童话|相声|剧情)",
            r"(?:翻译|润色|改写|校对|总结|概括|解释|分析|修改|检查|看看|读一下|优化)[^。？\n]{0,24}[：:]\s*$",
            r"^(?:小说|剧本|故事|设定|背景设定|人物设定|剧情)[：:]",
            r"^(?:system|assistant|user|human|ai|助手|系统|用户)\s*[:：]",
        ),
    ),
    (
        Frame.SENTENCE,
        either(
            r"^(?:\w+,? )?(?:suppose|supposing|assume|assuming|imagine|hypothetically|let's say|say I"
            r"|what if|if I (?:were|was|had)|if we (?:were|had)|in a world)\b",
            r"\b(?:hypothetical(?:ly)?|for the sake of argument|as if I|as an example|for example, if"
            r"|I wish I|in my dream)\b",
            r"(?:^|[，,：: ])(?:假设(?!题|检验)|假如|假定|设想|想象一下|倘若|要是我是|如果我(?:是|有|们是)"
            r"|万一|比方说|打个比方|举个例子|比如说?我)",
            r"\b(?:just kidding|kidding|jk|j/k|joking|lol|lmao|haha+|hehe|sarcasm|/s)\b(?![\w'])",
            r"(?:开玩笑|逗你|说着玩|闹着玩|骗你|哈哈哈*|嘻嘻|手动狗头|\[狗头\]|反话)",
        ),
    ),
)
JOKE_AFTER: Final = either(
    r"^\W*(?:just kidding|kidding|jk|joking|just joking|i'm joking)\b",
    r"^\W*(?:哈+)?[，,]?(?:我)?(?:开(?:个)?玩笑|逗你|骗你|说着玩)",
)
"""Opens a sentence that takes back the one before it."""

RETURN: Final = either(
    r"^(?:by the way|btw|on another note|seriously|in all seriousness|out of character|ooc|back to"
    r"|separately|also,? from now on|from now on|unrelated)\b",
    r"^(?:另外|对了|顺便(?:说|提)|说正经的|言归正传|回到正题|不开玩笑|认真的?说|还有[，,]|此外|补充一点|题外话)",
)
"""Opens a sentence that leaves a frame."""

PASSING: Final = either(
    r"\b(?:this|these) (?!project|repo|repository|codebase|team|product|company|app|service|client|kind"
    r"|type|sort|workspace|is|again|way|year|matters|helps|gives|means)(?:\w+)\b",
    r"\bthat (?:one|time|file|report|task|email|message|draft|function|page|pr|commit|branch|bug|issue"
    r"|error|approach|way|idea|version)\b",
    r"\b(?:for now|for today|right now|at the moment|temporarily|just this once|this time"
    r"|for the time being|until I|while I'm away|tonight|today|for once)\b",
    r"\b(?:can|could|shall|should) (?:we|you|I)\b|\blet me\b|\blet's (?:try|see|do|start|first)\b",
    r"\bI(?:'d| would)? (?:like|love|want|need) (?:you )?to\b(?! (?:be called|always))",
    r"(?:这|那)(?:份|次|回|篇|封|条|段|张|句|里|边|一次|一份|个(?!项目|仓库|团队|系统|产品|服务|库|代码库"
    r"|公司|客户|平台|领域|习惯|决定|行业))",
    r"(?:本次|此次|今天(?!以后|起|开始)|今晚|明早|待会|一会儿?|等下|等我|刚才|刚刚|暂时|临时|目前先|眼下"
    r"|先(?:别|不要|用|按|这样|写|做|把|不|帮|看|发|给))",
    r"\b(?:option|version|plan|approach) (?:\d|[a-d]\b|one|two)|\b(?:first|second|third|latter|former) "
    r"(?:one|option|approach|version|way)\b",
    r"第[一二三四五六七八九十\d]+(?:个|种|版|套|条|行|项)|^(?:请)?(?:把|将)",
    r"(?:帮我|帮忙|替我|(?:^|[，,。请])给我(?!的|们|家|自己)|麻烦你|能不能|可不可以|可否|能否|要不要"
    r"|试一?试|来一?[个份])",
)
"""Belongs to this one task or moment; only a `STRONGLY_LASTING` turn of phrase in the same clause outweighs it."""

STRONGLY_LASTING: Final = either(
    r"\bfrom now on\b|\bgoing forward\b|\bfrom (?:here|this point) on\b|\bin (?:the )?future\b|\bnext time\b",
    r"\b(?:ever|never) .{2,40} again\b",
    r"以后|今后|往后|从现在|从今|下次|(?:别|不要)再",
)

LIST_HEAD: Final = either(
    r"\b(?:from now on|going forward|in (?:the )?future)\b[^:]{0,60}:$",
    r"\b(?:my|our|team) (?:\w+ ){0,2}(?:preferences|conventions|rules|standards|guidelines|habits)\b[^:]{0,40}:$",
    r"(?:以后|今后|从现在(?:开始|起))[^：:]{0,30}[：:]$",
    r"(?:我的?|我们的?|团队的?|项目的?)[^：:]{0,8}(?:偏好|习惯|约定|规范|规则|原则)[^：:]{0,12}[：:]$",
)
"""Opens a list of which every item is a lasting rule."""

HEDGE: Final = either(
    r"\b(?:maybe|perhaps|probably|might|not sure|considering|thinking (?:about|of)|i guess|i suppose"
    r"|possibly|undecided|tempted)\b",
    r"(?:可能|也许|大概|或许|说不定|不确定|好像|考虑|犹豫|纠结|还没(?:想好|决定|定)|尚未|未必|应该吧|估计)",
)
"""The speaker is not sure."""

UNDECIDED: Final = either(
    r"\b(?:haven't|have not|hasn't|not yet|didn't|did not|never) (?:decided|agreed|chosen|settled)\b"
    r"|\b(?:haven't|not) .{0,20}\byet\b",
    r"(?:还没|没有?|尚未|未)(?:决定|定|想好|确定|敲定|选)|你(?:来)?决定|由你|取决于",
)

TROUBLE: Final = either(
    r"\b(?:\w*errors?|exceptions?|traceback|fail(?:s|ed|ing|ure)?|broken|crash(?:es|ed|ing)?|typos?|stuck"
    r"|hangs?|not working)\b",
    r"\b(?:doesn't|does not|don't|won't|can't) (?:work|compile|build|run|start|load|respond|match)\b"
    r"|\bnothing happens\b",
    r"\b(?:waiting|asking|looking) for\b|\bcomplaining\b|\bdifferent results?\b|\b(?:but|yet) (?:this|it|mine)\b",
    r"\bno longer (?:see|compiles?|builds?|responds?|works?(?! (?:at|for|in|as|with))|starts?|loads?"
    r"|appears?|shows?)\b",
    r"(?:报错|失败|出错|崩溃|白屏|卡住|卡死|超时|没反应|没有?(?:生效|渲染|显示|响应)|不了|打不开|连不上"
    r"|有问题|异常|坏了)",
)
"""Tells of something that goes wrong now."""

COMPLAINT: Final = either(
    r"\bI (?:always|never|only|keep|usually) (?:get|see|forget|receive|end up|have (?:to|trouble)|run into"
    r"|seem|saw|got|wonder|know|understand|knew|find out|manage)\b",
    r"\b(?:it|this|that|which|the \w+|he|she|they) (?:always|never|keeps?)\b",
    r"(?:总是|老是|一直|每次都)(?:报错|失败|出错|崩溃|卡住|超时|不行|连不上|打不开|404|500|弹)",
)
"""Says that something goes wrong, however often: not a rule, not a habit."""

QUESTION_CLAUSE: Final = re.compile(
    r"[,，;；、]?\s*(?:(?:and|so|but|then|which is why|所以|那么?|但是?|不过|然后)[,，]?\s*)?"
    r"(?:\b(?:can|could|would|will) (?:you|u|we|I|someone|it)\b|\b(?:do|does|did|have|are|were) (?:you"
    r"|there|they)\b|\b(?:is|are) (?:it|there|that|this)\b"
    r"|\bshould (?:I|we)\b|\b(?:what|which)(?:'s| is| are| do| does| would| should| can| could"
    r"|\s\w+ (?:would|should|do|can|are|is))\b|\bhow (?:can|do|should|would|to|about|will|does|might)\b"
    r"|\bwhy (?:is|are|do|does)\b"
    r"|\bany (?:suggestions?|recommendations?|ideas?|tips|advice|thoughts)\b|\b(?:please |pls )?(?:help me"
    r"|show me|give me|suggest|recommend)\b|\bwondering (?:how|if|what|whether)\b"
    r"|你(?:能|可以|会|有|觉得|看|说|知道|推荐)|能不能|能否|可否|可以(?:帮|给|推荐|不|吗)|可不可以|有没有"
    r"|有什么|有哪些|怎么(?:办|做|样|才|写|解|弄|安|处)|如何|为什么|为啥|是不是|是否|请问|该怎么|该如何"
    r"|帮我|请帮|帮忙|给我(?:推荐|写|讲|一)|推荐(?:一|几|下|点|个))",
    re.IGNORECASE,
)
"""Where a statement ends and a request or question begins."""

QUESTION: Final = re.compile(
    r"(?:吗|呢|么|嘛|不|没有?)[?？!！~～\s]*$|[?？]\s*[!！]*$|(?:什么|谁|哪[里儿个些]|多少"
    r"|几[点个时])(?:来着|啊|呀|呢)?[?？!！。\s]*$",
)
