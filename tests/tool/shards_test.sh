#!/usr/bin/env bash
# A batch is built in shards, by machines that share a cache: a blob depends on its sources alone, not on who built it or where.
#
#   shards_test.sh ISHI [ASSETS]     prints a line a check that fails; exits with 1 if one did
#
# ASSETS (48 if left out) is how many there are: `shards_test.sh ISHI 100000` tries a large batch and prints its times.
set -uo pipefail

ishi=$(realpath "$1")
assets=${2:-48}
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"
shards=8

# A project whose assets share a file, each with a number of its own, in a folder for each shard.
mkdir -p first
touch first/ishi.yaml
cat > first/shared.ishi.yaml <<'END'
ishi: 1
blackboard: { hunger: { type: number, range: 0..1 } }
actions:
  eat: { score: hunger }
END
for ((shard = 0; shard < shards; ++shard)); do mkdir -p "first/shard$shard"; done
for ((i = 0; i < assets; ++i)); do
  printf 'ishi: 1\ninclude: [../shared.ishi.yaml]\nactions:\n  rest: { score: %d / 1000000 }\nagents: { villager%d: { actions: [eat, rest] } }\n' \
    "$i" "$i" > "first/shard$((i % shards))/villager$i.ishi.yaml"
done
cp -r first second

said=''
timed() { # timed WHAT COMMAND…: runs it, and with many assets says how long it took
  local what=$1 before
  shift
  before=$(date +%s%N)
  "$@" > out 2> err || { cat out err; return 1; }
  ((assets < 10000)) || said+="$what: $((($(date +%s%N) - before) / 1000000)) ms"$'\n'
}
build() { # build FOLDER OUTPUT SHARD…: into a folder for each shard
  local folder=$1 output=$2 shard
  shift 2
  for shard in "$@"; do "$ishi" build "$folder/shard$shard" --root "$folder" -o "$output/shard$shard" --cache cache || return 1; done
}
kept() { find cache -type f -printf '%P %i %T@\n' | LC_ALL=C sort; }

check "the whole batch" timed "in one, $assets assets" "$ishi" build first -o whole --no-cache
check "the first half, in one working folder" timed 'shards 0 to 3' build first parts 0 1 2 3
check "the second half, in another" timed 'shards 4 to 7, in the other folder' build second parts 4 5 6 7
check "the shards are the batch" same_files whole parts
kept > before
check "the first half again, in the other folder" timed 'shards 0 to 3 again, from the cache of the first folder' build second again 0 1 2 3
check "the second half again, in the first" timed 'shards 4 to 7 again, from the cache of the second folder' build first again 4 5 6 7
kept > after
check "all of it stood in the cache" cmp before after
check "and is the same" same_files whole again
printf '%s' "$said"
finish
