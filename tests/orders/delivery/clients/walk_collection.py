"""Walks what an order delivered as pystac does; prints what it found."""

import json
import sys
import warnings

import pystac
from pystac.extensions.file import FileExtension
from pystac.extensions.projection import ProjectionExtension

# The collection of an order is of an old version, for the sake of another client.
warnings.simplefilter("ignore")

plan = json.load(sys.stdin)
root = pystac.Collection.from_file(plan["path"])


def told(item):
    visual = item.assets["visual"]
    return {
        "id": item.id,
        "collection": item.get_collection().id,
        "href": visual.get_absolute_href(),
        "bbox": item.bbox,
        "datetime": item.datetime.isoformat(),
        "code": ProjectionExtension.ext(item).code,
        "shape": ProjectionExtension.ext(visual).shape,
        "checksum": FileExtension.ext(visual).checksum,
    }


items = sorted((told(item) for item in root.get_items(recursive=True)), key=lambda item: item["id"])
print(json.dumps({"id": root.id, "children": sorted(child.id for child in root.get_children()), "items": items}))
