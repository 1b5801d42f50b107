"""The words by which two look-alike statements say different things, in Chinese and English. Data, no code.

Held as plain tables so that a reader can add a word without reading a rule. Chinese words are matched longest first;
`NEUTRAL` lists words that merely contain a negation sign (不同, 级别), so that the sign in them is not read as one.
Only words that flip, qualify or introduce a value are here: any other replaced word is a difference by itself.
"""

ANTONYMS: tuple[tuple[str, str], ...] = (
    ("喜欢 喜爱 偏好 偏爱 爱 like love prefer enjoy", "讨厌 厌恶 反感 dislike hate detest"),
    (
        "启用 开启 打开 打开了 开着 enable on activate open",
        "禁用 停用 关闭 关掉 关了 disable disabled off deactivate close",
    ),
    ("之前 以前 before", "之后 以后 after"),
    ("增加 提高 上调 提升 increase raise", "减少 降低 下调 decrease reduce lower"),
    ("支持 赞成 support favor favour", "反对 oppose against"),
    ("接受 accept", "拒绝 reject refuse decline"),
    ("同意 批准 agree approve", "不同意 驳回 disagree disapprove"),
    ("包含 包括 include including", "排除 剔除 exclude excluding"),
    ("添加 新增 add", "移除 remove"),
    ("保留 保存 keep retain", "删除 丢弃 delete drop discard"),
    ("加入 join", "退出 离开 leave quit"),
    ("启动 开始 start begin", "停止 终止 stop end"),
    ("公开 public", "私有 保密 private"),
    ("同步 sync synchronous", "异步 async asynchronous"),
    ("自动 automatic automatically", "手动 人工 manual manually"),
    ("本地 local locally", "远程 云端 remote remotely"),
    ("在线 online", "离线 offline"),
    ("深色 暗色 dark", "浅色 亮色 light"),
    ("升序 ascending asc", "降序 descending desc"),
    ("大写 uppercase", "小写 lowercase"),
    ("最大 最多 至多 maximum max most", "最小 最少 至少 minimum min least"),
    ("详细 详尽 verbose detailed long", "简洁 简短 简明 concise brief short terse"),
    ("严格 strict", "宽松 loose lenient"),
    ("免费 free", "收费 付费 paid"),
    ("内部 internal", "外部 external"),
    ("成功 succeed success successful", "失败 fail failure"),
    ("制表符 tab", "空格 space"),
    ("上线", "下线"),
    ("登录 login", "登出 logout"),
    ("锁定 lock", "解锁 unlock"),
    ("必需 必填 required mandatory", "可选 选填 optional"),
    ("真 true", "假 false"),
    ("yes", "no"),
    ("with", "without"),
    ("more", "fewer less"),
)
"""Each pair: words of one meaning, words of its opposite. `tab` also stands for `tabs`."""

NEGATIONS = (
    "禁止 严禁 不准 不许 不允许 不可以 不可 从不 从来不 绝不 决不 "
    "never forbid forbidden prohibit prohibited disallow disallowed ban banned deny denied "
    "不 没 没有 别 勿 莫 未 非 并不 并非 不要 不会 不能 不得 不该 不应 不应该 不想 不愿 不用 不必 无需 无须 切勿 "
    "请勿 尚未 从未 "
    "除了 除非 除外 除 而不是 而非 "
    "not no none neither nor cannot can't cant don't dont doesn't didn't won't shouldn't mustn't isn't aren't wasn't "
    "weren't wouldn't hasn't haven't couldn't except unless nobody nothing"
)
"""Signs that turn the next word. A prohibition is one (禁止 is 不允许, and 允许 is light), and so is an exception
(除非, unless), which takes something back."""

ENDINGS = "不再 再也不"
"""Signs that something held and holds no more: a negation, and a change."""

NEUTRAL = (
    "不同 不仅 不但 不断 不少 不错 不久 不管 不论 不只 不止 差不多 不锈钢 要不 对不起 "
    "不过敏 特别 分别 区别 级别 类别 性别 别名 别人 个别 识别 辨别 别的 别墅 鉴别 告别 "
    "未来 未必 沉没 没收 淹没 非常 非洲 并非常 除法 删除了 扣除 开除 免除 解除 爱好 可爱 爱情 "
    "真正 真实 认真 假期 假设 放假 请假 以及 以为 认为 因为 作为 成为 行为 为了 为什么 是否 但是 可是 于是 "
    "现场 使用者 用途 用法 用例 应用 费用 作用 专用 通用 公用 信用 用量 存在 内在 所在 "
    "有限 有效 有关 所有 拥有 有些 有时 叫做 大小写 前端 后端 后台 前台 空格键"
)

FILLERS = (
    "的 了 着 请 要 应该 应当 需 将 把 被 就 都 也 又 再 还 还是 很 这 那 其 一种 一律 总是 一直 始终 允许 准许 "
    "always allow allows allowed permit permits permitted "
    "现在 正在 现已 目前 当前 现 如今 眼下 已经 已 刚刚 今后 从今以后 其实 实际 实际上 并 "
    "a an the this that these those please should shall will would being been do does did "
    "now currently presently already just also too very really actually then there it new 新的"
)
"""Words that carry no value: their coming and going is no difference."""

NOW = "现在 正在 现已 目前 当前 已经 已 还是 了 currently now presently already also just"
"""Fillers that say when; left out before similarity."""

SPEAKERS = "我 我们 咱们 本人 用户 该用户 我的 i we my our me us user users i'm we're i'd i've"

COPULAS = (
    "是 为 等于 叫 叫做 名为 定为 定在 设为 设置为 设定为 位于 is are was were be equals equal become became "
    "set due named called at stay i'm it's"
)
"""Between a subject with its attribute and the one value it has."""

CHANGES = (
    "改为 改成 改到 改用 改 换成 换为 换到 换 变为 变成 变更为 变更 更新为 更新至 更新到 更新 调整为 调整至 调整到 "
    "调整 调到 "
    "调为 升级 升级到 升级至 升级为 升至 升到 "
    "降级到 降级至 降级 降到 降至 回滚到 回滚至 回滚 回退到 回退至 回退 恢复为 恢复到 切换到 切换为 切换 切到 "
    "迁移到 迁移 迁到 "
    "移到 推迟到 提前到 转为 转到 "
    "change changed move moved switch switched roll rolled migrate migrated push pushed back upgrade upgraded "
    "downgrade "
    "downgraded rename renamed postpone postponed reschedule rescheduled replace replaced revert reverted"
)
"""Verbs that say a new value takes the place of an old one."""

PREDICATES = (
    "用 使用 采用 选用 运行 运行在 运行于 跑在 在 住在 住 部署 部署在 部署到 发布 存 存在 放在 写 执行 进行 来自 "
    "属于 负责 担任 "
    "依赖 基于 通过 连接 返回 输出 监听 支持 需要 归 由 必须 可以 可 会 "
    "use deploy run work write listen return depend belong lead own host serve require keep must may can "
)
"""Verbs with one object at a time, where another object is another value."""

ADDITIVE = (
    "有 养 懂 去过 买 买了 看过 学过 认识 含 提供 "
    "have has had own know speak contain read buy bought visit learn provide"
)
"""Verbs, beside `like` and `include`, that can be true of several objects at once."""

ADDITIVE_PAIRS = "喜欢 包含 添加"
"""The antonyms above that can be true of several objects: another object is another statement, unless ..."""

EXCLUSIVE = (
    "最 只 仅 唯一 首选 默认 主要 一律 统一 only sole solely favorite favourite best default primary main preferred"
)
"""... one of these says that there is but one."""

PREFERENCES = "偏好 偏爱 prefer"
"""Of the additive ones, those that put one object before all others."""

SYNONYMS: tuple[tuple[str, str], ...] = (
    ("回答", "回答 回复 答复 reply answer respond response"),
    ("作为", "作为 当作"),
    ("开会", "会议 开会 meeting"),
)
"""Words for one thing, beside the tables above."""

ATTRIBUTES: tuple[tuple[str, str], ...] = (
    ("version", "版本 版本号 当前版本 配置版本 version release"),
    ("state", "状态 当前状态 运行状态 status state health"),
    ("deadline", "截止 截止日期 截止时间 期限 到期 deadline due"),
    ("address", "地址 住址 address"),
    ("role", "角色 职务 role"),
    ("time", "时间 time"),
)
"""Canonical attribute, its names."""

STATES = (
    "healthy unhealthy degraded running stopped paused idle queued pending completed complete done failed failing "
    "ready "
    "reachable unreachable timeout up down active inactive blocked "
    "shipped "
    "delivered cancelled canceled merged draft published archived resolved unresolved connected disconnected "
    "available "
    "unavailable started succeeded success error crashed restarting deploying deployed "
    "正常 异常 健康 不健康 运行中 运行 已停止 停止 排队 排队中 等待中 完成 已完成 失败 已失败 就绪 可达 不可达 "
    "超时 在线 离线 可用 不可用 "
    "已发货 待发货 已取消 已关闭 进行中 未开始 已上线 已下线 已发布 已归档"
)
"""Values that name the state of a thing, so that `X is running` and `X has stopped` are one slot."""

SLOT_VERBS: tuple[tuple[str, str], ...] = (
    ("address", "住在 住 定居 定居在 搬到 搬去 搬家到 live reside"),
    ("employer", "就职于 供职于 任职于 入职"),
)
"""Verbs that name a slot by themselves: `I live in Berlin` has the slot of `my address is ...`."""

MOVES = "move moved relocate relocated"
"""Verbs of change that, said of a person or a place to live or work in, speak of the address."""

ROLES = "服务 系统 应用 组件 项目 平台 service system app application component project platform"
"""Words that only say what kind of thing the name before them is."""

UNITS: tuple[tuple[str, str], ...] = (
    ("ms", "毫秒 ms millisecond milliseconds"),
    ("s", "秒 秒钟 s sec secs second seconds"),
    ("min", "分钟 min mins minute minutes"),
    ("h", "小时 钟头 h hr hrs hour hours"),
    ("d", "天 日内 d day days"),
    ("w", "周 星期 w week weeks"),
    ("mo", "个月 month months"),
    ("y", "年 year years"),
    ("kb", "kb KB"),
    ("mb", "mb MB 兆"),
    ("gb", "gb GB"),
    ("tb", "tb TB"),
    ("%", "% 百分比 percent"),
    ("cny", "元 块 块钱 人民币 rmb yuan cny"),
    ("usd", "美元 美金 usd dollar dollars"),
    ("eur", "欧元 eur euro euros"),
    ("kg", "公斤 千克 kg"),
    ("g", "克 g gram grams"),
    ("km", "公里 千米 km"),
    ("m", "米 meter meters"),
    ("cm", "厘米 cm"),
    ("x", "倍 x times"),
    ("次", "次 遍"),
    ("个", "个"),
    ("人", "人 位 people persons"),
    ("行", "行 line lines"),
    ("字", "字 字符 characters chars"),
    ("token", "token tokens"),
    ("px", "px 像素"),
    ("台", "台"),
    ("条", "条"),
    ("页", "页 page pages"),
    ("度", "度 degrees"),
)
"""Canonical unit, its spellings right after a number."""

QUOTED_BLOCK = (
    "上下文 背景 引用 引文 示例 样例 参考 历史 原文 仅保留 不作为 context background quote quoted example reference"
)
"""A 【label】 that holds one of these opens material that is shown, not stated."""

LABELS = (
    "事实记录 记录 补录 后补 事后补记 补记 补登 追记 更新 更正 纠正 修正 说明 备注 注意 结论 决定 update "
    "correction note "
    "fact record fyi "
    "decision backfill edit"
)
"""`label:` before a statement that is not part of it."""

MONTHS = "january february march april may june july august september october november december"
DAYS = "monday tuesday wednesday thursday friday saturday sunday"
