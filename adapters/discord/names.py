"""Makes untrusted words harmless in Discord's markup: what a player typed can neither format, mention nor link.

What cannot be seen, or turns a line around, `adapters.visible` has taken out before.
"""

import re

from adapters.visible import NOBODY, isolated, visible

LONGEST_CODE = 120
"""Visible characters of a machine text: a root has 64, a phrase for the cut at most as many."""
_BREAK = "\u200b"
"""Nothing to see; keeps ``@`` apart from what would be a mention."""
_INLINE = re.compile(r"[\\*_~`|<\[\]]|:(?=//|[\w+~-]+:)")
_AT_LINE_START = re.compile(r"(?=[-+#>])|(?<=\d)(?=[.)] )")


def safe_name(name: str) -> str:
    """A name as markdown that shows it just as it is and rings for nobody."""
    return isolated(escaped(visible(name) or NOBODY))


def escaped(text: str) -> str:
    """The text with all inline markup and every mention in it taken apart."""
    return _INLINE.sub(r"\\\g<0>", text).replace("@", f"@{_BREAK}")


def escaped_start(line: str) -> str:
    """A line that begins no heading, list or quotation."""
    found = _AT_LINE_START.search(line[:4])
    if found is None or not (found.start() == 0 or line[: found.start()].isdigit()):
        return line
    return f"{line[: found.start()]}\\{line[found.start() :]}"


def code(text: str) -> str:
    """The text as inline code, its backticks as accents; empty for nothing."""
    shown = visible(text, LONGEST_CODE).replace("`", "\u02cb").replace("@", f"@{_BREAK}")
    return f"`{shown}`" if shown else ""
