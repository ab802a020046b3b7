#!/usr/bin/env sh
# Sign in, make a key, use it, delete it. Usage: EMAIL=... PASSWORD=... sh examples/curl-tour.sh [http://localhost:8080]
set -eu
BASE=${1:-http://localhost:8080}
member() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d "\"" -f 4; }

TOKEN=$(curl -sf "$BASE/authenticate" -H 'content-type: application/json' \
  -d "{\"grant_type\":\"password\",\"username\":\"$EMAIL\",\"password\":\"$PASSWORD\"}" | member access_token)
[ -n "$TOKEN" ] || { echo "the sign-in was refused: are EMAIL and PASSWORD right?" >&2; exit 1; }
echo "signed in"

RECORD=$(curl -sf -X POST "$BASE/api-key/api/v2/api-key" -H "Authorization: Bearer $TOKEN" \
  -H 'content-type: application/json' -d '{"name":"tour"}')
KEY=$(echo "$RECORD" | member api_key)
ID=$(echo "$RECORD" | member id)
echo "made a key that expires $(echo "$RECORD" | member expiration_date)"

echo "by header: $(curl -sf "$BASE/auth/self" -H "vendor-api-key: $KEY" | member email)"
echo "by URL:    $(curl -sf "$BASE/search?vendor_api_key=$KEY" | member type)"

curl -sf -X DELETE "$BASE/api-key/api/v2/api-key/id/$ID" -H "Authorization: Bearer $TOKEN"
echo "after deletion: $(curl -s -o /dev/null -w '%{http_code}' "$BASE/auth/self" -H "vendor-api-key: $KEY")"
