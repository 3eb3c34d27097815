"""A match over HTTP, from its creation to its end."""

from tests.api.conftest import Running


async def test_two_people_set_up_and_play_until_one_resigns(service: Running) -> None:
    table = await service.table()
    one, two = table.seats
    assert await table.play_one()
    answer = await table.command(table.seats[one], {"type": "match.Resign"})
    assert answer.status_code == 200, answer.text
    match = (await table.get("")).json()
    assert (match["status"], match["outcome"]["winners"]) == ("over", [two])
