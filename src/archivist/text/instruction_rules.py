"""Orders to an agent or its memory, as a table: what they try, the words that give them away, how they go on.

Written from what such texts do, in Chinese and English: set instructions aside, ask for the prompt, speak in another's
voice or to the model, command the memory, ask for silence, carry data out, rewrite the reply, act as a page. `hints`
are lower case and looked for first; `pattern` is tried only where one stands. A new trick is one line here and one in
the tests; a rule that flags ordinary requests ("ignore this warning") does not belong here.
"""

from typing import NamedTuple


class Rule(NamedTuple):
    """`hints` find it, `pattern` is looked for from `back` characters before the hint on."""

    kind: str
    hints: tuple[str, ...]
    pattern: str
    back: int = 0


_orders = (
    r"(?:i\w{0,3}nstructions?|prompts?|rules?|guidelines?|directions?|directives?|orders?"
    r"|commands?|constraints?|polic(?:y|ies)|context|messages?|tasks?|training|safeguards?"
    r"|restrictions?|limitations?)"
)
_which = (
    r"(?:all|any|every(?:thing)?|the|of|your|my|these|those|other|previous(?:ly)?|prior"
    r"|above|earlier|preceding|foregoing|original|initial|system|existing|current|old"
    r"|given|and|safety|content|default)"
)
_your_prompt = (
    r"(?:(?:your|the|its|these|those|all|my|own|entire|full|complete|exact|hidden|secret"
    r"|internal|original|initial|first|above|previous)\s){0,4}"
    r"(?:system[\s_-]?(?:prompt|message|instructions?|configuration)|initial[\s_-](?:prompt"
    r"|instructions?|configuration|text|message)"
    r"|(?:hidden|secret|internal|original)\s(?:prompt|instructions?|rules)|initiali[sz]ation\s(?:string|prompt|text)"
    r"|prompt\sabove|(?:instructions|text|prompt|message)s?\s(?:that\s)?you\s(?:were|have\sbeen)\s(?:given|initially))"
)
_anyone = r"(?:the\s)?(?:user|human|operator|owner|anyone|anybody|him|her|them|people|person)s?\b"
_reply = r"your\s(?:\w{2,12}\s)?(?:response|reply|replies|answers?|output|message)\b"
_sentence = (
    r"(?:^|(?<=[.!?:;>\"'\n])|(?<=[.!?:;]\s))\s{0,4}(?:please\s|can\syou\s|could\syou\s|you\smust\s|now,?\s|then,?\s)?"
)
_change = (
    r"(?:encode|encrypt|render|write|translate|reverse|invert|shift|replace|modify|include"
    r"|add|integrate|insert|incorporate|mention"
    r"|apply|use|convert|rewrite|respond|append|prepend|embed|end|begin|start|finish|conclude"
    r"|substitute|scramble|format|express"
    r"|compose|craft|deliver|present|provide|put|place|make|transform|flip|mirror|obfuscate"
    r"|hide|work|weave|slip|suggest|recommend|turn|craft|change|alter|switch|swap|reword"
    r"|scatter)\b"
)
_secret_thing = (
    r"(?:all\s(?:\w+\s)?(?:messages|emails|files|data|information|transactions|contacts"
    r"|conversations)|user\s?(?:data|information|details)"
    r"|passwords?|credentials|api\skeys?|tokens?|secrets?|security\scodes?|verification\scodes?"
    r"|(?:credit|bank|account)\s(?:card\s)?(?:numbers?|details)|passport\snumbers?|chat\shistory"
    r"|conversation|system\sprompt"
    r"|(?:the\s)?bod(?:y|ies)\sof)"
)
_address = r"(?:https?://|www\.|[\w.+-]{1,64}@[\w-]+\.|[A-Z]{2}\d{12,30})"

RULES: tuple[Rule, ...] = (
    # Set aside what you were told
    Rule(
        "override",
        (
            "ignore",
            "disregard",
            "forget",
            "overrid",
            "bypass",
            "neglect",
            "do not follow",
            "don't follow",
            "stop following",
            "pay no attention",
        ),
        rf"(?i)(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?"
        rf"|neglect|(?:do\snot|don't|stop)\sfollow(?:ing)?|pay\sno\sattention\sto)"
        rf"\s(?:{_which}\s){{1,6}}{_orders}\b",
    ),
    Rule(
        "override",
        ("ignore", "disregard", "forget"),
        r"(?i)(?:ignore|disregard|forget)\s(?:everything|all|anything)\s(?:(?:that\s)?(?:was"
        r"|is|you(?:'ve|\shave|\swere)?|i(?:'ve|\shave)?|said|written|before|above|prior|previous)\b)",
    ),
    Rule(
        "override",
        ("following instruction", "new instruction", "updated instruction"),
        r"(?i)(?:(?:adhere|obey|listen|stick)\s(?:only\s)?to|follow|obey|execute|(?:here\sare"
        r"|these\sare)\s(?:your|the))\s(?:only\s)?(?:the\s|these\s|my\s|your\s)?(?:following"
        r"|new|updated)\s(?:instruction|order|command|rule)s?",
        back=40,
    ),
    Rule(
        "override",
        ("忽略", "无视", "忘记", "忘掉", "不要理会", "抛开", "跳过", "不用管", "别管", "不要遵守", "不再遵守"),
        r"(?:忽略|无视|忘记|忘掉|不要理会|抛开|跳过|不用管|别管|不要遵守|不再遵守)[^。！？\n]{0,8}(?:(?:之前|以上|上面|上述|前面|先前"
        r"|此前|原有|原来|原先|你的|系统|既定)[^。！？\n]{0,8}(?:指令|指示|规则|要求|提示词?|设定|命令|约束|限制|安全|内容)"
        r"|(?:一切|所有|全部)的?(?:系统|安全)?(?:指令|指示|提示词?|设定|命令))",
    ),
    # Tell what you were told
    Rule(
        "prompt_extraction",
        (
            "prompt",
            "instructions",
            "initiali",
            "initial ",
            "system message",
            "you were given",
            "you were initially",
            "system_",
        ),
        rf"(?i)(?:repeat|show|reveal|print|output|display|disclose|leak|tell|give\sme"
        rf"|share|return|provide|translate|encode|decode|summari[sz]e|paraphrase|spell"
        rf"|recite|copy|paste|log|dump|what(?:'s|\sis|\sare|\swere|\swas)|opposite\sof)\b[^.!?\n]{{0,60}}?\b{_your_prompt}",
        back=110,
    ),
    Rule(
        "prompt_extraction",
        ("you were given", "you were initially"),
        r"(?i)(?:text|instructions?|prompt|words|everything|what)\s(?:that\s)?you\swere\s(?:initially\s)?(?:given"
        r"|told)\b",
        back=16,
    ),
    Rule(
        "prompt_extraction",
        ("systemprompt", "system_prompt"),
        r"(?i)(?:console\.log|print|echo|output|return|<|alert)\W{0,3}system_?prompt",
        back=16,
    ),
    Rule(
        "prompt_extraction",
        ("entire conversation", "whole conversation", "everything above", "word for word", "verbatim"),
        r"(?i)(?:repeat|output|print|copy|write\sout)\s(?:this\s|the\s|me\s)?(?:entire|whole"
        r"|full|everything|all)\s?(?:conversation|above|prompt|text|of\sthe\sabove)?[^.\n]{0,40}(?:back"
        r"|above|word\sfor\sword|verbatim)",
        back=60,
    ),
    Rule(
        "prompt_extraction",
        ("提示词", "系统提示", "初始指令", "系统指令", "开头的指令", "最初的指令"),
        r"(?:重复|输出|显示|打印|告诉我|复述|泄露|公开|透露|说出|展示|给出|翻译)[^。！？\n]{0,16}(?:提示词|系统提示|初始指令|系统指令|开头的指令|最初的指令)",
        back=24,
    ),
    # Speak in another's voice
    Rule(
        "fake_role",
        ("<|", "[inst]", "<<sys>>", "###", "<system", "</system", "[system", "(system"),
        r"(?i)<\|[a-z_]{2,40}\|>|\[/?INST\]|<</?SYS>>|#{2,}\s?[(\[<]?(?:system|instruction"
        r"|assistant|human|new\s(?:task|instruction))[\w ]{0,16}[)\]>:]|</?system(?:[_ -]?(?:message"
        r"|prompt|note|instruction|reminder)s?)?>|[\[(]system[_ ]?(?:message|prompt|note|instruction"
        r"|override)[\])]",
    ),
    Rule(
        "fake_role",
        ("system message", "system note", "system override", "system prompt:", "system update", "system chain"),
        r"(?im)(?:^|[\"'>])[ \t]{0,4}system\s?(?:message|note|override|prompt"
        r"|update|chain\sof\sthought[\w ]{0,60})\s?:\s?(?=\S)",
        back=2,
    ),
    Rule(
        "fake_role",
        ("<information>", "<important>", "important!!!"),
        r"(?i)<(?:information|important)>|important!{3}",
    ),
    Rule("fake_role", ("系统",), r"(?m)(?:^|[【\[(<])\s?系统(?:消息|提示|指令|通知|命令)\s?[】\])>:]", back=2),
    Rule(
        "fake_role",
        ("you are now", "you're now"),
        r"(?i)you(?:'re|\sare)\snow\s(?:in\s)?(?:dan\b|\w{0,12}\s?mode|an?\s(?:unrestricted"
        r"|unfiltered|uncensored|jailbroken|evil|different|new)|free\s(?:of|from)|no\slonger)",
    ),
    Rule(
        "fake_role",
        ("developer mode", "jailbreak mode", "开发者模式", "越狱模式", "没有限制", "不受限制"),
        r"(?i)(?:enable|enter|activate|switch\sto|you\sare\s(?:now\s)?in)\s(?:the\s)?(?:developer"
        r"|jailbreak|god|dan)\smode|(?:进入|开启|切换到)[^。\n]{0,4}(?:开发者模式|越狱模式)|你(?:现在)?是[^。\n]{0,10}(?:没有"
        r"|不受)[^。\n]{0,4}限制",
        back=28,
    ),
    # Speak to the model
    Rule(
        "to_the_model",
        (
            "the ai model",
            "the ai assistant",
            "ai agent",
            "language model",
            " llm",
            "ai model",
            "ai assistant",
            "assistants",
        ),
        r"(?i)(?:to\syou,?\s(?:the\s)?|if\syou(?:'re|\sare)\s(?:an?|the|reading\sthis\sas\san?)\s"
        r"|attention,?\s(?:all\s)?|dear\s|hey,?\s|note\s(?:to|for)\s(?:the\s|all\s|any\s)?"
        r"|instructions?\s(?:to|for)\s(?:the\s|all\s|any\s)?|message\s(?:to|for)\s(?:the\s"
        r"|all\s|any\s)?)(?:ai|llm|large\slanguage\smodel|language\smodel)s?(?:\s(?:model"
        r"|assistant|agent|system|reader)s?)?\b",
        back=40,
    ),
    Rule(
        "to_the_model",
        (
            "before you can",
            "before you answer",
            "before answering",
            "before you solve",
            "before responding",
            "task that i gave you",
        ),
        r"(?i)before\s(?:you\s(?:can\s)?(?:solve|answer|complete|finish|do|continue|respond"
        r"|reply)|answering|responding|continuing)[^.\n]{0,60}(?:do\sthe\sfollowing|first"
        r"|you\s(?:must|have\sto|need\sto)|call\b|run\b|send\b)|task\sthat\si\sgave\syou",
    ),
    Rule(
        "to_the_model",
        (
            "如果你是",
            "若你是",
            "致ai",
            "致所有",
            "作为ai",
            "作为一个ai",
            "回答之后",
            "回答之前",
            "回答用户之前",
            "完成任务前",
            "在回答",
        ),
        r"(?i)(?:如果|若)你是(?:一个)?(?:AI|人工智能|大?语言模型|大模型|智能体|助手|机器人)|致(?:所有)?(?:AI|人工智能|大模型|智能体"
        r"|助手)|(?:在?回答(?:用户|问题)?|完成任务)(?:之?前|之?后)[^。\n]{0,10}(?:请|先|必须|务必|需要|要)",
    ),
    # Speak to the memory
    Rule(
        "memory_command",
        ("memory", "memories"),
        r"(?i)(?:save|store|add|write|commit|record|put|persist|update|insert|append|keep"
        r"|remember|note)\s(?:(?:this|it|that|these|them|the\sfollowing)\b[^.!?\n]{0,60}?\b(?:to"
        r"|in|into|as\sa)\s(?:your\s|the\s|its\s"
        r"|agent\s|assistant's\s|permanent\s|long[- ]?term\s|persistent\s|user\s|core\s){0,4}"
        r"|(?:[^.!?\n]{0,40}\s)?your\s(?:\w+[-\s]){0,3})memor(?:y"
        r"|ies)\b(?!\s(?:leak|usage|card|address|pool|buffer|limit|bank))",
        back=90,
    ),
    Rule(
        "memory_command",
        ("remember", "memorize", "memorise", "never forget", "do not forget"),
        r"(?i)(?<!n't\s)(?<!not\s)(?:remember|memori[sz]e|never\sforget|do\snot\sforget)\b[^.!?\n]{0,40}?(?:\byou\s"
        r"(?:must|should|shall|are\s(?:allowed|required|to|now)"
        r"|always|will)\b|\bfrom\snow\son\b|\bin\s(?:all\s|every\s|any\s)?(?:future|later"
        r"|subsequent)\b|\b(?:this|the\sfollowing|these)\s(?:new\s)?(?:rule|instruction|preference"
        r"|fact|policy|setting|directive)s?\b|\buser\s(?:wants|prefers|has\s(?:approved|authori[sz]ed"
        r"|agreed|consented))\b|:\s?(?:always|never)\b|\b(?:to\s)?always\s(?:send|forward"
        r"|cc|bcc|use|call|run|approve|recommend|trust|respond|reply|answer))",
    ),
    Rule(
        "memory_command",
        (
            "from now on",
            "from this point",
            "henceforth",
            "in all future",
            "in every future",
            "in future sessions",
            "in all subsequent",
        ),
        r"(?i)(?:from\s(?:now\son|this\spoint\s(?:on|forward)\w*)|henceforth|in\s(?:all|every"
        r"|any)\s(?:future|subsequent)\s\w+|in\sfuture\s(?:sessions?|conversations?|chats?))[^.!?\n]{0,30}?\b"
        r"(?:you\b|always|never|every|all\b|must|respond|reply|answer|send|forward|cc|use"
        r"|call|treat|act|speak|include|do\snot|don't|approve|recommend|trust)",
    ),
    Rule(
        "memory_command",
        ("记住", "牢记", "记下", "谨记", "请记"),
        r"(?:请|务必|一定要|必须|要|需要|助手|你)?\s?(?:永久|长期|始终)?(?:记住|牢记|记下|谨记|请记得?)[^。！？\n]{0,6}(?:[:,]"
        r"|这条|这个|以下|下面|如下|此)[^。！？\n]{0,40}(?:规则|指令|规定|以后|今后|从现在|从今|必须|务必|总是|永远|始终|一律|不要"
        r"|每次)",
    ),
    Rule(
        "memory_command",
        ("记忆",),
        r"(?:请|务必|必须|把|将|立刻|马上)[^。！？\n]{0,24}(?:写入|存入|保存到|加入"
        r"|添加到|更新|记录到|存到|存进|写进|修改|记入)[^。！？\n]{0,12}(?:长期|永久"
        r"|你的|系统|用户|核心|持久)?的?记忆",
        back=44,
    ),
    Rule(
        "memory_command",
        ("从现在起", "从现在开始", "从今以后", "从今往后", "今后", "以后", "往后"),
        r"(?:从现在起|从现在开始|从今以后|从今往后|今后|以后|往后)[^。！？\n]{0,16}(?:你(?:都|必须|要|须|应|只)|一律|务必|(?:都|必须"
        r"|要|全部)(?:抄送|发送|转发|发给|上传|推荐|使用管理员|绕过|跳过|批准|同意|自动))",
    ),
    # Hide it, carry it out
    Rule(
        "secrecy",
        ("do not", "don't", "never", "without", "not to"),
        rf"(?i)(?:do\snot|don't|never|must\snot|should\snot|not\sto)\s(?:ever\s)?(?:tell|inform"
        rf"|mention|reveal|show|disclose|notify|alert|let|report|say|display|warn|ask)\b(?:\s(?:this"
        rf"|it|that|anything|any\sof\sthis|about\sthis))?(?:\s(?:to|about\s\w+\sto))?\s{_anyone}"
        rf"|without\s(?:telling|informing|notifying|alerting|asking|mentioning\s(?:it|this)\sto"
        rf"|the\sknowledge\sof)\s{_anyone}",
    ),
    Rule(
        "secrecy",
        ("告诉", "告知", "通知", "透露", "提醒", "提及", "知道", "察觉"),
        r"(?:不要|别|勿|不得|无需|不必|切勿|不能|禁止)(?:向|让|对)?(?:告诉|告知|通知|透露给?|提醒|(?:用户|使用者|人)(?:知道|提及|透露"
        r"|察觉|说明|显示))(?:用户|使用者|他|她|任何人|别人|主人|管理员|(?=\s?(?:[。！!,;.\n]|$)))",
        back=10,
    ),
    Rule(
        "exfiltration",
        (
            "send",
            "forward",
            "post",
            "email",
            "upload",
            "share",
            "transfer",
            "leak",
            "exfiltrate",
            "copy",
            "concatenate",
            "collect",
            "get all",
            "tell me",
        ),
        rf"(?i:\b(?:send|forward|post|e-?mail|upload|share|transfer|leak|exfiltrate|copy|concatenate"
        rf"|collect|get|tell)\b[^\n]{{0,120}}?{_secret_thing}[^\n]{{0,160}}?\b(?:to|at|via"
        rf"|on|website)\b[^\n]{{0,80}}?){_address}",
    ),
    Rule(
        "exfiltration",
        ("send", "forward", "share", "invite", "post"),
        rf"(?i:\b(?:(?:send|forward|share|suggest|post)\b[^\n]{{0,60}}?(?:bank|account|password"
        rf"|credential|login|security\scode|all\s(?:\w+\s)?messages|user\sinformation)[^\n]{{0,80}}?\b(?:to"
        rf"|with)\b|invite\suser\b[^\n]{{0,60}}?(?:email|to\sthe)\b)[^\n]{{0,60}}?){_address}",
    ),
    Rule(
        "exfiltration",
        ("transaction", "money", "payment", "$"),
        (
            r"(?i:\b(?:send|transfer|modify|make|wire|pay)\b[^\n]{0,80}?\b(?:to|account"
            r"|iban)\b[^\n]{0,24}?)[A-Z]{2}\d{10,30}"
        ),
        back=70,
    ),
    Rule(
        "exfiltration",
        ("抄送", "发送", "转发", "发给", "上传", "寄给", "发到"),
        rf"(?:所有|全部|每[次份个封]|一律|都|密码|密钥|令牌|对话|聊天记录|用户|数据|信息|文件|报告)[^。\n]{{0,16}}(?:抄送|发送|转发"
        rf"|发给|上传|寄给|发到)[^。\n]{{0,12}}{_address}",
        back=28,
    ),
    Rule(
        "takeover",
        ("password", "credentials", "two-factor", "2fa"),
        r"(?i)(?:change|reset|replace|disable|remove)\s(?:the\s)?(?:password|credentials|two-factor"
        r"|2fa)\b[^.\n]{0,20}\b(?:of|for)\sthe\s(?:user|account|admin)",
        back=24,
    ),
    Rule(
        "exfiltration",
        ("![",),
        r"!\[[^\]\n]{0,80}\]\(\s?(?:https?:)?//[^)\s]{0,200}(?:\{[^)]{0,40}\}|\$\{|<[^)>]{1,40}>"
        r"|[?&](?:q|d|data|secret|token|key|info|content|msg|c|cookie|history|prompt)=)[^)]{0,200}\)?",
    ),
    # Rewrite the reply
    Rule(
        "reply_rewriting",
        ("your response", "your reply", "your answer", "your output", "your message", "your final"),
        rf"(?im){_sentence}{_change}[^.!?\n]{{0,90}}?\b{_reply}",
        back=130,
    ),
    Rule(
        "reply_rewriting",
        ("in your re", "in your an", "in your ou"),
        rf"(?im)\bin\s{_reply},?\s(?:please\s)?(?:{_change}|discuss|reference|promote|spread"
        rf"|advertise|claim|tell|give)",
    ),
    Rule(
        "reply_rewriting",
        ("reply ", "respond ", "answer "),
        r"(?im)(?:^|[.!?\n]\s?)(?:please\s)?(?:reply|respond|answer)\s(?:using|in|with|only\sin"
        r"|only\swith)\s(?:a\s|an\s|the\s)?(?:base\d\d|rot13|morse|binary|hex|caesar|cipher"
        r"|leetspeak|emojis?|pig\slatin|reverse|[a-z ]{0,20}(?:encoding|cipher))",
        back=2,
    ),
    # Pages that act
    Rule(
        "active_markup",
        ("<script", "javascript:", "<iframe", "<object", "<embed", "vbscript:", "data:text/html", "<svg", "<meta http"),
        r"(?i)<script\b[^>]{0,200}>?[^<]{0,80}?(?:alert|eval|atob|confirm|prompt|fetch)\s?[(`]"
        r"|<script\b[^>]{0,80}src\s?=\s?(?!\s?[\"'])|<script\b[^>]{0,200}>?[^<]{0,80}?document\.cookie"
        r"|(?:javascript|vbscript):(?=\S)|<(?:iframe|object|embed)\b[^>]{0,200}"
        r"|data:text/html|<svg[^>]{0,80}\bon\w+\s?=|<meta\shttp-equiv\s?=\s?[\"']?refresh",
    ),
    Rule(
        "active_markup",
        ("onerror", "onload", "onclick", "onmouse", "onfocus", "expression(", "ontoggle", "onanimation"),
        r"(?i)\bon(?:error|load|click|mouse\w+|focus|toggle|animation\w+)\s?=\s?[\"'`]?[\w.$]+[:(=`]|\bexpression\(",
    ),
)
