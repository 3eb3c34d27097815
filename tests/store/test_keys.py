"""The server key and what follows from it."""

import os
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag

from service.keys import KeyRefused, decrypt, encrypt, fingerprint, load, load_or_create, match_key

KEY = bytes(range(32))
OTHER = bytes(range(1, 33))


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    made = load_or_create(path)
    assert len(made) == 32
    assert path.stat().st_mode & 0o777 == 0o600
    assert [made, made] == [load_or_create(path), load(path)]
    assert [path] == list(tmp_path.iterdir())


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    assert load_or_create(tmp_path / "a") != load_or_create(tmp_path / "b")


def test_an_absent_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyRefused, match="no server key"):
        load(tmp_path / "server.key")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_can_reach_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "server.key"
    path.write_bytes(KEY)
    path.chmod(mode)
    with pytest.raises(KeyRefused, match="0600"):
        load_or_create(path)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_of_another_length_is_refused_and_not_shown(tmp_path: Path, length: int) -> None:
    path = tmp_path / "server.key"
    path.write_bytes(b"k" * length)
    path.chmod(0o600)
    with pytest.raises(KeyRefused, match=f"has {length} bytes instead of 32"):
        load(path)


def test_every_match_and_every_server_has_its_own_match_key() -> None:
    keys = [match_key(KEY, "m1"), match_key(KEY, "m2"), match_key(OTHER, "m1")]
    assert len(set(keys)) == 3
    assert keys[0] == match_key(KEY, "m1")


def test_a_fingerprint_tells_keys_apart_and_no_byte_of_them() -> None:
    assert fingerprint(KEY) == fingerprint(bytes(KEY))
    assert fingerprint(KEY) != fingerprint(OTHER)
    assert KEY.hex()[:8] not in fingerprint(KEY)


def test_a_secret_opens_only_with_its_key_and_for_its_match() -> None:
    secret = os.urandom(32)
    stored = encrypt(KEY, "m1", secret)
    assert secret == decrypt(KEY, "m1", stored)
    assert secret not in stored
    assert stored != encrypt(KEY, "m1", secret)
    flipped = stored[:-1] + bytes([stored[-1] ^ 1])
    for key, match, bytes_ in ((OTHER, "m1", stored), (KEY, "m2", stored), (KEY, "m1", flipped)):
        with pytest.raises(InvalidTag):
            decrypt(key, match, bytes_)
