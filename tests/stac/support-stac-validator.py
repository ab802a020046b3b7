"""Runs stac-validator over documents of a service and prints its verdicts as JSON; its checks run as they are."""

import contextlib
import json
import sys

import schema_copies

plan = json.load(sys.stdin)
schema_copies.use_copies(plan["schemas"], plan["root_url"])

from stac_validator.validate import StacValidate  # noqa: E402 - after its schemas are known


def verdict(path, **how):
    stac = StacValidate(plan["root_url"] + path, headers=plan["headers"], **how)
    # It tells of its pages where the answer goes.
    with contextlib.redirect_stdout(sys.stderr):
        if how.get("collections"):
            stac.validate_collections()
        elif how.get("item_collection"):
            stac.validate_item_collection()
        else:
            stac.run()
    return {
        "valid": [message["valid_stac"] for message in stac.message],
        "errors": [message["error_message"] for message in stac.message if not message["valid_stac"]],
    }


json.dump(
    {
        "landing": verdict(""),
        "collections": verdict("collections", collections=True),
        "items": verdict("search?limit=20", item_collection=True, pages=2),
        "item": verdict("collections/alpha/items/alpha-001"),
        "no document": verdict("queryables"),
    },
    sys.stdout,
)
