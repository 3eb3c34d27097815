"""Computers: they get a seat's view and decisions, and nothing else."""

from collections.abc import Mapping

from domain.kernel.contract import Bot
from domain.syndicate.bots.greedy import greedy
from domain.syndicate.bots.random import random
from domain.syndicate.packs import Rules

BOTS: Mapping[str, Bot[Rules]] = {"greedy": greedy, "random": random}
