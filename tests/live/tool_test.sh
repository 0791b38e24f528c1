#!/bin/bash
# Looks into a running game with the tool: tool_test.sh ISHI GAMES EXAMPLES
set -euo pipefail
ishi=$1 games=$2 examples=$3
folder=$(mktemp -d)
game=
end() {
  [[ -z $game ]] || kill "$game" 2> /dev/null || true
  rm -rf "$folder"
}
trap end EXIT
export XDG_RUNTIME_DIR=$folder/run
mkdir "$XDG_RUNTIME_DIR"
cp -r "$examples/household" "$folder/household"
cd "$folder/household"

fail() { echo "$1" >&2; cat "$folder/out" "$folder/err" "$folder/game" >&2 2> /dev/null || true; exit 1; }
# Runs the tool, and expects an exit code.
ask() {
  local expected=$1 code=0
  shift
  "$ishi" "$@" > "$folder/out" 2> "$folder/err" < /dev/null || code=$?
  [[ $code == "$expected" ]] || fail "exit $code, not $expected: ishi $*"
}
said() { grep -qF -- "$1" "$folder/out" "$folder/err" || fail "not said: $1"; }

ask 0 live
said "no game runs that lets viewers join"
ask 2 live nobody
said "no game called nobody runs"
ask 2 live --agent person#2
said "which game?"

"$games/household/household" "$games/household/behaviour/household.ishi" --live 600 --record "$folder/played.ishirec" > "$folder/game" 2>&1 &
game=$!
for _ in {1..100}; do
  grep -q "looks into this game" "$folder/game" && break
  sleep 0.1
done
ask 0 live
said "household-$game"
ask 0 live --format json
said "\"game\":\"household\""
ask 2 live hous
said "there is household-$game"

# The list of agents, and an agent that is followed.
ask 0 live household
said "4 agents, 1 viewer"
said "person#3"
ask 0 live "household-$game" --agent person#2 --for 1s --keys
said "person#2 from"
said "hour:"
ask 0 live household --agent person#2 --for 500ms --format json
python3 - "$folder/out" <<'PY' || fail "not one JSON object a line"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
assert lines and all("kind" in line for line in lines)
PY
ask 2 live household --agent person#77
said "there is no person#77"

# Questions that recordings are asked.
ask 0 why household --agent person#2
said "person#2 in household, frame"
ask 0 why "household-$game" --agent person#1 --format json
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["options"]' "$folder/out" || fail "no decision"
ask 2 sweep household --agent person#2 --over hunger
said "cannot be made again outside of the game"
ask 2 why household
said "is a running game: say whose decision"
ask 2 why household --agent person#77
ask 2 why househeld --agent person#2

# Changes.
ask 0 live household --agent person#2 --set bladder=0.99 --set late=3h
said "bladder of person#2 is 0.99 from frame"
ask 0 live household --where "late > 2.9h"
said "1 agent: person#2"
ask 2 live household --where "needs.bladdr > 0.9"
said "did you mean"
ask 0 live household --set servings=7
ask 2 live household --set servings=99
said "0 to 8"
ask 2 live household --set servngs=7
said "did you mean servings?"
ask 2 live household --set bladder=0.5
said "name it with --agent"
ask 0 live household --agent person#3 --complete
said "has completed from frame"
ask 0 live household --agent person#3 --fail
ask 0 live household --agent person#1 --choose daydream --think
said "person#1 does daydream"
ask 2 live household --emit alarm
said "there is no event alarm"
ask 1 live household --dashcam
said "the game has named no file for its dashcam"

# Held and stepped: no frame between two questions but those that are asked for.
ask 0 live household --step 3 --agent person#2
said "3 frames are played"
(sleep 0.5; echo; sleep 0.3; echo 20; sleep 0.3; echo nonsense; echo c; sleep 0.3) |
  "$ishi" live household --hold --for 2s > "$folder/out" 2> "$folder/err" || fail "live --hold"
said "the game is held from frame"
said "20 frames are played"
said "the game goes on"
said "but here is nonsense"

# Another behaviour.
ask 0 live household --reload .
said "the game has this behaviour already"
sed -i 's|bladder:    { rise: 0.14/h|bladder:    { rise: 0.30/h|' household.ishi.yaml
ask 0 live household --reload household.ishi.yaml
said "the behaviour of household.ishi.yaml counts from frame"
sed -i 's|rise: 0.30/h|rise: nonsense|' household.ishi.yaml
ask 1 live household --reload .
said "has errors, and the game goes on as before"
sed -i 's|rise: nonsense|rise: 0.30/h|' household.ishi.yaml
(sleep 1; sed -i 's|rise: 0.30/h|rise: 0.31/h|' household.ishi.yaml) &
ask 0 live household --reload . --watch --for 3s
said "the behaviour of household.ishi.yaml counts from frame"
ask 2 live household --watch
said "--reload"

# The stream is a recording, and the game's own says what was changed.
ask 0 live household --record "$folder/watched.ishirec" --for 1s
ask 0 replay "$folder/watched.ishirec"
said "is played as it was"
# A viewer that dies while it holds the game lets it go on.
"$ishi" live household --hold > /dev/null 2>&1 < /dev/null &
viewer=$!
sleep 1
kill -9 "$viewer"
sleep 3
ask 0 live household --agent person#2 --for 300ms --keys
said "hour:"
kill "$game"
wait "$game" 2> /dev/null || true
game=
ask 0 replay "$folder/played.ishirec"
said "is played as it was"
said "by viewers of the running game"
said "sets bladder of person#2 to 0.99"
said "sets servings to 7"
said "gives the game 1 new asset"
said "lets person#1 do daydream"
ask 0 replay "$folder/played.ishirec" --format json
said "sets servings to 7"
ask 0 live
said "no game runs"
echo "a running game was looked into"
