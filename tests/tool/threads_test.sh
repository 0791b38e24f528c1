#!/usr/bin/env bash
# Several threads say and write what one does. Under ThreadSanitizer (preset tsan) a data race ends the tool with
# a code of its own.
#
#   threads_test.sh ISHI SOURCE_FOLDER     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$1
source_folder=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# Files that include and import the same ones and each other; some with errors, some with warnings, some that
# cannot be read.
mkdir good bad
cp -r "$source_folder/examples/guard" "$source_folder/examples/squad" good
cp -r "$source_folder/tests/cases/pass/importing_files" good
for i in 1 2 3 4 5 6; do cp good/guard/guard.ishi.yaml "good/guard/guard_$i.ishi.yaml"; done
cp -r good/guard "$source_folder"/tests/cases/fail/IS1*.ishi.yaml bad
ln -s nowhere.ishi.yaml bad/unreadable_1.ishi.yaml
ln -s nowhere.ishi.yaml bad/unreadable_2.ishi.yaml
for i in 1 2 3; do
  printf 'ishi: 1\ninclude: [%s]\nactions: { a%s: { score: x } }\n' "round_1.ishi.yaml, round_2.ishi.yaml, round_3.ishi.yaml" \
    "$i" >"bad/round_$i.ishi.yaml"
done

check "one thread" exits 0 "$ishi" build good -o one --depfile --no-cache --jobs 1
check "eight threads" exits 0 "$ishi" build good -o one_again --no-cache --jobs 8
find one -name '*.d' -delete
check "… write the same" same_files one one_again
check "eight that fill a cache" exits 0 "$ishi" build good -o filled --cache cache --jobs 8
check "… write the same" same_files one filled
check "eight that take from it" exits 0 "$ishi" build good -o taken --cache cache --jobs 8
check "… write the same" same_files one taken
check "one that finds errors" exits 2 "$ishi" build bad -o bad_one --no-cache --jobs 1
cp err said
check "… tells what cannot be read" has said "unreadable_2.ishi.yaml does not exist"
check "eight that find errors" exits 2 "$ishi" build bad -o bad_eight --cache cache --jobs 8
check "… say the same" cmp err said
check "… and write the same" same_files bad_one bad_eight
check "a check on one" exits 2 "$ishi" check bad --format json --jobs 1
cp out said
cp err said_too
check "… and on eight" exits 2 "$ishi" check bad --format json --jobs 8
check "… say the same" cmp out said
check "… of what cannot be read, too" cmp err said_too
check "a header on eight" exits 0 "$ishi" build good/guard -o headed --header eight.h --cache cache --jobs 8
check "… is that on one" bash -c "'$ishi' header good/guard -o one.h --jobs 1 && cmp one.h eight.h"

finish
