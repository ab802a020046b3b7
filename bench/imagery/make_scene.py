"""A scene with detail at every scale, as cloud optimized GeoTIFFs: make_scene.py FOLDER SIZE."""
import os
import sys

import numpy as np
from osgeo import gdal, osr

gdal.UseExceptions()
folder, size = sys.argv[1], int(sys.argv[2])
plain = os.path.join(folder, "plain.tif")
if not os.path.exists(os.path.join(folder, "deflate.tif")):
    random = np.random.default_rng(7)
    scene = gdal.GetDriverByName("GTiff").Create(
        plain, size, size, 3, gdal.GDT_Byte, ["TILED=YES", "INTERLEAVE=PIXEL", "BIGTIFF=IF_SAFER"]
    )
    system = osr.SpatialReference()
    system.ImportFromEPSG(32633)
    scene.SetProjection(system.ExportToWkt())
    # Near the edge of the zone, so that a warp into the next one is a real one.
    scene.SetGeoTransform([720000, 0.3, 0, 5000000, 0, -0.3])
    octaves = [
        (step, amplitude, random.normal(0, 1, (size // step + 3, size // step + 3)).astype(np.float32))
        for step, amplitude in [(64, 60), (16, 30), (4, 16), (2, 10)]
    ]
    columns = np.arange(size)
    for top in range(0, size, 256):
        rows = np.arange(top, min(size, top + 256))
        relief = np.zeros((len(rows), size), np.float32)
        for step, amplitude, grid in octaves:
            down, across = rows // step, columns // step
            share_down = ((rows % step) / step)[:, None].astype(np.float32)
            share_across = ((columns % step) / step)[None, :].astype(np.float32)
            lines = grid[down] * (1 - share_down) + grid[down + 1] * share_down
            relief += amplitude * (lines[:, across] * (1 - share_across) + lines[:, across + 1] * share_across)
        for band, (base, share) in enumerate([(110, 0.5), (118, 0.45), (100, 0.4)]):
            noise = random.normal(0, 3, relief.shape).astype(np.float32)
            values = np.clip(base + relief * share + noise, 0, 255).astype(np.uint8)
            scene.GetRasterBand(band + 1).WriteArray(values, 0, top)
    scene = None
    common = ["OVERVIEW_RESAMPLING=AVERAGE", "BIGTIFF=NO"]
    for name, options in [("jpeg", ["COMPRESS=JPEG", "QUALITY=85"]), ("deflate", ["COMPRESS=DEFLATE", "PREDICTOR=YES"])]:
        part = os.path.join(folder, name + ".part")
        gdal.Translate(part, plain, format="COG", creationOptions=common + options)
        os.rename(part, os.path.join(folder, name + ".tif"))
    os.remove(plain)
