#!/bin/sh
# From a definition to a ZIP with five curl requests. Node only extracts fields from JSON; jq would work as well.
#   sh 09-rest-with-curl.sh [file.zip]      with the two variables that `npm start` prints
set -eu

api=$VOICELOOM_BASE_URL/api/v1
here=$(dirname "$0")
zip=${1:-first-workflow.zip}

# --fail-with-body: an error ends the script. `field` prints it.
call() {
  curl --silent --show-error --fail-with-body --max-time 60 \
    --header "Authorization: Bearer $VOICELOOM_TOKEN" --header 'Content-Type: application/json' "$@"
}

# field id: prints data.id of the JSON from stdin, or the error of the service.
field() {
  node -p "const { data, error } = JSON.parse(require('fs').readFileSync(0));
    if (error) { console.error(error.code + ': ' + error.message); process.exit(1); } data.$1"
}

workflow=$(call "$api/workflows" --data "@$here/../../../../docs/guides/first-workflow.json" | field id)
run=$(call -X POST "$api/workflows/$workflow/runs" | field id)

status=pending
while [ "$status" != completed ]; do
  sleep 1
  status=$(call "$api/workflows/$workflow/runs/$run/status" | field status)
  case $status in failed | cancelled) echo "The run is $status." >&2; exit 1 ;; esac
done

url=$(call "$api/workflows/$workflow/runs/$run/download" | field url)
curl --silent --show-error --fail "$url" --output "$zip"
echo "$zip"
