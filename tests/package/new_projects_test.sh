#!/usr/bin/env bash
# new_projects_test.sh PREFIX FOLDER CMAKE GENERATOR COMPILER FLAGS
#
# The project of each template is configured, built and tested as its CMakeLists.txt says, with the Ishi below PREFIX.
set -euo pipefail
prefix=$1 folder=$2 cmake=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
for template in guard stealth crowd squad life empty; do
  "$prefix/bin/ishi" new "$template" --template "$template" > out
  "$cmake" -S "$template" -B "$template/build" -G "$4" "-DCMAKE_CXX_COMPILER=$5" "-DCMAKE_CXX_FLAGS=${6:-}" "-DCMAKE_PREFIX_PATH=$prefix" > out
  "$cmake" --build "$template/build" > out
  ls "$template"/build/assets/*.ishi "$template/build/game.h" > out
  (cd "$template/build" && "$(dirname "$cmake")/ctest" --output-on-failure) > out
done
