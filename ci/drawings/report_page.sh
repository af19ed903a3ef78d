#!/bin/bash
# The picture of a report page in README.md, grader/docs/report_page.png: the page of the failure that stands there.
# Needs Chromium.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export WARPGRADE_COURSE=$PWD
grade=$PWD/grade picture=$PWD/grader/docs/report_page.png
kernel=$("$grade" verify scan --show hillis_steele_one_barrier | sed -n 's/^The file: //p')
mkdir -p "$folder/student/reduce_scan_histogram"
cp "$kernel" "$folder/student/reduce_scan_histogram/scan.cu"
cd "$folder"
"$grade" scan/hillis_steele --submission student --device simulator --seed 1 --html page.html > report.txt || [[ $? == 1 ]]
chromium --headless --no-sandbox --hide-scrollbars --window-size=1000,1000 --screenshot="$picture" page.html
