"""What sets two statements of one subject apart is seen before they are called alike: in Chinese and in English."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.differences import Difference, Why, differs
from archivist.text.fold import fold_statement
from archivist.text.relations import Conflict, Different, Rewording, Same
from archivist.text.statements import relation
from tests.shared import shared

CONFLICTS = [
    ("用户喜欢在周报里使用表格", "用户不喜欢在周报里使用表格"),
    ("User likes tabs for indentation", "User dislikes tabs for indentation"),
    ("生产库禁止在工作时间执行 DDL", "生产库允许在工作时间执行 DDL"),
    ("生产库禁止在工作时间执行 DDL", "生产库现在允许在工作时间执行 DDL"),
    ("我最喜欢喝可乐", "我现在最喜欢喝咖啡"),
    ("我现在最喜欢喝咖啡", "还是最喜欢喝可乐"),
    ("deploys to AWS", "deploys to GCP"),
    ("The service deploys to AWS", "The service now deploys to GCP"),
    ("口径：GMV 含退款", "口径：GMV 不含退款"),
    ("API 超时是 30 秒", "API 超时是 60 秒"),
    ("API 超时是 30 秒", "API 超时是 30 分钟"),
    ("The default port is 8080", "The default port is 8081"),
    ("部署日是周二", "部署日改为周四"),
    ("每周五下午发布周报", "每周四下午发布周报"),
    ("Deploys run on Tuesday", "Deploys run on Thursday"),
    ("Use tabs for indentation", "Use spaces for indentation"),
    ("Use tabs instead of spaces", "Use spaces instead of tabs"),
    ("Always run the linter before commit", "Never run the linter before commit"),
    ("Run the linter before commit", "Run the linter after commit"),
    ("默认开启自动备份", "默认关闭自动备份"),
    ("Telemetry is on", "Telemetry is off"),
    ("Telemetry is enabled by default", "Telemetry is disabled by default"),
    ("Alice's favorite drink is tea", "Alice's favorite drink is coffee"),
    ("Alice reports to Bob", "Bob reports to Alice"),
    ("Migrate from AWS to GCP", "Migrate from GCP to AWS"),
    ("The Q3 report is due on August 15th.", "The Q3 report deadline was pushed back to September 1st."),
    ("Order ORTAND-88 is currently pending.", "Update: order ORTAND-88 has shipped."),
    ("Priya is the lead on the payments team.", "Leadership on the payments team changed. Sam is now the lead."),
    ("I live at 42 Birch Street in Portland.", "I moved. My new address is 118 Cedar Avenue in Portland."),
    ("后端用 Python 3.11", "后端用 Python 3.12"),
    ("项目 A 的负责人是小王", "项目 A 的负责人是小李"),
    ("我住在上海", "我住在北京"),
    ("我住在上海", "我搬到北京了"),
    ("I live in Berlin", "I live in Munich"),
    ("I live in Berlin", "I moved to Munich"),
    ("数据库是 MySQL", "数据库是 PostgreSQL"),
    ("The database is MySQL", "The database is PostgreSQL"),
    ("The project uses MySQL as its database", "The project uses Postgres as its database"),
    ("用户对花生过敏", "用户对花生不过敏"),
    ("用户喜欢简短的回答", "用户喜欢详细的回答"),
    ("I use vim", "I no longer use vim"),
    ("我用 vim", "我不再用 vim 了"),
    ("发布需要评审", "发布不需要评审"),
    ("发布需要评审", "发布需要评审，除非紧急修复"),
    ("The meeting is at 3pm", "The meeting is at 4pm"),
    ("Max retries is 3", "Max retries is 5"),
    ("最大重试次数为3", "最大重试次数为 5 次"),
    ("Retry at most 3 times", "Retry at least 3 times"),
    ("Alice's email is a@x.io", "Alice's email is alice@x.io"),
    ("The service is stable", "The service is unstable"),
    ("Logs are kept for 30 days", "Logs are kept for 90 days"),
    ("日志保留 30 天", "日志保留 90 天"),
    ("包管理用 npm", "包管理改用 pnpm"),
    ("Reply in Chinese", "Reply in English"),
    ("用中文回答", "用英文回答"),
    ("Commit messages are written in English", "Commit messages are written in Chinese"),
    ("Staging URL is https://a.io", "Staging URL is https://b.io"),
    ("团队的站会时间是上午 10 点", "团队的站会时间改到上午 11 点"),
    ("站会在每天上午10点", "站会在每天上午11点"),
    ("代码评审至少需要两个人", "代码评审至少需要一个人"),
    ("代码评审需要 2 人", "代码评审需要 1 人"),
    ("PR 合并前必须通过 CI", "PR 合并前不必通过 CI"),
    ("User is allergic to peanuts", "User is not allergic to peanuts"),
    ("User prefers tea", "User prefers coffee"),
    ("Retry at most 3 times", "Retry at least 5 times"),
    ("The user's dog is called Rex", "The user's dog is called Max"),
    ("My wife's name is Anna", "My wife's name is Clara"),
    ("我的生日是 3 月 5 日", "我的生日是 5 月 3 日"),
    ("Rate limit is 100 requests per minute", "Rate limit is 100 requests per second"),
    ("The API returns JSON", "The API returns XML"),
    ("Backups run daily", "Backups run weekly"),
    ("备份每天执行", "备份每周执行"),
    ("小王负责前端", "小王不再负责前端"),
    ("前端负责人是小王", "前端负责人是小李"),
    ("前端由小王负责", "前端由小李负责"),
    ("Never deploy on Fridays", "Deploy on Fridays"),
    ("不要在周五部署", "可以在周五部署"),
    ("周五不部署", "周五部署"),
    ("User works at Google", "User works at Apple"),
    ("项目使用 PostgreSQL 作为数据库", "项目使用 MySQL 作为数据库"),
    ("目标是 2026-12-01 上线", "目标是 2026-12-15 上线"),
    ("Launch is planned for December 1", "Launch is planned for December 15"),
    ("订单 A100 的金额是 200 元", "订单 A100 的金额是 300 元"),
    ("主分支叫 master", "主分支叫 main"),
    ("The main branch is called master", "The main branch is called main"),
    ("日志级别是 debug", "日志级别是 info"),
    ("Feature flag X is on", "Feature flag X is off"),
    ("功能开关已打开", "功能开关已关闭"),
    ("客户喜欢电话沟通", "客户不喜欢电话沟通"),
    ("回复用中文", "回复用英文"),
    ("默认语言是中文", "默认语言是英文"),
    ("GMV 包含退款", "GMV 排除退款"),
    ("GMV 含退款", "GMV 不含退款"),
    ("测试覆盖率要求 80%", "测试覆盖率要求 90%"),
    ("Increase the cache size", "Decrease the cache size"),
    ("Server A depends on server B", "Server B depends on server A"),
    ("A 依赖 B", "B 依赖 A"),
    ("Production database is on RDS", "Production database is now on Aurora"),
    ("客户的联系人是张三", "客户的联系人换成了李四"),
    ("We decided to use REST", "We decided to use GraphQL"),
    ("决定采用 REST", "决定采用 GraphQL"),
    ("The weekly sync is on Monday", "The weekly sync moved to Wednesday"),
    ("周会在周一", "周会改到周三"),
    ("预算上限 5 万元", "预算上限 8 万元"),
    ("Budget is $5,000", "Budget is $8,000"),
    ("回答时先给结论", "回答时最后给结论"),
    ("I'm allergic to shellfish", "I'm no longer allergic to shellfish"),
    ("我对海鲜过敏", "我对海鲜不过敏了"),
    ("User wants emails in the morning", "User wants emails in the evening"),
    ("Feature X is included in the free plan", "Feature X is not included in the free plan"),
    ("release branch is locked", "release branch is unlocked"),
    ("发布分支已锁定", "发布分支已解锁"),
    ("service-a 状态是 running", "service-a 已停止"),
    ("job 42 is queued", "job 42 has completed"),
    ("任务 42 排队中", "任务 42 已完成"),
    ("Alice is the project lead", "Bob is the project lead"),
    ("所有接口返回 JSON", "所有接口返回 XML"),
    ("密码至少 8 位", "密码至少 12 位"),
    ("Passwords need at least 8 characters", "Passwords need at least 12 characters"),
    ("不吃辣", "吃辣"),
    ("我不吃辣", "我现在能吃辣了"),
    ("Sprint 12 goal is login", "Sprint 12 goal is search"),
    ("代码缩进 2 个空格", "代码缩进 4 个空格"),
    ("Indent with 2 spaces", "Indent with 4 spaces"),
    ("Line length limit is 80", "Line length limit is 120"),
    ("时区是 UTC+8", "时区是 UTC+9"),
    ("My timezone is PST", "My timezone is EST"),
    ("Deploy to staging first", "Deploy to production first"),
    ("先部署到测试环境", "先部署到生产环境"),
    ("Answer in Chinese", "Don't answer in Chinese"),
    ("接口鉴权用 JWT", "接口鉴权用 session"),
    ("Auth uses JWT", "Auth uses sessions"),
    ("公司有 200 名员工", "公司有 300 名员工"),
    ("The team has 5 members", "The team has 7 members"),
]

REWORDINGS = [
    ("Deploys run on Tuesday", "Deploys run on Tuesday after the stand-up"),
    ("Prefers dark mode in the editor", "In the editor, prefers dark mode"),
    ("用户不喜欢在周报里使用表格", "用户讨厌在周报里使用表格"),
    ("用户对花生过敏", "用户对花生严重过敏"),
    ("The user prefers short answers", "User prefers short answers"),
    ("用户偏好简短的回答", "用户喜欢简短的回答"),
    ("The meeting is at 3pm", "The meeting is at 15:00"),
    ("Deploys happen every Friday", "Deployments happen every Friday"),
    ("测试用 pytest 运行", "用 pytest 运行测试"),
    ("我的生日是 3 月 5 日", "我的生日是3月5号"),
    ("不要在周五部署", "禁止在周五部署"),
    ("Do not deploy on Fridays", "Never deploy on Fridays"),
    ("User lives in Berlin", "The user currently lives in Berlin"),
    ("User lives in Berlin", "User lives in Berlin, Germany"),
    ("测试覆盖率要求 80%", "测试覆盖率要求达到 80%"),
    ("The team uses Slack for alerts", "Team uses Slack for alerts"),
    ("Budget is $5,000", "Budget is 5000 USD"),
    ("Alice owns the API module", "Alice owns the API module and its docs"),
    ("请用中文回复", "用中文回复我"),
    ("Please answer in Chinese", "Answer in Chinese"),
]

LOOK_ALIKES = [
    ("control-00 偏好简洁回复", "control-00 喜欢深色主题"),
    ("control-01 是测试账号", "control-01 的角色是维护者"),
    ("是", "否"),
    ("Alice likes tea", "Bob likes tea"),
    ("Alice likes tea", "Alice likes coffee"),
    ("Alice is a vegetarian", "Alice is a developer"),
    ("The Q3 report is due on August 15th", "The Q4 report is due on August 15th"),
    ("甲项目用 Python 3.11", "乙项目用 Python 3.11"),
    ("生产环境超时是 30 秒", "测试环境超时是 60 秒"),
    ("counter-09 的 blue 部署当前版本是 v2.0", "counter-09 的 green 部署当前版本是 v1.9"),
    ("项目 A 的负责人是小王", "项目 B 的负责人是小李"),
    ("订单 1234 已发货", "订单 1235 已发货"),
    ("计划把 API 升级到 v2.0", "API 当前版本是 v1.0"),
    ("Alice's email is a@x.io", "Bob's email is b@x.io"),
    ("前端用 React 18", "后端用 React 18"),
    ("My cat is called Momo", "My dog is called Rex"),
    ("The staging database is Postgres 15", "The production database is Postgres 16"),
    ("User likes jazz", "User likes hiking"),
    ("The user has a dog", "The user has a cat"),
    ("Backups run daily", "Tests run daily"),
    ("我哥哥住在北京", "我姐姐住在上海"),
    ("小王负责前端", "小李负责后端"),
    ("订单 A100 的金额是 200 元", "订单 A101 的金额是 300 元"),
    ("Python 3.11 is supported", "Python 3.12 is supported"),
    ("Room 301 has a projector", "Room 302 has a projector"),
    ("日志级别是 debug", "缓存级别是 L2"),
    ("文档用中文写", "代码注释用英文写"),
    ("GMV 含退款", "DAU 含游客"),
    ("The frontend team uses Slack", "The backend team uses Teams"),
    ("Alice is allergic to nuts", "Bob is not allergic to nuts"),
    ("You are called Ada", "I am called Bob"),
    ("我的名字是小明", "你的名字是小智"),
    ("周会在周一", "月会在周三"),
    ("service-a 状态是 running", "service-b 状态是 stopped"),
    ("job 42 is queued", "job 43 has completed"),
    ("Alice owns the API module", "Bob owns the UI module"),
    ("第一阶段的负责人是张三", "第二阶段的负责人是李四"),
    ("Sprint 12 goal is login", "Sprint 13 goal is search"),
    ("2024 年营收 3 亿", "2025 年营收 4 亿"),
    ("Revenue in 2024 was 3M", "Revenue in 2025 was 4M"),
    ("接口鉴权用 JWT", "接口缓存用 Redis"),
    ("公司有 200 名员工", "公司有 3 个办公室"),
    ("用户偏好简洁的回复", "用户偏好中文的回复"),
    ("User prefers short answers", "User prefers Chinese answers"),
    ("用户喜欢深色主题", "用户喜欢浅色字体"),
    ("生产库禁止在工作时间执行 DDL", "生产库允许在夜间执行 DDL"),
    ("Deploys are not allowed on Fridays", "Deploys are allowed on Mondays"),
    ("我用 vim", "我用 Windows"),
    (
        "Always format dates in MM/DD/YYYY when I ask about scheduling",
        "Always format code with highlighting when I ask about implementation",
    ),
    ("4 PM to 5 PM: review progress and plan the next day", "4 PM to 5 PM: family time and a game night"),
    ("Detailed plan for a potluck dinner", "Detailed training plan"),
    ("resin dog tag supplies", "dog name tags resin"),
]


@pytest.mark.parametrize(("old", "new"), CONFLICTS)
def test_another_value_of_one_subject_is_a_conflict_never_a_duplicate(old: str, new: str) -> None:
    assert isinstance(relation(old, new), Conflict)


@pytest.mark.parametrize(("old", "new"), REWORDINGS)
def test_the_same_in_other_words_or_with_more_detail_is_a_rewording(old: str, new: str) -> None:
    assert isinstance(relation(old, new), Rewording)
    assert differs(old, new) is None


@pytest.mark.parametrize(("old", "new"), LOOK_ALIKES)
def test_a_look_alike_about_something_else_is_left_alone(old: str, new: str) -> None:
    assert relation(old, new) == relation(new, old) == Different()


@pytest.mark.parametrize(
    ("old", "new"), [("口径：GMV 含退款", "口径： ＧＭＶ含退款。"), ("🚀", "🚀"), ("DGIA", "dgia"), ("", " ")]
)
def test_equal_folded_text_is_the_same_statement(old: str, new: str) -> None:
    assert relation(old, new) == Same()


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("日志保留 30 天", "日志保留 90 天", Difference(Why.NUMBER, "30 天", "90 天")),
        ("Logs are kept 30 days", "Logs are kept 90 days", Difference(Why.NUMBER, "30 days", "90 days")),
        ("超时是 30 秒", "超时是 30 分钟", Difference(Why.UNIT, "30 秒", "30 分钟")),
        ("部署日是周二", "部署日是周四", Difference(Why.DATE, "周二", "周四")),
        ("The demo is at 3pm", "The demo is at 4pm", Difference(Why.DATE, "3pm", "4pm")),
        ("gateway 是 v1.0", "gateway 是 v1.1", Difference(Why.VERSION, "v1.0", "v1.1")),
        ("用户喜欢表格", "用户不喜欢表格", Difference(Why.NEGATION, "喜欢", "不喜欢")),
        ("User likes tabs", "User dislikes tabs", Difference(Why.ANTONYM, "likes", "dislikes")),
        ("用户喜欢表格", "用户讨厌表格", Difference(Why.ANTONYM, "喜欢", "讨厌")),
        ("deploys to AWS", "deploys to GCP", Difference(Why.NAME, "AWS", "GCP")),
        ("最喜欢喝可乐", "最喜欢喝咖啡", Difference(Why.VALUE, "可乐", "咖啡")),
    ],
)
def test_a_difference_says_why_and_quotes_both_sides(old: str, new: str, difference: Difference) -> None:
    assert differs(old, new) == difference


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("发布日是周二", "Release is on Tuesday"),
        ("超时 30 秒", "超时 30s"),
        ("上限 1,000 次", "上限 1000 次"),
        ("会议在下午3点", "会议在 15:00"),
        ("截止 2026 年 6 月 1 日", "截止 2026-06-01"),
        ("due August 15th", "due Aug 15"),
        ("至多三个", "至多 3 个"),
    ],
)
def test_one_figure_is_one_figure_however_it_is_written(a: str, b: str) -> None:
    difference = differs(a, b)
    assert difference is None or difference.why not in (Why.NUMBER, Why.UNIT, Why.DATE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("不同环境用不同配置", "不同环境用不同的配置"),
        ("用户特别喜欢表格", "用户喜欢表格"),
        ("级别分为三类", "级别分为三个类别"),
        ("是否需要评审由组长决定", "是否需要评审，由组长决定"),
    ],
)
def test_a_sign_inside_a_word_is_no_negation(old: str, new: str) -> None:
    difference = differs(old, new)
    assert difference is None or difference.why is not Why.NEGATION


def test_a_shorter_rewording_says_that_the_old_one_is_fuller() -> None:
    fuller, shorter = "Deploys run on Tuesday after the stand-up", "Deploys run on Tuesday"
    for old, new, shortens in ((fuller, shorter, True), (shorter, fuller, False)):
        answer = relation(old, new)
        assert isinstance(answer, Rewording)
        assert answer.shortens is shortens


def test_a_statement_about_one_part_never_rewords_the_whole() -> None:
    whole = "gate-1 的 API 服务 当前 healthy；worker 进程 当前 running；blue 部署 当前 ready"
    assert relation(whole, "gate-1 的 API 服务 当前 healthy") == Different()
    part = relation(whole, "gate-1 的 API 服务 当前 unhealthy")
    assert isinstance(part, Conflict)
    assert part.partly


def test_what_is_planned_quoted_or_past_contradicts_nothing_that_holds() -> None:
    for said in ("计划把端口改为 9090", "文档写道：默认端口是 9090", "2024 年时默认端口是 9090", "如果默认端口是 9090"):
        assert relation("默认端口是 8080", said) == Different()
    for said in ("We plan to change the default port to 9090", "The docs say the default port is 9090"):
        assert relation("The default port is 8080", said) == Different()


SIGNS = "不 喜欢 用 是 的 表格 v1.2 周二 30 秒 is not uses tabs Alice never component-03 从 A 🚀 。 ； 【背景】 ?"
words = st.lists(st.sampled_from(SIGNS.split()), max_size=7).map(" ".join)


@settings(max_examples=80, deadline=None)
@given(words, words)
def test_every_pair_has_one_answer_and_only_twins_are_the_same(a: str, b: str) -> None:
    assert isinstance(relation(a, b), Same | Rewording | Conflict | Different)
    assert (relation(a, b) == Same()) == (fold_statement(a) == fold_statement(b))
    assert differs(a, a) is None


@settings(max_examples=80, deadline=None)
@given(words, words)
def test_whether_two_statements_differ_does_not_hang_on_their_order(a: str, b: str) -> None:
    assert (differs(a, b) is None) == (differs(b, a) is None)


def test_contradictions_of_memtrust_are_never_merged() -> None:
    cases = json.loads(shared("eval/data/memory-extraction", "memtrust_contradiction_cases.json").read_text("utf-8"))
    answers = [relation(case["initial_fact"], case["contradicting_fact"]) for case in cases["cases"]]
    assert not any(isinstance(answer, Same | Rewording) for answer in answers)
    assert sum(isinstance(answer, Conflict) for answer in answers) >= len(answers) - 1
