#!/usr/bin/env bash
# Each call of the system that a build makes about files, and each time that it asks for memory, fails once. Then it
# ends with a message that names what could not be done and why, or does without; each output is the old or the new
# one, nothing temporary stays, and the next build mends all.
#
#   faults_test.sh ISHI LIBFAULTS [EVERY]     every call that fails, or one of EVERY (default 1);
#                                             prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$1
faults=$2
every=${ISHI_LONG_TESTS:+1}
every=${every:-${3:-1}}
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
source "$tests/shell_checks.sh"
source "$tests/faults/two_versions.sh"

# A sanitizer wants to be the first library itself, and memory that is asked for to be there.
if is_sanitized "$ishi"; then
  echo "NOT TESTED: a tool that is built with sanitizers can be given no faults"
  exit 77
fi

write_versions
builds_to now
reason_of() { # of an error number, as the system puts it
  case $1 in 4) echo "Interrupted system call" ;; 5) echo "Input/output error" ;; 13) echo "Permission denied" ;; 24) echo "Too many open files" ;;
    28) echo "No space left on device" ;; 37) echo "No locks available" ;; esac
}
# The old outputs are there, the new sources are to be built.
begin() { rm -rf now && cp -a old now && rm -r now/cache/blobs; }
with_fault() { env "$@" LD_PRELOAD="$faults" "$ishi" "${build[@]}" --jobs "${jobs:-1}" >out 2>err; }

# fault KIND N ERROR: what comes of it is right.
fault() {
  local code reason
  reason=$(reason_of "$3")
  begin
  with_fault FAULTS_KIND="$1" FAULTS_AT="$2" FAULTS_ERROR="$3"
  code=$?
  case $code in
    0) same_files now/out new/out || { echo "  ends well, but not with the new outputs"; return 1; }
      # What the cache cannot keep is told, and does no other harm.
      [ ! -s err ] || { [ "$3" != 4 ] && [ "$(wc -l <err)" = 1 ] && has err "the cache now/cache could not keep everything" && has err "$reason"; } || { cat err; return 1; } ;;
    1) has err "IS113" && has err "$reason" || return 1 ;;
    2) [ "$3" != 4 ] || { echo "  an interrupted call is no failure"; cat err; return 1; }
      has err "$reason" && grep -qE '(project|now)(/|$| )|working folder' err || { echo "  no path"; cat err; return 1; } ;;
    *) echo "  exit code $code"; cat err; return 1 ;;
  esac
  each_is_whole now && nothing_temporary now && mended
}
mended() { # the next build gives all that is new
  "$ishi" "${build[@]}" >out 2>err && same_files now/out new/out || { echo "  the next build mends nothing"; cat err; return 1; }
}

begin
check "a build without a fault" with_fault FAULTS_COUNTS=counts
check "… gives what is new" same_files now/out new/out
count_of() { awk -v kind="$1" '$1 == kind { print $2 }' counts; }
tried=0
declare -A errors=([open]="13 4" [read]="5 4" [write]="28 4" [close]="5 4" [rename]="13" [mkdir]="28" [stat]="13" [list]="5 4"
  [resolve]="13" [lock]="37 4" [copy]="24")
for kind in open read write close rename mkdir stat list resolve lock copy; do
  check "a build makes calls to $kind" test "$(count_of $kind)" -gt 0
  for error in ${errors[$kind]}; do
    for ((n = 1 + tried % every; n <= $(count_of $kind); n += every)); do
      check "$kind $n of $(count_of $kind): $(reason_of "$error")" fault "$kind" "$n" "$error"
      tried=$((tried + 1))
    done
  done
done
echo "$tried of the calls about files were made to fail"

# --- memory
# fault_of_memory AT|FROM N: there is none for the Nth time that it is asked for, or from then on.
fault_of_memory() {
  local code
  begin
  with_fault FAULTS_KIND=memory "FAULTS_$1=$2"
  code=$?
  case $code in
    0) same_files now/out new/out || { echo "  ends well, but not with the new outputs"; return 1; } ;;
    2) has err "out of memory" || has err "Cannot allocate memory" || return 1 ;;
    *) echo "  exit code $code"; cat err; return 1 ;;
  esac
  each_is_whole now && mended && nothing_temporary now
}
begin
with_fault FAULTS_COUNTS=counts
asked=$(count_of memory)
check "a build asks for memory" test "$asked" -gt 1000
step=$((asked * every / 4000 + 1))
tried=0
for ((n = 1; n <= asked; n += step)); do
  check "no memory the ${n}th time" fault_of_memory AT "$n"
  tried=$((tried + 1))
done
for ((n = 1; n <= asked; n += step * 4)); do
  check "no memory from the ${n}th time on" fault_of_memory FROM "$n"
  tried=$((tried + 1))
done
jobs=4
for ((n = step / 2; n <= asked; n += step * 4)); do
  check "no memory the ${n}th time, in four threads" fault_of_memory AT "$n"
  tried=$((tried + 1))
done
echo "$tried of the $asked times that memory was asked for there was none"

finish
