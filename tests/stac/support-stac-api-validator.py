"""Runs stac-api-validator against a service and prints what it found as JSON.

Its checks run as they are. Only where schemas come from is told to it: a folder of copies, by the addresses that they
are published under, because the machine that tests may have no way out. An address that is not in the folder is
fetched as ever.
"""

import json
import os
import sys

from stac_validator import utilities

plan = json.load(sys.stdin)
fetch_from_network = utilities.fetch_and_parse_file
read_here = []
not_here = []


def copy_of(address):
    for prefix, folder in plan["schemas"].items():
        if address.startswith(prefix):
            path = os.path.join(folder, address[len(prefix):].rstrip("#"))
            if os.path.exists(path):
                return path
    return None


def fetch(address, headers=None):
    path = copy_of(address)
    if path is not None:
        read_here.append(address)
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    if not address.startswith(plan["root_url"]):
        not_here.append(address)
    return fetch_from_network(address, headers)


utilities.fetch_and_parse_file = fetch

from stac_api_validator.validations import QueryConfig, validate_api  # noqa: E402 - after its schemas are known

warnings, errors = validate_api(
    root_url=plan["root_url"],
    ccs_to_validate=plan["classes"],
    collection=plan["collection"],
    geometry=json.dumps(plan["geometry"]),
    auth_bearer_token=None,
    auth_query_parameter=None,
    fields_nested_property=plan["fields_nested_property"],
    validate_pagination=True,
    query_config=QueryConfig(**plan["query"]),
    transaction_collection=plan["transaction_collection"],
    headers=plan["headers"],
    open_assets_urls=False,
)
json.dump(
    {
        "warnings": warnings.as_list(),
        "errors": errors.as_list(),
        "schemas_read": sorted(set(read_here)),
        "schemas_missing": sorted(set(not_here)),
    },
    sys.stdout,
)
