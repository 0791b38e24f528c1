#!/usr/bin/env bash
# A build that is killed leaves each output old or new and whole, and what it left behind is mended and cleaned by
# the next one: killed at random moments while it builds a hundred assets, and at each of its calls about files.
#
#   killed_test.sh ISHI LIBFAULTS [KILLS [EVERY]]    so many at random moments (default 200), and at every call, or one
#                                                    of EVERY (default 1) and all that write or rename; exits with
#                                                    1 if a check failed
set -uo pipefail

ishi=$1
faults=$2
kills=${ISHI_LONG_TESTS:+200}
kills=${kills:-${3:-200}}
every=${ISHI_LONG_TESTS:+1}
every=${every:-${4:-1}}
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
source "$tests/shell_checks.sh"
source "$tests/faults/two_versions.sh"

microseconds() { echo $((${EPOCHREALTIME/[.,]/})); }
mended() { # mended VERSION
  "$ishi" "${build[@]}" >out 2>err && same_files now/out "$1/out" || { echo "  the next build mends nothing"; cat err; return 1; }
}

# --- at random moments, from one version to the other and back
write_versions 100
builds_to now
other=(old new)
turn=0
begin=$(microseconds)
check "a build from the one version to the other" mended new
rm -rf project && cp -r old_project project && rm -rf now && cp -a new now
begin=$(microseconds)
check "… and back" mended old
length=$(($(microseconds) - begin))
in_between=0
RANDOM=7
for ((kill = 1; kill <= kills; ++kill)); do
  turn=$((1 - turn))
  rm -rf project && cp -r "${other[turn]}_project" project
  # Every other one has a cache that knows the version already.
  ((kill % 4 < 2)) && rm -rf now/cache
  moment=$((length * (RANDOM % 1000) / 1000))
  "$ishi" "${build[@]}" >out 2>err &
  sleep "$((moment / 1000000)).$(printf %06d $((moment % 1000000)))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  check "killed after $moment µs: each output is old or new" each_is_whole now
  same_files now/out old/out || same_files now/out new/out || in_between=$((in_between + 1))
  # Sometimes one is killed after another.
  ((kill % 3 == 0)) && continue
  check "… and the next build mends the rest" mended "${other[turn]}"
  check "… and cleans up" nothing_temporary now
done
check "the last build mends all" mended "${other[turn]}"
check "… and cleans up" nothing_temporary now
echo "$kills killed at random moments of $((length / 1000)) ms, $in_between of them with some outputs new and some old"
[ "$kills" -lt 20 ] || check "some were killed in the middle" test "$in_between" -gt 0

# --- at each call
if is_sanitized "$ishi"; then
  echo "NOT TESTED: a tool that is built with sanitizers is not killed at each of its calls"
  finish
  exit
fi
rm -rf old_project new_project old new project now
write_versions
builds_to now
killed_at() { # killed_at KIND N
  rm -rf now && cp -a old now
  env FAULTS_KIND="$1" FAULTS_AT="$2" FAULTS_ERROR=killed LD_PRELOAD="$faults" "$ishi" "${build[@]}" --jobs 1 >out 2>err
  local code=$?
  [ $code -eq 137 ] || { echo "  exit code $code"; return 1; }
  each_is_whole now && mended new && nothing_temporary now
}
rm -rf now && cp -a old now
env FAULTS_COUNTS=counts LD_PRELOAD="$faults" "$ishi" "${build[@]}" --jobs 1
for kind in files write rename; do
  calls=$(awk -v kind=$kind '$1 == kind { print $2 }' counts)
  check "a build makes such calls: $kind" test "$calls" -gt 5
  step=$every
  [ $kind = files ] || step=1 # few, and the ones that matter
  for ((n = 1; n <= calls; n += step)); do check "killed at call $n of $calls: $kind" killed_at $kind "$n" 2>/dev/null; done
  echo "killed at each of $calls calls, or one of $step: $kind"
done

finish
