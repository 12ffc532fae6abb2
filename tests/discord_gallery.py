"""Pictures of the Discord messages: every scene in Chromium, dark and light, wide and on a phone.

    python -m tests.discord_gallery OUT LIBRARY.js [SCENE...]

LIBRARY.js is @skyra/discord-components-core (npm, for development only) bundled into one module. The page is made of
the very components that are sent to Discord; containers and thin lines, which the library lacks, are drawn here.
"""

import base64
import html
import re
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from adapters.discord.emoji import KEYS, NAMES
from adapters.discord.emoji_pictures import pictures
from adapters.discord.layout import table_view
from adapters.messages import Locale
from tests.discord_scenes import SCENES, payload

CHROMIUM = "/usr/bin/chromium"
PHONE, DESKTOP = 430, 620
"""Pixels across; the library leaves more room beside a message than Discord on a phone of 390 does."""

STYLE = """
body { margin: 0; font-family: 'gg sans', 'Noto Sans CJK TC', sans-serif; }
.box { border: 1px solid #44464c; border-left: 4px solid var(--accent); border-radius: 8px; padding: 12px 16px;
  background: #393a41; max-width: 520px; display: flex; flex-direction: column; gap: 8px; margin-top: 4px; }
.light .box { background: #f7f7f8; border-color: #d9dadf; border-left-color: var(--accent); }
.text { font: 16px/22px 'gg sans', 'Noto Sans CJK TC', sans-serif; overflow-wrap: anywhere; }
.text h1, .text h2, .text h3 { margin: 4px 0; font-weight: 700; line-height: 1.375em; }
.text h1 { font-size: 24px; } .text h2 { font-size: 20px; } .text h3 { font-size: 16px; }
.text small { display: block; font-size: 13px; line-height: 18px; color: #a5a7ae; }
.light .text small { color: #5c5e66; }
.text blockquote { margin: 0; padding-left: 12px; border-left: 4px solid #65686f; border-radius: 4px; }
.text code { font: .85em 'DejaVu Sans Mono', monospace; background: #2b2c31; border: 1px solid #46474e;
  border-radius: 4px; padding: 0 3px; }
.light .text code { background: #ebebed; border-color: #d5d6db; }
.text img { width: 1.375em; height: 1.375em; vertical-align: bottom; }
.text .mention { background: #3c4270; color: #c9cdfb; border-radius: 3px; padding: 0 2px; }
.text .time { background: #4a4c54; border-radius: 3px; padding: 0 2px; }
.light .text .time { background: #e3e4e8; }
hr { border: 0; border-top: 1px solid #4c4e55; margin: 0; width: 100%; }
.light hr { border-color: #dcdde1; }
"""
BUTTON_KINDS = {1: "primary", 2: "secondary", 3: "success", 4: "destructive"}
INLINE = re.compile(
    r"\\(?P<plain>[^0-9A-Za-z\s])|`(?P<code>[^`]+)`|\*\*(?P<bold>(?:\\.|(?!\*\*).)+)\*\*"
    r"|<:(?P<emoji>\w+):\d+>|<t:(?P<time>\d+):R>|<@(?P<user>\d+)>"
)


def inline(text: str, images: dict[str, str]) -> str:
    """Markdown within a line."""
    made, at = [], 0
    for found in INLINE.finditer(text):
        made.append(html.escape(text[at : found.start()]))
        at = found.end()
        if found["plain"]:
            made.append(html.escape(found["plain"]))
        elif found["code"]:
            made.append(f"<code>{html.escape(found['code'])}</code>")
        elif found["bold"]:
            made.append(f"<discord-bold>{inline(found['bold'], images)}</discord-bold>")
        elif found["emoji"]:
            made.append(f'<img alt=":{found["emoji"]}:" src="{images[found["emoji"]]}">')
        elif found["time"]:
            made.append(f'<span class="time">in {int(found["time"]) % 60} seconds</span>')
        else:
            made.append('<span class="mention">@Mei</span>')
    return "".join(made) + html.escape(text[at:])


def block(line: str, images: dict[str, str]) -> str:
    """One line: a heading, small text, a quotation, or plain."""
    for mark, tag in (("# ", "h1"), ("## ", "h2"), ("### ", "h3"), ("-# ", "small"), ("> ", "blockquote")):
        if line.startswith(mark):
            return f"<{tag}>{inline(line.removeprefix(mark), images)}</{tag}>"
    return f"<div>{inline(line, images)}</div>"


def component(item: dict[str, Any], images: dict[str, str]) -> str:
    """A component as HTML."""
    inside = "".join(component(child, images) for child in item.get("components", ()))
    match item["type"]:
        case 17:
            return f'<div class="box" style="--accent: #{item["accent_color"]:06x}">{inside}</div>'
        case 10:
            lines = "".join(block(line, images) for line in item["content"].split("\n"))
            return f'<div class="text">{lines}</div>'
        case 13:
            name = html.escape(str(item["file"]["url"]).removeprefix("attachment://"))
            return (
                f'<discord-file-attachment name="{name}" bytes="2" bytes-unit="KB"></discord-file-attachment>'
            )
        case 14:
            return "<hr>"
        case 1:
            return f"<discord-action-row>{inside}</discord-action-row>"
        case _:
            emoji = (item.get("emoji") or {}).get("name", "")
            off = " disabled" if item.get("disabled") else ""
            label = html.escape(f"{emoji} {item['label']}".strip())
            return f'<discord-button type="{BUTTON_KINDS[item["style"]]}"{off}>{label}</discord-button>'


def page(scene: str, locale: Locale, emoji: dict[str, str], images: dict[str, str], *, light: bool) -> str:
    """A page with one message."""
    view = table_view(SCENES[scene](), locale, emoji)
    made = "".join(component(item, images) for item in payload(view))
    theme = "light-theme" if light else ""
    return (
        f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>'
        f'<body class="{"light" if light else "dark"}"><script type="module" src="discord.js"></script>'
        f'<discord-messages {theme}><discord-message author="Riverbot" bot avatar="blue" {theme}>{made}'
        "</discord-message></discord-messages>"
    )


def main(out: Path, library: Path, wanted: list[str]) -> None:
    """Write pages and pictures of the scenes into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "discord.js").write_bytes(library.read_bytes())
    images = {
        NAMES[key]: "data:image/png;base64," + base64.b64encode(png).decode()
        for key, png in pictures().items()
    }
    uploaded = {key: f"<:{NAMES[key]}:{number}>" for number, key in enumerate(KEYS, start=1)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--allow-file-access-from-files"]
        )
        for scene in wanted or SCENES:
            for locale in Locale:
                for look, light, across, emoji in (
                    ("dark", False, DESKTOP, uploaded),
                    ("light-phone-plain", True, PHONE, {}),
                    ("dark-phone", False, PHONE, uploaded),
                ):
                    file = out / f"{scene}.{locale}.{look}.html"
                    file.write_text(page(scene, locale, emoji, images, light=light), encoding="utf-8")
                    tab = browser.new_page(viewport={"width": across, "height": 200})
                    tab.goto(file.as_uri())
                    tab.wait_for_function("customElements.get('discord-message') !== undefined")
                    tab.screenshot(path=str(file.with_suffix(".png")), full_page=True)
                    tab.close()
        browser.close()


if __name__ == "__main__":
    begun = time.monotonic()
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
    sys.stdout.write(f"{time.monotonic() - begun:.0f} s\n")
