"""Writes one scene of 6,144 pixels square in several compressions, tiles of 512 pixels, into the folder given."""

import os
import sys

import numpy
from osgeo import gdal

gdal.UseExceptions()
folder, size = sys.argv[1], 6144
random = numpy.random.default_rng(3)
rows, columns = numpy.mgrid[0:size, 0:size].astype("float32")
layers = []
for band in range(3):
    layer = 120 + 60 * numpy.sin(columns / 97 + band) * numpy.cos(rows / 71 + band / 2)
    layer += 25 * numpy.sin(columns / 9) * numpy.sin(rows / 13) + random.normal(0, 5, (size, size))
    layers.append(layer.clip(0, 255))
for depth, kind, factor in (("8", gdal.GDT_Byte, 1), ("16", gdal.GDT_UInt16, 16)):
    scene = gdal.GetDriverByName("MEM").Create("", size, size, 3, kind)
    for band in range(3):
        scene.GetRasterBand(band + 1).WriteArray((layers[band] * factor).astype("uint8" if factor == 1 else "uint16"))
    for name, more in (
        ("JPEG", ["PHOTOMETRIC=YCBCR", "JPEG_QUALITY=85"]),
        ("DEFLATE", ["PREDICTOR=2"]),
        ("LZW", ["PREDICTOR=2"]),
        ("ZSTD", ["PREDICTOR=2"]),
        ("NONE", []),
    ):
        if name == "JPEG" and depth == "16":
            continue
        options = ["TILED=YES", "BLOCKXSIZE=512", "BLOCKYSIZE=512", "COMPRESS=" + name] + more
        path = os.path.join(folder, "%s-%s.tif" % (name.lower(), depth))
        gdal.GetDriverByName("GTiff").CreateCopy(path, scene, options=options)
