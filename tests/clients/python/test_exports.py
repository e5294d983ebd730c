"""What the package offers, exactly: a name that appears or goes is a decision."""

from __future__ import annotations

import builtins
import inspect
from importlib import metadata

import pytest
import reme_client
from reme_client import AsyncClient, Client, models, operations
from reme_client._generated.v1 import models as generated
from reme_client._generated.v1.errors import ERRORS
from reme_client._generated.v1.wire_model import StoredModel, WireModel

OWN = {
    "AsyncClient",
    "Client",
    "ClientConfig",
    "ConfigurationError",
    "ConnectionFailedError",
    "ExcludeSession",
    "ForgetSession",
    "ForgetTarget",
    "InvalidReplyError",
    "MemoryFileNotFoundError",
    "RefusedError",
    "RememberMessage",
    "RemeError",
    "RequestTimeoutError",
    "RetryPolicy",
    "ServerFaultError",
    "SessionEvent",
    "__version__",
    "models",
    "operations",
}


def test_the_package_exports_exactly_this() -> None:
    of_the_contract = {kind.__name__ for code, kind in ERRORS.items() if code != "file_not_found"}

    assert set(reme_client.__all__) == OWN | of_the_contract
    assert len(reme_client.__all__) == len(set(reme_client.__all__))
    assert all(hasattr(reme_client, name) for name in reme_client.__all__)


def test_no_exported_name_hides_a_builtin() -> None:
    assert not {name for name in reme_client.__all__ if name != "__version__"} & set(dir(builtins))


def test_every_request_and_reply_model_is_exported() -> None:
    wire = {
        name
        for name, kind in vars(generated).items()
        if isinstance(kind, type) and issubclass(kind, WireModel) and not issubclass(kind, StoredModel)
    }

    assert set(models.__all__) == wire - {"WireModel", "Problem"}


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_public_methods_are_documented_and_exactly_these(kind: type) -> None:
    rows = {row.row.name for row in vars(operations).values() if isinstance(row, operations.TypedOperation)}
    closing = {"close"} if kind is Client else {"aclose"}
    public = {name for name in vars(kind) if not name.startswith("_")}

    assert public == rows | closing | {"append_in_batches", "call", "config", "iter_append", "route"}
    assert all(inspect.getdoc(getattr(kind, name)) for name in public)


def test_the_twins_take_the_same_arguments() -> None:
    for name in ("__init__", "append_in_batches", "iter_append", "call", "search", "remember"):
        ours, theirs = (inspect.signature(getattr(kind, name)).parameters for kind in (Client, AsyncClient))
        assert list(ours) == list(theirs)
        for parameter in ours:
            if parameter != "transport":
                assert ours[parameter] == theirs[parameter]


def test_the_installed_version_is_the_modules() -> None:
    assert metadata.version("reme-client") == reme_client.__version__
