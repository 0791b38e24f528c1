#!/usr/bin/env bash
# What has been compiled is kept: builds say and write the same with it and without, whatever happened meanwhile.
#
#   cache_test.sh ISHI EXAMPLES     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# A project with a contract, a library, a file with a warning, and files in a folder of their own.
mkdir -p project/agents
touch project/ishi.yaml
cp "$examples/guard/"{game,guard,sentry}.ishi.yaml project/agents
cat >project/library.ishi.yaml <<'END'
ishi: 1
curves: { near: { points: [[0m, 1], [10m, 0]] } }
END
cat >project/cat.ishi.yaml <<'END'
ishi: 1
import: { words: library.ishi.yaml }
things: { person: { fields: { strength: { type: number, range: 0..1 } } } }
blackboard: { threat: person }
actions:
  doze: { score: 1 - threat.strength }
  hide: { score: words.near(distance(threat)) }
agents: { cat: { actions: [doze, hide] } }
END

# Every file of the cache, with what would change if it were written.
state() { find "${1:-cache}" -type f -printf '%P %i %T@\n' | LC_ALL=C sort; }
# Builds and compares with a build that has no cache: the same outputs, messages and code. `hits` or `misses`
# says whether something new may have been kept.
builds() { # builds hits|misses OPTION…
  local expected=$1 code
  shift
  rm -rf plain && "$ishi" build project -o plain --no-cache --depfile --stats "$@" >plain.out 2>plain.err
  code=$?
  state >before
  exits "$code" "$ishi" build project -o blobs --cache cache --depfile --stats "$@" || return 1
  sed -i 's/^blobs/plain/' blobs/*.d blobs/*/*.d 2>/dev/null
  same_files plain blobs || { echo "  outputs differ"; diff -r plain blobs; return 1; }
  cmp out plain.out && cmp err plain.err || { echo "  messages differ"; return 1; }
  state >after
  if cmp -s before after; then [ "$expected" = hits ]; else [ "$expected" = misses ]; fi ||
    { echo "  expected: $expected"; diff before after; return 1; }
}

mkdir cache
check "a first build" builds misses
check "… has a warning" has err "IS412"
check "a second takes all from the cache, with its warnings" builds hits
rm -r blobs
check "outputs that are gone come back from it" builds hits
echo changed >blobs/cat.ishi
check "… and so do those that somebody changed" builds hits
check "nothing is known of stripped blobs" builds misses --strip
check "… but once" builds hits --strip
check "the other kind is still there" builds hits
check "one job" builds hits --jobs 1
check "eight jobs" builds hits --jobs 8

# --- what a build depends on
sed -i 's/\[10m, 0\]/[12m, 0]/' project/library.ishi.yaml
check "a library that has changed is noticed" builds misses
sed -i 's/\[12m, 0\]/[10m, 0]/' project/library.ishi.yaml
check "… and one that is again what it was" builds hits
sed -i 's/default: 12,/default: 11,/' project/agents/game.ishi.yaml
check "a contract that has changed is noticed" builds misses
sed -i 's/default: 11,/default: 12,/' project/agents/game.ishi.yaml
touch project/*.yaml project/agents/*.yaml
check "times are not looked at" builds hits
sed -i 's/^actions:/# Nothing but a comment.\nactions:/' project/cat.ishi.yaml
check "a place that has moved is told where it is now" builds misses
rm project/library.ishi.yaml blobs/cat.ishi*
check "a library that is gone is noticed" builds hits
check "… and told" has err "IS110"
mkdir aside && printf 'ishi: 1\ncurves: { near: { points: [[0m, 1], [3m, 0]] } }\n' >aside/near.ishi.yaml
cp -r aside project/aside
ln -s aside/near.ishi.yaml project/library.ishi.yaml
check "a link that stands for a library is noticed" builds misses
printf 'ishi: 1\ncurves: { near: { points: [[0m, 1], [4m, 0]] } }\n' >project/aside/near.ishi.yaml
check "… and what it leads to" builds misses
check "… once" builds hits
rm project/library.ishi.yaml
printf 'ishi: 1\ncurves: { near: { points: [[0m, 1], [4m, 0]] } }\n' >project/library.ishi.yaml
check "the file itself with these very bytes" builds misses
touch project/agents/ishi.yaml
check "a root that comes nearer" exits 0 "$ishi" build project/agents/guard.ishi.yaml -o near --cache cache
check "… changes the places" exits 0 "$ishi" build project/agents/guard.ishi.yaml -o near_plain --no-cache
check "… as it would without a cache" same_files near near_plain
rm project/agents/ishi.yaml
check "the same project elsewhere" exits 0 bash -c "cp -r project moved && state_before=\$(find cache -type f | wc -l) && '$ishi' build moved -o moved_blobs --cache cache && [ \$(find cache -type f | wc -l) -eq \$state_before ]"
printf 'ishi: 1\nnonsense: 1\n' >project/bad.ishi.yaml
check "errors are told each time" builds hits
check "… again" has err "IS101"
rm project/bad.ishi.yaml

# --- what is not believed
check "whole again" builds hits
for file in cache/records/*; do : >"$file"; done
check "empty records are written anew" builds misses
check "… whole" builds hits
for file in cache/records/* cache/blobs/*; do printf 'x' | dd of="$file" bs=1 seek=60 conv=notrunc 2>/dev/null; done
rm -r blobs
check "damaged ones and damaged blobs, too" builds misses
rm -r blobs
check "… whole" builds hits
for file in cache/blobs/*; do truncate -s -1 "$file"; done
rm -r blobs
check "blobs that were cut off" builds misses
rm -r cache/blobs blobs
check "blobs that are gone" builds misses
rm -r cache && mkdir cache
check "a cache that is gone" builds misses
rm -r cache && echo "no folder" >cache
check "a file where the cache would be" exits 0 "$ishi" build project -o blobs --cache cache
check "… stays" has cache "no folder"
rm cache && mkdir cache
# Whoever may do everything asks somebody who may not.
as_reader() { if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; else "$@"; fi; }
chmod 755 . && mkdir readers && chmod 777 readers
if as_reader test -x "$ishi"; then
  chmod -R a+rX,a-w cache
  check "a cache that cannot be written" exits 0 as_reader "$ishi" build project -o readers/one --cache cache
  chmod -R u+w cache
  check "… is none" exits 0 "$ishi" build project -o blobs --cache cache
  chmod -R a+rX,a-w cache
  state >before
  check "one that can be read" exits 0 as_reader "$ishi" build project -o readers/two --cache cache
  check "… is of use" same_files readers/one readers/two
  sed -i '$ a # More.' project/cat.ishi.yaml
  check "… as far as it goes" exits 0 as_reader "$ishi" build project -o readers/three --cache cache
  check "… with the messages of always" has err "IS412"
  state >after
  check "… and it stays what it was" cmp before after
  chmod -R u+w cache
fi
check "a cache below a device" exits 0 "$ishi" build project -o blobs --cache /dev/null/cache

# --- several at once
rm -rf cache
for i in 1 2 3 4; do "$ishi" build project -o "at_once_$i" --cache cache >/dev/null 2>"err_$i" & done
wait
check "four processes that fill one cache" same_files at_once_1 at_once_2
check "… write the same" same_files at_once_3 at_once_4
check "… and say the same" cmp err_1 err_4
check "… and leave nothing half-written" test -z "$(find cache/records cache/blobs -name '.*' -type f)"
check "… nor wrong" exits 0 bash -c "rm -rf at_once_1 && '$ishi' build project -o at_once_1 --cache cache"
check "… as is seen" same_files at_once_1 at_once_2
(for _ in $(seq 40); do rm -rf cache; done) &
for i in $(seq 10); do
  check "a cache that is deleted while it is used" exits 0 "$ishi" build project -o "at_once_3" --cache cache
done
wait
check "… spoils nothing" same_files at_once_3 at_once_2

# --- outputs
rm -rf cache at_once_*
check "a header" exits 0 "$ishi" build project/agents -o one --cache cache --header one.h --namespace guards
before=$(stat -c '%n %i %y' one/* one.h)
check "… again" exits 0 "$ishi" build project/agents -o one --cache cache --header one.h --namespace guards
check "… and nothing is written that is there" test "$before" = "$(stat -c '%n %i %y' one/* one.h)"
check "… nor without a cache" exits 0 "$ishi" build project/agents -o one --no-cache --header one.h --namespace guards
check "… as is seen" test "$before" = "$(stat -c '%n %i %y' one/* one.h)"
rm one.h
check "a header that is gone comes back" exits 0 "$ishi" build project/agents -o one --cache cache --header one.h --namespace guards
check "… as it would without a cache" bash -c "'$ishi' header project/agents -o two.h --namespace guards && cmp one.h two.h"
check "another name space" exits 0 "$ishi" build project/agents -o one --cache cache --header one.h --namespace other
check "… is in it" has one.h "namespace other"
sed -i 's/  hp: /  health: /' project/agents/game.ishi.yaml
sed -i 's/\bhp\b/health/g' project/agents/{guard,sentry}.ishi.yaml
check "a contract that has changed" exits 0 "$ishi" build project/agents -o one --cache cache --header one.h
check "… is in the header" has one.h "health"
cp project/agents/game.ishi.yaml saved
check "a source is no header" exits 2 "$ishi" build project/agents/guard.ishi.yaml -o one --cache cache --header project/agents/game.ishi.yaml
check "… with a full cache either" exits 2 "$ishi" build project/agents/guard.ishi.yaml -o one --cache cache --header project/agents/game.ishi.yaml
check "… and stays" cmp saved project/agents/game.ishi.yaml
check "a folder where a blob would be" exits 2 bash -c "rm -rf one && mkdir -p one/guard.ishi && '$ishi' build project/agents -o one --cache cache"
cp err said
check "… without a cache, too" exits 2 "$ishi" build project/agents -o one --no-cache
check "… is told alike" cmp said err

# --- where it is
check "by itself the cache is beside the outputs" exits 0 bash -c "mkdir build && '$ishi' build project -o build/blobs/"
check "… where it says what it is" has build/blobs.ishi-cache/CACHEDIR.TAG "Signature: 8a477f597d28d172789f06886806bc55"
check "… and among them there is nothing else" test -z "$(find build/blobs -type f ! -name '*.ishi')"
check "not with --no-cache" exits 0 "$ishi" build project -o build/others --no-cache
check "… as is seen" test ! -e build/others.ishi-cache
check "nor where there is no place beside" exits 0 bash -c "mkdir inner && cd inner && '$ishi' build ../project -o . && ls -A .. >../listed"
check "… as is seen" bash -c "! grep -q 'inner.ishi-cache' listed && ! ls -A inner | grep -q cache"
check "a cache that cannot be" exits 0 "$ishi" build project -o blobs --cache /dev/null/cache
check "… is told, once" test "$(grep -c 'the cache /dev/null/cache could not keep everything, so some is compiled again each time' err)" = 1
check "a cache without a name is refused" exits 2 "$ishi" build project -o blobs --cache ""
check "--cache and --no-cache are one too many" exits 2 "$ishi" build project -o blobs --cache cache --no-cache

finish
