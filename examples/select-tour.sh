#!/usr/bin/env sh
# Select over the demo archive, and fetch the page. Usage: EMAIL=... PASSWORD=... sh examples/select-tour.sh [http://localhost:8080]
set -eu
BASE=${1:-http://localhost:8080}
member() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d "\"" -f 4; }

TOKEN=$(curl -sf "$BASE/authenticate" -H 'content-type: application/json' \
  -d "{\"grant_type\":\"password\",\"username\":\"$EMAIL\",\"password\":\"$PASSWORD\"}" | member access_token)
[ -n "$TOKEN" ] || { echo "the sign-in was refused: are EMAIL and PASSWORD right?" >&2; exit 1; }

# The four best tiles of each cell: mostly free of clouds over the area, the sun high; and the fewest that show 95 % of it
SELECT=$(curl -sf "$BASE/select" -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{
  "bbox": [9.732, 50.958, 9.749, 50.968], "stack_depth": 4, "best_cover": 95,
  "query": {"aoi:cloud_free_percentage": {"gte": 80}, "view:sun_elevation": {"gte": 20}}}')
ID=$(echo "$SELECT" | member id)
echo "select $ID: $(echo "$SELECT" | member status), $(echo "$SELECT" | grep -o '"tiles":[0-9]*' | head -n 1 | cut -d : -f 2) tiles"

# Its files: geojson, geojsonl, stac, csv, gpkg, and a page that opens offline
for FORMAT in geojson csv gpkg html; do
  LINK=$(curl -sf "$BASE/select/files/$ID.$FORMAT" -H "Authorization: Bearer $TOKEN" | member download_link)
  curl -sf "$LINK" -o "select.$FORMAT"
  echo "select.$FORMAT: $(wc -c < "select.$FORMAT" | tr -d ' ') bytes"
done

# The same cells as features, one for each acquisition that shows something of one
echo "tiles there: $(curl -sf "$BASE/services/imagegrid/search?bbox=9.732,50.958,9.749,50.968&limit=100" \
  -H "Authorization: Bearer $TOKEN" | grep -o '"numberReturned":[0-9]*' | cut -d : -f 2)"
