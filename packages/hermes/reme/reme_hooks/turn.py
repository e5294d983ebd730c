# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/turn.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""What one event of a session asks for, step by step: keep, recall, deliver, nudge."""

from ._generated.v1 import hooks as rules
from ._generated.v1 import limits
from .exchange import Server, Unanswered
from .settings import load_settings
from .spool import Spool, SpoolFull

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .capture import Said
    from .deadline import Deadline
    from .delivery import Delivery
    from .descriptor import Host, Row
    from .exchange import Answer
    from .heartbeat import Heartbeat
    from .journal import Journal
    from .observation import Observation
    from .recall import Recalled
    from .session_state import SessionState
    from .settings import HookSettings

FLUSH = "agent_session_flush"
# The server answered, though not as wished: it is worth asking something else.
_WORKING = ("refused", "too_large", "failed")
_NO_PROJECT = "default"
_STARTED = "session-started"
_RECALL, _DELIVERY = "recall", "delivery"


class Turn:
    """One event. Make it, ``configure`` it, ``handle`` it; ``close`` it whatever happened.

    ``flushed`` says how the server took the nudge, in the words of ``Answer.verdict`` and ``Unanswered``.
    """

    def __init__(
        self,
        host: "Host",
        row: "Row",
        seen: "Observation",
        deadline: "Deadline",
        folder: str,
        heartbeat: "Heartbeat",
        journal: "Journal",
        spool_folder: str = "",
    ) -> None:
        """``folder`` is the private one of the host, or empty; the spool is inside, or in a folder given."""
        self._host = host
        self._row = row
        self._seen = seen
        self._deadline = deadline
        self._folder = folder
        self._heartbeat = heartbeat
        self._journal = journal
        self._spool_folder = spool_folder or (folder + "/" + rules.SPOOL_FOLDER if folder else "")
        self._spool = Spool(self._spool_folder)
        # Child sessions keep a sub-agent's words apart from the person's.
        self._session_id = seen.session_id + ("/" + seen.agent_id if seen.agent_id else "")
        self._session_id = self._session_id[: limits.SESSION_ID_CHARS]
        self._unkept: list[bytes] = []
        self._known_state: SessionState | None = None
        self._delivery: Delivery | None = None
        self._recalled: Recalled | None = None
        self._reachable = True
        self._answered = False
        self._sparing = False
        self.flushed = ""

    def configure(
        self,
        variables: "dict[str, str]",
        home: str,
        nearer: "tuple[tuple[str, dict[str, object]], ...]" = (),
    ) -> "HookSettings":
        """Read the settings; ``nearer`` holds those of the host's own files. Raises ConfigurationError."""
        settings = load_settings(self._host, variables, home, self._seen.folder, nearer)
        self._settings: HookSettings = settings
        if settings.debug and home:
            log = home + "/" + rules.LOG_FOLDER + "/reme-" + self._host.folder + ".log"
            self._journal.path = settings.debug_log or log
        agent = "reme-" + self._host.folder + "/" + self._host.version
        self._server = Server(settings.url, settings.token, agent, self._deadline, variables)
        self._heartbeat.use(settings.url)
        self._deadline.shorten(min(self._row.seconds, settings.seconds))
        return settings

    def stay_offline(self) -> None:
        """Keep what was said, and ask the server for nothing: it has just cost too much time."""
        self._reachable = False

    def spare_the_silent(self) -> None:
        """Give a server that has just let one wait in vain so little time that nobody notices."""
        self._sparing = True

    def handle(self) -> str:
        """Do it all, and return the block for the prompt or an empty string. Raises Expired."""
        if self._seen.agent_id and not self._settings.subagents:
            return ""
        if self._row.event == "compacted":
            self._state().compacted_now()
        said = self._said()
        own = self._keep(said)
        # A new session is the moment to try again: the person may have upgraded the server.
        if self._heartbeat.refuses() and self._row.event != _STARTED:
            return ""
        block = ""
        if self._settings.recall and self._reachable and not self._seen.agent_id:
            block = self._context(said)
        if self._settings.capture:
            self._deliver(own)
            self._flush()
        return block

    def close(self) -> None:
        """Keep what the next event has to know. Failing at it is no reason to fail."""
        if self._delivery is not None and self._delivery.result:
            self._heartbeat.note(_DELIVERY, result=self._delivery.result, sent=self._delivery.sent)
        for lane in (_RECALL, _DELIVERY):
            noted = self._heartbeat.changes.get(lane)
            if isinstance(noted, dict) and noted.get("result") == "timeout":
                self._heartbeat.fell_silent(lane)
        if self._recalled is not None:
            self._state().injected_now(list(self._recalled.ids))
            self._state().marked_now(list(self._recalled.marks))
        try:
            if self._known_state is not None and self._folder:
                self._known_state.save()
            if self._row.event == _STARTED and self._folder:
                from .session_state import sweep_states

                sweep_states(self._folder + "/" + rules.STATE_FOLDER)
        except OSError as error:
            self._journal.error("state", type(error).__name__)

    def _said(self) -> "list[Said]":
        """The prompt and the answer of this event, as far as there are any and they count."""
        seen = self._seen
        if seen.no_person and seen.turn:
            self._state().begins_without_person(seen.turn)
        texts = []
        if seen.prompt is not None and (self._row.append or self._row.recall):
            # An agent wrote a sub-agent's task, so it never counts as the person's words.
            texts.append(("assistant" if seen.agent_id else "user", seen.prompt))
        if seen.answer is not None and self._row.append:
            texts.append(("assistant", seen.answer))
        if not texts:
            return []
        from .capture import Said

        said = [Said(role, text, seen.turn, seen.session_id) for role, text in texts]
        return [message for message in said if self._counts(message)]

    def _counts(self, message: "Said") -> bool:
        if message.reason is not None:
            self._journal.note("skipped", reason=message.reason, role=message.role)
            return False
        if not message.turn or self._seen.agent_id or self._host.steering:
            return True
        if message.role == "user":
            counts = self._state().begins_turn(message.event_id)
        else:
            counts = not self._state().is_without_person(message.turn)
        if counts:
            return True
        self._journal.note("skipped", reason="turn", role=message.role)
        return False

    def _keep(self, said: "list[Said]") -> "list[str]":
        """Put what is to be captured on disk; what can't be kept there is delivered at once."""
        if not (self._row.append and self._settings.capture):
            return []
        own = []
        for message in said:
            body = message.request(self._host, self._scope(), self._session_id)
            try:
                if not self._spool_folder:
                    raise FileNotFoundError
                own.append(self._spool.add(body))
                self._journal.note("kept", event_id=message.event_id, bytes=len(body))
            except (OSError, SpoolFull) as error:
                code = "spool_full" if isinstance(error, SpoolFull) else "spool_unwritable"
                self._journal.error("spool", code)
                self._heartbeat.note("problem", code=code)
                self._unkept.append(body)
        return own

    def _context(self, said: "list[Said]") -> str:
        prompts = [message.text for message in said if message.role == "user"]
        if not (self._row.context or (self._row.recall and prompts)):
            return ""
        from .recall import Size, ask_context, ask_recall, read_context, read_recall

        size = Size(self._host, self._settings.max_chars)
        if size.max_chars < rules.LEAST_CHARS:
            return ""
        # Should the time run out while waiting, this is what remains.
        self._heartbeat.note(_RECALL, result="timeout")
        self._pace(_RECALL)
        host, session_id, scope = self._host.id, self._session_id, self._scope()
        try:
            if self._row.context:
                answer = ask_context(self._server, self._row.context, size, scope, host, session_id)
            else:
                state = self._state()
                answer = ask_recall(self._server, prompts[0], size, scope, host, session_id, state)
        except Unanswered as unanswered:
            return self._without_context(unanswered.reason)
        verdict = self._judged(answer)
        if verdict != "ok":
            return self._without_context(verdict)
        try:
            if self._row.context:
                recalled = read_context(answer, size)
            else:
                recalled = read_recall(answer, size, self._state().marks)
        except ValueError:
            return self._without_context("stranger")
        self._recalled = recalled
        self._journal.note("recall", hits=len(recalled.ids), chars=len(recalled.block))
        self._heartbeat.note(_RECALL, result="ok", chars=len(recalled.block))
        return recalled.block

    def _without_context(self, reason: str) -> str:
        self._journal.error("recall", reason)
        self._heartbeat.note(_RECALL, result=reason)
        # A server that has just failed would only cost the person more waiting.
        self._reachable = reason in _WORKING
        return ""

    def _deliver(self, own: "list[str]") -> None:
        """Bring what waits to the server; a prompt that was just kept waits for its answer."""
        if not (self._row.append and self._reachable):
            return
        waiting = self._spool.names() if self._spool_folder else []
        if self._row.append == "spool":
            waiting = [name for name in waiting if name not in own]
        if not waiting and not self._unkept:
            return
        from .delivery import Delivery

        self._pace(_DELIVERY)
        delivery = self._delivery = Delivery(self._spool, self._server, self._journal)
        for body in self._unkept:
            delivery.send(body)
        if waiting and delivery.result in ("", "delivered"):
            careful = self._heartbeat.last_result() in ("failed", "timeout")
            delivery.deliver(waiting, careful, healthy=self._answered)
        if delivery.result == "version":
            self._heartbeat.refused(delivery.server_version)
        elif delivery.result == "delivered":
            self._heartbeat.accepted()
        self._reachable = delivery.result in ("", "delivered", *_WORKING)

    def _flush(self) -> None:
        """Tell the server that now would be a good time; it comes by itself if this is lost."""
        if not (self._row.flush and self._reachable):
            return
        from .json_text import encode
        from .truncation import well_formed

        body = {
            "host": self._host.id,
            "scope_id": well_formed(self._scope()),
            "session_id": well_formed(self._session_id),
            "reason": self._row.flush,
        }
        # Should the time run out while waiting, this is what remains.
        self.flushed = "timeout"
        try:
            self.flushed = self._judged(self._server.post(FLUSH, encode(body).encode("ascii")))
        except Unanswered as unanswered:
            self.flushed = unanswered.reason
        self._journal.note("flush", verdict=self.flushed)

    def _pace(self, lane: str) -> None:
        silent = self._sparing and not self._answered and self._heartbeat.is_silent(lane)
        self._server.patience = rules.PROBE_MS / 1000 if silent else 0.0

    def _judged(self, answer: "Answer") -> str:
        verdict = answer.verdict()
        if verdict == "version":
            self._heartbeat.refused(answer.version)
        elif verdict == "ok":
            self._answered = True
            self._heartbeat.accepted()
        return verdict

    def _scope(self) -> str:
        """The configured scope; `project` is settled at a session's first event, wherever it goes later."""
        if self._settings.scope != rules.PROJECT_SCOPE:
            return self._settings.scope[: limits.SCOPE_ID_CHARS]
        state = self._state()
        if not state.scope:
            from .repository import repository_scope

            state.settle_scope(repository_scope(self._seen.folder) or _NO_PROJECT)
        return state.scope

    def _state(self) -> "SessionState":
        if self._known_state is None:
            from .session_state import SessionState

            folder = self._folder + "/" + rules.STATE_FOLDER if self._folder else ""
            self._known_state = SessionState(folder, self._host.id, self._seen.session_id)
        return self._known_state
