#!/usr/bin/env bash
# The first screen of the README: the tool prints what stands there.
#
#   readme_test.sh ISHI REPOSITORY     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
repository=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# Each fenced block of the README is a file of its own: 1.yaml, 2.text, …
awk '/^```/ { if (file) { file = ""; next } number++; file = number "." (length($0) > 3 ? substr($0, 4) : "text"); printf "" > file; next }
     file { print > file }' "$repository/README.md"
block_with() { grep -lF -- "$1" [0-9]*.*; } # block_with TEXT: the file of the block in which it stands

# prints BLOCK COMMAND…: the output begins as the block, whose first line is the command where it begins with `$`.
prints() {
  local block=$1
  shift
  "$@" > printed 2>&1
  grep -v '^\$ ' "$block" > expected
  head -n "$(wc -l < expected)" printed | diff expected - || return 1
}

cp "$(block_with '  cat: { actions')" cat.ishi.yaml
check "the README has one behaviour of its own" test -s cat.ishi.yaml
check "why" prints "$(block_with '$ ishi why')" "$ishi" why cat.ishi.yaml --set hunger_level=0.4 --set bed=someone
check "a sweep" prints "$(block_with '$ ishi sweep')" "$ishi" sweep cat.ishi.yaml --over hunger_level --set bed=someone
cp cat.ishi.yaml whole.ishi.yaml
sed -i 's/hunger: +0.9/hungr: +0.9/' cat.ishi.yaml
check "an error" prints "$(block_with 'error[IS102]')" "$ishi" check cat.ishi.yaml
beg=$(grep -oE '`beg: \{[^`]*`' "$repository/README.md" | tr -d '`')
check "the action that can never win is written in the text" test -n "$beg"
sed -e "/^  sleep:/a\\  ${beg/beg: /beg:   }" -e 's/\[eat, sleep\]/[eat, sleep, beg]/' whole.ishi.yaml > cat.ishi.yaml
check "a finding" prints "$(block_with '$ ishi check')" "$ishi" check cat.ishi.yaml
cp "$repository"/examples/guard/*.yaml .
grep -v '^tests:' "$(block_with 'the brave always shoot:')" >> guard.ishi.yaml
check "a refuted claim" prints "$(block_with '$ ishi test')" "$ishi" test guard.ishi.yaml --filter brave

# The smallest program is one, wherever it is shown.
check "the smallest program" cmp "$repository/examples/smallest/main.cpp" "$(block_with 'game::Tasks<Game>')"
awk '/^```c\+\+$/ { on = 1; next } /^```/ && on { exit } on' "$repository/docs/embedding.md" > smallest.cpp
check "… is the first of docs/embedding.md, too" cmp "$repository/examples/smallest/main.cpp" smallest.cpp
check "… has 20 lines" test "$(grep -c . smallest.cpp)" -le 20

finish
