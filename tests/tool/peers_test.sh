#!/usr/bin/env bash
# peers_test.sh ISHI REPOSITORY
#
# Every file of docs/coming_from/ compiles, its tests pass, and they notice when a step, handler, condition or another part is
# left out. The words of each row stand in the behaviour of one of the files.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"
ishi=$1
repository=$2

cp "$repository"/docs/coming_from/*.ishi.yaml .
check "the pages have files" test "$(ls -- *.ishi.yaml | wc -l)" -ge 6
for file in *.ishi.yaml; do
  check "the tests of file $file of these pages pass" exits 0 "$ishi" test "$file"
  check "… of which there are some" lacks out "no tests found"
  check "mutants of file $file can be tried" exits 0 "$ishi" test --mutate "$file"
  check "… and a test notices each part that is left out" lacks out "left out, and no test notices"
  check "… of which there are some" has out "changes that a test notices"
done

# Names and words of tests show no construct.
for file in *.ishi.yaml; do sed '/^tests:/,$d' "$file"; done >behaviours

# The words of a row: those in its second column that are written as code. `include` and `import` need a second file.
grep -hE '^\| ' "$repository"/docs/coming_from/*.md | grep -vE '\| in Ishi \||\| page \||\]\(|`include`' >rows
check "the pages have rows" test "$(wc -l <rows)" -ge 60
while read -r row; do
  for word in $(echo "$row" | cut -d'|' -f3 | grep -oE '`[^`]*`' | grep -oE '[a-z_]{2,}'); do
    check "the row has a file: $row ($word)" grep -qw -- "$word" behaviours
  done
done <rows
finish
