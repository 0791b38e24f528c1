#!/bin/bash
# Looks into the example games while they run: examples_test.sh ISHI GAMES EXAMPLES
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
cd "$folder"

fail() { echo "$1" >&2; cat out err game >&2 2> /dev/null || true; exit 1; }
ask() {
  "$ishi" "$@" > out 2> err < /dev/null || fail "failed: ishi $*"
}

# Questions that recordings are asked, of the game that runs.
ask_guards() {
  local who
  "$ishi" live guards > out 2> err
  who=$(grep -o 'guard#[0-9]*' out | head -n 1)
  ask why guards --agent "$who" --root "$examples/guard"
  grep -q "$who in guards, frame" out || fail "why does not answer"
  ask sweep guards --agent "$who" --over hp --root "$examples/guard"
  ask test --from guards --agent "$who" --root "$examples/guard"
  grep -q "expect:" out || fail "no test was written"
}

# look GAME FOLDER BLOB [LENGTH]: the game's world after three frames that a viewer lets it play, and its recording.
look() {
  : > game # else the loop below may read the output of the game before
  "$games/$2/$1" "$games/$2/behaviour/$3.ishi" ${4:---seconds} 60 --live --record "$1.ishirec" > game 2>&1 &
  game=$!
  for _ in {1..100}; do
    grep -q "looks into this game" game && break
    kill -0 "$game" 2> /dev/null || fail "$1 has ended"
    sleep 0.05
  done
  ask live "$1"
  grep -q "agents\?, 1 viewer" out || fail "nobody is in $1"
  ask live "$1" --step 3
  [[ $1 != guards ]] || ask_guards
  kill "$game"
  wait "$game" 2> /dev/null || true
  game=
  "$ishi" replay "$1.ishirec" > out 2> err || fail "the recording of $1 comes to another state"
}

look foragers forager forager
look guards guard guard
look hunters hunters hunters
look lockstep lockstep lockstep --rollbacks
look skirmish skirmish skirmish
look squad squad squad
look thief thief thief
