"""Chance that anyone can compute again: fixed vectors, and independence of draws."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

from domain.kernel.chance import Chance, below, chance_key, commitment, permutation, words

KEY = bytes(range(32))
VECTOR_PICKS = [4, 5, 0, 4, 5, 5, 5, 4]
VECTOR_ORDER = ["g", "d", "b", "e", "a", "h", "c", "f"]


def test_the_first_words_are_the_blocks_of_the_hmac() -> None:
    digest = hmac.digest(KEY, b"7|die|0|0", "sha256") + hmac.digest(KEY, b"7|die|0|1", "sha256")
    expected = [int.from_bytes(digest[n : n + 8], "big") for n in range(0, 64, 8)]
    assert expected == list(islice(words(KEY, 7, "die", 0), 8))


def test_fixed_vectors_of_picks_and_shuffles() -> None:
    chance = Chance(KEY, 7)
    assert VECTOR_PICKS == [chance.pick("die", 6) for _ in range(8)]
    assert VECTOR_ORDER == chance.shuffle("deck", list("abcdefgh"))


def test_the_key_tells_who_brought_which_entropy() -> None:
    assert hmac.digest(b"s", b"\x01a\x00\x02bc", "sha256") == chance_key(b"s", [b"a", b"", b"bc"])
    assert chance_key(b"s", [b"ab", b""]) != chance_key(b"s", [b"a", b"b"])


def test_the_commitment_is_a_plain_hash_of_the_secret() -> None:
    assert hashlib.sha256(b"conclave/commitment/1|secret").hexdigest() == commitment(b"secret")


def test_hidden_draws_do_not_shift_public_ones() -> None:
    first, second = Chance(KEY, 3), Chance(KEY, 3)
    second.shuffle("hidden", range(10))
    assert first.pick("public", 1000) == second.pick("public", 1000)


def test_words_past_the_last_multiple_are_passed_over() -> None:
    assert 2 == below(iter([2**64 - 1, 2**64 - 1, 5]), 3)


def test_picks_are_even_and_shuffles_are_permutations() -> None:
    counts = Counter(Chance(KEY, n).pick("die", 6) for n in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert list(range(52)) == sorted(permutation(words(KEY, 1, "deck", 0), 52))


def test_draws_are_kept_with_purpose_kind_bound_and_result() -> None:
    chance = Chance(KEY, 1)
    number = chance.pick("die", 6)
    cards = chance.shuffle("deck", "abc")
    pick, shuffle = chance.draws
    assert ("die", "pick", 6, number) == (pick.purpose, pick.kind, pick.bound, pick.result)
    assert isinstance(shuffle.result, tuple)
    assert cards == ["abc"[place] for place in shuffle.result]
