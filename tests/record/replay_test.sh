#!/bin/bash
# Recorded games are played again as they were: replay_test.sh ISHI DETERMINISM BLOBS GAMES
set -euo pipefail
ishi=$1 determinism=$2 blobs=$3 games=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$1" >&2; exit 1; }
plays() { "$ishi" replay "$@" > "$folder/out" || { cat "$folder/out" >&2; fail "differs: $*"; }; }

# Everything that a game can call, by one thread and by several; and with a world that goes back.
"$determinism" "$blobs" --frames 2000 --record "$folder" > /dev/null
for recording in "$folder"/*.ishirec; do
  plays "$recording"
  plays "$recording" --threads 3 --agents-per-job 1
  plays "$recording" --instructions scalar --agents-per-job 5
  grep -q "125 hashes" "$folder/out" || fail "hashes are missing"
done
plays "$folder/sensing.ishirec" --instructions sse4 --threads 2
"$determinism" "$blobs" --frames 1000 --threads 7 --chunks single --environment hostile --record "$folder" > /dev/null
for recording in "$folder"/*.ishirec; do plays "$recording"; done
"$determinism" "$blobs" --frames 1000 --rollback 8 --record "$folder" > /dev/null
for recording in "$folder"/*.ishirec; do plays "$recording"; done

# Games of the examples.
record() {
  local game=$1 example=$2
  shift 2
  "$games/$example/$game" "$games/$example/behaviour/$example.ishi" "$@" --record "$folder/game" > /dev/null
  plays "$folder/game"
}
record foragers forager --seconds 20
record guards guard --seconds 3
record squad squad
record household household --days 1

# A recording that was cut is played as far as it goes; one changed byte is found.
head -c 700000 "$folder/sensing.ishirec" > "$folder/cut"
plays "$folder/cut"
grep -q "  cut " "$folder/out" || fail "a cut is not told"
cp "$folder/sensing.ishirec" "$folder/damaged"
printf 'ishi' | dd of="$folder/damaged" bs=1 seek=650000 conv=notrunc status=none
code=0
"$ishi" replay "$folder/damaged" > "$folder/out" || code=$?
[[ $code == 1 ]] || fail "damage is not found: $code"
# A game that was killed before its first frame has left a header.
code=0
head -c 24 "$folder/sensing.ishirec" > "$folder/begun"
"$ishi" replay "$folder/begun" 2> "$folder/out" || code=$?
[[ $code == 1 ]] && grep -q "the game ended before the first of its frames was written" "$folder/out" || fail "a header alone is not told"
code=0
: > "$folder/empty"
"$ishi" replay "$folder/empty" 2> "$folder/out" || code=$?
[[ $code == 2 ]] && grep -q "is empty" "$folder/out" || fail "an empty file is not told"
code=0
echo "no recording" > "$folder/other"
"$ishi" replay "$folder/other" 2> "$folder/out" || code=$?
[[ $code == 2 ]] && grep -q "no recording of Ishi" "$folder/out" || fail "any file is taken"
