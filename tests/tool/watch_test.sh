#!/usr/bin/env bash
# `--watch` answers when a source is saved, whichever way, and survives what happens to folders meanwhile.
#
#   watch_test.sh ISHI EXAMPLES [--times]     prints a line a check; exits with 1 if one failed
#
# With --times it prints how long answers take: from a save until the answer stands in a file.
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/guard" guard
mkdir away

# start NAME COMMAND…: runs it in the background, its output in NAME.out and NAME.err
start() {
  local name=$1
  shift
  "$@" >"$name.out" 2>"$name.err" &
  watcher=$!
}
# answers FILE TEXT: the file holds it, now or in a while
answers() {
  local i
  for ((i = 0; i < 12000; ++i)); do
    grep -qF -- "$2" "$1" 2>/dev/null && return 0
    sleep 0.01
  done
  echo "  no answer in $1: $2"
  tail -n 5 "$1"
  return 1
}
# ends CODE: Ctrl-C ends the watcher with this code
ends() {
  kill -INT "$watcher"
  wait "$watcher"
  local got=$?
  [ "$got" -eq "$1" ] || { echo "  exit $got, not $1"; return 1; }
}
spoil() { sed 's/gains:/gaains:/' "$examples/guard/guard.ishi.yaml"; }

start check "$ishi" check guard --watch
check "the first round is a check" answers check.err "no errors"
spoil >guard/guard.ishi.yaml
check "a save is answered" answers check.err "guard/guard.ishi.yaml changed: "
check "… with what is wrong" answers check.err "IS101"
cp "$examples/guard/guard.ishi.yaml" new && mv new guard/guard.ishi.yaml
check "a save by renaming is answered" answers check.err "guard/guard.ishi.yaml changed: no errors"
sed 's/hp:/hpp:/' "$examples/guard/game.ishi.yaml" >guard/game.ishi.yaml
check "a save of an included file is answered" answers check.err "guard/game.ishi.yaml changed: "
cp "$examples/guard/game.ishi.yaml" guard/game.ishi.yaml
check "… and again" answers check.err "guard/game.ishi.yaml changed: no errors"
mkdir -p guard/deep/er
printf 'ishi: 1\nnonsense: 1\n' >guard/deep/er/new.ishi.yaml
check "a new file in a new folder is answered" answers check.err "guard/deep/er/new.ishi.yaml appeared: 1 error"
rm -r guard/deep
check "… and its end" answers check.err "guard/deep/er/new.ishi.yaml is gone: no errors"
mv guard away/guard
check "a folder that is gone is told" answers check.err "guard is gone; waiting for it"
mv away/guard guard
check "… and it may come back" answers check.err "appeared and 3 more: no errors"
printf 'ishi: 1\nlast_section: 1\n' >guard/guard.ishi.yaml
check "… and is watched again" answers check.err 'there is no section `last_section`'
check "Ctrl-C ends with what the last round ended with" ends 1
cp "$examples/guard/guard.ishi.yaml" guard/guard.ishi.yaml

start json "$ishi" check guard --watch --format json
check "JSON is a document a line" answers json.out '"errors": 0'
spoil >guard/guard.ishi.yaml
check "… each round" answers json.out '"code": "IS101"'
printf 'ishi: 1\nlast_section: 1\n' >guard/guard.ishi.yaml
check "… and the next" answers json.out 'there is no section `last_section`'
check "… bad at the end" ends 1
cp "$examples/guard/guard.ishi.yaml" guard/guard.ishi.yaml
check "… and nothing else" test "$(wc -l <json.out)" -eq "$(grep -c '^{ *"version": 1,.*}$' json.out)"
check "… on stderr nothing" empty json.err

start build "$ishi" build guard -o built --watch
for ((i = 0; i < 12000; ++i)); do [ -f built/guard.ishi ] && break; sleep 0.01; done
cp built/guard.ishi old.ishi
sed -i 's/score: 0.1 /score: 0.15 /; s/0\.3/0.35/' guard/guard.ishi.yaml
check "… is done again" answers build.err "guard/guard.ishi.yaml changed: no errors"
check "… with other bytes" bash -c "! cmp -s built/guard.ishi old.ishi"
check "… and ends well" ends 0
cp "$examples/guard/guard.ishi.yaml" guard/guard.ishi.yaml

start tests "$ishi" test guard --watch
check "tests are run" answers tests.out " passed, 0 failed"
sed -i 's/picks: shoot, score/picks: flee, score/' guard/guard.ishi.yaml
check "… and again after a save" answers tests.err " passed, 1 failed"
check "… and end with that" ends 1
cp "$examples/guard/guard.ishi.yaml" guard/guard.ishi.yaml

# A thousand saves, some of them of half a file.
start many "$ishi" check guard --watch
check "many saves: the first round" answers many.err "no errors"
for ((i = 0; i < 1000; ++i)); do
  head -c $((i * 7 % 3000)) "$examples/guard/guard.ishi.yaml" >guard/guard.ishi.yaml
done
printf 'ishi: 1\nnonsense: 1\n' >guard/guard.ishi.yaml
check "… the last one counts" answers many.err 'there is no section `nonsense`'
check "… and it ends" ends 1
check "… not with a crash" bash -c "! grep -qi 'terminate\|sanitizer' many.err"
check "a PATH that does not exist is refused at once" exits 2 "$ishi" check nowhere --watch

if [ "${3-}" = --times ]; then
  cp "$examples/guard/guard.ishi.yaml" guard/guard.ishi.yaml
  for verb in check test; do
    start times "$ishi" "$verb" guard --watch
    sleep 1
    for ((i = 1; i <= 50; ++i)); do
      sed "1s/\$/  # $i/" "$examples/guard/guard.ishi.yaml" >new.yaml
      before=$(stat -c %s times.err)
      started=$(date +%s%N)
      cat new.yaml >guard/guard.ishi.yaml
      while [ "$(stat -c %s times.err)" -eq "$before" ]; do :; done
      echo $((($(date +%s%N) - started) / 1000))
      sleep 0.1
    done | sort -n | awk -v verb="$verb" '{ all[NR] = $1 / 1000 } END { printf "%s: median %.0f ms, worst %.0f ms of %d saves\n", verb, all[int((NR + 1) / 2)], all[NR], NR }'
    ends 0
  done
fi

finish
