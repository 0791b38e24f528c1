#!/usr/bin/env bash
# ways_test.sh WAY FOLDER SOURCE_FOLDER PREFIX TOOL CMAKE GENERATOR [OPTION…]; in the environment perhaps GAME_COMPILER and
# GAME_FLAGS
#
# A game is built as docs/install.md says: WAY is a folder beside this file, into which the smallest example is copied. PREFIX is
# where Ishi is installed; what has the sources of Ishi in its build compiles the runtime alone and takes TOOL. Then something
# changes that an asset includes, and the game is built again. OPTIONs go to CMake.
set -euo pipefail
way=$1 folder=$2 source=$3 prefix=$4 tool=$5 cmake=$6 generator=$7
compiler=${GAME_COMPILER:-} flags=${GAME_FLAGS:-}
shift 7
# Without ISHI_LONG_TESTS what compiles the runtime is left out, as it takes a minute or two (77).
if [[ $way == add_subdirectory || $way == fetch_content ]] && [[ -z ${ISHI_LONG_TESTS:-} ]]; then exit 77; fi
fail() { echo "$*" >&2; exit 1; }

rm -rf "$folder"
mkdir -p "$folder/game"
cp "$(dirname "$0")/$way"/* "$source/examples/smallest/main.cpp" "$folder/game"
# What it wants comes from a file of its own, so that what depends on it is seen.
echo 'ishi: 1' > "$folder/game/shared.ishi.yaml"
{
  sed '/^ishi: 1/q' "$source/examples/smallest/smallest.ishi.yaml"
  echo 'include: [shared.ishi.yaml]'
  sed '1,/^ishi: 1/d' "$source/examples/smallest/smallest.ishi.yaml"
} > "$folder/game/smallest.ishi.yaml"
cd "$folder/game"

options=("-DCMAKE_CXX_FLAGS=$flags" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12)
[[ -z $compiler ]] || options+=("-DCMAKE_CXX_COMPILER=$compiler")
options+=("$@")
export PATH="$prefix/bin:$PATH" PKG_CONFIG_PATH=$prefix/lib/pkgconfig
blob=build/assets/smallest.ishi game=build/game
case "$way" in
  find_package) options+=("-DCMAKE_PREFIX_PATH=$prefix") ;;
  add_subdirectory)
    mkdir third_party
    ln -s "$source" third_party/ishi
    options+=(-DISHI_BUILD_COMPILER=OFF "-DISHI_HOST_TOOL=$tool") ;;
  fetch_content) options+=("-DFETCHCONTENT_SOURCE_DIR_ISHI=$source" -DISHI_BUILD_COMPILER=OFF "-DISHI_HOST_TOOL=$tool") ;;
  make) blob=assets/smallest.ishi game=./game ;;
  meson) blob=build/smallest.ishi ;;
esac
case "$way" in
  make) build() { make CXX="${compiler:-c++}" CXXFLAGS="-std=c++20 $flags $(pkg-config --cflags ishi)"; } ;;
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
before=$(stat -c %Y.%y "$blob")
build > out 2>&1
[[ $(stat -c %Y.%y "$blob") == "$before" ]] || fail 'a blob was compiled again though nothing had changed'
printf 'ishi: 1\nvalues: { unused: 1 }\n' > shared.ishi.yaml
sleep 0.01
build > out 2>&1 || fail "$(cat out)"
[[ $(stat -c %Y.%y "$blob") != "$before" ]] || fail 'a blob was not compiled again when a file that it includes had changed'
