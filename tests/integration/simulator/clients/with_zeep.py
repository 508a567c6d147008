"""Asks for each operation with zeep, which knows the WSDL alone. In: JSON; out: the answers by operation."""

import json
import sys

from zeep import Client
from zeep.helpers import serialize_object

given = json.load(sys.stdin)
service = Client(given["url"] + "?wsdl").service


def ask(name, arguments):
    if name.lower().endswith("dummy"):
        credentials = {}
    elif name.startswith("FE"):
        credentials = {"Auth": dict(given["auth"], **arguments.pop("Auth", {}))}
    else:
        # The taxpayers' register has them loose in the request.
        credentials = given["auth"]
    return serialize_object(service[name](**credentials, **arguments), dict)


answers = {}
for operation in given["operations"]:
    title = operation.get("title", operation["name"])
    try:
        answer = ask(operation["name"], operation["input"])
        answers[title] = {"told": json.dumps(answer, default=str, ensure_ascii=False)}
    except Exception as error:
        answers[title] = {"failed": repr(error)}
json.dump(answers, sys.stdout)
