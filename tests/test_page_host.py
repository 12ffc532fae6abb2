"""Running a table and looking after oneself in a real browser on the real house."""

from playwright.async_api import Page, expect

from tests.test_page_house import Visit, browser, here, pytestmark, sit, visit

__all__ = ["browser", "here", "pytestmark", "visit"]


async def typed(page: Page, text: str) -> None:
    await page.fill("#say", text)
    await page.press("#say", "Enter")


async def answered(page: Page, words: str) -> None:
    await expect(page.locator("#replies .answer")).to_contain_text(words)


async def test_a_host_pauses_sends_away_changes_the_rules_and_reads_the_log(visit: Visit) -> None:
    ann, bob = await visit(), await visit()
    await sit(ann, "Ann")
    await sit(bob, "Bob")
    await typed(bob, "/pause")
    await answered(bob, "Host: Ann")
    await typed(ann, "/pause")
    await answered(ann, "until you say /resume")
    await expect(ann.locator(".table.live")).to_contain_text("The table is paused")
    await typed(ann, "/resume")
    await answered(ann, "Dealing goes on")

    await bob.click(".table.live [data-name=options]")
    await answered(bob, "Only the host changes anything")
    await ann.click(".table.live [data-name=options]")
    await ann.click("#replies [data-argument='4.page']")
    await answered(ann, "page 4 of 5")
    await ann.click("#replies [data-argument='4.rabbit.0']")
    await answered(ann, "✱ rabbit hunt: off")
    await typed(ann, "/kick bob")
    await expect(ann.locator(".table.live .seat")).to_have_count(1)
    await typed(ann, "/log")
    await answered(ann, "sent away, from seat 2, Bob")
    await answered(ann, "rabbit hunt: on → off")


async def test_a_player_learns_takes_a_break_and_saves_what_is_kept(visit: Visit) -> None:
    page = await visit()
    await sit(page, "Ann")
    await page.click(".table.live [data-name=learn]")
    await page.click("#replies [data-argument=side_pots]")
    await answered(page, "Main pot: 1,000 of each")
    await typed(page, "/mydata")
    await answered(page, "In the file:")
    async with page.expect_download() as saved:
        await page.click("#replies a[download='riverbot-data.json']")
    assert (await saved.value).suggested_filename == "riverbot-data.json"
    await typed(page, "/leave")
    await answered(page, "You leave the table")
    await typed(page, "/break 7d")
    await answered(page, "You are on a break for 7 days")
    await typed(page, "/join")
    await answered(page, "a break that you asked for")
