"""CPU seconds in which GDAL reads a file, interleaved, 512 rows at a time, on one thread."""

import resource
import sys

from osgeo import gdal

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_NUM_THREADS", "1")
before = resource.getrusage(resource.RUSAGE_SELF)
opened = gdal.Open(sys.argv[1])
size = 2 if opened.GetRasterBand(1).DataType == gdal.GDT_UInt16 else 1
for row in range(0, opened.RasterYSize, 512):
    rows = min(512, opened.RasterYSize - row)
    opened.ReadRaster(0, row, opened.RasterXSize, rows, buf_pixel_space=opened.RasterCount * size, buf_band_space=size)
after = resource.getrusage(resource.RUSAGE_SELF)
print(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
