"""What `serve --redis URL` accepts, and what it says of a server that may lose something."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.store.checks import check_server, refuse_unable
from service.store.connect import open_store
from service.store.embedded import Embedded
from service.store.port import StoreRefused


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    embedded = Embedded(tmp_path_factory.mktemp("own") / "data")
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture
def operator(own: Embedded) -> Iterator[Redis]:
    with Redis.from_url(own.url) as client:
        yield client
        client.config_set("appendfsync", "always")
        client.config_set("maxmemory-policy", "noeviction")
        client.replicaof("NO", "ONE")


def test_a_safe_server_is_accepted_without_a_word(server: Embedded) -> None:
    assert check_server(server.url) == ()


@pytest.mark.parametrize(
    ("name", "value"), [("appendfsync", "everysec"), ("maxmemory-policy", "allkeys-lru"), ("appendonly", "no")]
)
def test_a_server_that_may_lose_commands_is_refused_or_said(
    own: Embedded, operator: Redis, name: str, value: str
) -> None:
    operator.config_set(name, value)
    with pytest.raises(StoreRefused, match=f"could lose acknowledged commands: {name} is '{value}', and must be"):
        check_server(own.url)
    (warning,) = check_server(own.url, unsafe=True)
    assert warning.startswith(f"{name} is '{value}'")
    if name == "appendonly":
        operator.config_set("appendonly", "yes")


def test_settings_that_cannot_be_read_are_not_taken_for_good(own: Embedded, operator: Redis) -> None:
    operator.acl_setuser("guest", enabled=True, nopass=True, categories=["+@all"], commands=["-config"], keys=["*"])
    url = own.url.replace("unix://", "unix://guest:any@")
    with pytest.raises(StoreRefused, match="appendfsync cannot be read"):
        check_server(url)


def test_a_replica_is_refused(own: Embedded, operator: Redis) -> None:
    operator.replicaof("127.0.0.1", "1")
    with pytest.raises(StoreRefused, match="replica"):
        check_server(own.url)


@pytest.mark.parametrize(
    ("info", "said"),
    [
        ({"redis_version": "6.2.14", "role": "master"}, "redis 6.2.14; 7.0 is the oldest"),
        ({"redis_version": "7.2.4", "valkey_version": "7.1.0", "role": "master"}, "valkey 7.1.0; 7.2 is the oldest"),
        ({"redis_version": "7.0.15", "role": "master", "cluster_enabled": 1}, "node of a cluster"),
    ],
)
def test_a_server_that_cannot_do_it_is_refused(info: dict[str, object], said: str) -> None:
    with pytest.raises(StoreRefused, match=said):
        refuse_unable(info)


@pytest.mark.parametrize("url", ["redis://:secret@127.0.0.1:1/0", "unix:///nowhere.sock", "http://host", "redis://[x"])
def test_without_a_server_the_answer_names_the_address_and_no_password(url: str) -> None:
    with pytest.raises(StoreRefused, match="No store answers at") as caught:
        check_server(url)
    assert "secret" not in str(caught.value)


def test_with_an_address_no_server_is_started(own: Embedded, tmp_path: Path) -> None:
    opened = open_store(own.url, tmp_path / "unused")
    opened.close()
    assert (opened.url, opened.warnings, list(tmp_path.iterdir())) == (own.url, (), [])
    check_server(own.url)


def test_without_an_address_the_folder_gets_a_server(tmp_path: Path) -> None:
    opened = open_store(None, tmp_path / "data")
    assert check_server(opened.url) == ()
    opened.close()
    with pytest.raises(StoreRefused, match="No store answers"):
        check_server(opened.url)
