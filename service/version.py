"""The version of the installed project."""

from importlib.metadata import version
from typing import Final

VERSION: Final = version("conclave")
