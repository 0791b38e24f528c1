#!/usr/bin/env bash
# A game that is compiled with ThreadSanitizer and records with a library that is not: nothing is reported of the bytes that
# one thread hands over to another.
# Usage: tsan_test.sh SOURCE_FOLDER GENERATED_FOLDER SCHEMA_FOLDER RUNTIME CXX; ends with 77 where the compiler has no ThreadSanitizer
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c++20 -O1 -Dflatbuffers=ishi_flatbuffers -I"$1/record/src" -I"$1/record/include" -I"$1/runtime/include" -I"$1/runtime/src"
  -I"$2" -isystem "$3")
echo 'int main() {}' >"$folder/none.cpp"
"$5" -fsanitize=thread "$folder/none.cpp" -o "$folder/none" 2>/dev/null && "$folder/none" || { echo "$5 has no ThreadSanitizer"; exit 77; }
"$5" "${flags[@]}" -fno-exceptions -fno-rtti -c "$1/record/src/ring.cpp" -o "$folder/ring.o"
"$5" "${flags[@]}" -fsanitize=thread "$1/tests/package/handed_over.cpp" "$folder/ring.o" "$4" -o "$folder/game"
code=0
"$folder/game" >"$folder/out" 2>&1 || code=$?
if ((code != 0)) || grep -q 'ThreadSanitizer' "$folder/out"; then
  cat "$folder/out"
  exit 1
fi
