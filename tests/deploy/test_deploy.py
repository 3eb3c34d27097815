"""What `deploy/` holds agrees with itself and with what the service asks of a store."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.store.checks import NEEDED
from service.store.places import place_of

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSED = sorted(DEPLOY.glob("compose*.yaml"))
SCRIPTS = sorted(path for path in DEPLOY.iterdir() if path.is_file() and path.read_bytes().startswith(b"#!/bin/sh"))


def services(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text())["services"]
    return found


def settings(name: str) -> dict[str, str]:
    lines = (DEPLOY / "conf" / name).read_text().splitlines()
    return dict(line.split(None, 1) for line in lines if line and not line.startswith("#"))


def test_the_configuration_of_every_server_is_what_the_service_asks_for() -> None:
    assert NEEDED == {name: value for name, value in settings("store.conf").items() if name in NEEDED}
    assert int(settings("replicated.conf")["min-replicas-to-write"]) >= 1


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_every_container_uses_only_what_is_there(path: Path) -> None:
    text, found = path.read_text(), services(path)
    for name in re.findall(r"/conf/(\w+\.conf)", text):
        assert (DEPLOY / "conf" / name).exists(), name
    for service in found.values():
        assert set(service.get("depends_on", ())) <= found.keys()
        for volume in service.get("volumes", ()):
            assert volume.startswith("./") or volume.split(":")[0] in yaml.safe_load(text)["volumes"]


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_every_service_is_given_words_that_serve_knows(path: Path) -> None:
    known = subprocess.run(
        [sys.executable, "-m", "service", "serve", "--help"], capture_output=True, text=True, check=True, timeout=30
    ).stdout
    for service in services(path).values():
        words = service.get("command", ()) if "build" in service else ()
        assert all(word in known for word in words if word.startswith("--"))
        for url in (word for word in words if word.startswith("redis+")):
            assert place_of(url).replicas >= 1


def test_the_image_holds_every_folder_of_the_program() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    for path in re.findall(r"(?m)^COPY (.*) \S+$", dockerfile):
        assert all((DEPLOY.parent / name).exists() for name in path.split())
    assert {"domain", "api_schema", "service"} <= set(re.findall(r"(?m)^COPY (\w+) \1$", dockerfile))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_sound_shell_and_says_how_it_is_used(path: Path) -> None:
    subprocess.run(["sh", "-n", path], check=True, timeout=30)
    said = subprocess.run([path], capture_output=True, text=True, check=False, timeout=30)
    assert said.returncode == 2
    assert said.stdout.startswith(f"usage: deploy/{path.name}")


def test_the_runbook_names_only_files_that_are_there() -> None:
    named = re.findall(r"`deploy/([\w./-]+)`?", (DEPLOY / "RUNBOOK.md").read_text())
    assert named
    assert [] == [name for name in named if not (DEPLOY / name.rstrip("./")).exists()]
