"""Checks that messages and returns come from Alta (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
import typing as t
import urllib.parse

from .transport import AltaError

FIVE_MINUTES_SECONDS = 300

#: `whsec_…`; during a rotation, both.
Secrets = t.Union[str, t.Sequence[str]]


def verify(
    payload: t.Union[bytes, str],
    headers: t.Any,
    secret: Secrets,
    *,
    now: float | None = None,
) -> t.Any:
    """
    The message of a request from Alta. Its type is `WebhookMessage` at an endpoint, `StepMessage` at a workflow's step.

    :param payload: the body as received: parsing and serialising changes it
    :param headers: of the request, as a mapping or a list of pairs; also those of WSGI and Django (`HTTP_…`)
    :raises AltaError: `unauthorised` if it is not from Alta, or its time is more than five minutes off
    """
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    pairs = headers.items() if hasattr(headers, "items") else headers
    given = {_header_name(name): value for name, value in pairs}
    identity, timestamp, signatures = (
        str(given.get(name) or "") for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _verify_signature("message", secret, None, identity, timestamp, signatures, body, now)
    return json.loads(body)


def verify_return(address: str, secret: Secrets, *, now: float | None = None) -> dict[str, str]:
    """
    `entry_id` and `status` of a supplier who came back to your `return_url`. Compare `entry_id` with the user who
    is logged in.

    :param address: what the browser requested, whole or from its path on
    :raises AltaError: `unauthorised` like `verify`
    """
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query, keep_blank_values=True)
    entry_id, status, timestamp, signatures = (
        query.get(name, [""])[0] for name in ("silo_entry_id", "status", "timestamp", "signature")
    )
    body = json.dumps(status, ensure_ascii=False).encode()
    _verify_signature("address", secret, b"return_url", entry_id, timestamp, signatures, body, now)
    return {"entry_id": entry_id, "status": status}


def _header_name(name: t.Any) -> str:
    text = (name.decode("latin-1") if isinstance(name, bytes) else str(name)).lower().replace("_", "-")
    return text[len("http-") :] if text.startswith("http-") else text


def _verify_signature(
    subject: str,
    secrets: Secrets,
    purpose: bytes | None,
    identity: str,
    timestamp: str,
    signatures: str,
    body: bytes,
    now: float | None,
) -> None:
    def refused(why: str) -> AltaError:
        return AltaError("unauthorised", f"The {subject} is not from Alta: {why}.")

    seconds = int(timestamp) if timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12 else None
    current = time.time() if now is None else now
    if seconds is None or abs(current - seconds) > FIVE_MINUTES_SECONDS:
        raise refused("its time is missing, or is more than five minutes off")
    if not signatures:
        raise refused("it has no signature")
    signed = f"{identity}.{timestamp}.".encode() + body
    for secret in [secrets] if isinstance(secrets, str) else secrets or [""]:
        is_secret = isinstance(secret, str) and secret.startswith("whsec_")
        key = _bytes_of(secret[len("whsec_") :]) if is_secret else None
        if not key:
            raise ValueError("A webhook secret must be `whsec_` followed by base64.")
        if purpose:
            key = hmac.new(key, purpose, hashlib.sha256).digest()
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        for part in signatures.split(" "):
            given = _bytes_of(part[len("v1,") :]) if part.startswith("v1,") else None
            if given and hmac.compare_digest(given, expected):
                return
    raise refused("none of the given secrets made its signature")


def _bytes_of(text: str) -> bytes | None:
    """None if it is not base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
