"""Words with their reading above, ``{漢字|かんじ}``, unlike phrases with numbers: what is before the bar decides."""

# Chinese characters, after which kana may follow.
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
BASE = rf"[{_HAN}][{_HAN}\u3041-\u30ff]{{0,20}}"
READING = rf"\{{(?P<base>{BASE})\|(?P<reading>[^{{}}|\\\n]{{1,40}})\}}"
