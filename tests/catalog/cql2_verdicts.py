"""Which items each filter matches, in the eyes of the `cql2` package: read as text and as JSON."""

import json
import sys

from cql2 import Expr

plan = json.load(sys.stdin)


def verdicts(written):
    expression = Expr(written)
    return [expression.matches(item) for item in plan["items"]]


json.dump([[verdicts(filter["text"]), verdicts(filter["json"])] for filter in plan["filters"]], sys.stdout)
