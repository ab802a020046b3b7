"""Does what a user of max_ard does with a select, unchanged but for the host; prints what came of it as JSON."""

import json
import sys
import tempfile
from pathlib import Path

from max_ard.exceptions import ARDServerException, BadARDRequest
from max_ard.metadata import MetaSelect, get_acquisition, get_tile, search_by_area, search_by_cell_id
from max_ard.select import Select

plan = json.load(sys.stdin)


def told(work):
    try:
        return {"value": work()}
    except Exception as error:  # what a user would see
        return {"error": type(error).__name__, "message": str(error)}


def submitted():
    select = Select(**plan["request"])
    select.submit()
    select.wait_for_success(interval=1)
    results = select.results
    tile = results.tiles[0]
    with tempfile.TemporaryDirectory() as folder:
        for name in select.response.links:
            if name not in ("gpkg", "self"):  # max_ard copies texts alone
                select.copy_file(name, dir=folder)
        files = {path.suffix[1:]: path.stat().st_size for path in Path(folder).iterdir()}
    again = Select.from_id(select.select_id)
    return {
        "state": select.state,
        "succeeded": select.succeeded,
        "select_id": select.select_id,
        "tiles": len(results.tiles),
        "acquisitions": sorted(acquisition.acq_id for acquisition in results.acquisitions),
        "dates": results.dates,
        "cell": tile.cell_id,
        "masks_are_valid": all(tile.data_mask.is_valid for tile in results.tiles),
        "usage": select.usage.area.total_imagery_sqkm,
        "cost": select.usage.cost.total_imagery_cost,
        "files": files,
        "again": {"state": again.state, "stack_depth": again.request.stack_depth, "query": again.request.query},
    }


def metadata():
    area = {name: plan["request"][name] for name in ("datetime", "bbox", "query")}
    found = MetaSelect(**area).results
    features = search_by_area(**area)["features"]
    dates = [feature["properties"]["datetime"] for feature in features]
    tile = features[0]["properties"]
    same = get_tile(tile["cell_id"], tile["acquisition_id"])
    return {
        "meta": [len(found.tiles), sorted(acquisition.acq_id for acquisition in found.acquisitions)],
        "area": len(features),
        "newest_first": dates == sorted(dates, reverse=True),
        "one_a_cell": sorted({tile["properties"]["date"] for tile in search_by_area(**area, stack_depth=1)["features"]}),
        "tile": [same["properties"]["id"] == tile["id"], same["geometry"]["type"]],
        "cell": [each["properties"]["cell_id"] for each in search_by_cell_id(tile["cell_id"])["features"]],
        "order": sorted(search_by_area(**area, format="order")),
        "stac": search_by_cell_id(tile["cell_id"], format="stac")["features"][0]["stac_version"],
        "acquisition": len(get_acquisition(tile["acquisition_id"])["features"]),
        "none": told(lambda: get_tile("Z13-031133231113", "none")),
    }


def refused(request):
    select = Select(**request)
    select.submit()
    return select.select_id


print(
    json.dumps(
        {
            "select": told(submitted),
            "metadata": told(metadata),
            "bow_tie": told(lambda: refused(plan["bow_tie"])),
            "nowhere": told(lambda: refused(plan["nowhere"])),
            "unknown": told(lambda: Select.from_id("1234567890123456789").state),
        }
    )
)
