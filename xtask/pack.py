"""Packs a file in the format of `xz --format=lzma`, with the parameters that the page reads: python3 xtask/pack.py FROM TO"""

import lzma
import sys

source, target = sys.argv[1:]
with open(source, "rb") as file:
    content = file.read()
parameters = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0, "dict_size": 1 << 23, "nice_len": 273}
packed = lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[parameters])
# The library leaves the size open, and marks the end instead.
with open(target, "wb") as file:
    file.write(packed[:5] + len(content).to_bytes(8, "little") + packed[13:])
