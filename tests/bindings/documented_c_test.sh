#!/usr/bin/env bash
# Builds the blocks of C in docs/embedding.md as one program of C99, and runs it.
# Usage: documented_c_test.sh ISHI SOURCE_FOLDER LIBRARY CC
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$2/examples/guard"/*.ishi.yaml "$folder"
"$1" build "$folder" -o "$folder" >/dev/null
"$1" header "$folder" --language c -o "$folder/game.h"
{
  printf '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
  awk '$0 == "```c" { on = 1; next } /^```/ { on = 0 } on' "$2/docs/embedding.md"
} >"$folder/documented.c"
grep -q main "$folder/documented.c" || { echo "there is no block of C"; exit 1; }
"$4" -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$folder" -I"$2/runtime/include" "$folder/documented.c" "$3" -o "$folder/documented"
LD_LIBRARY_PATH=$(dirname "$3") "$folder/documented" "$folder/guard.ishi" >"$folder/out"
grep -q 'the guard runs' "$folder/out" || { cat "$folder/out"; exit 1; }
