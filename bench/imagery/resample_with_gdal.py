"""CPU seconds in which GDAL resamples: KERNEL SIZE EPSG X Y and a target in memory, or `double` FROM TO with files."""

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


def seconds(work):
    before = resource.getrusage(resource.RUSAGE_SELF)
    work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warp(kernel, size, epsg, x, y, target_size, target_epsg, target_x, target_y):
    source = scene(int(size), (float(x), 0.5, 0, float(y), 0, -0.5), int(epsg))
    random = numpy.random.default_rng(1)
    for band in range(3):
        source.GetRasterBand(band + 1).WriteArray(random.integers(0, 255, (int(size), int(size)), "uint8"))
    target = scene(int(target_size), (float(target_x), 0.5, 0, float(target_y), 0, -0.5), int(target_epsg))
    options = ["XSCALE=1", "YSCALE=1"]
    return seconds(lambda: gdal.Warp(target, source, resampleAlg=kernel, warpOptions=options, warpMemoryLimit=256))


def double(source, target):
    layout = ["TILED=YES", "BLOCKXSIZE=512", "BLOCKYSIZE=512", "INTERLEAVE=PIXEL"]
    options = {"widthPct": 200, "heightPct": 200, "resampleAlg": "lanczos", "creationOptions": layout}
    return seconds(lambda: gdal.Translate(target, source, **options))


def draw(path, size):
    layout = ["TILED=YES", "BLOCKXSIZE=512", "BLOCKYSIZE=512", "INTERLEAVE=PIXEL"]
    made = gdal.GetDriverByName("GTiff").Create(path, int(size), int(size), 3, gdal.GDT_Byte, layout)
    made.SetProjection(system(32633))
    made.SetGeoTransform((500000, 0.5, 0, 5400000, 0, -0.5))
    random = numpy.random.default_rng(1)
    for band in range(3):
        made.GetRasterBand(band + 1).WriteArray(random.integers(0, 255, (int(size), int(size)), "uint8"))
    return 0


work = {"double": double, "draw": draw}.get(sys.argv[1])
print(work(*sys.argv[2:]) if work else warp(*sys.argv[1:]))
