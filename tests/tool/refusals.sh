# To be sourced after shell_checks.sh: what must hold where outputs cannot be written, whatever the reason.

source "$tests/faults/two_versions.sh"
write_versions

# place FOLDER: a folder with the outputs of the old version, in which the checks below are made.
place() {
  place=$1
  mkdir -p "$place/out"
  check "$place: a first build" exits 0 "$ishi" build old_project -o "$place/out" --no-cache --depfile --header "$place/out/game.h"
  rm -rf kept && cp -a "$place/out" kept
}
# refused COMMAND…: ends with 2 and says what cannot be done, and why; the outputs are as they were.
refused() {
  exits 2 "$@" && has err "$reason" && has err "$place" && { same_files "$place/out" kept || { diff -r "$place/out" kept; return 1; }; }
}
# all_refused REASON [AS…]: each verb that writes is, in the words of the system.
all_refused() {
  reason=$1
  shift
  check "$place: a build" refused "$@" "$ishi" build new_project -o "$place/out" --no-cache
  check "$place: … with a cache in the same place" refused "$@" "$ishi" build new_project -o "$place/out" --cache "$place/cache"
  check "$place: … with depfiles and a header" refused "$@" "$ishi" build new_project -o "$place/out" --depfile --header "$place/out/game.h" --no-cache
  check "$place: … of one file at a time" refused "$@" "$ishi" build new_project -o "$place/out" --no-cache --jobs 1
  check "$place: a header" refused "$@" "$ishi" header new_project -o "$place/out/game.h"
  check "$place: a page of what tests cover" refused "$@" "$ishi" test new_project --coverage="$place/out/page.html"
  check "$place: a new project" refused "$@" "$ishi" new "$place/project"
  check "$place: … of which nothing stays" test ! -e "$place/project"
}
# Once there is nothing in the way.
accepted() {
  check "$place: then it can be written" exits 0 "$ishi" build new_project -o "$place/out" --no-cache --depfile --header "$place/out/game.h"
  check "$place: … like anywhere" exits 0 "$ishi" build new_project -o whole --no-cache --depfile --header whole/game.h
  sed -i "s,^whole,$place/out," whole/*.d
  check "$place: … and is whole" same_files whole "$place/out"
  rm -r whole
}
