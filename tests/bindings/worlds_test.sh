#!/usr/bin/env bash
# A game in C with assets that change: worlds_test.sh ISHI PROGRAM
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder"/{first,second,third}
cat >"$folder/first/pet.ishi.yaml" <<'TEXT'
ishi: 1
blackboard: { hunger: { type: number, range: 0..1 }, noon: { type: number, range: 0..1, scope: world } }
tasks: { chew: {}, run: {} }
actions: { eat: { score: hunger, do: chew }, nap: { score: 0.5 } }
agents: { pet: { actions: [eat, nap] } }
TEXT
sed 's/nap: { score: 0.5 }/nap: { score: 0.5 }, play: { score: 0.2, do: run }/; s/\[eat, nap\]/[eat, nap, play]/' \
  "$folder/first/pet.ishi.yaml" >"$folder/second/pet.ishi.yaml"
sed 's/range: 0..1, scope/range: 0..9, scope/' "$folder/first/pet.ishi.yaml" >"$folder/third/pet.ishi.yaml"
for one in first second third; do "$1" build "$folder/$one" -o "$folder/$one" >/dev/null; done
"$2" "$folder"/{first,second,third}/pet.ishi

# Viewers replace the behaviour of a game in C more often than a host keeps assets.
case "$(uname)" in MINGW* | Windows*) exit 0 ;; esac
readonly reloads=20
export XDG_RUNTIME_DIR=$folder/run
mkdir -m 700 "$XDG_RUNTIME_DIR" "$folder/live"
"$2" --live "$folder/first/pet.ishi" $reloads >"$folder/played" &
game=$!
for ((i = 0; i < 200; ++i)); do
  grep -q '^worlds-' "$folder/played" 2>/dev/null && break
  sleep 0.05
done
name=$(head -1 "$folder/played")
for ((i = 1; i <= reloads; ++i)); do
  sed "s/score: 0.5/score: 0.$((100 + i))/" "$folder/first/pet.ishi.yaml" >"$folder/live/pet.ishi.yaml"
  "$1" live "$name" --reload "$folder/live" >"$folder/said" 2>&1 || { cat "$folder/said"; kill "$game"; exit 1; }
done
wait "$game" || { cat "$folder/played"; exit 1; }
tail -1 "$folder/played"
