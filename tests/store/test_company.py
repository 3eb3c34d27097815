"""What is kept for the people at a table: talk, who was seen, webhooks."""

from redis import Redis

from service.store.company_port import Said, Saying
from service.store.redis import RedisStore


def saying(entry: bytes, key: bytes | None = None, conversation: str = "all", **more: object) -> Saying:
    given = {"author": "ann", "window": 1, "most_in_window": 100, "most": 100, "keep_ms": 60_000} | more
    return Saying(conversation=conversation, key=key or entry, entry=entry, **given)  # type: ignore[arg-type]


async def test_what_is_said_is_counted_in_its_own_conversation(store: RedisStore) -> None:
    for conversation, entry in (("all", b"one"), ("s1s2", b"a \x00 word"), ("all", b"two")):
        await store.talk.say("m1", saying(entry, conversation=conversation))
    found = await store.talk.read("m1", {"all": 0, "s1s2": 0, "s1s3": 0}, 10)
    expected = {
        "all": [b"one", b"two"],
        "s1s2": [b"a \x00 word"],
        "s1s3": [],
    }
    assert expected == found
    assert {"all": []} == await store.talk.read("m2", {"all": 0}, 10)


async def test_talk_is_read_page_by_page(store: RedisStore) -> None:
    for number in range(1, 8):
        await store.talk.say("m1", saying(b"%d" % number))
    assert {"all": [b"4", b"5", b"6"]} == await store.talk.read("m1", {"all": 3}, 3)
    assert {"all": []} == await store.talk.read("m1", {"all": 99}, 3)


async def test_the_same_key_says_it_once(store: RedisStore) -> None:
    for entry in (b"one", b"two", b"one"):
        await store.talk.say("m1", saying(entry))
    for conversation in ("all", "s1s2"):
        again = await store.talk.say("m1", saying(b"other", key=b"one", conversation=conversation))
        assert Said("said", "all-1", b"one") == again
    assert {"all": [b"one", b"two"]} == await store.talk.read("m1", {"all": 0}, 9)


async def test_an_author_says_only_so_much_in_a_window_of_time(store: RedisStore) -> None:
    said = [
        (await store.talk.say("m1", saying(b"%d" % number, author=author, window=window, most_in_window=2))).result
        for number, (author, window) in enumerate([("ann", 1), ("ann", 1), ("ann", 1), ("bob", 1), ("ann", 2)])
    ]
    assert ["said", "said", "slow", "said", "said"] == said


async def test_a_conversation_takes_only_so_many_entries(store: RedisStore) -> None:
    results = [(await store.talk.say("m1", saying(b"%d" % n, most=2))).result for n in range(3)]
    assert ["said", "said", "full"] == results


async def test_what_is_erased_is_in_no_key_of_the_store(store: RedisStore, operator: Redis, prefix: str) -> None:
    await store.talk.say("m1", saying(b"a secret word", key=b"key"))
    await store.talk.say("m1", saying(b"erased", empties=(1, b"nothing")))
    assert {"all": [b"nothing", b"erased"]} == await store.talk.read("m1", {"all": 0}, 9)
    kept = [operator.hgetall(key) for key in operator.scan_iter(f"{prefix}*")]
    assert b"secret" not in repr(kept).encode()


async def test_talk_is_forgotten_a_while_after_the_last_word(store: RedisStore, operator: Redis, prefix: str) -> None:
    await store.talk.say("m1", saying(b"one"))
    assert 0 < operator.pttl(f"{prefix}g:{{m1}}:t") <= 60_000


async def test_whoever_listens_to_a_match_is_told_to_look_when_something_is_said(store: RedisStore) -> None:
    await store.wakeups.subscribe("m1")
    news = aiter(store.wakeups)
    assert ("m1", 0) == await anext(news)  # the subscription stands
    await store.talk.say("m1", saying(b"one"))
    assert ("m1", 0) == await anext(news)


async def test_a_seat_was_seen_for_a_while(store: RedisStore, operator: Redis, prefix: str) -> None:
    await store.presence.seen("m1", "ann", 60_000)
    assert [True, False] == await store.presence.of("m1", ["ann", "bob"])
    assert [False] == await store.presence.of("m2", ["ann"])
    assert 0 < operator.pttl(f"{prefix}g:{{m1}}:here:ann") <= 60_000


async def test_webhooks_are_kept_by_seat(store: RedisStore) -> None:
    await store.hooks.put("m1", "ann", b"one")
    await store.hooks.put("m1", "ann", b"two")
    assert [b"two", None] == [await store.hooks.get("m1", seat) for seat in ("ann", "bob")]
    await store.hooks.remove("m1", "ann")
    assert await store.hooks.get("m1", "ann") is None


async def test_webhooks_have_due_times_of_their_own(store: RedisStore) -> None:
    await store.hooks_due.put("m1 ann", 100)
    assert [[("m1 ann", 100)], []] == [await store.hooks_due.due(200), await store.due.due(200)]


async def test_a_webhook_is_replaced_only_where_it_is_the_one_that_was_seen(store: RedisStore) -> None:
    await store.hooks.put("m1", "ann", b"one")
    assert [True, True, False] == [
        await store.hooks.replace("m1", "ann", b"one", b"two"),
        await store.hooks.replace("m1", "ann", b"one", b"two"),  # sent again
        await store.hooks.replace("m1", "ann", b"one", b"three"),
    ]
    assert [False, b"two"] == [
        await store.hooks.replace("m1", "bob", b"one", b"two"),
        await store.hooks.get("m1", "ann"),
    ]
