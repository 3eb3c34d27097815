"""Minting the token of an auditor, who follows a match whole: by whoever has the server key, and with a log line."""

import re
from pathlib import Path
from typing import Final

import structlog

from api_schema.scalars import MATCH_ID
from service import keys, tokens

HOURS_MAX: Final = 31 * 24
HOUR_S: Final = 3_600

log = structlog.get_logger("conclave")


def issue(key_file: Path, match: str, hours: float, now_ms: int) -> str:
    """A token for so many hours from now. KeyRefused without a good server key, ValueError for what is no id of
    a match and for a time that is not between 0 and a month."""
    if re.match(MATCH_ID, match) is None:
        raise ValueError(f"{match} is no id of a match.")
    if not 0 < hours <= HOURS_MAX:
        raise ValueError(f"The hours must be more than 0 and at most {HOURS_MAX}.")
    until_s = now_ms // tokens.SECOND + round(hours * HOUR_S)
    token = tokens.auditor_token(keys.load(key_file), match, until_s)
    log.info("auditor_minted", match=match, token=tokens.fingerprint(token), until=until_s)
    return token
