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
node --test "$repository/tests/studio/page_test.mjs" "$repository/tests/studio/texts_test.mjs" "$repository/tests/studio/colours_test.mjs" "$repository/tests/studio/map_test.mjs" "$repository/tests/studio/picture_edits_test.mjs" "$repository/tests/studio/promises_test.mjs" "$repository/tests/studio/clicks_test.mjs" "$repository/tests/studio/kept_test.mjs" \
  ${games:+"$repository/tests/studio/live_test.mjs"}
