"""Who may do what: every role against every operation of a match."""

import pytest

from api_schema.problems import URN
from tests.api.conftest import Running, Table, first_of

WATCHING = ("", "/view", "/decisions", "/events", "/talk", "/presence", "/stream?after=p-0")


@pytest.fixture
async def public(service: Running) -> Table:
    return await service.table()


@pytest.fixture
async def private(service: Running) -> Table:
    return await service.table(visibility="private")


async def ended(table: Table) -> Table:
    await table.command(next(iter(table.seats.values())), {"type": "match.Resign"})
    return table


def forged(token: str) -> str:
    return token[:-1] + ("0" if token[-1] != "0" else "1")


@pytest.mark.parametrize("what", WATCHING)
async def test_a_public_match_is_watched_without_a_token(public: Table, what: str) -> None:
    assert (await (await ended(public)).get(what)).status_code == 200


@pytest.mark.parametrize("what", WATCHING)
async def test_a_bad_token_is_told_so_even_where_none_is_needed(public: Table, what: str) -> None:
    seat = next(iter(public.seats.values()))
    for token in (forged(seat), "nonsense", f"{public.id}.nobody.1.{'0' * 32}", "..."):
        answer = await public.get(what, token)
        assert (answer.status_code, answer.json()["type"]) == (401, URN + "unauthorized")
        assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("what", WATCHING)
async def test_a_private_match_is_not_there_without_a_good_token(service: Running, private: Table, what: str) -> None:
    other = await service.table()
    seat = next(iter(private.seats.values()))
    absent = await service.get(f"/v1/matches/{'a' * 20}{what}")
    for token in (None, "nonsense", forged(seat), other.host):
        answer = await private.get(what, token)
        assert (answer.status_code, answer.content) == (404, absent.content)


@pytest.mark.parametrize("what", WATCHING[:-1])
async def test_a_private_match_is_seen_by_its_seats_host_and_spectators(private: Table, what: str) -> None:
    assert private.spectator is not None
    for token in (*private.seats.values(), private.host, private.spectator):
        assert (await private.get(what, token)).status_code == 200


async def test_a_seat_of_a_private_match_is_claimed_only_with_its_token(service: Running) -> None:
    made = (await service.create(visibility="private")).json()
    seat = (await service.get("/v1/games/ultimatum")).json()["seats"][0]
    path, claim = f"/v1/matches/{made['id']}/seats/{seat}/claim", {"claim_key": "k" * 32}
    assert (await service.post(path, claim)).status_code == 404
    assert (await service.post(path, claim, made["spectator_token"])).status_code == 201


async def test_commands_without_a_good_token_never_tell_whether_a_match_is_there(
    public: Table, private: Table, service: Running
) -> None:
    absent = Table(service, "a" * 20, "", None)
    for token in ("", "nonsense", f"{'a' * 20}.host.0.{'0' * 32}"):
        answers = [await t.command(token, {"type": "match.Start"}) for t in (public, private, absent)]
        assert [401] * 3 == [answer.status_code for answer in answers]
        assert 1 == len({answer.content for answer in answers})


async def test_a_token_of_another_match_or_for_watching_gives_no_commands(service: Running, private: Table) -> None:
    other = await service.table()
    assert private.spectator is not None
    for token, code in ((other.host, "wrong_match"), (private.spectator, "wrong_role")):
        answer = await private.command(token, {"type": "match.Start"})
        assert (answer.status_code, answer.json()["code"]) == (403, code)


async def test_another_seats_decision_is_refused(public: Table) -> None:
    (one, two) = public.seats.values()
    mine = [d for d in (await public.get("/decisions", one)).json()["decisions"] if "id" in d]
    answer = await public.command(two, {"type": "match.Resign"}, decision=mine[0]["id"])
    assert (answer.status_code, answer.json()["type"]) == (409, URN + "stale-decision")


async def test_the_host_plays_no_commands_of_the_game(public: Table) -> None:
    listed = [(await public.get("/decisions", token)).json()["decisions"] for token in public.seats.values()]
    offers = [offer for decisions in listed for decision in decisions for offer in decision.get("offers", ())]
    offered = next(offer for offer in offers if not offer["command"].startswith("match."))
    answer = await public.command(public.host, first_of(offered))
    assert (answer.status_code, answer.json()["rule"]) == (409, "K-PLAY-06")


async def test_who_asks_is_settled_before_the_body_is_read(service: Running, public: Table) -> None:
    path = f"{public.path}/commands"
    for body, kind in ((b"{", "application/json"), (b"x", "text/plain"), (b"", "application/json")):
        answer = await service.client.post(path, content=body, headers={"Content-Type": kind})
        assert answer.status_code == 401
