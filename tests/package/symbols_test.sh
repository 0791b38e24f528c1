#!/usr/bin/env bash
# The symbols that an archive gives to the program that links it. A linker keeps one symbol of each name, so inline
# functions of a library must not keep their own names: the game may have another version of that library.
# Usage: symbols_test.sh runtime|compiler ARCHIVE NM
set -euo pipefail
archive=$2

# By the first namespace of a mangled name.
allowed=(
  4ishi             # Ishi's own
  16ishi_flatbuffers  # FlatBuffers and Highway under names of ours: nobody else has them
  8ishi_hwy
  'S[tabsiod]'      # the C++ standard library, of which a program has one whose versions fit together
  9__gnu_cxx
)
# A tool links {fmt} and yaml-cpp itself, and so one version of each, which it cannot have a second time. {fmt} and nlohmann/json
# have their version in the name besides. Of tl::expected there is what holds types of the standard library alone.
[[ $1 == compiler ]] && allowed+=(3fmt 4YAML 8nlohmann 2tl)
names=$(IFS='|'; echo "${allowed[*]}")
# Vtables, type infos and guards; functions within functions; const and reference qualifiers.
own="^_Z(GV|GR|T[VISTHW])*[ZN]*[rVK]*[RO]?($names)"
# Placement new and delete of <new>, and what a compiler adds for exceptions.
of_compiler='^(_Z(nw[mj]Pv|na[mj]Pv|dlPvS_|daPvS_)|DW\.ref\..*|__clang_call_terminate)$'

symbols=$("${3:-nm}" --defined-only --format=posix "$archive" | awk 'NF >= 2 && $2 ~ /^[A-Zuvw]$/ { print $1 }' | sort -u)
count=$(wc -l <<<"$symbols")
if ((count < 100)); then
  echo "$archive has $count symbols: nm does not read it"
  exit 1
fi
failed=0
# report WHAT SYMBOLS
report() {
  [[ -z $2 ]] && return
  echo "$archive has $1:"
  c++filt <<<"$2" | head -n 20 | sed 's/^/  /'
  failed=1
}
report 'symbols that are not its own' "$(grep -Ev -e "$own" -e "$of_compiler" <<<"$symbols" || true)"
# Also as an argument of somebody's template.
report 'names of FlatBuffers or Highway' "$(grep -E '(^|[^0-9])(11flatbuffers|3hwy)' <<<"$symbols" || true)"
exit "$failed"
