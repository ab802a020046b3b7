"""Runs stac-api-validator against a service, by each of the plans, and prints what it found as JSON.

Its checks run as they are; only where schemas come from is told to it, and that nothing has to be waited for.
"""

import json
import sys

import schema_copies

plans = json.load(sys.stdin)
schema_copies.use_copies(plans[0]["schemas"], plans[0]["root_url"])

from stac_api_validator import validations  # noqa: E402 - after its schemas are known

# Two seconds behind each write, for services that show it later: what is written here is there.
validations.time.sleep = lambda seconds: None


def report_by(plan):
    warnings, errors = validations.validate_api(
        root_url=plan["root_url"],
        ccs_to_validate=plan["classes"],
        collection=plan["collection"],
        geometry=json.dumps(plan["geometry"]),
        auth_bearer_token=None,
        auth_query_parameter=None,
        fields_nested_property=plan["fields_nested_property"],
        validate_pagination=True,
        query_config=validations.QueryConfig(**plan["query"]),
        transaction_collection=plan["transaction_collection"],
        headers=plan["headers"],
        open_assets_urls=False,
    )
    return {
        "warnings": warnings.as_list(),
        "errors": errors.as_list(),
        "schemas_read": sorted(set(schema_copies.read_here)),
        "schemas_missing": sorted(set(schema_copies.not_here)),
    }


json.dump([report_by(plan) for plan in plans], sys.stdout)
