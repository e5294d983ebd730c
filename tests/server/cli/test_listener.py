from __future__ import annotations

import socket

import pytest
from reme_gateway.cli.listener import PortTaken, bind
from reme_gateway.cli.outcome import CONFIGURATION, FAILED, CommandFailed

from tests.server.cli.fake_gateway import FakeGateway


def refusal(host: str, port: int) -> CommandFailed:
    with pytest.raises(CommandFailed) as caught:
        bind(host, port).close()
    return caught.value


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", ""])
def test_port_0_picks_a_free_one(host: str) -> None:
    with bind(host or "127.0.0.1", 0) as listener:
        address, port = listener.getsockname()
        assert address == "127.0.0.1"
        assert port > 0


def test_a_port_of_another_program_says_so() -> None:
    with FakeGateway(version={"name": "other"}) as stranger:
        failure = refusal("127.0.0.1", stranger.port)
    assert isinstance(failure, PortTaken)
    assert not failure.gateway
    assert failure.exit_code == FAILED
    assert f"port {stranger.port} is taken by another program, which is no ReMe Gateway" in failure.line


def test_a_port_of_a_program_that_never_answers_says_so_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        failure = refusal("127.0.0.1", silent.getsockname()[1])
    assert isinstance(failure, PortTaken)
    assert not failure.gateway


def test_a_port_of_a_gateway_is_told_apart_with_its_version() -> None:
    with FakeGateway() as gateway:
        failure = refusal("127.0.0.1", gateway.port)
    assert isinstance(failure, PortTaken)
    assert failure.gateway
    assert f"port {gateway.port} is taken by a ReMe Gateway, version 9.9.9" in failure.line


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "a..b", "x" * 300])
def test_a_host_that_is_not_this_machine_is_a_wrong_setting(host: str) -> None:
    failure = refusal(host, 0)
    assert failure.exit_code == CONFIGURATION
    assert host in failure.line
