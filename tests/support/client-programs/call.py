"""Runs calls of the Python client, a JSON list on its input, and prints their results or errors as JSON."""

import json
import os
import sys
from dataclasses import fields, is_dataclass

from alta_ar import Alta, AltaError, Pages, verify, verify_return


def plain(result):
    if is_dataclass(result):
        return {each.name: plain(getattr(result, each.name)) for each in fields(result) if each.name[0] != "_"}
    if isinstance(result, Pages):
        return list(result)
    return result.decode("latin-1") if isinstance(result, bytes) else result


def run(name, args, client, stages):
    if name == "verify":
        return verify(**args)
    if name == "verify_return":
        return verify_return(**args)
    alta = Alta(os.environ["ALTA_URL"], os.environ["ALTA_KEY"], **client)
    if name == "wait_for_registration":
        supplier = alta.register_supplier(**args, on_progress=stages.append)
        return supplier.registered(wait_seconds=30, poll_seconds=0.05)
    if name == "issue_invoice":
        invoice = alta.issue_invoice(**args, on_progress=stages.append, poll_seconds=0.05)
        return {**plain(invoice), "pdf": plain(invoice.pdf())[:5]}
    if name == "register_supplier":
        return alta.register_supplier(**args, on_progress=stages.append)
    return getattr(alta, name)(**args)


def outcome(call):
    stages = []
    try:
        result = plain(run(call["name"], call["args"], call["client"], stages))
    except AltaError as error:
        names = ["key", "status", "code", "fields", "faults", "request_id"]
        return {"error": {"message": str(error), **{name: getattr(error, name) for name in names}}, "stages": stages}
    except ValueError as error:
        return {"misuse": str(error)}
    return {"result": result, "stages": stages}


print(json.dumps([outcome(call) for call in json.load(sys.stdin)]))
