"""Every refusal of the contract is an exception of its own, and an unknown one is still an exception."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
import reme_client
from reme_client import RefusedError, RemeError, ServerFaultError
from reme_client._generated.v1.errors import ERRORS

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import StubServer, answer, problem

Serve = Callable[..., StubServer]


def refusal(twin: Twin, server: StubServer) -> RemeError:
    with pytest.raises(RemeError) as caught:
        twin.ask({"url": server.url}, "status")
    return caught.value


@pytest.mark.parametrize("code", sorted(ERRORS))
def test_each_code_raises_its_own_exception(twin: Twin, serve: Serve, code: str) -> None:
    kind = ERRORS[code]
    server = serve(problem(code, kind.status, pointer="/query", limit=7, hint="Do that."))

    error = refusal(twin, server)

    assert type(error) is kind
    assert (error.code, error.status, error.retryable) == (code, kind.status, False)
    assert (error.hint, error.pointer, error.limit) == ("Do that.", "/query", 7)
    assert str(error) == f"Something about {code}. Do that."


@pytest.mark.parametrize("code", sorted(ERRORS))
def test_a_code_alone_is_filled_in_from_the_contract(twin: Twin, serve: Serve, code: str) -> None:
    kind = ERRORS[code]

    error = refusal(twin, serve(answer(kind.status, {"code": code})))

    assert type(error) is kind
    assert (error.hint, error.retryable) == (kind.hint, kind.retryable)


@pytest.mark.parametrize("code", sorted(code for code, kind in ERRORS.items() if kind.retryable))
def test_a_retryable_code_is_tried_again(twin: Twin, serve: Serve, code: str) -> None:
    status = ERRORS[code].status
    server = serve(problem(code, status, retryable=True))

    assert refusal(twin, server).code == code
    assert len(server.requests) == 3


@pytest.mark.parametrize("code", sorted(code for code, kind in ERRORS.items() if not kind.retryable))
def test_a_final_code_is_not_tried_again(twin: Twin, serve: Serve, code: str) -> None:
    server = serve(problem(code, ERRORS[code].status))

    assert refusal(twin, server).code == code
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "kind", "retryable", "tries"),
    [(429, RefusedError, True, 3), (451, RefusedError, False, 1), (507, ServerFaultError, False, 1)],
)
def test_a_code_of_a_newer_server_is_kept(
    twin: Twin, serve: Serve, status: int, kind: type[RemeError], retryable: bool, tries: int
) -> None:
    server = serve(problem("quota_of_2031", status, retryable=retryable, limit=True, pointer=3))

    error = refusal(twin, server)

    assert type(error) is kind
    assert (error.code, error.status, error.retryable) == ("quota_of_2031", status, retryable)
    assert (error.limit, error.pointer) == (None, None)
    assert len(server.requests) == tries


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b'"text"', b"{", b'{"code": 5}', b'{"code": "", "detail": []}', b"\xff\xfe"]
)
@pytest.mark.parametrize(("status", "kind"), [(404, RefusedError), (500, ServerFaultError)])
def test_a_refusal_without_a_usable_document_goes_by_its_status(
    twin: Twin, serve: Serve, status: int, kind: type[RemeError], body: bytes
) -> None:
    error = refusal(twin, serve(answer(status, body)))

    assert type(error) is kind
    assert error.status == status
    assert error.code == kind.code


def test_every_exception_is_exported_and_below_the_root() -> None:
    exported = {
        kind for kind in vars(reme_client).values() if isinstance(kind, type) and issubclass(kind, Exception)
    }

    assert set(ERRORS.values()) < exported
    assert all(issubclass(kind, RemeError) for kind in exported)


def test_codes_of_the_client_itself_are_none_of_the_contract() -> None:
    own = [
        kind.code
        for kind in vars(reme_client.errors).values()
        if isinstance(kind, type) and issubclass(kind, RemeError) and kind not in ERRORS.values()
    ]

    assert len(own) == len(set(own)) == 7
    assert not set(own) & set(ERRORS)


def test_an_exception_survives_a_process_border() -> None:
    error = ERRORS["too_many_events"]("Too many.", limit=5, pointer="/events", status=413)

    copy: Any = pickle.loads(pickle.dumps(error))

    assert type(copy) is type(error)
    assert (str(copy), copy.limit, copy.pointer) == (str(error), 5, "/events")
