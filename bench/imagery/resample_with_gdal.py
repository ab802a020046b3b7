"""CPU seconds in which GDAL resamples a scene in memory, without files or codecs: `warp KERNEL` or `double`, and the size."""

import resource
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_NUM_THREADS", "1")
gdal.SetCacheMax(256 << 20)


def system(epsg):
    found = osr.SpatialReference()
    found.ImportFromEPSG(epsg)
    return found.ExportToWkt()


def scene(size, grid, epsg):
    made = gdal.GetDriverByName("MEM").Create("", size, size, 3, gdal.GDT_Byte)
    made.SetProjection(system(epsg))
    made.SetGeoTransform(grid)
    return made


what, size = sys.argv[1], int(sys.argv[2])
epsg, x, y = int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])
source = scene(size, (x, 0.5, 0, y, 0, -0.5), epsg)
random = numpy.random.default_rng(1)
for band in range(3):
    source.GetRasterBand(band + 1).WriteArray(random.integers(0, 255, (size, size), "uint8"))
if what != "double":
    target = scene(int(sys.argv[6]), (float(sys.argv[8]), 0.5, 0, float(sys.argv[9]), 0, -0.5), int(sys.argv[7]))
before = resource.getrusage(resource.RUSAGE_SELF)
if what == "double":
    gdal.Translate("", source, format="MEM", widthPct=200, heightPct=200, resampleAlg="lanczos")
else:
    gdal.Warp(target, source, resampleAlg=what, warpOptions=["XSCALE=1", "YSCALE=1"], warpMemoryLimit=256)
after = resource.getrusage(resource.RUSAGE_SELF)
print(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
