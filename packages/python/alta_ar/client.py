"""All of Alta by one API key: every operation, and the two stories."""

from __future__ import annotations

import re
import time
import typing as t
from dataclasses import dataclass, field

from .operations import Entry, Job, Operations, Registration
from .transport import AltaError

Progress = t.Callable[[t.Dict[str, t.Any]], t.Any]
Result = t.TypeVar("Result")

_CHANGED = object()
_UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


class Alta(Operations):
    """`Alta(url, key)`. Use it on a server: the key must not reach a browser."""

    def register_supplier(
        self,
        *,
        name: str,
        cuit: str,
        key: str | None = None,
        email: str | None = None,
        party: dict[str, t.Any] | None = None,
        workflow_id: str | None = None,
        on_progress: Progress | None = None,
        wait_seconds: float = 60.0,
    ) -> SupplierOnTheWay:
        """
        From name and CUIT to the link for the supplier. A repeated call for the same supplier finds the existing
        entry, job and link; a registered supplier needs none.

        :param key: your own id of the supplier; by default `supplier-<CUIT>`
        :param email: for Alta's reminders, unless the supplier gives another address
        :param party: more fields of the document (GOBL org/party), such as `addresses`
        :param workflow_id: by default the workspace's default workflow for suppliers
        :param on_progress: called with a dictionary that has `stage` and `entry_id`
        :param wait_seconds: how long to wait for the link, which takes a second
        :raises AltaError: `conflict` if the key belongs to another taxpayer; `failed` with `faults`; `timeout`
        """
        _check_text("cuit", cuit, 'such as "30-71555334-8"')
        _check_workflow_id(workflow_id)
        report = on_progress or (lambda _: None)
        entry = self._supplier_entry(name, cuit, key, email, party)
        entry_id = entry["id"]
        report({"stage": "created", "entry_id": entry_id})
        if entry.get("state") == "registered":
            return SupplierOnTheWay(entry_id, "registered", None, None, self, report)
        job = self._run_on(entry_id, "org/party", "ar-supplier-registration", workflow_id)
        link = _poll(lambda: self._link_or_end(entry_id, job["id"]), wait_seconds, 0.3)
        if not link:
            return SupplierOnTheWay(entry_id, "registered", job["id"], None, self, report)
        report({"stage": "link", "entry_id": entry_id, "link_url": link})
        return SupplierOnTheWay(entry_id, "processing", job["id"], link, self, report)

    def issue_invoice(
        self,
        *,
        key: str,
        invoice: dict[str, t.Any],
        workflow_id: str | None = None,
        on_progress: Progress | None = None,
        wait_seconds: float = 300.0,
        poll_seconds: float = 0.5,
    ) -> IssuedInvoice:
        """
        From a document to an invoice with its CAE. If ARCA does not answer, the invoice waits at Alta and
        continues without you: call this again with the same key.

        :param key: your own id, such as the order number. A repetition returns the same invoice, never a second one
        :param invoice: GOBL bill/invoice
        :raises AltaError: `validation` with `faults` for a document that breaks a rule; `failed` with ARCA's
            messages; `conflict` if the key has another document; `timeout` after `wait_seconds`
        """
        _check_text("key", key, "your own id of the invoice, such as the order number")
        _check_workflow_id(workflow_id)
        report = on_progress or (lambda _: None)
        entry = self._invoice_entry(key, invoice)
        entry_id = entry["id"]
        report({"stage": "created", "entry_id": entry_id})
        if _stamp(entry, "arca-cae") and _pdf(entry):
            return _issued(self, entry)
        job_id = self._run_on(entry_id, "bill/invoice", "ar-invoice", workflow_id)["id"]
        waited_for = ""

        def look() -> Job | None:
            nonlocal waited_for
            job = self.fetch_job(job_id)
            why = job.get("waiting") or {}
            code = why.get("code") or ""
            if code and code != waited_for:
                report({"stage": "waiting", "entry_id": entry_id, "why": why})
                waited_for = code
            if job["status"] == "KO":
                report({"stage": "failed", "entry_id": entry_id, "faults": job["faults"]})
                raise _failed(job["faults"], "The invoice has failed.")
            return job if job["status"] == "OK" else None

        _poll(look, wait_seconds, poll_seconds)
        report({"stage": "sent", "entry_id": entry_id})
        return _issued(self, self.fetch_entry(entry_id))

    def _supplier_entry(
        self, name: str, cuit: str, key: str | None, email: str | None, party: dict[str, t.Any] | None
    ) -> Entry:
        """The existing entry with the key, unchanged; otherwise a new one."""
        digits = re.sub(r"\D", "", cuit)
        key = key or f"supplier-{digits}"
        found = self._entry_by_key(key)
        if found is None:
            data: dict[str, t.Any] = {
                "$schema": "https://gobl.org/draft-0/org/party",
                **({"emails": [{"addr": email}]} if email else {}),
                **(party or {}),
                "name": name,
                "tax_id": {"country": "AR", "code": cuit},
            }
            return self.create_entry({"folder": "suppliers", "key": key, "data": data})
        if found["folder"] == "suppliers" and found["snippet"].get("tax_code") == f"AR{digits}":
            return found
        raise AltaError(
            "conflict", f"The key {key} belongs to an entry other than the supplier with the CUIT {cuit}."
        )

    def _entry_by_key(self, key: str) -> Entry | None:
        try:
            return self.fetch_entry_by_key(key)
        except AltaError as error:
            if error.key == "not-found":
                return None
            raise

    def _link_or_end(self, entry_id: str, job_id: str) -> str | None:
        """'' if the supplier is registered and needs no link. None while there is no link yet."""
        job = self.fetch_job(job_id)
        if job["status"] == "KO":
            raise _failed(job["faults"], "The registration has failed.")
        # The link of an ended registration stays in the meta, so only one that this job opened or found open counts.
        step = next(
            (each for each in job["intents"] if each["provider"] == "gov-ar.register" and each.get("completed")), None
        )
        if not step:
            return "" if job["status"] == "OK" else None
        if step["events"] and step["events"][-1]["status"] == "SKIP":
            return ""
        for record in self.fetch_entry(entry_id)["meta"]:
            if record.get("src") == "gov-ar" and record.get("key") == "link":
                return record.get("link_url")
        return None

    def _invoice_entry(self, key: str, invoice: dict[str, t.Any]) -> Entry:
        """The entry with the key. A document without a date keeps the date of the first call."""

        def create(**date: t.Any) -> Entry:
            data = {"$schema": "https://gobl.org/draft-0/bill/invoice", **date, **invoice}
            return self.create_entry({"folder": "invoices", "key": key, "data": data})

        try:
            return create()
        except AltaError as error:
            if error.status != 409:
                raise
            stored: t.Any = self.fetch_entry_by_key(key)
            if "issue_date" in invoice:
                raise _differing(stored, key, error) from error
        try:
            return create(issue_date=stored["data"]["doc"].get("issue_date"))
        except AltaError as error:
            if error.status != 409:
                raise
            raise _differing(stored, key, error) from error

    def _run_on(self, entry_id: str, schema: str, template: str, workflow_id: str | None) -> t.Any:
        """
        The unfinished job on an entry, or a new one. Concurrent calls, and repetitions after a lost answer, get the
        same job.
        """
        workflow_id = workflow_id or self._default_workflow(schema, template)
        jobs: t.Any = self.list_jobs(silo_entry_id=entry_id, workflow_id=workflow_id, limit=1).first()["list"]
        last = jobs[0] if jobs else None
        if last and last["status"] not in ("OK", "KO"):
            return last
        after = last["id"] if last else "nothing"
        return self.create_job(
            {"workflow_id": workflow_id, "silo_entry_id": entry_id}, idempotency_key=f"run-{entry_id}-after-{after}"
        )

    def _default_workflow(self, schema: str, template: t.Any) -> str:
        """
        The workspace's default workflow. If there is none, the one with the template's name as its key, which is
        created if it does not exist: the first of its kind becomes the default.
        """
        found: t.Any = self.list_workflows(schema=schema, default=True, limit=1).first()["list"]
        if found:
            return found[0]["id"]
        try:
            workflow: t.Any = self.create_workflow({"template": template, "key": template})
        except AltaError as error:
            if error.key != "conflict":
                raise
            raise _no_default(schema, str(error)) from error
        if workflow.get("disabled") or workflow.get("archived_at"):
            why = "archived" if workflow.get("archived_at") else "disabled"
            raise _no_default(schema, f"The workflow with the key {template} is {why}.")
        return workflow["id"]


@dataclass(frozen=True)
class SupplierOnTheWay:
    entry_id: str
    #: `processing` or `registered`.
    state: str
    #: None if the supplier was already registered.
    job_id: str | None
    #: The wizard: send it to the supplier. None if the supplier is already registered.
    link_url: str | None
    _alta: Alta = field(repr=False, compare=False)
    _report: Progress = field(repr=False, compare=False)

    def registered(self, *, wait_seconds: float | None = None, poll_seconds: float = 2.0) -> Registration:
        """
        Waits until the supplier is registered, which takes minutes or weeks. Nothing is lost by not waiting: call
        `register_supplier` again with the same supplier to continue.

        :raises AltaError: `failed` with `faults`; `timeout` after `wait_seconds`
        """
        reported: set[tuple[str, str]] = set()

        def look() -> t.Any:
            registration = self._alta.fetch_registration(self.entry_id)
            if self.link_url is None:
                return registration
            job = self._alta.fetch_job(t.cast(str, self.job_id))
            changed = False
            for event in _events(registration, self.entry_id):
                if (event["stage"], event["at"]) not in reported:
                    reported.add((event["stage"], event["at"]))
                    self._report(event)
                    changed = True
            if job["status"] == "KO":
                self._report({"stage": "failed", "entry_id": self.entry_id, "faults": job["faults"]})
                raise _failed(job["faults"], "The registration has failed.")
            if job["status"] == "OK":
                return registration
            return _CHANGED if changed else None

        registration = _poll(look, wait_seconds, poll_seconds)
        self._report({"stage": "completed", "entry_id": self.entry_id})
        return registration


@dataclass(frozen=True)
class IssuedInvoice:
    entry_id: str
    #: Point of sale, as in the document.
    series: str
    #: Number given by ARCA.
    number: str
    cae: str
    #: A date, such as `2026-12-01`.
    cae_expiry: str
    #: Content of the QR code.
    qr_url: str
    #: In the invoice's currency, such as `1210.00`.
    payable: str
    #: The document as issued.
    document: dict[str, t.Any]
    #: Data required in the PDF that it lacks, such as `gross-income`. Empty if it is complete.
    paper_gaps: list[str]
    _alta: Alta = field(repr=False, compare=False)
    _pdf_id: str | None = field(repr=False, compare=False)

    def pdf(self) -> bytes:
        if self._pdf_id is None:
            raise AltaError("not-found", "The workflow makes no PDF: add the step `pdf` to it.")
        return self._alta.fetch_file_content(self.entry_id, self._pdf_id)


def _check_text(name: str, value: t.Any, meant: str) -> None:
    """Checked before anything is created, for programs that no type checker checks."""
    if not isinstance(value, str) or not value:
        raise _invalid(name, f"must be text, {meant}")


def _check_workflow_id(workflow_id: t.Any) -> None:
    if workflow_id is not None and not re.fullmatch(_UUID, str(workflow_id), re.IGNORECASE):
        raise _invalid("workflow_id", "must be the id of a workflow, a UUID")


def _invalid(name: str, what: str) -> AltaError:
    return AltaError("validation", f"{name} {what}.", fields={name: what})


def _issued(alta: Alta, entry: t.Any) -> IssuedInvoice:
    document = entry["data"]["doc"]
    pdf = _pdf(entry)
    return IssuedInvoice(
        entry_id=entry["id"],
        series=document["series"],
        number=document["code"],
        cae=_stamp(entry, "arca-cae") or "",
        cae_expiry=_stamp(entry, "arca-cae-expiry") or "",
        qr_url=_stamp(entry, "arca-qr") or "",
        payable=document["totals"]["payable"],
        document=document,
        paper_gaps=entry.get("paper_gaps") or [],
        _alta=alta,
        _pdf_id=pdf["id"] if pdf else None,
    )


def _pdf(entry: t.Any) -> t.Any:
    return next((each for each in entry["attachments"] if each.get("key") == "pdf"), None)


def _stamp(entry: t.Any, name: str) -> str | None:
    stamps = entry["data"]["head"].get("stamps") or []
    return next((each["val"] for each in stamps if each["prv"] == name), None)


def _events(registration: t.Any, entry_id: str) -> list[dict[str, t.Any]]:
    events: list[dict[str, t.Any]] = []
    rejection = registration.get("last_rejection")
    # The first login only checks whether the certificate is already authorized, so its refusal is not a rejection.
    is_rejected = rejection and (
        rejection["reason"] != "not-authorised"
        or registration.get("intent") == "renew"
        or registration.get("authorisation_claimed_at") is not None
    )
    if registration.get("started_at"):
        events.append({"stage": "started", "entry_id": entry_id, "at": registration["started_at"]})
    if is_rejected:
        events.append(
            {
                "stage": "certificate-rejected",
                "entry_id": entry_id,
                "at": rejection["at"],
                "reason": rejection["reason"],
            }
        )
    if registration.get("certificate_received_at"):
        events.append(
            {"stage": "certificate-received", "entry_id": entry_id, "at": registration["certificate_received_at"]}
        )
    return sorted(events, key=lambda event: event["at"])


def _no_default(schema: str, why: str) -> AltaError:
    return AltaError(
        "conflict",
        f"The workspace has no default workflow for {schema}. {why} Make a workflow the default, or pass its id as "
        "workflow_id.",
        code="no-default-workflow",
    )


def _differing(stored: t.Any, key: str, conflict: AltaError) -> AltaError:
    """The conflict, with the remedy if the stored document is one that was refused and can be changed."""
    if stored.get("state") == "error":
        conflict.args = (
            f"The key {key} has an invoice with another document, which was refused. To correct it, change the entry, "
            f'alta.change_entry("{stored["id"]}", {{"data": data}}), and call again.',
        )
    return conflict


def _failed(faults: t.Any, otherwise: str) -> AltaError:
    first = faults[0] if faults else {}
    return AltaError("failed", first.get("message") or otherwise, code=first.get("code"), faults=faults)


def _poll(look: t.Callable[[], Result | None], wait_seconds: float | None, poll_seconds: float) -> Result:
    """Polls until there is a result. Pauses grow while nothing changes."""
    until = None if wait_seconds is None else time.monotonic() + wait_seconds
    pause = poll_seconds
    while True:
        answer = look()
        if answer is _CHANGED:
            pause = poll_seconds
        elif answer is not None:
            return answer
        if until is not None and time.monotonic() + pause > until:
            raise AltaError(
                "timeout",
                "The time limit for waiting has passed. The work continues at Alta.",
                code="still-going-on",
            )
        time.sleep(pause)
        pause = min(pause * 1.3, poll_seconds * 15)
