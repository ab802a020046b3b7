#!/usr/bin/env sh
# Footprints and imagery with GDAL's own programs. Usage: KEY=... sh examples/gdal-tour.sh [http://localhost:8080]
set -eu
BASE=${1:-http://localhost:8080}
WFS="WFS:$BASE/streaming/v1/ogc/wfs?vendor_api_key=$KEY"

# The archive as a layer: how many footprints there are
echo "footprints: $(ogrinfo -ro -so "$WFS" Vendor:FinishedFeature | sed -n 's/^Feature Count: //p')"

# Those with few clouds, as a GeoPackage
ogr2ogr -f GPKG clear.gpkg "$WFS" Vendor:FinishedFeature -where "cloudCover < 0.2"
echo "clear: $(ogrinfo -ro -so clear.gpkg "Vendor:FinishedFeature" | sed -n 's/^Feature Count: //p')"

# The tiles of the imagery grid over an area, by STAC: GDAL reads them as GeoJSON
ogr2ogr -f GPKG tiles.gpkg "$BASE/services/imagegrid/search?bbox=9.7,50.9,9.8,51.0&limit=100&vendor_api_key=$KEY"
echo "tiles: $(ogrinfo -ro -so -al tiles.gpkg | sed -n 's/^Feature Count: //p')"

# One image of the archive where it is: only the bytes that are looked at are fetched
ITEM=$(curl -sf "$BASE/search?limit=1&bbox=9.7,50.9,9.8,51.0&vendor_api_key=$KEY" |
  grep -o '"href":"[^"]*/assets/visual"' | head -n 1 | cut -d '"' -f 4)
GDAL_DISABLE_READDIR_ON_OPEN=EMPTY_DIR gdalinfo "/vsicurl/$ITEM?vendor_api_key=$KEY" | grep -E '^(Driver|Size is)'
