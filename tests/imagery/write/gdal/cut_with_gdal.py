"""Makes images with GDAL, and compares cuts of them with gdalwarp -cutline.

`make FOLDER` writes the sources that standard input lists. `check FOLDER` prints what GDAL finds in the cuts it lists.
"""

import json
import os
import sys

import numpy
from osgeo import gdal, osr
from osgeo_utils.samples.validate_cloud_optimized_geotiff import validate

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
mode, folder = sys.argv[1:3]
pixel, left, top = 0.5, 500000, 5400000
kinds = {
    "uint8": (gdal.GDT_Byte, 0, 255),
    "uint16": (gdal.GDT_UInt16, 0, 65535),
    "int16": (gdal.GDT_Int16, -20000, 20000),
    "uint32": (gdal.GDT_UInt32, 0, 2**32 - 1),
    "int32": (gdal.GDT_Int32, -(2**31), 2**31 - 1),
    "float32": (gdal.GDT_Float32, -500, 4000),
}
colors = [gdal.GCI_RedBand, gdal.GCI_GreenBand, gdal.GCI_BlueBand]


def path_of(name):
    return os.path.join(folder, name + ".tif")


def picture(width, height, bands, least, most):
    """Smooth, with some noise and hard lines: as imagery is."""
    random = numpy.random.default_rng(width + bands)
    rows, columns = numpy.mgrid[0:height, 0:width]
    grain = random.random((height, width)) * 0.03
    layers = []
    for band in range(bands):
        layer = 0.4 + 0.3 * numpy.sin(columns / (29 + band)) * numpy.cos(rows / (37 + band)) + grain
        layer[(columns + rows) % 97 < 3] += 0.2
        layers.append(least + 1 + layer.clip(0, 1) * (most - least - 1))
    return numpy.stack(layers)


def holes(width, height):
    rows, columns = numpy.mgrid[0:height, 0:width]
    mask = numpy.full((height, width), 255, "uint8")
    mask[(columns - width * 0.3) ** 2 + (rows - height * 0.6) ** 2 < (height / 6) ** 2] = 0
    mask[rows + columns // 2 < 40] = 0
    return mask


def make(case):
    kind, least, most = kinds[case["type"]]
    width, height, bands = case["width"], case["height"], case["bands"]
    validity, nodata = case["validity"], float(case.get("nodata", 0))
    count = bands + 1 if validity == "alpha" else bands
    made = gdal.GetDriverByName("MEM").Create("", width, height, count, kind)
    made.SetGeoTransform((left, pixel, 0, top, 0, -pixel))
    system = osr.SpatialReference()
    system.ImportFromEPSG(32633)
    made.SetProjection(system.ExportToWkt())
    made.SetMetadata({"ACQUIRED": "2026-05-01T10:00:00Z", "ODD": 'a < b & "c"'})
    pixels, mask = picture(width, height, bands, least, most), holes(width, height)
    if validity == "nodata":
        pixels[:, mask == 0] = nodata
        pixels[:, mask != 0] = numpy.where(numpy.floor(pixels[:, mask != 0]) == nodata, nodata + 1, pixels[:, mask != 0])
    for number in range(bands):
        band = made.GetRasterBand(number + 1)
        band.WriteArray(pixels[number])
        band.SetDescription("band %d" % number)
        if bands >= 3:
            band.SetColorInterpretation(colors[number] if number < 3 else gdal.GCI_Undefined)
        if validity == "nodata":
            band.SetNoDataValue(nodata)
    if bands == 4:
        made.GetRasterBand(4).SetScale(0.01)
    if validity == "alpha":
        alpha = numpy.where(mask == 0, 0, most)
        alpha[100:120] = numpy.where(mask[100:120] == 0, 0, most // 3)
        made.GetRasterBand(count).WriteArray(alpha)
        made.GetRasterBand(count).SetColorInterpretation(gdal.GCI_AlphaBand)
    if validity == "mask":
        made.CreateMaskBand(gdal.GMF_PER_DATASET)
        made.GetRasterBand(1).GetMaskBand().WriteArray(mask)
    copy = gdal.GetDriverByName(case["driver"]).CreateCopy(path_of(case["name"]), made, options=case["options"])
    if case.get("overviews"):
        copy.BuildOverviews("AVERAGE", case["overviews"])


def expected(cut, source):
    """What gdalwarp makes of it: pixels, and its alpha as the mask."""
    window = cut["window"]
    west, north = left + window["column"] * pixel, top - window["row"] * pixel
    east, south = west + window["width"] * pixel, north - window["height"] * pixel
    options = dict(format="MEM", outputBounds=(west, south, east, north), xRes=pixel, yRes=pixel, dstAlpha=True)
    if cut["polygons"] is not None:
        place = lambda ring: [[west + x * pixel, north - y * pixel] for x, y in ring]
        shape = {"type": "MultiPolygon", "coordinates": [[place(ring) for ring in rings] for rings in cut["polygons"]]}
        system = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32633"}}
        feature = {"type": "Feature", "properties": {}, "geometry": shape}
        line = json.dumps({"type": "FeatureCollection", "crs": system, "features": [feature]})
        gdal.FileFromMemBuffer("/vsimem/line.json", line.encode())
        options["cutlineDSName"] = "/vsimem/line.json"
    stack = gdal.Warp("", source, **options).ReadAsArray()
    valid = stack[-1] != 0
    if source.GetRasterBand(1).GetMaskFlags() == gdal.GMF_PER_DATASET:
        # With a cutline gdalwarp forgets the mask of its source.
        rows, columns = slice(window["row"], window["row"] + window["height"]), slice(window["column"], window["column"] + window["width"])
        valid &= source.GetRasterBand(1).GetMaskBand().ReadAsArray()[rows, columns] != 0
    return stack[:-1], valid


def pixels_of(opened, count):
    return numpy.stack([opened.GetRasterBand(number + 1).ReadAsArray() for number in range(count)])


def is_nodata(pixels, nodata):
    return numpy.isnan(pixels) if numpy.isnan(nodata) else pixels == nodata


def mask_of(opened, pixels):
    band = opened.GetRasterBand(1)
    if band.GetMaskFlags() & gdal.GMF_NODATA:
        # One for all bands, as gdalwarp has it.
        return ~is_nodata(pixels, band.GetNoDataValue()).all(axis=0)
    return band.GetMaskBand().ReadAsArray() != 0


def checksums(opened, count):
    first = opened.GetRasterBand(1)
    out = []
    for level in range(-1, first.GetOverviewCount()):
        bands = [opened.GetRasterBand(number + 1) for number in range(count)]
        bands = bands if level < 0 else [band.GetOverview(level) for band in bands]
        masks = [bands[0].GetMaskBand()] if first.GetMaskFlags() == gdal.GMF_PER_DATASET else []
        out.append([bands[0].XSize, bands[0].YSize] + [band.Checksum() for band in bands + masks])
    return out


def about(opened, count):
    bands = [opened.GetRasterBand(number + 1) for number in range(count)]
    return {
        "transform": opened.GetGeoTransform(),
        "epsg": opened.GetSpatialRef().GetAuthorityCode(None),
        "metadata": opened.GetMetadata(),
        "nodata": [str(band.GetNoDataValue()) for band in bands],
        "names": [band.GetDescription() for band in bands],
        "colors": [gdal.GetColorInterpretationName(band.GetColorInterpretation()) for band in bands],
        "scales": [band.GetScale() for band in bands],
        "types": [gdal.GetDataTypeName(band.DataType) for band in bands],
    }


def worst_in(difference, tiles):
    """The largest difference in tiles that are said to be copies."""
    worst = 0
    for tile in tiles:
        rows = slice(tile["row"], tile["row"] + tile["height"])
        columns = slice(tile["column"], tile["column"] + tile["width"])
        worst = max(worst, int(difference[rows, columns].max()))
    return worst


def check(cut):
    source, opened = gdal.Open(path_of(cut["source"])), gdal.Open(path_of(cut["name"]))
    count = opened.RasterCount
    warnings, errors, _ = validate(path_of(cut["name"]), full_check=True)
    found = {
        "warnings": warnings,
        "errors": errors,
        "layout": opened.GetMetadata("IMAGE_STRUCTURE").get("LAYOUT"),
        "about": about(opened, count),
        "sourceAbout": about(source, count),
    }
    try:
        ours = pixels_of(opened, count)
    except RuntimeError as cause:
        return {**found, "unreadable": str(cause)}
    theirs, valid = expected(cut, source)
    mask = mask_of(opened, ours)
    inside = mask & valid
    differences = numpy.nan_to_num(numpy.abs(ours.astype(float) - theirs[:count].astype(float)))
    difference = differences.max(axis=0)
    nodata = opened.GetRasterBand(1).GetNoDataValue()
    found.update(
        valid=int(valid.sum()),
        masks=int((mask != valid).sum()),
        pixels=int((difference[inside] > 0).sum()),
        outside=int((~is_nodata(ours[:, ~mask], nodata or 0)).any(axis=0).sum()) if cut["isExact"] else 0,
        mean=float(differences[:, inside].mean()) if inside.any() else 0,
        copies=worst_in(difference * inside, cut["copies"]),
    )
    if cut["polygons"] is None and cut["isWhole"]:
        found.update(checksums=checksums(opened, count), sourceChecksums=checksums(source, count))
    return found


given = json.load(sys.stdin)
if mode == "make":
    for each in given:
        make(each)
else:
    print(json.dumps({cut["name"]: check(cut) for cut in given}))
