#!/usr/bin/env bash
# The page with the tool itself behind it, in place of the module that takes long to build: what people do most, in headless
# Chromium. Skipped where there is no Chromium or no npm packages of the page.
# usage: everyday_test.sh ISHI REPOSITORY FOLDER [GAMES]      FOLDER: where the page is built, anew; GAMES: of the built examples
set -euo pipefail
ishi=$1 repository=$2 folder=$3 games=${4:-}

skip() {
  echo "$1: scripts/setup --studio installs it."
  exit 77
}
[[ -x /usr/bin/chromium ]] || skip "There is no Chromium"
[[ -d $repository/studio/node_modules/vite ]] || skip "The page's npm packages are not there"

(cd "$repository/studio" && npx --no-install vite build --logLevel warn --emptyOutDir --outDir "$folder")
[[ ! -e $folder/ishi.wasm ]]
export ISHI=$ishi ISHI_PAGE=$folder GAMES=$games
# Most of the time a page waits for its server and the server for the page: more files at once than there are cores, the longest first.
all=(page shown promises kept picture_edits texts map clicks colours)
[[ -z $games ]] || all=(live "${all[@]}")
run() {
  said=$(node --test "$0/tests/studio/$1_test.mjs" 2>&1) && code=0 || code=$?
  printf '%s\n' "$said"
  exit "$code"
}
export -f run
printf '%s\n' "${all[@]}" | xargs -n 1 -P "$(($(nproc) + 2))" bash -c 'run "$1"' "$repository"
