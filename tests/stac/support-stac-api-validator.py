"""Runs stac-api-validator against a service and prints what it found as JSON.

Its checks run as they are; only where schemas come from is told to it.
"""

import json
import sys

import schema_copies

plan = json.load(sys.stdin)
schema_copies.use_copies(plan["schemas"], plan["root_url"])

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
        "schemas_read": sorted(set(schema_copies.read_here)),
        "schemas_missing": sorted(set(schema_copies.not_here)),
    },
    sys.stdout,
)
