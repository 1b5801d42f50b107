"""What the console says, in English and Chinese. Templates use the English text as key; a test finds a missing one."""

from typing import Final

LANGUAGES: Final = ("en", "zh")

CHINESE: Final[dict[str, str]] = {
    "Agent Memory": "Agent 记忆",
    "Queued Knowledge": "待核准知识",
    "Records": "记录",
    "Knowledge": "知识库",
    "Journal": "日志",
    "Context": "上下文",
    "Activity": "动态",
    "Settings": "设置",
    "Chat": "对话",
    "Enabled": "启用",
    "Automatic suggestions": "自动建议",
    "Memory is off. Nothing is injected, extracted or proposed. Turn it on to go on editing.": (
        "记忆已关闭：不注入、不萃取、不提案。重新打开后可继续编辑。"
    ),
    "Libraries": "知识文件",
    "User Knowledge": "用户知识",
    "Project Knowledge": "项目知识",
    "in focus": "当前聚焦",
    "Edit": "编辑",
    "Preview": "预览",
    "Save": "保存",
    "Reorganise": "整理",
    "Library status": "知识状态",
    "Last updated": "最近更新",
    "Characters": "字数",
    "Rules": "规则",
    "Info": "信息",
    "Mode": "模式",
    "flat": "全文",
    "catalog": "目录",
    "of": "/",
    "Counts update after Save": "保存后更新统计",
    "Nothing waits for you.": "没有待处理的条目。",
    "New suggestions from conversations and agents appear here.": "来自对话和 Agent 的新建议会出现在这里。",
    "User": "用户",
    "Project": "项目",
    "Dismiss": "略过",
    "Process all": "全部处理",
    "Pick project": "选择项目",
    "Source": "来源",
    "Evidence": "依据",
    "Type": "类型",
    "Suggested": "建议归属",
    "Rationale": "理由",
    "No evidence (pre-migration item)": "无依据（升级前的条目）",
    "Chat extraction": "对话萃取",
    "Agent proposed": "Agent 提案",
    "Search": "搜索",
    "Search what is remembered": "搜索记忆",
    "Nothing is remembered yet.": "还没有任何记忆。",
    "Nothing matches.": "没有匹配的内容。",
    "Name": "名称",
    "Statement": "内容",
    "Scope": "范围",
    "Kind": "种类",
    "Status": "状态",
    "Tags": "标签",
    "Changed": "修改于",
    "History": "历史",
    "Why it is remembered": "为何记住",
    "Forget": "忘记",
    "Restore": "恢复",
    "Erase": "抹除",
    "Erase these words everywhere, for good?": "在所有地方永久抹除这些文字？",
    "Who did what": "谁做了什么",
    "Verify the chain": "校验审计链",
    "The chain is whole.": "审计链完整。",
    "The chain is broken.": "审计链已损坏。",
    "When": "时间",
    "Who": "执行者",
    "Act": "操作",
    "Outcome": "结果",
    "About": "对象",
    "Keyboard": "键盘",
    "Close": "关闭",
    "Move": "移动",
    "Language": "语言",
    "Access policy": "访问策略",
    "Models": "模型",
    "Access token": "访问令牌",
    "Come in": "进入",
    "This token is not known.": "令牌无效。",
    "Make one with: archivist token create": "创建令牌：archivist token create",
    "Unsaved changes": "有未保存的修改",
    "Skip to content": "跳到正文",
    "Something is in the way": "无法完成",
    "Back": "返回",
    "Theme": "主题",
    "All": "全部",
    "Applied": "已应用",
    "Dismissed": "已略过",
    "more": "更多",
}


def speak(language: str, text: str) -> str:
    """`text` in that language; English where there is no other."""
    return CHINESE.get(text, text) if language == "zh" else text


def preferred(accept: str) -> str:
    """The first language of an Accept-Language header that we speak."""
    for part in accept.split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag
    return "en"
