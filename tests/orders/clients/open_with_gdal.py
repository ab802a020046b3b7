"""Opens the rasters and the masks of a delivery with GDAL; prints what it saw as JSON."""

import json
import sys

from osgeo import gdal, ogr
from osgeo_utils.samples.validate_cloud_optimized_geotiff import validate

gdal.UseExceptions()
ogr.UseExceptions()
gdal.SetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR")
plan = json.load(sys.stdin)


def raster_of(path):
    opened = gdal.Open(path)
    warnings, errors, _ = validate(path, full_check=True)
    return {
        "size": [opened.RasterXSize, opened.RasterYSize],
        "bands": opened.RasterCount,
        "system": opened.GetSpatialRef().GetAuthorityCode(None),
        "transform": opened.GetGeoTransform(),
        "layout": opened.GetMetadata("IMAGE_STRUCTURE").get("LAYOUT"),
        "checksums": [opened.GetRasterBand(band + 1).Checksum() for band in range(opened.RasterCount)],
        "faults": warnings + errors,
    }


def mask_of(path):
    opened = ogr.Open(path)
    layer = opened.GetLayer(0)
    feature = layer.GetNextFeature()
    return {
        "name": layer.GetName(),
        "features": layer.GetFeatureCount(),
        "system": layer.GetSpatialRef().GetAuthorityCode(None),
        "extent": layer.GetExtent(),
        "of": [feature.GetField("acquisition_id"), feature.GetField("cell_id")],
        "is_valid": feature.GetGeometryRef().IsValid(),
    }


print(
    json.dumps(
        {
            "rasters": {path: raster_of(path) for path in plan["rasters"]},
            "masks": {path: mask_of(path) for path in plan["masks"]},
        }
    )
)
