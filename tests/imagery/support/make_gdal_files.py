"""Writes GeoTIFFs of many kinds with GDAL, and what GDAL reads from them, into the folder given. Prints a JSON list.

The other arguments name the parts to write: matrix, jpeg, validity, ..., refused.
"""

import itertools
import json
import os
import sys

import numpy
from osgeo import gdal, osr
from osgeo_utils.samples.validate_cloud_optimized_geotiff import validate

gdal.UseExceptions()
osr.UseExceptions()
folder = sys.argv[1]
gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
gtiff = gdal.GetDriverByName("GTiff")
cases = []


def picture(width, height, bands, kind):
    """Smooth, noisy and flat parts, so that every code path of a decoder is walked."""
    random = numpy.random.default_rng(width * 31 + bands)
    rows, columns = numpy.mgrid[0:height, 0:width]
    top = 255 if kind == gdal.GDT_Byte else 65535
    layers = []
    for band in range(bands):
        layer = 0.5 + 0.35 * numpy.sin(columns / (9 + band)) * numpy.cos(rows / (7 + band))
        layer[: height // 3] += random.random((height // 3, width)) * 0.15
        layer[height // 2 : height // 2 + 20] = 0.25 + band / 20
        layers.append((layer.clip(0, 1) * top).astype("uint8" if kind == gdal.GDT_Byte else "uint16"))
    return numpy.stack(layers)


def dataset(pixels, kind):
    bands, height, width = pixels.shape
    made = gdal.GetDriverByName("MEM").Create("", width, height, bands, kind)
    for band in range(bands):
        made.GetRasterBand(band + 1).WriteArray(pixels[band])
    return made


def place(made, epsg=32633, transform=(500000, 0.5, 0, 5400000, 0, -0.5)):
    made.SetGeoTransform(transform)
    system = osr.SpatialReference()
    system.ImportFromEPSG(epsg)
    made.SetProjection(system.ExportToWkt())


def add_mask(path_or_made, width, height):
    rows, columns = numpy.mgrid[0:height, 0:width]
    inside = ((columns - width / 2) ** 2 + (rows - height / 2) ** 2 < (width / 2.5) ** 2).astype("uint8") * 255
    path_or_made.CreateMaskBand(gdal.GMF_PER_DATASET)
    path_or_made.GetRasterBand(1).GetMaskBand().WriteArray(inside)


def expect(name):
    """What GDAL reads on every level, interleaved, beside the file."""
    opened = gdal.Open(os.path.join(folder, name + ".tif"))
    first = opened.GetRasterBand(1)
    levels = []
    for level in range(-1, first.GetOverviewCount()):
        bands = [opened.GetRasterBand(n + 1) for n in range(opened.RasterCount)]
        bands = bands if level < 0 else [band.GetOverview(level) for band in bands]
        stack = numpy.stack([band.ReadAsArray() for band in bands])
        raw = "%s.%d.raw" % (name, level + 1)
        numpy.ascontiguousarray(numpy.moveaxis(stack, 0, 2)).tofile(os.path.join(folder, raw))
        bands[0].GetMaskBand().ReadAsArray().tofile(os.path.join(folder, raw + ".mask"))
        levels.append({"raw": raw, "width": bands[0].XSize, "height": bands[0].YSize})
    system = opened.GetSpatialRef()
    cases.append(
        {
            "name": name,
            "bands": opened.RasterCount,
            "type": gdal.GetDataTypeName(first.DataType),
            "maskFlags": first.GetMaskFlags(),
            "isCloudOptimized": not cog_errors(name, first),
            "block": first.GetBlockSize(),
            "nodata": first.GetNoDataValue(),
            "metadata": opened.GetMetadata(),
            "descriptions": [opened.GetRasterBand(n + 1).GetDescription() for n in range(opened.RasterCount)],
            "colors": [
                gdal.GetColorInterpretationName(opened.GetRasterBand(n + 1).GetColorInterpretation())
                for n in range(opened.RasterCount)
            ],
            "transform": opened.GetGeoTransform(can_return_null=True),
            "epsg": system.GetAuthorityCode(None) if system else None,
            "lonLat": corners(opened, system),
            "levels": levels,
        }
    )


def cog_errors(name, first):
    # GDAL's validator passes strips of a small image, which are no tiles.
    is_tiled = first.GetBlockSize()[0] != first.XSize
    # It only advises overviews for what is large.
    has_enough = first.GetOverviewCount() > 0 or max(first.XSize, first.YSize) <= 512
    return not is_tiled or not has_enough or validate(os.path.join(folder, name + ".tif"))[1]


def corners(opened, system):
    transform = opened.GetGeoTransform(can_return_null=True)
    if system is None or transform is None:
        return None
    wgs84 = osr.SpatialReference()
    wgs84.ImportFromEPSG(4326)
    for each in (system, wgs84):
        each.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    to_degrees = osr.CoordinateTransformation(system, wgs84)
    places = [(0, 0), (opened.RasterXSize, opened.RasterYSize)]
    worlds = [gdal.ApplyGeoTransform(transform, column, row) for column, row in places]
    return [to_degrees.TransformPoint(x, y)[:2] for x, y in worlds]


def write(name, made, options, overviews=(), driver=gtiff):
    path = os.path.join(folder, name + ".tif")
    copy = driver.CreateCopy(path, made, options=options)
    if overviews:
        copy.BuildOverviews("AVERAGE", list(overviews))
    del copy
    expect(name)


def matrix():
    tiled = ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=32"]
    kinds = itertools.product(
        ["NONE", "DEFLATE", "LZW", "ZSTD", "JPEG"],
        [gdal.GDT_Byte, gdal.GDT_UInt16],
        [1, 2, 3, 4, 8],
        ["PIXEL", "BAND"],
        [("tiles", tiled), ("strips", ["BLOCKYSIZE=7"])],
        [1, 2],
    )
    for number, (compress, kind, bands, interleave, (shape, layout), predictor) in enumerate(kinds):
        is_jpeg = compress == "JPEG"
        if predictor == 2 and compress in ("NONE", "JPEG"):
            continue
        if is_jpeg and (kind != gdal.GDT_Byte or (bands > 4 and interleave == "PIXEL")):
            continue
        layout = ["BLOCKYSIZE=16"] if is_jpeg and shape == "strips" else layout
        order, big = ["LITTLE", "BIG"][number % 2], ["NO", "YES"][number // 3 % 2]
        options = ["COMPRESS=" + compress, "INTERLEAVE=" + interleave, "ENDIANNESS=" + order, "BIGTIFF=" + big]
        options += layout + (["PREDICTOR=2"] if predictor == 2 else [])
        made = dataset(picture(150, 101, bands, kind), kind)
        place(made)
        depth = "8" if kind == gdal.GDT_Byte else "16"
        name = "-".join(["m", compress, depth, str(bands), interleave, shape, str(predictor), order, "big" + big])
        write(name.lower(), made, options, overviews=[2, 4] if number % 3 == 0 else ())


def wide():
    """Signed, 32 bits and floating point, every predictor, with what only they can hold: less than nothing, and NaN."""
    tiled = ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=32"]
    kinds = itertools.product(
        ["NONE", "DEFLATE", "LZW", "ZSTD"],
        [gdal.GDT_Int16, gdal.GDT_UInt32, gdal.GDT_Int32, gdal.GDT_Float32],
        [1, 3],
        ["PIXEL", "BAND"],
        [("tiles", tiled), ("strips", ["BLOCKYSIZE=7"])],
        [1, 2, 3],
    )
    for number, (compress, kind, bands, interleave, (shape, layout), predictor) in enumerate(kinds):
        if predictor > 1 and compress == "NONE" or predictor == 3 and kind != gdal.GDT_Float32:
            continue
        limits = {gdal.GDT_Int16: 2**15, gdal.GDT_UInt32: 2**32, gdal.GDT_Int32: 2**31, gdal.GDT_Float32: 2**10}
        pixels = picture(150, 101, bands, gdal.GDT_UInt16) / 65536.0 * limits[kind]
        pixels = pixels if kind == gdal.GDT_UInt32 else pixels * 2 - limits[kind]
        if kind == gdal.GDT_Float32:
            pixels[:, 30:50, 40:60] = numpy.nan
            pixels[:, 60:70, 40:60] = -9999
        made = dataset(pixels, kind)
        place(made)
        if number % 2 == 0:
            for band in range(bands):
                made.GetRasterBand(band + 1).SetNoDataValue(-9999 if kind == gdal.GDT_Float32 else float(pixels[0, 55, 0] // 1))
        order = ["LITTLE", "BIG"][number // 2 % 2]
        options = ["COMPRESS=" + compress, "INTERLEAVE=" + interleave, "ENDIANNESS=" + order, "PREDICTOR=%d" % predictor]
        options = (options[:3] if compress == "NONE" else options) + layout
        name = "-".join(["w", gdal.GetDataTypeName(kind), compress, str(bands), interleave, shape, str(predictor), order])
        write(name.lower(), made, options, overviews=[2] if number % 3 == 0 else ())


def jpeg():
    made = dataset(picture(150, 101, 3, gdal.GDT_Byte), gdal.GDT_Byte)
    place(made)
    for photometric, quality in itertools.product(["YCBCR", "RGB"], [50, 95]):
        for shape, layout in [("tiles", ["TILED=YES", "BLOCKXSIZE=48", "BLOCKYSIZE=80"]), ("strips", ["BLOCKYSIZE=16"])]:
            options = ["COMPRESS=JPEG", "PHOTOMETRIC=" + photometric, "JPEG_QUALITY=%d" % quality] + layout
            write("jpeg-%s-%d-%s" % (photometric.lower(), quality, shape), made, options, overviews=[2])
    # Every tile has its tables, as a file has that was written by copying tiles.
    write("jpeg-tables-0", made, ["COMPRESS=JPEG", "TILED=YES", "JPEGTABLESMODE=0", "PHOTOMETRIC=YCBCR"])


def validity():
    for compress, bands in itertools.product(["DEFLATE", "JPEG", "NONE", "ZSTD"], [1, 3]):
        made = dataset(picture(150, 101, bands, gdal.GDT_Byte), gdal.GDT_Byte)
        place(made)
        add_mask(made, 150, 101)
        tiled = ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", "COMPRESS=" + compress]
        write("mask-tiles-%s-%d" % (compress.lower(), bands), made, tiled, overviews=[2, 4])
        write("mask-strips-%s-%d" % (compress.lower(), bands), made, ["COMPRESS=" + compress, "BLOCKYSIZE=16"])
    for kind, bands in itertools.product([gdal.GDT_Byte, gdal.GDT_UInt16], [2, 4]):
        pixels = picture(150, 101, bands, kind)
        pixels[bands - 1, :, :75] = 0
        pixels[bands - 1, :, 75:80] = [1, 2, 300 % 256, 200, 255] if kind == gdal.GDT_Byte else [1, 256, 257, 40000, 65535]
        made = dataset(pixels, kind)
        for band, color in enumerate([gdal.GCI_RedBand, gdal.GCI_GreenBand, gdal.GCI_BlueBand][: bands - 1]):
            made.GetRasterBand(band + 1).SetColorInterpretation(color if bands == 4 else gdal.GCI_GrayIndex)
        made.GetRasterBand(bands).SetColorInterpretation(gdal.GCI_AlphaBand)
        for interleave in ["PIXEL", "BAND"]:
            options = ["COMPRESS=LZW", "INTERLEAVE=" + interleave, "TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64"]
            write("alpha-%s-%d-%d" % (interleave.lower(), bands, kind), made, options)
    for value in [0, 7, -9999, 65535]:
        kind = gdal.GDT_UInt16 if value > 255 else gdal.GDT_Byte
        pixels = picture(150, 101, 1, kind)
        pixels[0, 20:40, 30:90] = max(0, value)
        made = dataset(pixels, kind)
        made.GetRasterBand(1).SetNoDataValue(value)
        write("nodata-%d" % value, made, ["COMPRESS=DEFLATE"], overviews=[2])


def odd():
    for compress in ["NONE", "DEFLATE", "LZW", "ZSTD", "JPEG"]:
        for name, (width, height) in {"dot": (1, 1), "line": (5000, 1), "pole": (1, 3000), "small": (20, 10)}.items():
            made = dataset(picture(width, height, 3, gdal.GDT_Byte), gdal.GDT_Byte)
            write("odd-%s-strips-%s" % (name, compress.lower()), made, ["COMPRESS=" + compress])
            tiled = ["TILED=YES", "BLOCKXSIZE=256", "BLOCKYSIZE=512", "COMPRESS=" + compress]
            write("odd-%s-tiles-%s" % (name, compress.lower()), made, tiled)
    for number in range(5):
        made = dataset(picture(300, 200, 5, gdal.GDT_UInt16), gdal.GDT_UInt16)
        made.GetRasterBand(number + 1).SetColorInterpretation(gdal.GCI_AlphaBand)
        write("odd-extra-%d" % number, made, ["COMPRESS=DEFLATE", "TILED=YES", "PHOTOMETRIC=MINISBLACK"])


def sparse():
    for name, nodata, interleave, kind in [("zero", None, "PIXEL", gdal.GDT_Byte), ("nodata", 9, "BAND", gdal.GDT_Byte), ("float", None, "PIXEL", gdal.GDT_Float32)]:
        path = os.path.join(folder, "sparse-%s.tif" % name)
        options = ["SPARSE_OK=TRUE", "TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32", "COMPRESS=DEFLATE", "INTERLEAVE=" + interleave]
        made = gtiff.Create(path, 150, 101, 3, kind, options=options)
        for band in range(3):
            if nodata is not None:
                made.GetRasterBand(band + 1).SetNoDataValue(nodata)
        part = picture(50, 40, 3, gdal.GDT_Byte)
        for band in range(3):
            made.GetRasterBand(band + 1).WriteArray(part[band], 40, 33)
        del made
        expect("sparse-" + name)


def cloud_optimized():
    for compress, kind, with_mask in itertools.product(["DEFLATE", "LZW", "ZSTD", "JPEG"], [gdal.GDT_Byte, gdal.GDT_UInt16], [0, 1]):
        if compress == "JPEG" and kind != gdal.GDT_Byte:
            continue
        made = dataset(picture(700, 530, 3, kind), kind)
        place(made)
        if with_mask:
            add_mask(made, 700, 530)
        options = ["COMPRESS=" + compress, "BLOCKSIZE=128", "OVERVIEW_RESAMPLING=AVERAGE"]
        options += [] if compress == "JPEG" else ["PREDICTOR=YES"]
        write("cog-%s-%d-%d" % (compress.lower(), kind, with_mask), made, options, driver=gdal.GetDriverByName("COG"))


def systems():
    def one(name, define, transform=(1000, 0.5, 0, 2000, 0, -0.5), options=()):
        made = dataset(picture(20, 10, 1, gdal.GDT_Byte), gdal.GDT_Byte)
        made.SetGeoTransform(transform)
        if define is not None:
            system = osr.SpatialReference()
            define(system)
            made.SetProjection(system.ExportToWkt())
        if "point" in name:
            made.SetMetadataItem("AREA_OR_POINT", "Point")
        write("crs-" + name, made, list(options))

    places = {
        4326: (12.5, 0.001, 0, 48.2, 0, -0.001),
        4258: (12.5, 0.001, 0, 48.2, 0, -0.001),
        3857: (1390000, 0.6, 0, 6140000, 0, -0.6),
        2263: (980000, 1, 0, 200000, 0, -1),
        27700: (530000, 1, 0, 180000, 0, -1),
        2193: (1750000, 1, 0, 5920000, 0, -1),
        3035: (4400000, 1, 0, 3100000, 0, -1),
        3034: (4100000, 1, 0, 2700000, 0, -1),
        4269: (-75.5, 0.001, 0, 41.2, 0, -0.001),
        4283: (145.5, 0.001, 0, -37.2, 0, -0.001),
        4167: (174.5, 0.001, 0, -37.2, 0, -0.001),
        7844: (145.5, 0.001, 0, -37.2, 0, -0.001),
        3395: (1390000, 0.6, 0, 6140000, 0, -0.6),
        3413: (-300000, 10, 0, -2200000, 0, -10),
        3031: (300000, 10, 0, -1200000, 0, -10),
        3995: (300000, 10, 0, -1200000, 0, -10),
        2154: (650000, 1, 0, 6860000, 0, -1),
        3577: (1500000, 10, 0, -3900000, 0, -10),
        3978: (1500000, 10, 0, -100000, 0, -10),
        5070: (1500000, 10, 0, 2000000, 0, -10),
        2056: (2683000, 1, 0, 1247000, 0, -1),
        28992: (121000, 1, 0, 487000, 0, -1),
    }
    south = [32701, 32733, 32760, 28348, 28358, 7846, 7859, 31977, 31985]
    for epsg in [32601, 32633, 32660, 25828, 25838, 26901, 26918, 26923, 31965, 31976, 6933, *south, *places]:
        where = places.get(epsg, (520000, 0.5, 0, 6100000 if epsg in south else 5400000, 0, -0.5))
        one("epsg-%d" % epsg, lambda system, epsg=epsg: system.ImportFromEPSG(epsg), where)
    one("none", None)
    one("point", lambda system: system.ImportFromEPSG(32633), (500000, 0.5, 0, 5400000, 0, -0.5))
    one("rotated", lambda system: system.ImportFromEPSG(32633), (500000, 0.4, 0.3, 5400000, 0.3, -0.4))
    one("rotated-point", lambda system: system.ImportFromEPSG(32633), (500000, 0.4, 0.3, 5400000, 0.3, -0.4))
    one("south-up", lambda system: system.ImportFromEPSG(32633), (500000, 0.5, 0, 5400000, 0, 0.5))
    texts = {
        "tmerc": "+proj=tmerc +lat_0=40 +lon_0=9.5 +k=0.9999 +x_0=200000 +y_0=-3000 +datum=WGS84 +units=m",
        "tmerc-ft": "+proj=tmerc +lat_0=40 +lon_0=-74 +k=0.9999 +x_0=300000 +y_0=1000 +datum=NAD83 +units=us-ft",
        "lcc": "+proj=lcc +lat_0=45 +lon_0=7 +lat_1=44 +lat_2=49 +x_0=700000 +y_0=600 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m",
        "laea": "+proj=laea +lat_0=-10 +lon_0=30 +x_0=50000 +y_0=40000 +datum=WGS84 +units=m",
        "aea": "+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +datum=WGS84 +units=m",
        "merc": "+proj=merc +lon_0=100 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m",
        "merc-true-at": "+proj=merc +lat_ts=42 +lon_0=10 +x_0=0 +y_0=0 +datum=WGS84 +units=m",
        "utm-km": "+proj=utm +zone=33 +datum=WGS84 +units=km",
        "moved": "+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=500000 +y_0=0 +ellps=intl +towgs84=-87,-98,-121 +units=m",
        "turned": "+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=500000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m",
        "sinu": "+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +a=6371007.181 +b=6371007.181 +units=m",
        "longlat": "+proj=longlat +a=6378200 +b=6356800 +no_defs",
        "utm-nad27-like": "+proj=utm +zone=14 +ellps=clrk66 +units=m",
        "stere": "+proj=stere +lat_0=90 +lat_ts=71 +lon_0=-39 +x_0=0 +y_0=0 +datum=WGS84 +units=m",
    }
    for name, text in texts.items():
        where = (10, 0.001, 0, 45, 0, -0.001) if name == "longlat" else (250000, 1, 0, 300000, 0, -1)
        where = (400, 0.01, 0, 5400, 0, -0.01) if name == "utm-km" else where
        one("text-" + name, lambda system, text=text: system.ImportFromProj4(text), where)


def metadata():
    made = dataset(picture(20, 10, 4, gdal.GDT_UInt16), gdal.GDT_UInt16)
    made.SetMetadata({"ACQUIRED": "2026-05-01T10:00:00Z", "ODD": "a < b & \"c\" > 'd' \u00e9", "TIFFTAG_SOFTWARE": "x"})
    for band, (name, color) in enumerate(
        [("blue", gdal.GCI_BlueBand), ("green", gdal.GCI_GreenBand), ("red", gdal.GCI_RedBand), ("nir", gdal.GCI_Undefined)]
    ):
        made.GetRasterBand(band + 1).SetDescription(name)
        made.GetRasterBand(band + 1).SetColorInterpretation(color)
        made.GetRasterBand(band + 1).SetMetadataItem("WAVELENGTH", str(450 + band * 100))
    write("metadata", made, ["COMPRESS=DEFLATE"])


def refused():
    made = dataset(picture(64, 48, 1, gdal.GDT_Byte), gdal.GDT_Byte)
    for name, driver_options in {
        "PACKBITS": ["COMPRESS=PACKBITS"],
        "LZMA": ["COMPRESS=LZMA"],
        "WEBP": None,
        "LERC": ["COMPRESS=LERC"],
        "CCITTFAX4": ["COMPRESS=CCITTFAX4", "NBITS=1"],
        "NBITS4": ["NBITS=4"],
        "MINISWHITE": ["PHOTOMETRIC=MINISWHITE"],
    }.items():
        source = made
        if name == "WEBP":
            source, driver_options = dataset(picture(64, 48, 3, gdal.GDT_Byte), gdal.GDT_Byte), ["COMPRESS=WEBP"]
        gtiff.CreateCopy(os.path.join(folder, "refused-%s.tif" % name), source, options=driver_options)
    for name, kind in {"Float64": gdal.GDT_Float64, "CFloat32": gdal.GDT_CFloat32}.items():
        gtiff.Create(os.path.join(folder, "refused-%s.tif" % name), 20, 10, 1, kind)
    palette = dataset(picture(64, 48, 1, gdal.GDT_Byte), gdal.GDT_Byte)
    table = gdal.ColorTable()
    table.SetColorEntry(1, (255, 0, 0, 255))
    palette.GetRasterBand(1).SetColorTable(table)
    gtiff.CreateCopy(os.path.join(folder, "refused-PALETTE.tif"), palette)
    for name, options in {"CMYK": ["PHOTOMETRIC=CMYK"], "CIELAB": ["PHOTOMETRIC=CIELAB"]}.items():
        bands = 4 if name == "CMYK" else 3
        gtiff.Create(os.path.join(folder, "refused-%s.tif" % name), 20, 10, bands, gdal.GDT_Byte, options=options)


for part in sys.argv[2:]:
    globals()[part]()
print(json.dumps(cases))
