"""Opens what orders delivered as max_ard does; prints what it found of each."""

import json
import sys

from max_ard import ARDCollection

plans = json.load(sys.stdin)


def told(tile):
    return {
        "acquisition": tile.acq_id,
        "cell": f"{tile.zone}/{tile.quadkey}",
        "date": str(tile.date),
        "platform": tile.properties["platform"],
        "assets": dict(tile.asset_paths),
    }


class Finished:
    """An order as the client holds it when it has ended."""

    finished = True

    def __init__(self, order_id, output_config):
        self.order_id = order_id
        order = type("Order", (), {"output_config": output_config})
        self.response = type("Response", (), {"order": order})


def open_collection(plan):
    if "order_id" in plan:
        return ARDCollection.from_order(Finished(plan["order_id"], plan["output_config"]))
    return ARDCollection(plan["path"], **plan.get("filters", {}))


def found(plan):
    collection = open_collection(plan)
    tiles = sorted((told(tile) for tile in collection.tiles), key=lambda tile: (tile["cell"], tile["acquisition"]))
    return {"tiles": tiles, "stacks": len(collection.stacks), "zones": sorted(collection.zones)}


print(json.dumps([found(plan) for plan in plans]))
