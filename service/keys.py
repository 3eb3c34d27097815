"""Keys: one server key, and what follows from it for each match.

The server key is 32 random bytes in a file that only the service reads; it is never in the store,
in logs or in exports. Whoever loses it loses the match secrets that are stored under it.
"""

import hashlib
import hmac
import os
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12


def match_key(server_key: bytes, match: str) -> bytes:
    """The key of one match: for command ids, decision ids and nonces."""
    return hmac.digest(server_key, b"match|" + match.encode(), "sha256")


def fingerprint(server_key: bytes) -> str:
    """What a match stores of the server key, so that a wrong key is named and not used."""
    return hashlib.sha256(b"conclave/server-key/1|" + server_key).hexdigest()[:16]


def _cipher(server_key: bytes) -> AESGCM:
    return AESGCM(hmac.digest(server_key, b"secrets", "sha256"))


def encrypt(server_key: bytes, match: str, secret: bytes) -> bytes:
    """A match secret as it is stored: nonce, then AES-GCM over it, bound to the match id."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(server_key).encrypt(nonce, secret, match.encode())


def decrypt(server_key: bytes, match: str, stored: bytes) -> bytes:
    """The match secret from its stored form. InvalidTag when the key or the match is another."""
    nonce, body = stored[:NONCE_BYTES], stored[NONCE_BYTES:]
    return _cipher(server_key).decrypt(nonce, body, match.encode())


KEY_BYTES = 32


def load_or_create(path: Path) -> bytes:
    """The server key of an embedded store: made on first use, readable by its owner alone."""
    if not path.exists():
        _create(path)
    return load(path)


def _create(path: Path) -> None:
    """Write a new key beside and link it, so that there is never half a key, nor two."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(os.urandom(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        return  # another process was first; its key counts
    finally:
        beside.unlink()


def load(path: Path) -> bytes:
    """The server key from a file. KeyRefused, with the reason, when it is absent, open to others or damaged."""
    if not path.is_file():
        raise KeyRefused(f"There is no server key in {path}; every worker needs the same key file.")
    if path.stat().st_mode & 0o077:
        raise KeyRefused(f"The server key {path} can be read by others; set its mode to 0600.")
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise KeyRefused(f"The server key {path} has {len(key)} bytes instead of {KEY_BYTES}.")
    return key


class KeyRefused(Exception):
    """The server key must not be used; the message says why, in a sentence."""
