#!/usr/bin/env bash
# ways_test.sh WAY FOLDER SOURCE_FOLDER PREFIX TOOL CMAKE GENERATOR [OPTION…]; in the environment perhaps GAME_COMPILER and
# GAME_FLAGS
#
# A game is built as docs/install.md says: WAY is a folder beside this file, into which the smallest example is copied. PREFIX is
# where Ishi is installed; what has the sources of Ishi in its build compiles the runtime alone and takes TOOL. Then something
# changes that an asset includes, and the game is built again. OPTIONs go to CMake. Make, Ninja and Meson build a second asset
# in another folder.
set -euo pipefail
way=$1 folder=$2 source=$3 prefix=$4 tool=$5 cmake=$6 generator=$7
compiler=${GAME_COMPILER:-} flags=${GAME_FLAGS:-}
shift 7
# Without ISHI_LONG_TESTS what compiles the runtime is left out, as it takes a minute or two (77).
if [[ $way == add_subdirectory || $way == fetch_content ]] && [[ -z ${ISHI_LONG_TESTS:-} ]]; then
  echo 'it builds the runtime once more: scripts/test_all runs it'
  exit 77
fi
fail() { echo "$*" >&2; exit 1; }

rm -rf "$folder"
mkdir -p "$folder/game"
cp -r "$(dirname "$0")/$way"/* "$source/examples/smallest/main.cpp" "$folder/game"
# What it wants comes from a file of its own, so that what depends on it is seen.
echo 'ishi: 1' > "$folder/game/shared.ishi.yaml"
asset=smallest included=shared.ishi.yaml
if [[ $way == make || $way == meson || $way == ninja ]]; then
  asset=guards/guard included=../shared.ishi.yaml
  mkdir -p "$folder/game/guards" "$folder/game/animals"
  cat > "$folder/game/animals/wolf.ishi.yaml" <<'YAML'
ishi: 1
blackboard: { hunger: { type: number, range: 0..1 } }
actions: { rest: { score: 1 - hunger, do: [wait: 1s] } }
agents: { wolf: { actions: [rest] } }
YAML
  # A script runs the tool, so that another version can take its place.
  mkdir "$folder/bin"
  printf '#!/bin/sh\nexec "%s/bin/ishi" "$@"\n' "$prefix" > "$folder/bin/ishi"
  chmod +x "$folder/bin/ishi"
fi
{
  sed '/^ishi: 1/q' "$source/examples/smallest/smallest.ishi.yaml"
  echo "include: [$included]"
  sed '1,/^ishi: 1/d' "$source/examples/smallest/smallest.ishi.yaml"
} > "$folder/game/$asset.ishi.yaml"
cd "$folder/game"

options=("-DCMAKE_CXX_FLAGS=$flags" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12)
[[ -z $compiler ]] || options+=("-DCMAKE_CXX_COMPILER=$compiler")
options+=("$@")
export PATH="$prefix/bin:$PATH" PKG_CONFIG_PATH=$prefix/lib/pkgconfig
[[ ! -d $folder/bin ]] || PATH="$folder/bin:$PATH"
blob=build/assets/smallest.ishi game=build/game
case "$way" in
  find_package) options+=("-DCMAKE_PREFIX_PATH=$prefix") ;;
  add_subdirectory)
    mkdir third_party
    ln -s "$source" third_party/ishi
    options+=(-DISHI_BUILD_COMPILER=OFF "-DISHI_HOST_TOOL=$tool") ;;
  fetch_content) options+=("-DFETCHCONTENT_SOURCE_DIR_ISHI=$source" -DISHI_BUILD_COMPILER=OFF "-DISHI_HOST_TOOL=$tool") ;;
  make | ninja) blob=assets/guards/guard.ishi wolf=assets/animals/wolf.ishi header=assets/game.h game=./game ;;
  meson) blob=build/guards/guard.ishi wolf=build/animals/wolf.ishi header=build/game.h ;;
esac
case "$way" in
  make) build() { make CXX="${compiler:-c++}" CXXFLAGS="-std=c++20 $flags $(pkg-config --cflags ishi)"; } ;;
  ninja)
    mkdir .ishi-tool
    ln -s "$folder/bin" "$prefix/include" "$prefix/lib" .ishi-tool
    sed -i "s|= c++ |= ${compiler:-c++} $flags |" build.ninja
    build() { ninja; } ;;
  meson)
    CXX=${compiler:-c++} CXXFLAGS=$flags meson setup build > out || fail "$(cat out)"
    build() { ninja -C build; } ;;
  *)
    "$cmake" -S . -B build -G "$generator" "${options[@]}" > out 2>&1 || fail "$(cat out)"
    build() { "$cmake" --build build; } ;;
esac
build > out 2>&1 || fail "$(cat out)"
[[ ! -f $game.exe ]] || game=$game.exe
# Windows ends lines with two characters.
said=$(${GAME_RUNNER:-} "$game" "$blob" | tr -d '\r')
[[ $said == flees ]] || fail "the guard $said"

# Nothing is made again; then what is included changes, and so does the blob.
time_of() { stat -c %Y.%y "$1"; }
before=$(time_of "$blob")
build > out 2>&1
[[ $(time_of "$blob") == "$before" ]] || fail 'a blob was compiled again though nothing had changed'
[[ -z ${wolf:-} ]] || grep -qE "Nothing to be done|no work to do" out || fail "a second build did something: $(cat out)"
[[ -z ${wolf:-} ]] || others="$(time_of "$wolf") $(time_of "$header") $(time_of "$game")"
printf 'ishi: 1\nvalues: { unused: 1 }\n' > shared.ishi.yaml
sleep 0.01
build > out 2>&1 || fail "$(cat out)"
[[ $(time_of "$blob") != "$before" ]] || fail 'a blob was not compiled again when a file that it includes had changed'
[[ -n ${wolf:-} ]] || exit 0

# Two assets in two folders: each rule makes its own blob, and the header has the contracts of both.
[[ $others == "$(time_of "$wolf") $(time_of "$header") $(time_of "$game")" ]] ||
  fail 'the change of an include made more than the blob of the asset that includes it'
for key in hp hunger; do
  grep -qE "[ :]$key\b" "$header" || fail "$header has no key $key"
done
rm "$header"
build > out 2>&1 || fail "a header that was deleted did not come back: $(cat out)"

# Another tool compiles everything again, once. Of an unpacked package it may be older than the blobs, which Ninja does not see.
[[ $way != make ]] || printf '#!/bin/sh\n[ "$1" != --version ] || { echo ishi 9.9.9; exit; }\nexec "%s/bin/ishi" "$@"\n' "$prefix" > "$folder/bin/ishi"
touch "$folder/bin/ishi"
[[ $way != make ]] || touch -d '2020-01-01' "$folder/bin/ishi"
build > out 2>&1 || fail "$(cat out)"
for name in guards/guard animals/wolf; do
  grep -qE "(build|Generating) [./]*$name" out || fail "another tool did not compile $name again"
done
build > out 2>&1 || fail "$(cat out)"
grep -qE "Nothing to be done|no work to do" out || fail "after a change of the tool each build did something: $(cat out)"
