"""What pystac and stac-validator have against the items of an export: `{"schemas": {address: file}, "files": [...]}`."""
import json
import sys

import pystac
import pystac.validation
import pyarrow.parquet as parquet
import stac_geoparquet.arrow
from stac_validator.validate import StacValidate


def without_nulls(value):
    if isinstance(value, dict):
        return {name: without_nulls(inner) for name, inner in value.items() if inner is not None}
    return [without_nulls(inner) for inner in value] if isinstance(value, list) else value


def items_of(file):
    if file.endswith(".parquet"):
        # A row has a value for every column, null where its item has none.
        return [without_nulls(item) for item in stac_geoparquet.arrow.stac_table_to_items(parquet.read_table(file))]
    with open(file, encoding="utf-8", newline="\n") as lines:
        return [json.loads(line.lstrip("\x1e")) for line in lines]


def pystac_says(item):
    # It reads every version as its own, and has the schemas of that one with it; those of extensions are elsewhere.
    current = pystac.Item.from_dict(item).to_dict(include_self_link=False, transform_hrefs=False)
    pystac.validation.validate_dict(current, pystac.STACObjectType.ITEM, extensions=[])


def stac_validator_says(item, schemas):
    # Schemas of versions between the releases are elsewhere.
    if item["stac_version"] not in ("1.0.0", "1.1.0"):
        return
    validator = StacValidate(core=True, schema_map=schemas)
    if not validator.validate_dict(item):
        raise ValueError(json.dumps(validator.message)[:400])


plan = json.load(sys.stdin)
told = []
for file in plan["files"]:
    problems = []
    items = items_of(file)
    for number, item in enumerate(items):
        try:
            pystac_says(item)
            # It reads its schemas anew for each: every fourth, and all of a few.
            if len(items) < 10 or number % 4 == 0:
                stac_validator_says(item, plan["schemas"])
        except Exception as problem:
            problems.append(f"{item.get('id')}: {type(problem).__name__} {str(problem)[:400]}")
    told.append({"items": len(items), "problems": problems[:5]})
json.dump(told, sys.stdout)
