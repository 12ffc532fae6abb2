"""What every test shares: how hypothesis searches, and where the bot's chance comes from."""

import os
import random
import secrets

import pytest
from hypothesis import settings

# A loaded machine is no failure. CI draws the same examples on every run; elsewhere new ones are tried.
settings.register_profile("house", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def same_cards_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening has the same cards on every run of a test; `CHANCE` in the environment deals others."""
    chance = random.Random(f"{request.node.nodeid}{os.environ.get('CHANCE', '')}")
    monkeypatch.setattr(secrets, "token_hex", lambda count=32: chance.randbytes(count or 32).hex())
    monkeypatch.setattr(secrets, "choice", chance.choice)


_LONG = ("test_page", "tourney", "evening", "machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that at the end no worker waits for another."""
    items.sort(key=lambda item: not any(name in item.path.name for name in _LONG))
