#!/usr/bin/env bash
# A game in another language comes to the hashes of golden.txt.
# Usage: games_test.sh GOLDEN COMMAND...
set -euo pipefail
golden=$1
shift
diff "$golden" <("$@") || { echo "$1 comes to other hashes than $golden"; exit 1; }
