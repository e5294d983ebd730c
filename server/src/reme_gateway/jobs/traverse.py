"""traverse: what a note links to, and what links to it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from reme_gateway._contract.v1.models import MemoryLink, TraverseReply, TraverseRequest
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.services import Services
from reme_gateway.store.markdown import MarkdownFile
from reme_gateway.store.paths import read_memory_file

DEFAULT_SCOPE = "default"


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from one file to another; ``target`` may be a link's own words when its file isn't there."""

    target: str
    direction: Literal["out", "in"]
    exists: bool


async def run(request: TraverseRequest, services: Services) -> TraverseReply:
    """Breadth first up to ``depth``, each file once, nearest first; notes of other scopes are passed over."""
    read_memory_file(services.workspace, request.path)
    links: list[MemoryLink] = []
    seen = {request.path}
    frontier = [request.path]
    for depth in range(1, request.depth + 1):
        reached: list[str] = []
        for edge in _edges_of(frontier, request.direction, services):
            if edge.target in seen:
                continue
            seen.add(edge.target)
            name, scope_id = _name_and_scope(edge, services)
            if scope_id != request.scope_id:
                continue
            if len(links) == request.limit:
                return TraverseReply(path=request.path, links=links, truncated=True)
            links.append(
                MemoryLink(
                    path=edge.target,
                    name=name,
                    direction=edge.direction,
                    depth=depth,
                    exists=edge.exists,
                )
            )
            if edge.exists:
                reached.append(edge.target)
        frontier = reached
    return TraverseReply(path=request.path, links=links, truncated=False)


def _edges_of(paths: list[str], direction: str, services: Services) -> Iterator[Edge]:
    for path in paths:
        if direction in ("out", "both"):
            for link, target in services.links.outgoing(path):
                yield Edge(target or link.target, "out", target is not None)
        if direction in ("in", "both"):
            for source, _ in services.links.incoming(path):
                yield Edge(source, "in", True)


def _name_and_scope(edge: Edge, services: Services) -> tuple[str, str]:
    """A note's own name and scope; a file without front matter goes by its file name, in ``default``."""
    fallback = posixpath.basename(edge.target)
    if not edge.exists or not edge.target.endswith(".md"):
        return fallback, _scope_of_session(edge.target, services)
    try:
        front = MarkdownFile.parse(read_memory_file(services.workspace, edge.target)).metadata()
    except GatewayError:
        return fallback, DEFAULT_SCOPE  # it went, or became a link, since its folder was listed
    return front.get("name") or fallback, front.get("scope_id") or DEFAULT_SCOPE


def _scope_of_session(path: str, services: Services) -> str:
    for session in services.log.sessions():
        if session.path == path:
            return session.scope_id
    return DEFAULT_SCOPE
