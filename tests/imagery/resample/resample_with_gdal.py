"""Makes the sources that a JSON list of cases describes, resamples them with GDAL, and writes both into the folder given."""

import json
import os
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
folder = sys.argv[1]
# Type, least and largest value, and what is no data.
kinds = {
    "uint8": (gdal.GDT_Byte, 0, 255, 0),
    "uint16": (gdal.GDT_UInt16, 0, 65535, 0),
    "int16": (gdal.GDT_Int16, -32768, 32767, -32768),
    "uint32": (gdal.GDT_UInt32, 0, 200000, 7),
    "int32": (gdal.GDT_Int32, -100000, 100000, -9999),
    "float32": (gdal.GDT_Float32, -500, 4000, float("nan")),
}


def system(epsg):
    found = osr.SpatialReference()
    found.ImportFromEPSG(epsg)
    return found.ExportToWkt()


def geotransform(m):
    return (m[2], m[0], m[1], m[5], m[3], m[4])


def holes(width, height):
    """No data at one side, in a round hole, on single pixels, and an island of one pixel."""
    rows, columns = numpy.mgrid[0:height, 0:width]
    mask = numpy.full((height, width), 255, "uint8")
    mask[columns + rows // 3 < width // 6] = 0
    mask[(columns - width * 0.6) ** 2 + (rows - height * 0.5) ** 2 < (height / 7) ** 2] = 0
    mask[(columns * 31 + rows * 17) % 501 == 0] = 0
    mask[height // 2, min(2, width - 1)] = 255
    return mask


def make(case, path):
    kind, least, most, nodata = kinds[case["type"]]
    dtype = case["type"]
    # GDAL's own doubling lets NaN spread.
    nodata = -9999 if case["kernel"] == "doubled" and numpy.isnan(nodata) else nodata
    width, height, bands = case["source"]["width"], case["source"]["height"], case["bands"]
    random = numpy.random.default_rng(width * 7 + height)
    rows, columns = numpy.mgrid[0:height, 0:width]
    validity = case["validity"]
    count = bands + 1 if validity == "alpha" else bands
    alpha = "ALPHA=" + ("YES" if validity == "alpha" else "NO")
    layout = ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", "INTERLEAVE=PIXEL", alpha]
    if bands >= 3:
        layout.append("PHOTOMETRIC=RGB")
    made = gdal.GetDriverByName("GTiff").Create(path, width, height, count, kind, layout)
    made.SetProjection(system(case["source"]["epsg"]))
    made.SetGeoTransform(geotransform(case["source"]["pixelToWorld"]))
    mask = holes(width, height)
    for band in range(bands):
        layer = 0.5 + 0.3 * numpy.sin(columns / 9 + band) * numpy.cos(rows / 7) + random.normal(0, 0.15, (height, width))
        layer = (least + layer.clip(0.02, 1) * (most - least)).astype(dtype)
        if validity == "nodata":
            layer[mask == 0] = nodata
            made.GetRasterBand(band + 1).SetNoDataValue(nodata)
        made.GetRasterBand(band + 1).WriteArray(layer)
    if validity == "alpha":
        made.GetRasterBand(count).WriteArray((mask.astype("float64") / 255 * most).astype(dtype))
    if validity == "mask":
        made.CreateMaskBand(gdal.GMF_PER_DATASET)
        made.GetRasterBand(1).GetMaskBand().WriteArray(mask)
    made.FlushCache()


def warp(case, path):
    target = case["target"]
    kind = kinds[case["type"]][0]
    bands = case["bands"]
    made = gdal.GetDriverByName("MEM").Create("", target["width"], target["height"], bands + 1, kind)
    made.GetRasterBand(bands + 1).SetColorInterpretation(gdal.GCI_AlphaBand)
    made.SetProjection(system(target["epsg"]))
    made.SetGeoTransform(geotransform(target["pixelToWorld"]))
    options = gdal.WarpOptions(
        resampleAlg={"nearest": "near"}.get(case["kernel"], case["kernel"]),
        errorThreshold=0,
        srcAlpha=case["validity"] == "alpha",
        warpOptions=["XSCALE=1", "YSCALE=1"],
    )
    gdal.Warp(made, path, options=options)
    mask = made.GetRasterBand(bands + 1).ReadAsArray()
    return made.ReadAsArray()[:bands], (mask > 0).astype("uint8") * 255


def double(case, path):
    made = gdal.Translate("", path, format="MEM", widthPct=200, heightPct=200, resampleAlg="lanczos")
    layers = made.ReadAsArray().reshape(made.RasterCount, made.RasterYSize, made.RasterXSize)
    return layers[: case["bands"]], made.GetRasterBand(1).GetMaskBand().ReadAsArray()


for case in json.load(sys.stdin):
    path = os.path.join(folder, case["name"] + ".tif")
    make(case, path)
    layers, mask = double(case, path) if case["kernel"] == "doubled" else warp(case, path)
    numpy.ascontiguousarray(numpy.moveaxis(layers, 0, -1)).tofile(path + ".raw")
    mask.tofile(path + ".mask")
