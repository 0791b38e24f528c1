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
exec "$2" "$folder"/{first,second,third}/pet.ishi
