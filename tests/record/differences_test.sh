#!/bin/bash
# Two recordings of one game: differences_test.sh ISHI GAMES EXAMPLES
set -euo pipefail
ishi=$1 games=$2 examples=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "$1" >&2; cat out err >&2 2> /dev/null || true; exit 1; }
ask() {
  local expected=$1 code=0
  shift
  "$ishi" "$@" > out 2> err || code=$?
  [[ $code == "$expected" ]] || fail "exit $code, not $expected: ishi $*"
}
said() { grep -qF -- "$1" out err || fail "not said: $1"; }
# guards BLOB SECONDS GUARDS RECORDING
guards() { "$games/guard/guards" "$1" --seconds "$2" --guards "$3" --record "$4" > /dev/null; }
blob=$games/guard/behaviour/guard.ishi

guards "$blob" 4 30 a.ishirec
guards "$blob" 4 30 b.ishirec
guards "$blob" 2 30 short.ishirec
guards "$blob" 4 31 more.ishirec
ask 0 diff a.ishirec b.ishirec
said "are the same in the 240 frames that both have"
ask 0 diff a.ishirec short.ishirec
said "in the 120 frames"
ask 1 diff a.ishirec more.ishirec
said "differ already in the first frame"
ask 2 diff a.ishirec b.ishirec --agent guard
said "--agent"
ask 0 diff a.ishirec b.ishirec --format json
grep -q '"difference": null' out || fail "JSON"

# The same calls of the game, and another behaviour: the first decision that is another one.
cp -r "$examples/guard" source
sed -i 's/gains: { aggression: +0.8, survival: +0.1, stability: -0.3 }/gains: { aggression: +0.1, survival: +0.1, stability: -0.3 }/' source/guard.ishi.yaml
"$ishi" build source/guard.ishi.yaml -o built > /dev/null
guards built/guard.ishi 4 30 other.ishirec
ask 1 diff a.ishirec other.ishirec --format json
python3 - <<'PY' || fail "not the first difference"
import json
said = json.load(open("out"))
first = said["difference"]
assert first["kind"] == "state" and first["agent"].startswith("guard#"), first
assert first["what"] == "its action" and first["older"] != first["newer"], first
assert said["frames"] > 0
PY
ask 1 diff a.ishirec other.ishirec
said "before are the same"
said "its action"

# Files that are none.
head -c 2000 a.ishirec > cut.ishirec
"$ishi" diff a.ishirec cut.ishirec > out 2> err && fail "a recording without a save is compared"
echo nothing > none.ishirec
ask 2 diff none.ishirec a.ishirec
