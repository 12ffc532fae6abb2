"""The browser that the page tests drive, and the mark for tests that cannot do without one."""

import shutil

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)
needs_chromium = pytest.mark.skipif(
    # The package that drives it brings no browser of its own, and a machine need not have one.
    CHROMIUM is None,
    reason="no Chromium is installed (Debian: apt-get install chromium)",
)
