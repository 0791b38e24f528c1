#!/usr/bin/env bash
# A build is a function of its sources: the same blobs, headers and depfiles whatever the folder, the locale, the time
# zone, the threads, the cache, and the compiler that the tool was built with.
#
#   reproducible_test.sh ISHI LIBFAULTS SOURCE_FOLDER     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$1
faults=$2
source_folder=$3
tests=$source_folder/tests
source "$tests/shell_checks.sh"

# The examples, the cases that compile, and those of a folder.
write_project() { # write_project FOLDER
  mkdir -p "$1" && cp -r "$source_folder/examples" "$1/examples" && cp -r "$tests/cases/pass" "$1/cases"
  cp "$tests/determinism/"*.ishi.yaml "$1"
  find "$1" -type f ! -name '*.yaml' -delete
  rm -r "$1/cases/including_files" # whose parts do not compile alone
  touch "$1/ishi.yaml"
}
# build_in FOLDER [ASSIGNMENT…] -- OPTION…: what the project there gives, in FOLDER/out.
build_in() {
  local where=$1 surroundings=()
  shift
  while [ "$1" != -- ]; do surroundings+=("$1"); shift; done
  shift
  (cd "$where" && rm -rf out && env "${surroundings[@]}" "$tool" build project -o out --depfile "$@" >said 2>&1) &&
    (cd "$where" && env "${surroundings[@]}" "$tool" header project/examples/guard -o out/guard.h) &&
    (cd "$where" && env "${surroundings[@]}" "$tool" build project/examples/squad -o out/squad_alone --header out/squad.h --no-cache)
}
same() { # same FOLDER: outputs and messages are those of the first build
  diff -r "$1/out" here/out && cmp "$1/said" here/said
}
tool=$ishi

write_project here/project
check "a build" build_in here LC_ALL=C TZ=UTC -- --no-cache --jobs 1
check "… of many files" test "$(find here/out -name '*.ishi' | wc -l)" -gt 30
check "… with depfiles" test "$(find here/out -name '*.ishi.d' | wc -l)" -gt 30
check "… and headers" test -s here/out/guard.h -a -s here/out/squad.h

other="there/a folder/çà/$(printf 'deep/%.0s' $(seq 20))"
write_project "${other}project"
check "in another folder" build_in "$other" LC_ALL=C TZ=UTC -- --no-cache --jobs 1
check "… the same" same "$other"
ln -s "$other" linked
check "in a folder that a link leads to" build_in linked LC_ALL=C TZ=UTC -- --no-cache --jobs 1
check "… the same" same linked
mkdir late && write_project late/project && find late -exec touch -d '2001-02-03' {} +
check "of files of another day" build_in late -- --no-cache
check "… the same" same late

check "eight at a time" build_in "$other" -- --no-cache --jobs 8
check "… the same" same "$other"
check "with a cache that is empty" build_in "$other" -- --cache cache --jobs 8
check "… the same" same "$other"
check "with one that is full" build_in "$other" -- --cache cache --jobs 1
check "… the same" same "$other"
check "with one that another folder filled" build_in here -- --cache "$PWD/${other}cache"
mv here twin && mkdir here && mv twin/out twin/said here/ && check "… the same" same "$other"
mv twin/project here/

for zone in Asia/Kathmandu America/St_Johns; do
  check "in the time zone $zone" build_in "$other" TZ=$zone -- --no-cache
  check "… the same" same "$other"
done
check "without a home, a user or a terminal" build_in "$other" -u HOME -u USER -u TERM -u PATH -u LANG -- --no-cache
check "… the same" same "$other"

# Locales are made here, so that none needs to be installed.
mkdir locales
if command -v localedef >/dev/null && localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 >/dev/null 2>&1 &&
  [ "$(LOCPATH=$PWD/locales LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 0,5')" = 0,5 ]; then
  german=(LOCPATH="$PWD/locales" LC_ALL=de_DE.UTF-8)
  check "in surroundings with decimal commas" build_in "$other" "${german[@]}" -- --no-cache
  check "… the same" same "$other"
  if is_sanitized "$ishi"; then
    echo "NOT TESTED: a tool that takes the locale over, since this one is built with sanitizers"
  else
    check "by a tool that has decimal commas itself" build_in "$other" "${german[@]}" FAULTS_LOCALE=yes LD_PRELOAD="$faults" -- --no-cache
    check "… the same" same "$other"
    check "… in what it prints, too" bash -c "
      cd '$other' && '$ishi' test project/examples/guard --format json >plain
      env ${german[*]} FAULTS_LOCALE=yes LD_PRELOAD='$faults' '$ishi' test project/examples/guard --format json | cmp - plain"
  fi
else
  echo "NOT TESTED: decimal commas, since localedef does not make de_DE.UTF-8 here"
fi

# Tools that other presets have built of the same sources.
others=0
for tool in "$source_folder"/build/*/compiler/ishi; do
  [ -x "$tool" ] && ! [ "$tool" -ef "$ishi" ] || continue
  if [ -n "$(find "$source_folder"/{compiler,runtime,schemas} \( -name '*.h' -o -name '*.cpp' -o -name '*.fbs' \) -newer "$tool" -print -quit)" ]; then
    echo "not compared: $tool is older than the sources"
    continue
  fi
  others=$((others + 1))
  check "by $tool" build_in "$other" -- --no-cache
  check "… the same" same "$other"
done
[ "$others" -gt 0 ] || echo "NOT TESTED: tools by other compilers, since no other preset has been built"

finish
