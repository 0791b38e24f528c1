#!/usr/bin/env bash
# Builds the household's behaviour anew while it is played: what a rename, a removal and an addition do is told, a blob
# that is none is refused, and everybody lives on.
#
#   reload_test.sh GAME ISHI FOLDER
set -euo pipefail

game=$1
ishi=$2
source=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source"/*.yaml "$folder"
yaml=$folder/household.ishi.yaml
blob=$folder/out/household.ishi
said=$folder/said

fail() {
  printf '%s\n' "$1" >&2
  cat "$said" >&2
  exit 1
}
build() { "$ishi" build "$folder" -o "$folder/out" >"$folder/built" 2>&1 || { cat "$folder/built" >&2; exit 1; }; }
# Waits until the game has said this, half a minute at most.
expect() {
  for _ in $(seq 300); do
    if grep -q -- "$1" "$said"; then return; fi
    sleep 0.1
  done
  fail "it is not said: $1"
}

build
"$game" "$blob" --reload 600 >"$said" 2>&1 &
player=$!
trap 'kill "$player" 2>/dev/null || true; rm -rf "$folder"' EXIT
expect 'Ada: '

# One action has another name, one thing offers something else.
sed -i -E 's/\bdaydream\b/muse/; s/^  muse: \{/  muse: { renamed_from: daydream,/' "$yaml"
sed -i -E 's/^      watch:$/      zap:/; s/television\.watch/television.zap/' "$yaml"
build
expect 'another behaviour: [1-9][0-9]* things kept, 0 reset, 1 dropped, 1 added'
expect 'kept: the action `muse`, which was called `daydream`'
expect 'dropped: the action `television.watch`'
expect 'added: the action `television.zap`'

printf 'no blob' >"$blob.new"
mv "$blob.new" "$blob"
expect 'cannot be taken over: .*; all go on as before'

# They live on, and what is built next is taken over again.
lines=$(wc -l <"$said")
build
expect '0 reset, 0 dropped, 0 added'
for _ in $(seq 300); do
  if (( $(wc -l <"$said") > lines + 4 )); then break; fi
  sleep 0.1
done
(( $(wc -l <"$said") > lines + 4 )) || fail 'nobody does anything any more'
kill -0 "$player" || fail 'the game has ended'
