#!/usr/bin/env bash
# Builds the smallest example with an installed and moved Ishi that pkg-config alone knows, and runs it; so with a game that
# records, and with one in C.
#
#   pkg_config_test.sh PREFIX LIBDIR SOURCE_FOLDER FOLDER PKG_CONFIG CXX [FLAGS]
set -euo pipefail

prefix=$1
export PKG_CONFIG_PATH=$prefix/$2/pkgconfig
example=$3/examples/smallest
folder=$4
pkg_config=$5
cxx=$6
read -ra flags <<<"${7-}"

rm -rf "$folder"
mkdir -p "$folder"
"$prefix/bin/ishi" build "$example" -o "$folder" --header "$folder/game.h"
read -ra ishi <<<"$("$pkg_config" --cflags --libs ishi)"
"$cxx" -std=c++20 -Wall -Wextra -Werror "${flags[@]}" -I "$folder" "$example/main.cpp" "${ishi[@]}" -o "$folder/smallest"
said=$("$folder/smallest" "$folder/smallest.ishi")
[[ $said == flees ]] || { echo "the guard $said"; exit 1; }
[[ $("$pkg_config" --modversion ishi) == [0-9]* ]]

cat > "$folder/recorded.cpp" <<'CPP'
#include <ishi/record/recorder.h>

int main(int, char** arguments) {
  ishi::World world;
  ishi::record::Recorder recorder;
  if (!ishi::World::create({}, world)) return 1;
  if (ishi::record::Recorder::open(world, {.path = arguments[1]}, recorder) != ishi::record::Result::ok) return 1;
  if (!world.begin_frame({.frame = 1, .time_microseconds = 1}) || !world.end_frame()) return 1;
  return recorder.close() == ishi::record::Result::ok ? 0 : 1;
}
CPP
read -ra ishi <<<"$("$pkg_config" --cflags --libs ishi-record)"
"$cxx" -std=c++20 -Wall -Wextra -Werror "${flags[@]}" "$folder/recorded.cpp" "${ishi[@]}" -o "$folder/recorded"
"$folder/recorded" "$folder/played.ishirec"
"$prefix/bin/ishi" replay "$folder/played.ishirec"

[[ -e $PKG_CONFIG_PATH/ishi-c.pc ]] || exit 0
cat > "$folder/game.c" <<'C'
#include <ishi/c_api.h>

int main(void) {
  const ishi_api* api = ishi_get_api(ISHI_API_VERSION);
  ishi_world world;
  if (api == NULL || api->world_create(NULL, &world).code != ISHI_OK) return 1;
  return ishi_world_destroy(world).code == ISHI_OK ? 0 : 1;
}
C
read -ra ishi <<<"$("$pkg_config" --cflags --libs ishi-c)"
"${CC:-cc}" -std=c99 -pedantic -Wall -Wextra -Werror "${flags[@]}" "$folder/game.c" "${ishi[@]}" "-Wl,-rpath,$("$pkg_config" --variable=libdir ishi-c)" -o "$folder/game_in_c"
"$folder/game_in_c"
# The library beside the game.
mkdir "$folder/shipped"
cp -P "$prefix/$2"/libishi.so* "$folder/shipped"
"${CC:-cc}" -std=c99 "${flags[@]}" "$folder/game.c" "${ishi[@]}" '-Wl,-rpath,$ORIGIN' -o "$folder/shipped/game_in_c"
mv "$folder/shipped" "$folder/moved"
"$folder/moved/game_in_c"
