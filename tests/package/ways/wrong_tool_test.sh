#!/usr/bin/env bash
# wrong_tool_test.sh FOLDER PREFIX CMAKE COMPILER
#
# A build for another machine says what is wrong with its tool: there is none, it does not run here, it is of another version. So
# it does of a package for another processor than its own.
set -euo pipefail
folder=$1 prefix=$2 cmake=$3 compiler=$4
rm -rf "$folder"
mkdir -p "$folder/game"
cp "$(dirname "$0")/find_package/CMakeLists.txt" "$folder/game"
touch "$folder/game/main.cpp" "$folder/game/smallest.ishi.yaml"
printf '#!/bin/sh\necho ishi 9.9.9\n' > "$folder/later"
printf '#!/bin/sh\necho cannot execute >&2; exit 126\n' > "$folder/foreign"
chmod +x "$folder/later" "$folder/foreign"

# refused SENTENCE [OPTION…]
refused() {
  local wanted=$1 said
  shift
  rm -rf "$folder/build"
  said=$("$cmake" -S "$folder/game" -B "$folder/build" "-DCMAKE_CXX_COMPILER=$compiler" -DCMAKE_SYSTEM_NAME=Linux \
    "-DCMAKE_PREFIX_PATH=$prefix" "$@" 2>&1) && { echo "it was not refused: $wanted"; exit 1; }
  # CMake breaks lines.
  said=$(tr -s ' \n' '  ' <<< "$said")
  [[ $said == *"$wanted"* ]] || { echo "expected: $wanted"; echo "$said"; exit 1; }
}
refused 'there is no tool ishi that runs on this machine. Install Ishi 0.1.0 here' -DISHI_HOST_TOOL=
refused "$folder/foreign, which does not run on this machine: 126 cannot execute" "-DISHI_HOST_TOOL=$folder/foreign"
refused "$folder/later, which is ishi 9.9.9; the runtime is ishi 0.1.0" "-DISHI_HOST_TOOL=$folder/later"

processor=$(uname -m)
refused "0.1.0, a package for $processor; this build is for riscv64" -DCMAKE_SYSTEM_PROCESSOR=riscv64
# The same processor has other names on other systems.
case "$processor" in
  x86_64) other_name=AMD64 ;;
  aarch64) other_name=arm64 ;;
  *) exit 0 ;;
esac
refused 'there is no tool ishi that runs on this machine' -DCMAKE_SYSTEM_PROCESSOR=$other_name -DISHI_HOST_TOOL=
# A project without languages links nothing.
printf 'cmake_minimum_required(VERSION 3.23)\nproject(assets LANGUAGES NONE)\nfind_package(ishi REQUIRED)\n' > "$folder/game/CMakeLists.txt"
rm -rf "$folder/build"
"$cmake" -S "$folder/game" -B "$folder/build" "-DCMAKE_PREFIX_PATH=$prefix" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=riscv64 > "$folder/out" 2>&1 ||
  { cat "$folder/out"; exit 1; }
