"""Which communities have a bank, and by what rules: as the operator has set it."""

from dataclasses import replace

from bot.settings import Settings
from core.cardroom.bank import BankOf, BankRules, free_chips
from core.ids import CommunityId


def banks(settings: Settings) -> BankOf:
    """Servers and groups have one. So have web rooms, but there nobody is ever short: people practise at home."""
    if not settings.bank:
        return free_chips
    rules = BankRules(opening=settings.bank_opening, daily=settings.bank_daily, refill=settings.bank_refill)
    at_home = replace(rules, refill_at_once=True)

    def bank_of(community: CommunityId) -> BankRules:
        return at_home if community.startswith("web:") else rules

    return bank_of
