"""Keys: one server key, and what follows from it for each match.

The server key is 32 random bytes in a file that only the service reads; it is never in the store,
in logs or in exports. Whoever loses it loses the match secrets that are stored under it.
"""

import hashlib
import hmac
import os

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
