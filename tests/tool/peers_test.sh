#!/usr/bin/env bash
# peers_test.sh ISHI REPOSITORY
#
# Every file on docs/peers.md compiles, and its tests pass.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"
ishi=$1
repository=$2

awk '/^```yaml$/ { getline; if ($0 == "ishi: 1") { file = ++count ".ishi.yaml"; print > file; next } }
     /^```/ { file = "" }
     file { print > file }' "$repository/docs/peers.md"
check "the page has files" test "$(ls -- *.ishi.yaml | wc -l)" -ge 5
for file in *.ishi.yaml; do
  check "the tests of file $file of the page pass" exits 0 "$ishi" test "$file"
  check "… of which there are some" lacks out "no tests found"
done
finish
