"""Who is meant by an update from Telegram: names as long as Telegram allows, and names that nobody can see."""

from telegram import User

from adapters.telegram.requests import who_pressed
from core.cardroom.names import LONGEST_NAME


def test_a_name_as_long_as_telegram_allows_is_cut_to_what_a_seat_takes() -> None:
    user = User(id=7, is_bot=False, first_name="Anna" * 16, last_name="Belle" * 12)
    assert 0 < len(who_pressed(user).name) <= LONGEST_NAME


def test_a_name_of_which_nothing_can_be_seen_gives_way_to_the_username_or_the_number() -> None:
    assert who_pressed(User(id=7, is_bot=False, first_name="\u200b", username="anna")).name == "anna"
    assert who_pressed(User(id=7, is_bot=False, first_name="\u2800")).name == "7"
