"""Which matches a process keeps in memory: the latest used, and all that somebody listens to."""

import pytest

from tests.api.conftest import Running


async def test_a_process_keeps_as_many_matches_as_it_may_and_drops_the_least_lately_used(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.matches.ROOMS", 4)
    matches = service.app.service.matches
    ids = [(await service.create()).json()["id"] for _ in range(4)]
    assert [True] * 4 == [matches.near(match) is not None for match in ids]
    await matches.open(ids[0])
    late = (await service.create()).json()["id"]
    assert [True, False, True, True, True] == [matches.near(match) is not None for match in (*ids, late)]


async def test_a_match_that_somebody_listens_to_stays(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.matches.ROOMS", 2)
    app = service.app.service
    heard = (await service.create()).json()["id"]
    async with app.live.listening(heard):
        others = [(await service.create()).json()["id"] for _ in range(5)]
        assert [heard, others[-1]] == [match for match in (heard, *others) if app.matches.near(match)]
