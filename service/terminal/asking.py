"""Asking a person for an answer in the closed language of choices, line by line."""

from collections.abc import Callable
from typing import Any

from rich.console import Console

from service.terminal.client import Json

Read = Callable[[str], str]
Value = Any  # a JSON value


class Asker:
    """Turns a choice into questions. An empty line or `?` shows them again."""

    def __init__(self, console: Console, read: Read) -> None:
        self._console, self._read = console, read

    def one_of(self, question: str, values: list[Value]) -> Value:
        """Number the values and let one be picked; an only one is taken without asking."""
        if len(values) == 1:
            return values[0]
        self._console.print(question, highlight=False, markup=False)
        for number, value in enumerate(values, 1):
            self._console.print(f"  {number:>3}  {shown(value)}", highlight=False, markup=False)
        return values[self.number("number", 1, len(values)) - 1]

    def number(self, question: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        while True:
            said = self._read(f"{question} [{low}-{high}]> ").strip()
            if said.isascii() and said.lstrip("-").isdecimal() and low <= int(said) <= high:
                return int(said)
            self._console.print(f"Please give a number from {low} to {high}.")

    def choice(self, choice: Json, name: str = "choose") -> Value:
        """An answer to any choice."""
        ask = getattr(self, f"_ask_{choice['kind']}")
        return ask(choice, name)

    def _ask_one_of(self, choice: Json, name: str) -> Value:
        return self.one_of(f"{name}:", choice["values"])

    def _ask_range(self, choice: Json, name: str) -> int:
        return self.number(name, choice["low"], choice["high"])

    def _ask_text(self, choice: Json, name: str) -> str:
        return self._read(f"{name} (at most {choice['max']} characters)> ")[: choice["max"]]

    def _ask_pick(self, choice: Json, name: str) -> list[Value]:
        count = self.number(f"{name}: how many", choice["low"], choice["high"])
        return self._several(list(choice["of"]), count, name)

    def _ask_order(self, choice: Json, name: str) -> list[Value]:
        return self._several(list(choice["of"]), len(choice["of"]), name)

    def _several(self, left: list[Value], count: int, name: str) -> list[Value]:
        taken: list[Value] = []
        for place in range(count):
            taken.append(self.one_of(f"{name}, {place + 1} of {count}:", left))
            left.remove(taken[-1])
        return taken

    def _ask_split(self, choice: Json, name: str) -> dict[str, int]:
        parts: dict[str, int] = {}
        left, caps = choice["total"], dict(choice["caps"])
        for part in choice["caps"]:
            cap = caps.pop(part)
            low = max(0, left - sum(caps.values()))
            parts[part] = self.number(f"{name}, {part}", low, min(cap, left))
            left -= parts[part]
        return parts

    def _ask_budget(self, choice: Json, name: str) -> list[str]:
        taken: list[str] = []
        purse = choice["purse"]
        while True:
            costs = {k: v for k, v in choice["costs"].items() if k not in taken and v <= purse}
            item = self.one_of(f"{name}, {purse} left:", ["(no more)", *costs])
            if item == "(no more)":
                return taken
            taken.append(item)
            purse -= costs[item]

    def _ask_record(self, choice: Json, name: str) -> Json:
        return {field: self.choice(part, field) for field, part in choice["fields"].items()}

    def _ask_case(self, choice: Json, name: str) -> Json:
        value = self.one_of(f"{choice['field']}:", [arm["value"] for arm in choice["arms"]])
        arm = next(arm for arm in choice["arms"] if arm["value"] == value)
        return {choice["field"]: value} | {field: self.choice(part, field) for field, part in arm["fields"].items()}


def shown(value: Value) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return ", ".join(_field(name, part) for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    return "none" if value is None else str(value)


def _field(name: str, value: Value) -> str:
    if name == "type":
        return str(value).partition(".")[2]
    return f"{name} ({shown(value)})" if isinstance(value, dict) else f"{name} {shown(value)}"
