"""A match over HTTP, from its creation to its end: every operation once, as a client would."""

import pytest

from tests.api.conftest import Running


async def test_two_people_set_up_and_play_until_one_resigns(service: Running) -> None:
    table = await service.table()
    one, two = table.seats
    assert await table.play_one()
    answer = await table.command(table.seats[one], {"type": "match.Resign"})
    assert answer.status_code == 200, answer.text
    match = (await table.get("")).json()
    assert (match["status"], match["outcome"]["winners"]) == ("over", [two])


async def test_two_people_play_on_until_the_game_itself_ends(service: Running) -> None:
    table = await service.table()
    for _ in range(300):
        if not await table.play_one():
            break
    match = (await table.get("")).json()
    assert match["status"] == "over"
    assert match["outcome"]["reason"] not in {"resigned", "drawn", "aborted"}


async def test_both_agree_on_a_draw(service: Running) -> None:
    table = await service.table()
    for token in table.seats.values():
        await table.command(token, {"type": "match.Consent", "what": "draw", "agree": True})
    assert (await table.get("")).json()["outcome"]["reason"] == "drawn"


async def test_computers_play_a_whole_match_once_the_host_starts_it(service: Running) -> None:
    bots = (await service.get("/v1/games/ultimatum")).json()["bots"]
    seats = [{"by": "computer", "policy": bots[0]}] * 2
    made = (await service.create(seats=seats)).json()
    path = f"/v1/matches/{made['id']}"
    await service.post(f"{path}/commands", {"command": {"type": "match.Start"}}, made["host_token"])
    after, events = "p-0", 0
    while (await service.get(path)).json()["status"] != "over":
        page = (await service.get(f"{path}/events?after={after}", headers={"Prefer": "wait=5"})).json()
        after, events = page["next"], events + len(page["events"])
        assert events < 5_000
    assert (await service.get(path)).json()["outcome"] is not None


async def test_leaving_opens_the_seat_again_and_voids_the_token(service: Running) -> None:
    table = await service.table(start=False)
    seat, token = next(iter(table.seats.items()))
    assert (await table.command(token, {"type": "match.Leave"})).status_code == 200
    kinds = {each["seat"]: each["kind"] for each in (await table.get("")).json()["seats"]}
    assert kinds[seat] == "open"
    assert (await table.command(token, {"type": "match.Leave"})).status_code == 401


async def test_the_host_sends_a_person_away_before_the_start(service: Running) -> None:
    table = await service.table(start=False)
    seat = next(iter(table.seats))
    offered = (await table.get("/decisions", table.host)).json()["decisions"]
    assert {"match.Kick", "match.Start"} == {d["offers"][0]["command"] for d in offered if d["seat"] == "host"}
    assert (await table.command(table.host, {"type": "match.Kick", "seat": seat})).status_code == 200
    assert (await table.get("/view", table.seats[seat])).status_code == 401


async def test_a_claim_key_used_again_gives_the_same_token_again(service: Running) -> None:
    table = await service.table(start=False)
    seat = next(iter(table.seats))
    await table.command(table.seats[seat], {"type": "match.Leave"})
    first = await service.claim(table, seat, "k" * 32)
    assert first == await service.claim(table, seat, "k" * 32)
    other = await service.post(f"{table.path}/seats/{seat}/claim", {"claim_key": "j" * 32})
    assert (other.status_code, other.json()["code"]) == (409, "seat_taken")


async def test_display_names_are_shown_until_their_person_leaves(service: Running) -> None:
    made = (await service.create()).json()
    seat = (await service.get("/v1/games/ultimatum")).json()["seats"][0]
    path = f"/v1/matches/{made['id']}"
    claim = {"claim_key": "k" * 32, "name": "Ada", "entropy": "00" * 16}
    token = (await service.post(f"{path}/seats/{seat}/claim", claim)).json()["token"]
    assert (await service.get(path)).json()["seats"][0]["name"] == "Ada"
    await service.post(f"{path}/commands", {"command": {"type": "match.Leave"}}, token)
    await service.app.listing.settle()
    assert (await service.get(path)).json()["seats"][0]["name"] is None


async def test_public_matches_are_listed_newest_first_page_by_page(service: Running) -> None:
    made = []
    for _ in range(3):
        service.clock.now += 1000
        made.append((await service.create()).json()["id"])
    await service.create(visibility="private")
    await service.app.listing.settle()
    first = (await service.get("/v1/matches?limit=2")).json()
    second = (await service.get(f"/v1/matches?limit=2&cursor={first['next']}")).json()
    assert [match["id"] for match in first["matches"] + second["matches"]] == made[::-1]
    assert second["next"] is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("open=true", 1),
        ("open=false", 1),
        ("status=lobby", 1),
        ("status=running", 1),
        ("status=over", 0),
        ("game=chess", 0),
    ],
)
async def test_matches_are_searched(service: Running, query: str, found: int) -> None:
    await service.create()
    await service.table()
    await service.app.listing.settle()
    assert found == len((await service.get(f"/v1/matches?{query}")).json()["matches"])


async def test_both_agree_to_end_without_a_result(service: Running) -> None:
    table = await service.table()
    for token in table.seats.values():
        answer = await table.command(token, {"type": "match.Consent", "what": "abort", "agree": True})
        assert answer.status_code == 200, answer.text
    outcome = (await table.get("")).json()["outcome"]
    assert ("aborted", []) == (outcome["reason"], outcome["winners"])
