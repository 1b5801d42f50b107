"""One spelling for rules to match: Traditional Chinese as Simplified, apostrophes straight; offsets stay the same.

For matching only; what is stored and shown is always a slice of the original. The table holds the characters that our
own rules use (cues, dates, attributions), each mapped to one other character, so that a position found in the plain
text is the same position in the original. It is no converter: words that differ between regions stay as they are.
"""

from typing import Final

_TRADITIONAL: Final = (
    "佈來係倉個們備傚傳傾儘優兒內兩冊別則剛創劃劇動務區厭員問單嗎嚮嚴團堅報場壓壞夢妳媽學實寧審寫寵寶將專"
    "尋對導崗師幫幹幾庫廚張強彆彈後徑從復惡愛慣慮應懶戶採換揹搆擇據擬敗數於昇時暫書會朮條棄棧業榦構標樣機"
    "檢權歡歲歸決沒況測準漢潤潰為烏煩熱營牠牽猶獨現產畢異當發盡監瞭碩確碼禪禮種稱範簡籌糾級終組結給統絲經"
    "維網線編緻縣縮總繙繫繼續纔義習聯聲職聽脩臨臺興舉萬薦處號虧術補裝裡製複見規視親覺訂計訊討記設許訴診註"
    "評詞試詩話該誌認語說誰調請論諾講謝識譯議護讀讓貓負財貨貫責買資賣賴車軍較輕輯輸轉辦辯農迴這連週進運過"
    "達遠遲遷選還邊郵鄉醫釋銷錄錯錶鏈鐘門開間閤關陞隊隻電響項順須預領頭題願顧顯飛飯養馬騙騰驗驚體髮鬧鬱鵡"
    "鸚麵麼點黨齡齣龜著"
)
_SIMPLIFIED: Final = (
    "布来系仓个们备效传倾尽优儿内两册别则刚创划剧动务区厌员问单吗向严团坚报场压坏梦你妈学实宁审写宠宝将专"
    "寻对导岗师帮干几库厨张强别弹后径从复恶爱惯虑应懒户采换背构择据拟败数于升时暂书会术条弃栈业干构标样机"
    "检权欢岁归决没况测准汉润溃为乌烦热营它牵犹独现产毕异当发尽监了硕确码禅礼种称范简筹纠级终组结给统丝经"
    "维网线编致县缩总翻系继续才义习联声职听修临台兴举万荐处号亏术补装里制复见规视亲觉订计讯讨记设许诉诊注"
    "评词试诗话该志认语说谁调请论诺讲谢识译议护读让猫负财货贯责买资卖赖车军较轻辑输转办辩农回这连周进运过"
    "达远迟迁选还边邮乡医释销录错表链钟门开间合关升队只电响项顺须预领头题愿顾显飞饭养马骗腾验惊体发闹郁鹉"
    "鹦面么点党龄出龟着"
)
_TABLE: Final = str.maketrans(_TRADITIONAL + "’‘ʼ", _SIMPLIFIED + "'''")


def plain(text: str) -> str:
    """`text` as our rules spell it, character for character."""
    return text.translate(_TABLE)
