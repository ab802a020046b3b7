#!/usr/bin/env sh
# Order imagery of the demo archive and fetch it. Usage: EMAIL=... PASSWORD=... sh examples/order-tour.sh [http://localhost:8080]
set -eu
BASE=${1:-http://localhost:8080}
member() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d "\"" -f 4; }
ask() { curl -sf -H "Authorization: Bearer $TOKEN" "$@"; }

TOKEN=$(curl -sf "$BASE/authenticate" -H 'content-type: application/json' \
  -d "{\"grant_type\":\"password\",\"username\":\"$EMAIL\",\"password\":\"$PASSWORD\"}" | member access_token)
[ -n "$TOKEN" ] || { echo "the sign-in was refused: are EMAIL and PASSWORD right?" >&2; exit 1; }

# The best tile of each cell, over a town
SELECT=$(ask "$BASE/select" -H 'content-type: application/json' -d '{"bbox": [9.732, 50.958, 9.749, 50.968], "stack_depth": 1}' | member id)
echo "select $SELECT"

# Without dry_run this very body is the order: into the service's own storage, cut to the area
BODY="\"select_id\": \"$SELECT\", \"bucket\": \"managed\", \"settings\": {\"clip_to_aoi\": true}"
echo "dry run: $(ask "$BASE/order" -H 'content-type: application/json' -d "{$BODY, \"dry_run\": true}" | member status_message)"
ORDER=$(ask "$BASE/order" -H 'content-type: application/json' -H "Idempotency-Key: tour-$SELECT" -d "{$BODY}" | member id)
echo "order $ORDER"

# Watch it arrive: each event is the order's progress, the last one its end
ask -N "$BASE/order/$ORDER/events" | grep -o '"percent":[0-9.]*' | uniq
STATE=$(ask "$BASE/order/$ORDER" | member state)
echo "state: $STATE"

# Everything that was delivered, with sizes and checksums; then one of the files
ask "$BASE/order/$ORDER/manifest" > manifest.json
KEY=$(grep -o '[^"]*-visual\.tif' manifest.json | head -n 1)
ask "$BASE/order/$ORDER/files/${KEY#"$ORDER"/}" -o visual.tif
echo "visual.tif: $(wc -c < visual.tif | tr -d ' ') bytes"
[ "$STATE" = SUCCEEDED ]
