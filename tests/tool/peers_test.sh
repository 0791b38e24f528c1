#!/usr/bin/env bash
# peers_test.sh ISHI REPOSITORY
#
# Every file on docs/peers.md compiles, its tests pass, and they notice when a step, handler, condition or another part is
# left out. The words of each row stand in the behaviour of one of the files.
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
  check "mutants of file $file can be tried" exits 0 "$ishi" test --mutate "$file"
  check "… and a test notices each part that is left out" lacks out "left out, and no test notices"
  check "… of which there are some" has out "changes that a test notices"
done

# Names and words of tests show no construct.
for file in *.ishi.yaml; do sed '/^tests:/,$d' "$file"; done >behaviours

# The words of a row: those in its second column that are written as code. `include` and `import` need a second file.
grep -E '^\| ' "$repository/docs/peers.md" | grep -vE '\| in Ishi \||`include`' >rows
check "the page has rows" test "$(wc -l <rows)" -ge 60
while read -r row; do
  for word in $(echo "$row" | cut -d'|' -f3 | grep -oE '`[^`]*`' | grep -oE '[a-z_]{2,}'); do
    check "the row has a file: $row ($word)" grep -qw -- "$word" behaviours
  done
done <rows
finish
