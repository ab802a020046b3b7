"""Reads deliveries with max_ard's ARDCollection, unchanged; prints what it saw of each as JSON."""

import json
import sys
import tempfile
from pathlib import Path

import rasterio
from click.testing import CliRunner
from max_ard import ARDCollection
from max_ard.ard_collection import copy
from max_ard.commands.command import max_ard
from rasterio import windows
from shapely.geometry import box, shape

from told import told

plan = json.load(sys.stdin)


def raster(tile, reader):
    """What a user sees of a raster, and whether its pixels are those of the archive at the same place."""
    with rasterio.open(plan["archive"][tile.acq_id][str(reader.count)]) as source:
        window = windows.from_bounds(*reader.bounds, source.transform)
        there = source.read(window=window, boundless=True)
        inside = source.read_masks(1, window=window, boundless=True) != 0
    return {
        "bands": reader.count,
        "type": reader.dtypes[0],
        "epsg": reader.crs.to_epsg(),
        "pixel": reader.res[0],
        "is_tiled": reader.profile["tiled"],
        "covers_cell": box(*reader.bounds).buffer(0.01).contains(shape(tile.cell).intersection(box(*source.bounds))),
        "is_as_in_archive": bool((reader.read()[:, inside] == there[:, inside]).all() and inside.any()),
    }


def tile_of(tile):
    footprint = shape(tile.properties["proj:geometry"])
    return {
        "acquisition": tile.acq_id,
        "cell": tile.cell.id,
        "date": tile.date,
        "shown": repr(tile),
        "platform": tile.properties["platform"],
        "assets": sorted(tile.asset_paths),
        "visual": raster(tile, tile.visual),
        "ms": raster(tile, tile.ms_analytic),
        "mask_is_geometry": tile.data_mask.symmetric_difference(footprint).area < 1,
        "mask_in_cell": shape(tile.cell).buffer(0.1).contains(tile.data_mask),
        # Of the box of the raster: both have to be in the same metres.
        "mask_fills_raster": tile.no_data_mask.area < 0.1 * box(*tile.visual.bounds).area,
        "item": tile.open_asset("item")["id"],
    }


def seen(collection):
    return {
        "tiles": sorted((tile_of(tile) for tile in collection.tiles), key=lambda one: (one["date"], one["cell"])),
        "acquisitions": {one.acq_id: sorted(cell.id for cell in one.cells) for one in collection.acquisitions},
        "properties": [one.properties for one in collection.acquisitions],
        "stacks": {stack.cell.id: sorted(stack.acquisition_ids) for stack in collection.stacks},
        "cells": sorted(cell.id for cell in collection.cells),
        "dates": [collection.dates, collection.start_date, collection.end_date],
        "zones": collection.zones,
    }


def places(collection):
    return sorted([tile.acq_id, tile.cell.id] for tile in collection.tiles)


def read_windows(collection):
    read = collection.read_windows([box(*plan["window"])])
    return sorted([tile.acq_id, tile.cell.id, *reader("visual").shape] for tile, _, reader in read)


def read_across(collection):
    acquisition = collection.get_acquisition(plan["acquisition"])
    return list(acquisition.open_acquisition().read(box(*plan["across"]), "visual").shape)


def copied(collection):
    with tempfile.TemporaryDirectory() as folder:
        copy(collection, folder)
        return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


def described(order):
    return CliRunner().invoke(max_ard, ["order", "describe", order]).output


def report_of(place):
    def opened(**filters):
        if "order" in place:
            return ARDCollection.from_order(place["order"], **filters)
        return ARDCollection(place["path"], **filters)

    return {
        "all": told(lambda: seen(opened())),
        "windows": told(lambda: read_windows(opened())),
        "across": told(lambda: read_across(opened())),
        "filters": {name: told(lambda: places(opened(**filters))) for name, filters in plan["filters"].items()},
        **({"described": told(lambda: described(place["order"]))} if "order" in place else {"copy": told(lambda: copied(opened()))}),
    }


print(json.dumps([report_of(place) for place in plan["places"]]))
