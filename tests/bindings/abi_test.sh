#!/usr/bin/env bash
# The binary interface of libishi, held against abi.txt: the symbols that it exports, what each call takes and gives, the
# order of its table, the values of its constants, and the size of each struct with the place and type of each member.
# What stands there must not change while ISHI_API_VERSION stays; what is new is added with --update.
# It comes from the headers and the symbols alone, so that it is the same whatever compiler has built the library: what
# abidw reads from debugging information is not.
# Usage: abi_test.sh LIBRARY INCLUDE_FOLDER CC NM WORK_FOLDER [--update]
set -euo pipefail
library=$1 include=$2 cc=$3 nm=$4 work=$5
expected="$(dirname "${BASH_SOURCE[0]}")/abi.txt"
mkdir -p "$work"

# A program that prints the layout of each struct of the header.
{
  printf '#include <stdio.h>\n#include "ishi/c_api.h"\nint main(void) {\n'
  awk '
    /^typedef struct ishi_[a-z_0-9]+ \{/ { name = $3; printf "printf(\"struct %s %%zu\\n\", sizeof(%s));\n", name, name; next }
    /^\}/ { name = "" }
    name != "" && name != "ishi_api" && /;/ {
      line = $0
      sub(/;.*/, "", line)
      if (match(line, /\(\*[a-z_0-9]+\)/)) member = substr(line, RSTART + 2, RLENGTH - 3)
      else { match(line, /[a-z_0-9]+$/); member = substr(line, RSTART) }
      sub(/^ +/, "", line)
      sub(/ *[a-z_0-9]+$/, "", line)
      printf "printf(\"  %s %%zu %s\\n\", offsetof(%s, %s));\n", member, line, name, member
    }' "$include/ishi/c_api.h"
  printf '#define ISHI_CALL(result, name) printf("table " #name " %%zu\\n", offsetof(ishi_api, name)); extern result of_##name\n'
  printf '#include "ishi/c_calls.inl"\nreturn 0;\n}\n'
} >"$work/layouts.c"
calls() { # one a line: its name, what it gives, what it takes
  printf '#define ISHI_CALL(result, name) call name result\n#include "ishi/c_calls.inl"\n' >"$work/calls.c"
  "$cc" -E -P -I"$include" "$work/calls.c" | tr -s '\n ' ' ' | tr ';' '\n' | sed 's/^ //; s/ $//; s/ \?( \?/(/g; s/ \?\* \?/* /g' | grep '^call '
}
constants() {
  "$cc" -E -P -I"$include" -include ishi/c_api.h -x c /dev/null | tr -s '\n ' ' ' | grep -o 'enum { [^}]*}' | tr ',{}' '\n' |
    sed 's/^ *//; s/ *$//' | grep '^ISHI_' | sed 's/^/constant /'
  grep -E '^#define ISHI_[A-Z_]+ [0-9]' "$include/ishi/c_api.h" | sed -E 's/^#define /constant /; s, */\*.*,,'
}
"$cc" -std=c99 -I"$include" "$work/layouts.c" -o "$work/layouts"
{
  "$nm" -D --defined-only "$library" | awk '$2 ~ /^[B-Z]$/ { sub(/@.*/, "", $3); print "symbol", $3 }' | LC_ALL=C sort
  constants
  calls
  "$work/layouts"
} >"$work/abi.txt"
if [[ ${6:-} == --update ]]; then
  cp "$work/abi.txt" "$expected"
elif ! diff -u "$expected" "$work/abi.txt"; then
  echo "The binary interface has changed. If it only grew: $0 ... --update; else raise ISHI_API_VERSION, too."
  exit 1
fi
