"""The cue grammar: by which turns of phrase a person says something that is meant to last, in Chinese and English.

Pure data: for each kind of lasting statement how it is recognised, and as what it is proposed. What takes the weight
off a statement stands in `cue_limits.py`; how both are read, in `cues.py`. Precision comes before recall: a false
memory costs on every later turn, a missed one can be saved by hand. The first cue in order
that matches names the statement.
Source: requirements X1, X3, X10; field cases EX-01, EX-03. Tuned on the development halves named in
docs/decisions/2026-11-30-cue-grammar.md.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from archivist.records.memory import Kind, MemoryType
from archivist.text.hints import compiled


class CueName(StrEnum):
    """What kind of lasting statement a cue announces."""

    REMEMBER = "remember"
    RULE = "rule"
    CORRECTION = "correction"
    PREFERENCE = "preference"
    IDENTITY = "identity"
    DECISION = "decision"
    PROJECT = "project"
    REFERENCE = "reference"
    VIEW = "view"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Turns of phrase, any of which may stand in a text, whatever the case; compiled when first asked for."""

    source: str

    def search(self, text: str) -> re.Match[str] | None:
        """The first of them in `text`."""
        return compiled(self.source, re.IGNORECASE).search(text)


def either(*alternatives: str) -> Phrases:
    """What matches where one of the patterns does."""
    return Phrases("|".join(f"(?:{alternative})" for alternative in alternatives))


@dataclass(frozen=True, slots=True)
class Cue:
    """One kind of lasting statement: how it is recognised, and as what it is proposed. Floats are in 0..1."""

    name: CueName
    pattern: Phrases
    type: MemoryType
    kind: Kind
    salience: float
    confidence: float


_ADVERBS = (
    r"(?:(?:\w+ly|also|just|always|still|much|do|would|kinda|kind of|tend to|usually|now|too|quite|very much) ){0,3}"
)
_I = (
    rf"(?<!what )(?<!if )(?<!whether )(?<!how )(?<!why )(?<!where )(?<!when )(?<!which )\bI (?!(?:was|were|had"
    rf"|did|thought|think|guess|wish|hope|wonder)\b){_ADVERBS}"
)
_IM = r"\b(?:I'm|I am|I’m) (?:(?:\w+ly|also|just|still|very|quite|really) ){0,2}"
_FLEETING = (
    r"(?! (?:it|this|that|these|those|your|her|his|their|its|how|what you|to see|to hear|any of|all of|option"
    r"|version|plan [A-Z\d])\b)"
)
_THE = (
    r"(?! the (?!outdoors|ocean|sea|beach|mountains|countryside|cold|heat|snow|rain|city|water|great outdoors"
    r"|night)\w+)"
)
_ZH_ADVERBS = (
    "(?:个人|平时|一般|通常|一直|向来|总是|比较|更|最|很|真的?|非常|特别|强烈|超级?|还是|其实|就|都|也|从小"
    "|现在|不太|不怎么|宁愿|宁可|更加)*"
)
_ZH_FLEETING = "(?!这|那|你|它|他|她|第|上了|的话)"
_PERSON = (
    r"(?:[Uu]ser|(?:[Oo]ur|[Mm]y|[Tt]he) (?:client|customer|boss|manager|team|lead|ceo|cto|wife|husband"
    r"|partner|mother|father"
    r"|mom|dad|son|daughter|kids?|family|company)s?|(?-i:[A-Z][a-z]{1,24}))"
)
_ZH_PERSON = (
    r"(?:用户|客户|甲方|老板|领导|我们?(?:团队|公司|部门|老板|领导|老婆|老公|妻子|丈夫|爸爸|妈妈|父亲|母亲"
    r"|孩子|儿子|女儿|家人)"
    r"|(?-i:[A-Z][A-Za-z]{1,24}) ?)"
)
_LASTING_EN = (
    r"\bfrom now on\b|\bgoing forward\b|\bfrom (?:here|this point) on\b|\bin (?:the )?future(?:,| always"
    r"| please| (?:\w+ )?(?:use|write|add|run|keep))"
    r"|\bas a (?:general )?rule\b|\b(?:every time|each time|whenever) (?:you|we|I) (?:write|answer|reply"
    r"|respond|generate|create|make|commit|push|change|edit|review|ask|mention|run|deploy|add|use|say|give"
    r"|send|update|start|finish|open|touch|modify|refactor|summari[sz]e|translate)\b|\bby default,? (?:use"
    r"|write|answer|reply|keep)"
    r"|\b(?:all|every) (?!you |I |we |of us )(?:\w+ ){1,4}(?:must|should|need to|has to|have to|shall)\b"
)
_LASTING_ZH = (
    "(?:^|[，,。：:；; ]|请|你|您|我们?|咱们?|希望|那|麻烦|记住|从|但)以后(?!再(?!也|不|有人|遇到|碰到"
    "|出现)|有机会|有空|可能"
    "|会不会|怎么|还|的|才|会(?!议|员|计|话)|我(?:可以|想|要|会|们可以))|今后|从现在(?:开始|起)"
    "|从今(?:天)?(?:以后|往后|开始|起)|往后(?!退|翻|看)"
    "|从(?:本|这|下)(?:周|个?月)(?:开始|起)|一律|凡是|(?:所有|每个|每次|每份|每条"
    "|任何)(?:的)?[^，。！？?]{0,24}(?:都(?:要|用|使用|必须|应|得(?!到|不)|需|按|以|写|加|走|先|不要|不能"
    "|不许|不得|放|存|采用|遵循|改|叫|发)|必须|不得|不要|一律)"
    "|永远(?:不要|别|都(?:要|用|不要|别))|默认(?:用|使用|都|按|采用|以)|统一(?:用|使用|采用|按|为|写成"
    "|叫)|每次(?:都(?!有|会|是|在|报|失|让|能|很)|要|回答|回复|写|提交|改)"
)

CUES: Final[tuple[Cue, ...]] = (
    Cue(
        CueName.REMEMBER,
        either(
            r"(?<!I )(?<!we )(?<!to )(?<!you )(?<!I'll )(?<!\w )\b(?:please )?(?:remember|note"
            r"|keep in mind|don't forget|bear in mind)(?: that|:)(?! anything| everything| you| it's ok)",
            r"^(?:please )?(?:remember|note)[: ](?! to\b| when\b|\?)(?=my|our|we|I\b|the\b|all\b)",
            r"\b(?:quick |two |three )?(?:facts?|fyi)(?: for the file| worth (?:filing|noting|keeping"
            r"|remembering))?[:,]",
            r"\bfor (?:the|your) (?:record|future reference)\b",
            r"(?<!我)(?<!我已经)(?<!能)(?<!会)(?:请|帮我|麻烦|你要|你)?(?:记住(?!密码|登录|用户名"
            r"|我[”」』])|牢记|记下来?|记一下"
            r"|记着)(?!了|没有|吗)[：:，, ]?(?=.{3})",
            r"^(?:有(?:一|两|三|几)个)?事实(?:值得一提|是)?[：:]",
        ),
        MemoryType.USER,
        Kind.INFO,
        0.95,
        0.95,
    ),
    Cue(
        CueName.CORRECTION,
        either(
            r"\b(?:please )?(?:stop|quit) (?:\w+ly )?(?:add|us|writ|ask|put|apologi|say|includ|call|repeat"
            r"|summari|mak|chang|creat|generat|remov|suggest|format)\w*ing\b",
            r"\b(?:please )?(?:don't|do not|never) .{2,60}\b(?:again|anymore|any more|any longer|ever)\b"
            r"(?<!do that again)(?<!do this again)(?<!do it again)(?<!try again)",
            r"\bI(?:'ve| have)? (?:already |just )?(?:told you|said(?: before)?)\b.{0,20}\b(?:always|never"
            r"|not to|don't|use|prefer)\b",
            r"\bI (?:no longer|don't (?:use|eat|drink|work|live|have|need|like|play|take|write"
            r"|watch)\b.{0,40}\b(?:anymore|any more))\b",
            r"\b(?:we|our \w+|the \w+) (?!would|will|could|might|may|can)(?:\w+ )?no longer\b",
            r"\b(?:correction|to correct)[:,]",
            r"\b(?:actually|no),? (?:my|our) \w+(?: \w+)? (?:is|are|was moved|moved|changed)\b",
            r"(?:别|不要|不用|不许|请勿)再(?!重试|试|问了|跑|等|继续|纠结|改了|说了|犹豫)",
            r"我(?:现在|已经|早就)?不再",
            r"(?:我|我们)[^，。]{0,8}(?:已经)?(?:改用|换成|改成|换到|搬到|搬去|调到|转到|跳槽)",
            r"^现在(?:都|统一)?(?:改用|改为|换成|使用|用的是)",
            r"(?:更正|纠正|订正)(?:一下|下)?[：:，,]",
            r"(?:口径|定义|指标|版本|名字|职位|日期|时间|单位|规则|标准"
            r"|格式)[^，。]{0,16}不是[^，。]{1,24}[，,]?(?:而是|是)",
        ),
        MemoryType.FEEDBACK,
        Kind.RULE,
        0.9,
        0.9,
    ),
    Cue(
        CueName.RULE,
        either(
            _LASTING_EN,
            r"^(?:(?:and|so|also|please|but|yes|ok|okay|you (?:should|must|need to))[, ]+)*(?:always"
            r"|never) (?!\w+ed\b|mind|ever|a |the |again|gonna|going|been|was|is\b|knew|thought|seen|heard"
            r"|happy|glad|here|good|nice|fun|great|so\b|love|better|too|\w+ing\b|had|have|tried|used to"
            r"|quit|lose|stop|underestimate)\w+",
            r"\b(?:you|we|agents?) (?:should|must|shall|are to) (?:always|never)\b",
            r"^(?:when|whenever|if|for|in|while|before|after|on) [^.?!]{3,80}, (?:please )?(?:always"
            r"|never) (?!\w+ed\b)\w+",
            r"\bmust (?:never|always)\b|^prefer [\w ]{2,30} (?:over|to) \w",
            r"^(?:please )?(?:don't|do not) [^.?!]{2,40}\bwhen (?:you )?(?:answer|reply|respond|write|explain)\w*\b",
            r"^(?:跟我|和我|对我)(?:说话|聊天)(?:的时候|时)?(?:要|请|直接|简单|简短|别|不要)",
            r"^(?:回答|回复)(?:我)?(?:的问题)?(?:的时候|时)[，,]?(?:不要|别|尽量|请|要|先)",
            r"^(?:代码风格|编码规范|变量名?|变量命名|函数名|函数命名|命名|提交信息|分支名)(?:统一|都"
            r"|一律)?(?:用|使用|遵循|采用)",
            r"\bmake sure (?:to|you) always\b|\balways make sure\b",
            _LASTING_ZH,
            r"^(?:请|你|务必|总是|始终)*(?:总是|始终|务必|一定要)(?:用|使用|先|要|在|以|按|保持|附上|给出)",
            r"^(?:你的?|所有)?(?:回答|回复|输出|注释|代码注释|提交信息|commit message)(?:我|时"
            r"|的时候)?(?:请|都|统一|尽量)(?:要)?(?:用|使用|保持|控制|简|短|写)",
            r"(?:^|[，,])(?:下次|下回)(?:请|要|记得|别|不要|先)",
            r"^next time,? (?:please |you |just |don't |always |make sure )",
            r"^(?:please )?use .{2,40} by default\b|^(?:please )?default to \w",
            r"\bI(?:'d| would)? (?:want|like|need|expect|prefer) you to (?:always|never|stop)\b",
            r"(?:禁止|严禁|不允许|不得)(?!不|了)",
        ),
        MemoryType.FEEDBACK,
        Kind.RULE,
        0.9,
        0.9,
    ),
    Cue(
        CueName.PREFERENCE,
        either(
            rf"{_I}(?:prefer|favou?r)(?! (?:this|that|it|these|those|option|version|the (?:first|second"
            rf"|third|latter|former|other|new|old)\b))\b",
            rf"{_I}(?:like|love|enjoy|adore)\b"
            r"(?! to (?:know|see|ask|hear|get|have|learn|make|try|add|start|implement|discuss))"
            rf"(?<!would like)(?<!would love)(?<!'d like)(?<!don't like)(?<!not like){_FLEETING}{_THE}(?= \w)",
            rf"{_I}(?:hate|dislike|detest|despise|loathe|avoid|resent|refuse|abstain|steer clear"
            rf"|shy away)\b{_FLEETING}",
            rf"{_I}(?:don't|do not|can't|cannot|can not|won't|will not|never|rarely"
            rf"|seldom) (?:\w+ly )?(?:like|enjoy|stand|tolerate|bear|eat|drink|wear|use|watch|read|listen"
            rf"|play|buy|consume|support|care for|take|want to (?:use|see|read|hear)|appreciate|trust"
            rf"|go (?:in|on|near)|travel|fly|drive|attend|participate){_FLEETING}",
            r"\bI (?:strictly|only|exclusively|religiously|always|solely) (?:eat|drink|wear|use|buy|watch"
            r"|read|listen|play|consume|stay|travel|fly|follow|avoid|work|write|choose|shop|purchase"
            r"|prefer|cook|dine|attend|engage|support|invest)\b",
            r"\bI (?:follow|am on|adhere to|stick to|keep to|maintain) (?:an? )?(?:[\w-]+,? ){0,4}(?:diet"
            r"|lifestyle|regimen|routine)\b",
            rf"{_IM}(?:not |no )?(?:an? )?(?:big |huge |great |avid |die-hard )?(?:fan of|into \w|fond of"
            rf"|keen on|passionate about|against|averse to|allergic to|sensitive to|intolerant|afraid of"
            rf"|terrified of|scared of|uncomfortable (?:with|in|around|when)|obsessed with|particular about"
            rf"|opposed to)\b",
            rf"{_IM}(?:an? )?(?:strict |lifelong |committed )?(?:vegan|vegetarian|pescatarian"
            rf"|lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac|diabetic|teetotal|minimalist"
            rf"|introvert|extrovert|night owl|morning person|early bird)\w*\b",
            r"\bI(?:'ve| have| feel) (?:an? )?(?:[\w-]+,? ){0,3}(?:aversion|preference|dislike|fear"
            r"|allergy|allergies|phobia|intolerance|sensitivity|distaste|affinity|passion|weakness"
            r"|soft spot|sweet tooth|objection|interest)\b",
            r"\bI(?:'d| would) (?:much |far )?rather (?!not say)",
            r"\bmy (?:all-time |absolute |personal )?(?:favou?rite|preferred|go-to) (?!part|thing|moment"
            r"|memory|one\b|memories|parts|things)",
            r"\b(?:is|are) my (?:number one |top |first |biggest |main )?(?:priority|pet peeve|deal-?breaker)\b",
            r"\bI(?:'m| am) (?:really |absolutely )?not (?:interested in|comfortable (?:with|in|around)"
            r"|okay with|a .{2,20} person)\b",
            r"\bI (?:usually|typically|generally|normally) (?:work|write|start|wake|use|eat|code|read"
            r"|study|exercise|train|travel|cook|drink|go to bed|get up|shop|listen|keep|begin|finish|stay"
            r"|run|do my)\b",
            r"我(?:一般|通常|平时|每天)(?:都|会|只|先|是)*(?:在|用|从|早上|上午|中午|下午|晚上|凌晨"
            r"|周[一二三四五六日末]|先|不(?:用|吃|喝|看|加班)|\d|[一二三四五六七八九十]+点)",
            r"\bmy (?:main |daily |default )?(?:editor|ide|terminal|shell|browser|os|operating system|keyboard) is\b"
            r"(?! (?:not|slow|down|frozen|open))",
            r"我(?:的)?(?:常用|默认|主力)?的?(?:编辑器|终端|IDE|浏览器|操作系统|输入法|键盘)(?:是|用)",
            r"\bI (?:learn|work|focus|sleep|study|write|think) (?:best|better|most) ",
            r"\bI (?:get|feel|become) (?:\w+ )?(?:uncomfortable|anxious|nervous|claustrophobic|motion sick"
            r"|carsick|seasick|overwhelmed|dizzy|ill) ",
            r"\bI (?:find|consider) [^.?!,]{3,60}\b(?:distracting|overwhelming|demotivating|disorienting"
            r"|difficult|uncomfortable|boring|stressful|exhausting|unappealing|unethical|tedious"
            r"|off-putting|annoying|impractical|childish|hard to|too \w+)\b",
            rf"\b{_PERSON} (?:\w+ly )?(?:prefers?|dislikes?|favou?rs|hates|avoids|would rather)\b",
            r"\b(?-i:[A-Z])\w{1,24} (?:told me|said) (?:that )?(?:she|he|they)(?:'d| would) rather\b",
            rf"(?:我|本人|咱){_ZH_ADVERBS}(?:喜欢|偏好|偏爱|偏向|钟爱|热爱|酷爱|讨厌|不喜欢|不爱|受不了"
            rf"|厌恶|反感|习惯(?!了吗)|倾向于?){_ZH_FLEETING}(?=[^，。！？!?]{{2}})",
            rf"(?:我|本人){_ZH_ADVERBS}爱(?=吃|喝|看|听|玩|用|写|读|穿|打|养|逛|运动|旅)",
            r"我(?:平时|一般|通常|一直|向来|现在|都|也)*(?:不(?:能)?(?:吃|喝|碰)(?!惊|亏|力)|只(?:用|吃|喝"
            r"|看|听|穿|买|读)(?!了|过|要)|从不|从来不|从来没(?:吃|喝|用)过?|吃素|怕(?=黑|高|水|狗|辣|冷"
            r"|热|吵)|害怕(?!自己))",
            r"我(?:们)?(?:一家)?对[^，。]{1,16}(?:过敏|不耐受|反感|没(?:什么)?兴趣|(?:很|比较|特别|最"
            r"|非常)感兴趣|情有独钟)",
            r"我(?:的)?(?:最爱|最喜欢的|偏好|口味|习惯|爱好|兴趣)(?:爱好)?[^，。]{0,10}(?:是|为|有)",
            r"我(?:可)?是[^，。？]{0,8}(?:爱好者|粉丝|控|素食(?:主义)?者|夜猫子|懒汉|吃货|色盲)",
            rf"{_ZH_PERSON}{_ZH_ADVERBS}(?:喜欢|偏好|偏爱|倾向于?|讨厌|不喜欢)",
            r"(?-i:[A-Z])\w{1,24} ?(?:告诉我|说)[，,]?(?:他|她)(?:宁愿|宁可|更喜欢|希望)",
        ),
        MemoryType.USER,
        Kind.RULE,
        0.75,
        0.85,
    ),
    Cue(
        CueName.IDENTITY,
        either(
            r"\b(?:my|his|her|their|our) (?:full |formal |real |first |last |nick|preferred )?name(?:'s"
            r"| is)(?! (?:not|spelled|in|on|undefined|wrong|missing|the)\b)",
            r"(?:^|, |and |please |just )(?:you can )?call me (?!back|maybe|when|if|later|at|on|crazy)\w",
            rf"{_IM}(?:an?|the) (?!(?:bit|little|lot|few|fan|huge|big|fool|mess|newbie|beginner at|loss"
            rf"|hurry|member here)\b)(?:[\w-]+ ){{0,4}}(?:engineer|developer|programmer|designer|manager"
            rf"|director|teacher|professor|student|lecturer|researcher|scientist|doctor|nurse|lawyer"
            rf"|accountant|analyst|consultant|writer|author|journalist|editor|artist|musician|chef|founder"
            rf"|co-founder|owner|ceo|cto|cfo|lead|architect|administrator|admin|freelancer|contractor"
            rf"|producer|director|translator|pharmacist|therapist|veteran|parent|mother|father|mom|dad"
            rf"|single|widow|retiree|electrician|mechanic|photographer|marketer|product owner|sre|devops"
            rf"|phd|postdoc|intern|resident|coach|pilot|farmer|driver|librarian|maintainer|physicist"
            rf"|chemist|biologist|economist|psychologist|beginner|native speaker|citizen|immigrant)\b",
            r"\bI(?:'m| am|’m)? ?(?:currently |now )?(?:work(?:ing)?|employed|serve|serving) (?:as|at|for"
            r"|in the|with the)\b(?! (?:a (?:fix|solution)|this|that|it|least|the moment|all|home on))",
            r"\bI(?:'ve| have) (?:been (?:an? |in |working|living|using|teaching|studying|coding"
            r"|programming|managing|running|learning|playing|practi[cs]ing|married)|worked|lived"
            r"|used).{0,40}\bfor (?:\d+|two|three|four|five|six|seven|eight|nine|ten|over|almost|about"
            r"|the (?:last|past)) .{0,16}(?:years?|months|decades?)\b",
            r"\bI (?:currently |now |actually |was )?(?:live|reside|grew up|come|was born|was raised"
            r"|moved)(?: \w+)? (?:in|at|near|on|outside|from|to) (?!a (?:world|time|society)|it|this"
            r"|that)(?:the |a |an |my )?(?-i:[A-Z]|\w+ (?:city|town|village|country|apartment|house|farm"
            r"|flat|studio))",
            rf"{_IM}(?:from|based in|originally from|married|divorced|pregnant|retired|left-handed"
            rf"|colou?r-?blind|deaf|bilingual|dyslexic|autistic|a \w+ by (?:training|profession|trade)"
            rf"|\d{{1,2}} years old|in (?:charge of|my (?:\d0s|twenties|thirties|forties|fifties|first"
            rf"|second|final))|responsible for|studying (?:for )?\w)",
            r"\b(?:I|we)(?:'ve| have)(?: got)? (?:an?|one|two|three|four|five|my"
            r"|\d+) (?:[\w-]+ ){0,3}(?:kids?|child|children|sons?|daughters?|dogs?|cats?|pets?|sisters?"
            r"|brothers?|siblings?|grandchildren|puppy|puppies|kittens?)(?=$|[,.;!]| (?:named|called|and"
            r"|who|with|that|at|in|but|so|aged)\b)",
            r"\b(?:I|we)(?:'ve| have)(?: got)? (?:an?|my) (?:[\w-]+ ){0,3}(?:diabetes|asthma|adhd|degree|phd"
            r"|masters?)\b",
            r"\bI(?:'ve| have| was| just| got)+(?: been| just| got)* (?:promoted|hired|laid off|retired|engaged)\b",
            r"\bI(?:'m| am) (?:moving|relocating) to (?-i:[A-Z])|\bI(?:'d| would)? (?:like|want|prefer) "
            r"(?:you )?to (?:call me|be called)\b",
            r"\bmy (?:son|daughter|kids?|children|wife|husband|partner) (?:starts?|turns?|attends?|studies|study)\b",
            r"我(?:刚刚?|最近|上个?月|去年|已经)*(?:升职|晋升|转岗|调岗|入职|离职|退休|毕业|结婚|离婚)"
            r"(?:为|成|到|了|于|后在)",
            r"\bI (?:have|suffer from|was diagnosed with|got diagnosed with) (?:type \d )?(?:diabetes"
            r"|asthma|adhd|dyslexia|epilepsy|arthritis|insomnia|migraines?|celiac|ibs|autism|depression"
            r"|anxiety|hypertension|high blood pressure|colou?r blindness|tinnitus)\b",
            r"\bI (?:speak|studied|majored in|graduated (?:from|in|with)|teach|run an? (?!test|script"
            r"|command|query|build)\w+|own an? \w+|lead an? |lead the |manage an? (?:team|group)"
            r"|maintain (?:the|a|an) \w+)\b",
            r"(?:^|[,;:] |\b(?:and|but|because|since|so|as|that|also|actually|fyi) )my (?:wife|husband"
            r"|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|children|dog|cat|mother"
            r"|father|mom|dad|sister|brother|boss|manager|birthday|time ?zone|native language"
            r"|mother tongue|hometown|job|role|title|occupation|profession|pronouns|age|employer|company"
            r"|e-?mail(?: address)?)(?:'s (?:name|birthday))? (?:is|are|was born|works|lives|goes|speaks"
            r"|loves|has)\b(?! (?:not working|wrong|down|broken))",
            r"我(?:的)?(?:中文名|英文名|名字|全名|大名|小名|花名|网名|正式名字|真名)(?:叫|是|为)|我(?:叫"
            r"|名叫|姓)(?!的|来|他|她|你|了|什么|个|车|外卖|不)|(?:大家|朋友|同事)(?:们)?(?:都)?(?:叫我|喊我"
            r"|称呼我|常?调侃我)|(?:^|[，,])(?:请|你可以|可以|以后|就)*(?:叫我|称呼我)(?!的|一声|起)",
            r"我(?:可)?(?:现在|目前)?是(?:一|个|名|做|搞|学|教|干|负责|主修|全职|自由|资深|高级|初级|产品"
            r"|后端|前端|全栈|测试|运维|数据|算法|在读|大[一二三四]|研[一二三]|[高初][一二三]|两个|三个"
            r"|单亲|男|女|左撇子|独生)(?!次|种|直|点|样|开始|下|定|什么|不|好|错)[^吗？?]*",
            r"我是[^，。？吗]{0,14}(?:工程师|开发(?:者|人员)?|程序员|设计师|经理|主管|总监|老师|教师|教授"
            r"|学生|研究员|研究生|博士生?|硕士|医生|护士|律师|会计|分析师|顾问|作家|记者|编辑|厨师|创始人"
            r"|老板|店主|负责人|架构师|管理员|翻译|司机|警察|军人|农民|销售|运营|实习生|妈妈|爸爸|母亲"
            r"|父亲|人|族|党员|会员)(?=[，。,.!！；;]|$)",
            r"我(?:现在|目前|平时|一直|以前)?(?:在|于)(?!考虑|找|思考|想|换|寻|犹豫|纠结|准备|等|写|看|学"
            r"|帮)[^，。？]{1,16}(?:工作|上班|上学|读书|读研|读博|任职|就职|实习|教书|当(?:老师|医生|护士"
            r"|兵)|做[^，。]{0,10}(?:工作|研发|开发|销售|运营|设计))(?!真|太)",
            r"我(?:现在|目前|家|们家)?(?:住在|住(?=[\u4e00-\u9fff]{2}(?:市|区|省|县|，|。|$))|来自|老家在"
            r"|家在|老家是|出生在|出生于|定居|毕业于|就读于|供职于|任职于)",
            r"我(?:现在|目前|主要)?(?:负责|主管|分管|主修|学的是|的专业是|专业是)(?!人说|的)",
            r"我(?:今年|现在)?(?:已经)?(?:\d{1,2}|[一二三四五六七八九十]{1,3})岁(?!的时候|时|那年)",
            r"我(?:家|们家)?(?:还)?(?:养了?|有)(?:了)?(?:一|两|三|四|1|2|3)(?:个|只|条|对"
            r"|位)[^，。？]{0,8}(?:孩子|儿子|女儿|宝宝|娃|弟弟|妹妹|哥哥|姐姐|猫|狗|泰迪|金毛|柯基|鹦鹉"
            r"|兔子|仓鼠|乌龟|宠物|牧羊犬|小狗|小猫)",
            r"我给我?(?:的|家)[^，。]{0,6}(?:狗|猫|孩子|儿子|女儿|宠物)[^，。]{0,4}(?:起名|取名)",
            r"我都?(?:上|读)(?:小学|初中|高中|大学|[一二三四五六]年级|大[一二三四]|研[一二三])|我都[一二三四五六]年级",
            r"我(?:的)?(?:生日|邮箱|时区|母语|职位|岗位|工号|家乡|籍贯|血型|星座|职业|工作|年龄|身高|体重"
            r"|工资|电话|手机号|导师|老板|领导|老婆|老公|妻子|丈夫|女朋友|男朋友|儿子|女儿|爸爸|妈妈|父亲"
            r"|母亲|孩子)(?:的名字|名字|今年)?(?:也)?(?:是(?!不是|什么|谁)|叫(?!我|什么)|为|今年"
            r"|(?:只)?有(?!点|事|时|空|吗|所)|在[^，。]{1,12}(?:工作|上班|上学|读书|当)|(?:一年|每月"
            r"|每年)只?有)",
            r"我(?:有(?:一?点儿?|轻度|先天性?)?|患有|得过|确诊(?:了)?)(?:色盲|色弱|糖尿病|高血压|哮喘|近视"
            r"|失眠|抑郁|焦虑症|多动症|心脏病|胃病|鼻炎)",
            r"(?-i:[A-Z])\w{1,24}[^，。]{0,6}(?:leads?|maintains?|owns?) (?-i:[A-Z])\w{1,24}",
        ),
        MemoryType.USER,
        Kind.INFO,
        0.8,
        0.9,
    ),
    Cue(
        CueName.DECISION,
        either(
            r"(?<!when )(?<!if )(?<!which )\b(?:we|I|user|team|they|the team|the board|everyone)(?:'ve"
            r"| have|’ve| had| all)? (?:\w+ly |all |finally |just |jointly )?(?:decided|agreed|chose"
            r"|chosen|settled on|opted|concluded|committed to|standardi[sz]ed on|signed off|went with"
            r"|switched to|moved to|migrated to)\b(?! (?:(?:to |on |with )?(?:this|that|it)\b|the wrong|to ask))",
            r"\bwe(?:'re| are) (?:going with|switching to|moving to|standardi[sz]ing on|sticking with"
            r"|dropping|adopting|deprecating|sunsetting|migrating (?:to|from))\b(?! (?:this|that|it))",
            r"\b(?:we|they)\b[^.?!]{0,40}\band (?:agreed|decided)(?::| to| on| that)",
            r"^(?:decided|agreed|settled|opted|chose) (?:on|to|that|for|against)\b",
            r"\b(?:the|our) (?:final )?decision (?:is|was)\b",
            r"\b(?-i:[A-Z])\w{1,24} (?:committed to|agreed to|decided to)\b",
            r"\blet's (?:go with|stick (?:with|to)|standardi[sz]e on|settle on) (?!this|that|it|option"
            r"|the (?:first|second|third|latter|former|other)|your|what)",
            r"(?<!没)(?<!未)(?<!曾)(?<!你)(?<!您)(?<!来)(?<!不)(?:决定|敲定|商定|拍板"
            r"|选定)(?:了(?=[^，。！？!?]{2})|下来(?=[^，。！？!?]{2})|(?!了|下来))(?!不了|一下|吧|权|因素"
            r"|性|于|吗|要不要|是否|谁|哪|先)(?:对|把|用|使用|采用|不再|不|在|由|改|推迟|放弃|取消|保留|选"
            r"|：|:| ?[\u4e00-\u9fffA-Za-z])",
            r"(?:达成一致|达成共识|一致同意|会上(?:确定|定了|明确))",
            r"(?:我们|团队|项目组?|公司|最终|最后)[^，。？]{0,12}(?:选择了?|选了|选用|改用|放弃|停用|弃用"
            r"|切换到|迁移到|统一到|确定(?:用|为|采用|下来)|定为|定在)",
            r"(?-i:[A-Z])\w{1,24} ?(?:承诺|答应|同意|决定)(?:在|将|把|会)?",
        ),
        MemoryType.PROJECT,
        Kind.INFO,
        0.75,
        0.85,
    ),
    Cue(
        CueName.REFERENCE,
        either(
            r"\b(?:docs?|documentation|specs?|design docs?|dashboards?|wiki|runbooks?|board|tickets?|bugs"
            r"|issues|roadmap|mock-?ups?|slides|credentials|logs|schema|guidelines?|style guide|handbook"
            r"|repo(?:sitory)?|backlog|requirements|notes|metrics)\b[^.?!]{0,40}\b(?:is|are|lives?|kept"
            r"|stored|tracked|documented|hosted|found|maintained)\b[^.?!]{0,16}\b(?:at|in|on"
            r"|under)\b (?:(?:the|our) )?(?:https?://|#\w|(?-i:[A-Z][a-z]+\b(?!\.))|confluence|notion|jira"
            r"|linear|github"
            r"|gitlab|slack|grafana|google|sharepoint|wiki|figma)",
            r"\b(?:is|are) (?:documented|tracked|recorded|described) (?:in|on|at)\b",
            r"\b(?:is|are|lives) at https?://|(?:地址|链接|网址|入口|仓库)(?:是|为|：|:|在) ?https?://",
            r"(?:文档|规范|看板|设计稿|原型|仓库|需求|手册|工单|日志|监控|报表|数据字典|接口说明|知识库"
            r"|缺陷|周报|源码|代码|决定|资料|表格|流程)[^，。？]{0,12}(?:在|放在|存放在|存在|记录在|维护在"
            r"|位于|地址(?:是|为|：|:)|链接(?:是|为|：|:)|路径(?:是|为))[^，。？]{0,12}(?:https?://|飞书"
            r"|语雀|钉钉|石墨|腾讯文档|企业微信|Confluence|Notion|Jira|Linear|GitHub|GitLab|Gitee|Grafana"
            r"|Figma|SharePoint|Wiki|禅道|TAPD|\w+/\w+|(?-i:[A-Z]))",
        ),
        MemoryType.REFERENCE,
        Kind.INFO,
        0.65,
        0.85,
    ),
    Cue(
        CueName.PROJECT,
        either(
            r"\b(?:submission |hard |project |final |application )?(?:deadline|due date|launch date"
            r"|release date|go-live(?: date)?|kick-?off|code ?freeze)(?: for [^.?!,]{2,40})?(?:'s"
            r"|’s)? (?:is|was|has|moved|will|got)\b(?! (?:tight|close|near|approaching|soon|coming|passed"
            r"|looming|yesterday|over))",
            r"\b(?:we|our \w+|(?-i:[A-Z])\w{1,24}|the (?:\w+ )?(?:project|product|app|service|release|beta|site"
            r"|migration|team|demo|pilot))(?:'ll| will| is going to)?,? (?:launch(?:es)?|go(?:es)? live"
            r"|ships?|releases?|rolls? out|kicks? off)\b(?: \w+){0,4} (?:on |in |by |at )?(?:\d|next|this"
            r"|tomorrow|january|february|march|april|may|june|july|august|september|october|november"
            r"|december|monday|tuesday|wednesday|thursday|friday|q[1-4])",
            r"\b(?:I'm|I am|I’m|we're|we are|we’re|I've been|we've been) (?:currently |now |also |still "
            r"|busy )?(?:working on|building|developing|migrating|leading|maintaining|rewriting|running"
            r"|organi[sz]ing|writing|researching|designing) (?:an?|our|my|the) (?!(?:bug|issue|problem"
            r"|error|test|query|function|script|fix|report|email|error message)\b)\w",
            r"\b(?:we|our team|our company|our project|my team|our stack|our backend|our frontend"
            r"|our codebase)(?: (?:currently|now|all|only|mostly|always|usually))? (?:use|uses|run|runs"
            r"|deploy|deploys|rely|relies|is built|are built|is written|store|stores|host|hosts|release"
            r"|releases|follow|follows|write|writes|work|works|stand|speak|target|targets|support"
            r"|supports) (?!this|that|it\b|the same)\w",
            r"\b(?:our|my|user's|the user's) (?:\w+ )?(?:team|company|org|startup|group|department|firm"
            r"|lab|squad) (?:\w+ly )?(?:deploys?|uses?|runs?|ships?|follows?|works?|has|is|are|requires?"
            r"|releases?|reviews?|writes?|meets?|holds?|relies)\b",
            r"\bour (?:\w+ ){0,2}(?:team|company|project|product|stack|database|backend|frontend|codebase"
            r"|customers?|clients?|api|sprint|budget|fiscal year|office|launch|release|service|platform"
            r"|app|users|pipeline|default branch|production|staging) (?:is|are|has|have|consists?|uses?"
            r"|runs?|starts?|ends?|sits)\b(?! (?:broken|down|failing|slow|not working|throwing|crashing))",
            r"\b(?:project|product|release|service|component|team) (?:codename|code name|name|id|budget"
            r"|goal|owner|lead)(?: for \w+)? is\b|\bcodenamed?\b",
            r"\b(?-i:[A-Z])[\w-]{1,24}(?:'s (?-i:[A-Z]?)[\w ]{2,20})? (?:leads|owns|maintains|runs"
            r"|manages) (?:the )?(?-i:[A-Z])\w{1,24}",
            r"\b(?:meeting|standup|sync|deadline|launch|release|review|demo)(?: date)? (?:(?:was|has|is"
            r"|has been|got) )?"
            r"(?:moved|pushed|postponed|rescheduled|brought forward|delayed) (?:to|until|from|by)\b",
            r"\b(?:we|they) (?:have |'ve )?(?:pushed|moved|postponed|delayed) the (?:deadline|launch"
            r"|release|meeting|demo)\b",
            r"\bis (?:now )?(?:owned|maintained|led|run|managed) by (?-i:[A-Z])",
            r"\b(?:fiscal year|sprint|semester|release train) (?:starts|ends|begins)\b",
            r"(?:周会|例会|站会|评审会?|发布日|发版日?|上线时间|上线日期|截止日期|交付日期)[^，。？]{0,12}"
            r"(?:改到|改成|改为|推迟到|提前到|定在|延到|延期到|挪到)",
            r"\b(?:contact|owner|point of contact|tech lead|reviewer|approver|maintainer"
            r"|sponsor)(?: for (?:\w+ ){1,4}| of (?:\w+ ){1,4}| )(?:is|are) (?-i:[A-Z@])\w+",
            r"^(?:the |a |in our \w+,? )?[\w\"'“”-]+(?: [\w-]+){0,3} (?:stands for|refers to|is defined as"
            r"|is short for|means (?!a lot|so much|everything|the world|that|we|I|it|you|much|no|more|less"
            r"|to me))\b(?<!it means )(?<!this means )(?<!that means )",
            r"\b(?:current(?:ly)?|latest|target|production) version (?:is|of)\b",
            r"(?:项目|产品|系统|任务|活动|版本|服务|部门|团队|公司|集群|组件|平台)[^，。？]{0,8}(?:代号"
            r"|名称|名字|周期|目标|预算|负责人|对接人|接口人|版本|主题|编号|口径|域名)(?:是|叫|为|：|:)",
            r"(?:截止|提交|上线|发布|交付|验收|封版|答辩|开业|结项|评审)[^，。？]{0,4}(?:日期|时间|日"
            r"|期限)(?:是|为|定在|改到|改为|推迟到|提前到|：|:)",
            r"(?:我们|团队|项目|产品|系统|公司|新版本?|版本|APP|应用|活动|[A-Za-z][\w.]{0,24} ?)(?:计划|打算"
            r"|准备|预计|将|会|要|定于|定在)?(?:在|于)?[^，。？]{0,12}(?:上线|发布|交付|封版|验收|开业"
            r"|公测|内测|结项)(?!后|前|之|了吗|吗|会|的|流程|失败|不了|时)(?=[，。,；;！!]|$|了?(?:[。，]"
            r"|$)|\s?\w)",
            r"(?:我们(?:最近|目前|现在|这段时间|今年)?|我(?:最近|目前|现在|这段时间|今年|一直|正))(?:正在|在)"
            r"(?:做(?!作业|题|饭|梦|什么)|开发|搭建|重构|迁移|筹备|负责|写(?!作)|研发|维护|设计|推进)(?:一"
            r"|个|我们|公司|新|机器|毕业|论文|项目)?[^，。？吗]{2,}",
            r"(?:我们|我们?(?:团队|公司|部门|项目|组|系统|服务|后端|前端|平台))(?:目前|现在|一直|都|统一"
            r"|主要|全部|平时)*(?:用|使用|采用|基于|跑在|部署在|依赖|遵循|实行|沿用)(?!了吗|户|心|不|什么"
            r"|哪)[^，。？吗]{1,}",
            r"(?:我们|公司|团队|项目|部门)(?:的)?(?:[^，。？]{0,6})(?:数据库|技术栈|后端|前端|主分支"
            r"|默认分支|编码规范|客户|用户|规模|工单系统|发版日|例会|周会|站会|财年|总部|办公地点|部署区域"
            r"|服务器|口径)[^，。？]{0,6}(?:是|为|在|用|有|固定)(?!什么|哪|不是|否)",
            r"[^，。？]{1,14}(?:指的是|是指|定义为|简称(?!为)|的口径是|口径(?:是|为|：|:)|缩写是|全称是"
            r"|又叫|的意思是)(?!什么|啥)",
            r"(?:负责人|对接人|接口人|产品经理|技术负责人|联系人|审批人|项目经理)(?:是|为|叫|换成|改为|：|:)(?!谁|哪)",
            r"(?-i:[A-Za-z\u4e00-\u9fff])[^，。？]{0,12}(?:当前|目前|最新|生产|线上)版本(?:是|为)",
            r"(?:共同)?(?:加入了|创办了|创立了|维护着?|主导着?|牵头)(?=[^，。？]{1,20}(?:工坊|公司|团队"
            r"|项目|实验室|Lab|CLI|开源|社区|组|部门))|共同维护",
            r"项目(?:计划|打算|准备)(?:把|将|在|于|用|使用|采用|升级|迁移)",
        ),
        MemoryType.PROJECT,
        Kind.INFO,
        0.65,
        0.8,
    ),
    Cue(
        CueName.VIEW,
        either(
            r"\bI (?:firmly|strongly|truly|deeply) (?:believe|feel|think|value|support|oppose)\b",
            r"\b(?:my (?:take|view|stance|opinion|philosophy) (?:on|is)|in my (?:view|opinion|experience))\b",
            r"^honestly,? I (?:think|find|believe)\b",
            r"我(?:坚信|始终认为|一直认为|一向认为|深信)|(?:老实说|说实话|坦白说)[，,]?我(?:认为|觉得"
            r"|发现)|我对[^，。？]{1,16}的看法(?:是|：|:)",
        ),
        MemoryType.USER,
        Kind.INFO,
        0.5,
        0.7,
    ),
)
