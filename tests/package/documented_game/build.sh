#!/usr/bin/env bash
# Makes a game of the blocks of code in docs/embedding.md, builds it with an installed Ishi and runs it: each block
# compiles, and none of the calls in it is refused.
#
#   build.sh DOCUMENT PREFIX FOLDER CMAKE GENERATOR CXX [FLAGS]
set -euo pipefail

document=$1
prefix=$2
folder=$3
cmake=$4
generator=$5
cxx=$6
flags=${7-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

blocks() { awk -v language="$1" '$0 == "```" language { on = 1; next } /^```/ { on = 0 } on' "$document"; }

rm -rf "$folder"
mkdir -p "$folder/data"
cp "$here/guard.ishi.yaml" "$folder/data"
cp "$here/game.h" "$folder"
blocks yaml >"$folder/data/game.ishi.yaml"
{
  printf 'cmake_minimum_required(VERSION 3.23)\nproject(documented_game LANGUAGES CXX)\n'
  printf 'find_package(Threads REQUIRED)\nlink_libraries(Threads::Threads)\nadd_compile_options(-Wall -Wextra -Werror)\n'
  blocks cmake
} >"$folder/CMakeLists.txt"
{
  printf '#include "game.h"\n'
  blocks cpp | grep '^#include' || true
  printf 'int run(std::span<const uint8_t> bytes, uint64_t frame, uint64_t time) {\n'
  # A call that is refused ends the game.
  blocks cpp | grep -v '^#include' |
    sed -E 's/^( *(for \(.*\) )?)(status = [^;]*;)/\1{ \3 if (!status) return fail(describe(status), __LINE__); }/'
  printf '  return 0;\n}\n'
  printf 'int main(int, char** arguments) {\n  std::ifstream file(arguments[1], std::ios::binary);\n'
  printf '  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};\n'
  printf '  return run({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, 1, 16667);\n}\n'
} >"$folder/main.cpp"

"$cmake" -S "$folder" -B "$folder/build" -G "$generator" "-DCMAKE_PREFIX_PATH=$prefix" "-DCMAKE_CXX_COMPILER=$cxx" \
  "-DCMAKE_CXX_FLAGS=$flags"
"$cmake" --build "$folder/build"
"$folder/build/game" "$folder/build/behaviours/guard.ishi"
