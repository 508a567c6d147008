"""Requests with retries, the one class of errors, and lists that are fetched page by page."""

from __future__ import annotations

import email.message
import email.utils
import http.client
import json
import random
import re
import socket
import time
import typing as t
import urllib.error
import urllib.parse
import urllib.request
import uuid

Item = t.TypeVar("Item")

# If the service asks for a longer wait, its answer is given to the caller.
LONGEST_WAIT_SECONDS = 60.0
FIRST_WAIT_SECONDS = 0.5
LONGEST_BACKOFF_SECONDS = 8.0


class AltaError(Exception):
    """Every failure of a call raises it."""

    def __init__(
        self,
        key: str,
        message: str,
        *,
        status: int = 0,
        code: str | None = None,
        fields: dict[str, t.Any] | None = None,
        faults: list[dict[str, t.Any]] | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
        type: str | None = None,
    ) -> None:
        super().__init__(message)
        #: One of the API's keys, or `network`, `timeout`, `unreadable` (the answer is not Alta's) or `failed` (the
        #: request was accepted, but its work failed).
        self.key = key
        #: Status of the answer; 0 if there was none.
        self.status = status
        #: More specific than `key` and equally stable.
        self.code = code
        #: What is wrong with each field, nested like the body.
        self.fields = fields or {}
        #: What is wrong with the document, or messages of the authority.
        self.faults = faults or []
        #: Lets the operator find the request in the log.
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        #: Address of the page about the error; None if the answer is not Alta's.
        self.type = type


class Pages(t.Generic[Item]):
    """A list that is fetched as needed: iterate over it to get all its items."""

    def __init__(self, read: t.Callable[[str | None], dict[str, t.Any]], cursor: str | None = None) -> None:
        self._read = read
        self._cursor = cursor

    def __iter__(self) -> t.Iterator[Item]:
        for page in self.pages():
            yield from page["list"]

    def pages(self) -> t.Iterator[dict[str, t.Any]]:
        cursor = self._cursor
        while True:
            page = self._read(cursor)
            yield page
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    def first(self) -> dict[str, t.Any]:
        """The first page, with its `list` and its `next_cursor`."""
        return self._read(self._cursor)


def path_of(template: str, *ids: str) -> str:
    """The path with its `{…}` replaced by the ids."""
    parts = template.split("{")
    path = parts[0]
    for part, each in zip(parts[1:], ids):
        if str(each) in ("", ".", ".."):
            raise ValueError(f"{each!r} is not an id.")
        path += urllib.parse.quote(str(each), safe="") + part.split("}", 1)[1]
    return path


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The API never redirects. A server that does must not receive the key again."""

    def redirect_request(self, *args: t.Any, **named: t.Any) -> None:
        return None


class Transport:
    _version = ""

    def __init__(self, url: str | None, key: str | None, *, retries: int = 3, timeout_seconds: float = 30.0) -> None:
        """
        :param url: address of Alta, such as `https://alta.example.com`
        :param key: an API key of a workspace
        :param retries: of each call; 0 for none
        :param timeout_seconds: how long an attempt waits for the server
        """
        if not url or not key:
            raise ValueError(f"Alta needs {'a key' if url else 'a url'}.")
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("The url of Alta must begin with https:// or http://.")
        key = key.strip()
        # Refused here: the error of http.client would print the key.
        if not re.fullmatch(r"[!-~]+", key):
            raise ValueError("The key of Alta must be one line of ASCII, without spaces.")
        origin = url.rstrip("/")
        self._origin = origin[: -len("/api")] if origin.endswith("/api") else origin
        self._key = key
        self._retries = retries
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _list(self, path: str, query: dict[str, t.Any]) -> Pages[t.Any]:
        return Pages(
            lambda cursor: self._call("GET", path, query={**query, **({"cursor": cursor} if cursor else {})}),
            query.get("cursor"),
        )

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, t.Any] | None = None,
        body: t.Any = None,
        content_type: str = "application/json",
        idempotency_key: str | None = None,
        raw: bool = False,
    ) -> t.Any:
        given = {name: _query_value(value) for name, value in (query or {}).items() if value is not None}
        url = self._origin + path + ("?" + urllib.parse.urlencode(given) if given else "")
        headers = {
            "Authorization": f"Bearer {self._key}",
            "Accept": "*/*" if raw else "application/json",
            "User-Agent": f"alta-ar-python/{self._version}",
        }
        data: bytes | None = None
        if body is not None:
            headers["Content-Type"] = content_type
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        elif method in ("POST", "PUT", "PATCH"):
            data = b""
        if method == "POST":
            # The same in all attempts, so nothing is created twice.
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        status, answer_headers, content = self._persistently(method, url, headers, data)
        if not 200 <= status < 300:
            raise _error_of(status, answer_headers, content)
        if raw:
            return content
        if not content:
            return None
        try:
            return json.loads(content)
        except ValueError:
            raise _error_of(status, answer_headers, b"") from None

    def _persistently(
        self, method: str, url: str, headers: dict[str, str], data: bytes | None
    ) -> tuple[int, email.message.Message, bytes]:
        """
        Retries what is safe to repeat: after a lost connection, a timeout, 429 and 5xx. A PATCH may have been
        applied although its answer was lost, so it is retried only if it was refused unread (429).
        """
        attempt = 0
        while True:
            failure: AltaError | None = None
            answer = None
            try:
                answer = self._once(method, url, headers, data)
            except (OSError, http.client.HTTPException) as error:
                failure = _failure_of(error)
                failure.__cause__ = error
            status = answer[0] if answer else None
            wait = None
            if attempt < self._retries and (method != "PATCH" or status == 429):
                wait = _wait_seconds(attempt, answer)
            if wait is None:
                if failure:
                    raise failure
                return t.cast("tuple[int, email.message.Message, bytes]", answer)
            time.sleep(wait)
            attempt += 1

    def _once(
        self, method: str, url: str, headers: dict[str, str], data: bytes | None
    ) -> tuple[int, email.message.Message, bytes]:
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.headers, refusal.read()


def _query_value(value: t.Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _failure_of(error: Exception) -> AltaError:
    reason = getattr(error, "reason", error)
    if isinstance(reason, (socket.timeout, TimeoutError)):
        return AltaError("timeout", "Alta did not answer in time.")
    return AltaError("network", f"Alta cannot be reached: {reason}.")


def _wait_seconds(attempt: int, answer: tuple[int, email.message.Message, bytes] | None) -> float | None:
    """None: no retry."""
    if answer and not (answer[0] in (408, 429) or answer[0] >= 500):
        return None
    # Random, so that clients hit by the same outage do not all retry at the same moment.
    backoff = min(LONGEST_BACKOFF_SECONDS, FIRST_WAIT_SECONDS * 2**attempt) * random.uniform(0.5, 1)
    requested = _retry_after(answer[1]) if answer else None
    if requested is None:
        return backoff
    return requested + FIRST_WAIT_SECONDS * random.random() if requested <= LONGEST_WAIT_SECONDS else None


def _retry_after(headers: email.message.Message) -> float | None:
    """`Retry-After` in seconds, or as a date."""
    header = headers.get("Retry-After")
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _error_of(status: int, headers: email.message.Message, content: bytes) -> AltaError:
    common: dict[str, t.Any] = {
        "status": status,
        "request_id": headers.get("X-Request-Id"),
        "retry_after_seconds": _retry_after(headers),
    }
    try:
        problem = json.loads(content)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "key" not in problem or "detail" not in problem:
        # A proxy's page, or a server that is not Alta.
        message = f"The answer {status} did not come from Alta: check the address."
        return AltaError("unreadable", message, **common)
    faults, fields = problem.get("faults") or [], problem.get("fields") or {}
    lines = [
        " ".join(filter(None, [", ".join(fault.get("paths") or []), fault.get("message")])) for fault in faults
    ] or _lines_of(fields)
    message = problem["detail"]
    if lines:
        subject = message.rstrip(".")
        # A fault can begin with the same sentence.
        begin = "" if lines[0].startswith(subject) else f"{subject}: "
        message = begin + _in_short(lines)
    about = {"type": problem.get("type"), "code": problem.get("code")}
    return AltaError(problem["key"], message, fields=fields, faults=faults, **about, **common)


def _in_short(lines: list[str]) -> str:
    """The first three lines, and how many more there are."""
    return "; ".join(lines[:3]) + (f"; and {len(lines) - 3} more" if len(lines) > 3 else "")


def _lines_of(fields: dict[str, t.Any], at: str = "") -> list[str]:
    lines: list[str] = []
    for name, what in fields.items():
        here = f"{at}.{name}" if at else name
        lines += _lines_of(what, here) if isinstance(what, dict) else [f"{here} {what}"]
    return lines
