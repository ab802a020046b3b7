"""Reads and writes stac-geoparquet as others do: a plan on standard input, JSON on standard output."""

import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import stac_geoparquet.arrow as stac

REST = "swath:rest"


def without_nulls(value):
    """What a row has no value for is no member of the item."""
    if isinstance(value, dict):
        return {name: without_nulls(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, (list, tuple)):
        return [without_nulls(inner) for inner in value]
    return value


def merged(value, rest):
    if not isinstance(value, dict) or not isinstance(rest, dict):
        return rest
    return {**value, **{name: merged(value.get(name), inner) for name, inner in rest.items()}}


def read(file):
    """The items as the public library gives them, and as they are with what the columns could not take."""
    table = pq.read_table(file)
    items = []
    for item in stac.stac_table_to_items(table):
        item = without_nulls(item)
        rest = item["properties"].pop(REST, None)
        items.append(item if rest is None else merged(item, json.loads(rest)))
    return {"items": items, "columns": table.column_names, "types": {f.name: str(f.type) for f in table.schema}}


def validate(file):
    """All that the format promises of a file: every column of every row group can be read by itself."""
    opened = pq.ParquetFile(file)
    opened.read().validate(full=True)
    for group in range(opened.num_row_groups):
        opened.read_row_group(group).validate(full=True)
    geo = json.loads(opened.metadata.metadata[b"geo"])
    own = json.loads(opened.metadata.metadata[b"stac-geoparquet"])
    datetime = opened.schema_arrow.get_field_index("datetime")
    leaf = next(i for i in range(opened.metadata.num_columns) if opened.schema.column(i).path == "datetime")
    ranges = [
        [str(s.min), str(s.max)]
        for s in (opened.metadata.row_group(g).column(leaf).statistics for g in range(opened.num_row_groups))
    ]
    return {"rows": opened.metadata.num_rows, "groups": opened.num_row_groups, "geo": geo, "stac": own, "ranges": ranges,
            "datetime": str(opened.schema_arrow.field(datetime).type)}


def write(items, file, options, collections=None):
    # Each chunk becomes a row group.
    reader = stac.parse_stac_items_to_arrow(items, chunk_size=options.pop("chunk_size", 8192))
    stac.to_parquet(reader, file, collections=collections, **options)
    return {"rows": len(items)}


def write_table(columns, file, options):
    """Plain columns in any encoding, beside those that make it stac-geoparquet."""
    count = len(next(iter(columns.values())))
    point = bytes.fromhex("010100000000000000000020400000000000804740")
    table = pa.table({"id": [f"item-{i}" for i in range(count)], "geometry": [point] * count, **columns})
    pq.write_table(table, file, **options)
    return {"rows": count}


tasks = {"read": read, "validate": validate, "write": write, "write_table": write_table}
json.dump([tasks[step.pop("task")](**step) for step in json.load(sys.stdin)], sys.stdout)
