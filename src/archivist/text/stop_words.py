"""Words that say nothing about the subject of a query: English words, Chinese words and their halves.

Chinese is searched by pairs of characters, so the list also holds the pairs that straddle a question word (么办, 是什).
They are kept in the index and leave a query only while something else is left of it.
"""

from archivist.text.stems import stem

_ENGLISH = """
a about after again all also am an and any anybody anyone anything are as at be because been before being between both
but by can cannot could d did do does doing done down during each either else ever every few for from further get had
has have having he her here hers herself him himself his how however i if in into is it its itself just ll m many may me
might mine more most much must my myself neither no nor not now of off on once one only onto or other our ours ourselves
out over own please re s same shall she should since so some somebody someone something such t than that the their
theirs them themselves then there these they this those through to too under until up upon us ve very was we were what
when where whether which while who whom whose why will with within without would yes yet you your yours yourself dont
doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt
"""
_CHINESE = """
的 了 和 是 就 都 而 及 与 着 或 也 在 吗 呢 吧 啊 呀 哦 嗯 么 我 你 他 她 它 您 这 那 其 之 把 被 给 让 从 到 对 向 为
有 会 能 很 我们 你们 他们 她们 它们 自己 这个 那个 这些 那些 这里 那里 这样 那样 什么 怎么 怎样 如何 为何 哪些 哪个
哪里 哪儿 哪种 多少 几个 是否 是不 不是 能否 可否 可以 能够 应该 需要 请问 请教 一下 一个 一些 一种 有没 没有 还是 或者
以及 并且 而且 但是 因为 所以 如果 那么 时候 为什 么是 么办 的是 是什 是怎 有什 有哪 了吗 了什 的吗 的呢 么样 样的 个是
些是
"""

STOP_WORDS = frozenset(map(stem, (_ENGLISH + _CHINESE).split()))
