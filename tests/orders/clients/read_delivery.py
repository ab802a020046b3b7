"""Reads deliveries with pystac, rasterio and rio-cogeo, which know nothing of this service; prints what they saw."""

import hashlib
import json
import sys
import warnings
from pathlib import Path

import pystac
import rasterio
from pystac.extensions.file import FileExtension
from pystac.extensions.projection import ProjectionExtension
from pystac.validation import validate_dict
from rio_cogeo import cog_validate

# The collection of an order is of an old version, for the sake of another client.
warnings.simplefilter("ignore")

plan = json.load(sys.stdin)


def file_of(asset):
    """Whether the file is what its item tells of it."""
    path = Path(asset.get_absolute_href())
    facts = FileExtension.ext(asset)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return [facts.size == path.stat().st_size, facts.checksum == f"1220{digest}"]


def raster_of(asset):
    told = ProjectionExtension.ext(asset)
    path = asset.get_absolute_href()
    with rasterio.open(path) as opened:
        return {
            "system": opened.crs.to_epsg() == told.epsg,
            "shape": list(opened.shape) == told.shape,
            "transform": list(opened.transform)[:6] == told.transform,
            "bands": opened.count == len(asset.extra_fields["raster:bands"]),
            "type": asset.extra_fields["raster:bands"][0]["data_type"] == opened.dtypes[0],
            "cog": cog_validate(path, strict=True),
        }


def item_of(item):
    rasters = {key: asset for key, asset in item.assets.items() if asset.media_type == pystac.MediaType.COG}
    # The core schemas, which pystac brings along; those of extensions it would fetch.
    validate_dict(item.to_dict(), extensions=[])
    return {
        "id": item.id,
        "parent": item.get_parent().id,
        "root": item.get_root().id,
        "collection": item.get_collection().id,
        "extensions": sorted(address.split("/")[3] for address in item.stac_extensions),
        "files": {key: file_of(asset) for key, asset in item.assets.items()},
        "rasters": {key: raster_of(asset) for key, asset in rasters.items()},
    }


def collection_of(collection):
    validate_dict(collection.to_dict(), extensions=[])
    return [collection.id, collection.get_parent().id, len(list(collection.get_items()))]


def delivery_of(path):
    root = pystac.Collection.from_file(path)
    return {
        "id": root.id,
        "children": [collection_of(child) for child in root.get_children()],
        "items": sorted((item_of(item) for item in root.get_items(recursive=True)), key=lambda one: one["id"]),
    }


print(json.dumps({name: delivery_of(path) for name, path in plan["roots"].items()}))
