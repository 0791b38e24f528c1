#!/usr/bin/env bash
# Builds at the same time into one folder do not hurt each other, and clean up after those that were killed only.
#
#   at_once_test.sh ISHI     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$1
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
source "$tests/shell_checks.sh"
source "$tests/faults/two_versions.sh"
write_versions 12

# good FOLDER PROJECT OPTION…: what such a build alone leaves.
good() { local folder=$1 project=$2; shift 2; "$ishi" build "$project" -o blobs --no-cache "$@" && mv blobs "$folder"; }
check "the old version" good old old_project
check "the new version" good new new_project
check "the new version, stripped" good stripped new_project --strip
each_is_of() { # each_is_of FOLDER…: each output is whole, of one of these builds
  local file folder
  for file in new/*.ishi; do
    for folder in "$@"; do cmp -s "blobs/${file##*/}" "$folder/${file##*/}" && continue 2; done
    echo "  ${file##*/} is of none of: $*"
    return 1
  done
}
# at_once COMMAND…: four times each of the words, split at spaces, which all end well.
at_once() {
  local i jobs=() command failed=0
  for i in 1 2 3 4; do
    for command in "$@"; do
      $command >"out_$i" 2>"err_$i" &
      jobs+=($!)
    done
  done
  for job in "${jobs[@]}"; do wait "$job" || failed=1; done
  [ $failed -eq 0 ] || { cat err_*; return 1; }
}
clean() { [ -z "$(find "$@" -name '*.ishi-tmp')" ] || { find "$@" -name '*.ishi-tmp'; return 1; }; }

for round in 1 2 3; do
  rm -rf blobs blobs.ishi-cache
  check "the same build many times at once" at_once "$ishi build new_project -o blobs" "$ishi build new_project -o blobs --jobs 1"
  check "… gives what one does" same_files blobs new
  check "builds of two versions" at_once "$ishi build new_project -o blobs --no-cache" "$ishi build old_project -o blobs"
  check "… leave each output of one of them" each_is_of old new
  check "builds with other options" at_once "$ishi build new_project -o blobs --strip" "$ishi build new_project -o blobs --no-cache"
  check "… leave each output of one of them" each_is_of new stripped
  check "… and nothing temporary" clean blobs blobs.ishi-cache
done
check "depfiles and headers at once" at_once "$ishi build new_project -o blobs --depfile --header blobs/game.h" "$ishi header new_project -o blobs/game.h"
check "… are those of one" bash -c "'$ishi' header new_project -o game.h && cmp game.h blobs/game.h"

# --- what others have left
: >blobs/.1-1.ishi-tmp
: >blobs.ishi-cache/.1-2.ishi-tmp
: >new_project/.1-4.ishi-tmp
: >blobs/.hidden
ln -s .hidden blobs/.1-5.ishi-tmp
mkdir blobs/.1-6.ishi-tmp
exec 9>blobs/.1-7.ishi-tmp
flock 9
check "a build beside what a killed one has left" exits 0 "$ishi" build old_project -o blobs --header blobs/game.h
check "… deletes it" test ! -e blobs/.1-1.ishi-tmp
check "… in the cache, too" test ! -e blobs.ishi-cache/.1-2.ishi-tmp
check "… and nothing that is not its own" test -e blobs/.hidden -a -L blobs/.1-5.ishi-tmp -a -d blobs/.1-6.ishi-tmp
check "… nor what somebody writes at this moment" test -e blobs/.1-7.ishi-tmp
exec 9>&-
check "once nobody does" exits 0 "$ishi" header old_project -o blobs/game.h
check "… it goes" test ! -e blobs/.1-7.ishi-tmp
check "sources are left alone" test -e new_project/.1-4.ishi-tmp
check "… until they are mended" exits 0 "$ishi" check new_project --fix
check "… which cleans up after other menders" test ! -e new_project/.1-4.ishi-tmp

finish
