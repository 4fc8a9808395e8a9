"""The server: which request is answered by what, and how it begins and ends."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from generator import __version__
from generator.core.folders import Project
from generator.core.problem import Refusal
from generator.lsp.desk import Desk, Replies
from generator.lsp.rounds import Round, Rounds, is_running
from generator.model.budget import ExhaustedError

WATCHED = "**/*.{yaml,yml,md,svg,png,jpg,jpeg,webp}"
LOOK_EVERY = 2.0  # s between two looks whether the client is still there
Params = TypeVar("Params")
Result = TypeVar("Result")


class _Protocol(LanguageServerProtocol):
    """Answers requests whose parameters make no sense, such as a negative line, with an error."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class PnpServer(LanguageServer):
    """A server for one client."""

    def __init__(self, named: Project | None) -> None:
        # Whole texts: who puts changes together himself has to agree with every editor on what ends a line.
        full = types.TextDocumentSyncKind.Full
        super().__init__("pnp", __version__, text_document_sync_kind=full, protocol_cls=_Protocol)
        self.watch: asyncio.Task[None] | None = None  # over the client
        self.desk = Desk(lambda: self.workspace, named)
        self.rounds = Rounds(self.desk.texts, self._found)
        self.replies = Replies(self.desk)
        self.asked_to_end = False

    def changed(self, uri: str) -> None:
        """Have the games checked that a file belongs to."""
        belonging = self.desk.belonging(uri)
        if belonging is not None:
            self.rounds.ask(belonging)

    def changed_on_disk(self, *uris: str) -> None:
        """The same, where files themselves are no longer what they were."""
        before = self.desk.concerned(uris)
        self.desk.changed_on_disk()
        for belonging in before:
            self.rounds.ask(belonging)
        for uri in uris:
            self.changed(uri)

    def _found(self, finished: Round) -> None:
        if finished.fault:
            message = f"a fault in pnp itself: {finished.fault}"
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
            return
        for params in self.desk.take(finished):
            self.text_document_publish_diagnostics(params)

    async def watch_client(self, process: int) -> None:
        """End when the client's process does: it may have died without a word."""
        while is_running(process):
            await asyncio.sleep(LOOK_EVERY)
        self.leave(1)

    def leave(self, status: int) -> NoReturn:
        """End at once: somebody still waits for the next message, and there will be none."""
        self.rounds.end()
        os._exit(status)


def make_server(named: Project | None) -> PnpServer:
    """A server that knows what to do with each message.

    Args:
        named: a project whose folders were given; others are found from the files that are opened.
    """
    server = PnpServer(named)
    _life(server)
    _files(server)

    def answered(method: str, answer: Callable[[Any], Any], options: Any = None) -> None:
        @server.feature(method, options)
        def _(params: Any) -> Any:
            try:
                return answer(params)
            except (Refusal, ExhaustedError, OSError):  # a game that is gone or beyond reading: there is nothing to say
                return None

    completion = types.CompletionOptions(trigger_characters=["{", " ", ":", "-", "[", '"'])
    fixes = types.CodeActionOptions([types.CodeActionKind.QuickFix])
    answered(types.TEXT_DOCUMENT_COMPLETION, server.replies.completion, completion)
    answered(types.TEXT_DOCUMENT_HOVER, server.replies.hover)
    answered(types.TEXT_DOCUMENT_DEFINITION, server.replies.definition)
    answered(types.TEXT_DOCUMENT_REFERENCES, server.replies.references)
    answered(types.TEXT_DOCUMENT_CODE_ACTION, server.replies.fixes, fixes)
    return server


def _life(server: PnpServer) -> None:
    @server.feature(types.INITIALIZED)
    async def _(params: types.InitializedParams) -> None:  # noqa: ARG001
        server.rounds.warm_up()
        watched = server.client_capabilities.workspace and server.client_capabilities.workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            what = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
            registration = types.Registration("watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, what)
            server.client_register_capability(types.RegistrationParams([registration]))
        if server.process_id:
            server.watch = asyncio.create_task(server.watch_client(server.process_id))

    @server.feature(types.SHUTDOWN)
    def _(params: None) -> None:  # noqa: ARG001
        server.asked_to_end = True


def _files(server: PnpServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeTextDocumentParams) -> None:
        server.changed(params.text_document.uri)

    def on_disk(params: Any) -> None:
        server.changed_on_disk(params.text_document.uri)

    for method in (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_SAVE, types.TEXT_DOCUMENT_DID_CLOSE):
        server.feature(method)(on_disk)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(params: types.DidChangeWatchedFilesParams) -> None:
        server.changed_on_disk(*(change.uri for change in params.changes))


def serve(named: Project | None) -> int:
    """Answer a client on standard input and output until it says that it is done, or is gone; the exit status."""
    gc.enable()  # this runs for hours
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logging.getLogger("pygls").propagate = False
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library prints is an answer
    server = make_server(named)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _: server.leave(128 + number))
    try:
        server.start_io(sys.stdin.buffer, answers)
    except (OSError, ValueError):  # the client no longer listens
        server.leave(1)
    server.leave(0 if server.asked_to_end else 1)
