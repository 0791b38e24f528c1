#!/usr/bin/env bash
# A second program makes the runs of `ishi search`, and comes to the same values, outcomes and states in each.
#
#   second_search_test.sh ISHI SECOND_SEARCH EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1 second=$2 examples=$3
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/watch" "$examples/thief" .
# compare SOURCE TEST TITLE SEED RUNS
compare() {
  "$ishi" build "$1" -o blobs >out 2>err || return 1
  "$ishi" search "$1" --filter "$3" --seed "$4" --runs "$5" --log theirs >out 2>err
  "$second" "blobs/$(basename "${1%.yaml}")" "$2" "$4" "$5" >ours || return 1
  [ "$(wc -l <ours)" = "$5" ] && cmp theirs ours
}

# A part every day, all with ISHI_LONG_TESTS in the environment. The runs in which something fails come later.
runs=30
[ -z "${ISHI_LONG_TESTS:-}" ] || runs=100
for seed in 0 7; do
  check "coffee for two, seed $seed" compare watch/watch.ishi.yaml coffee "each has coffee once" $seed $runs
  check "lamps that go out, seed $seed" compare watch/watch.ishi.yaml lamps "the lamps go out" $seed $runs
  check "a bottle that breaks, seed $seed" compare thief/thief.ishi.yaml bottle "wherever a bottle breaks" $seed $runs
done
check "all of these hold" bash -c "! grep -q failed ours"

# What each run was is said whatever the jobs are.
"$ishi" search watch/watch.ishi.yaml --filter "each has coffee once" --runs 150 --jobs 1 --log one >out 2>err
"$ishi" search watch/watch.ishi.yaml --filter "each has coffee once" --runs 150 --jobs 3 --log three >out 2>err
check "a log is the same with any number of jobs" cmp one three
check "… and has a line for each run" bash -c "[ \$(wc -l <one) = 150 ]"
check "a log that cannot be written" exits 2 "$ishi" search watch/watch.ishi.yaml --runs 10 --log nowhere/log
check "… is named" has err "nowhere/log cannot be written"

# What fails in one fails in the other.
sed -i 's/after: { tired: -0.9 }/after: { tired: -0.1 }/; s/quiet: elapsed > 12s/quiet: elapsed > 30s/' watch/watch.ishi.yaml
check "whoever is still tired has coffee again" compare watch/watch.ishi.yaml coffee "each has coffee once" 0 100
check "… and that fails" bash -c "grep -q failed ours"
check "nobody calls it off" compare watch/watch.ishi.yaml lamps "the lamps go out" 0 100
check "… and that fails" bash -c "grep -q failed ours"
sed -i 's/set: { heard.checked: true }/wait: 0.1s/' thief/thief.ishi.yaml
check "a guard goes to a bottle again and again" compare thief/thief.ishi.yaml bottle "wherever a bottle breaks" 0 100
check "… and that fails" bash -c "grep -q failed ours"

finish
