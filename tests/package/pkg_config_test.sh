#!/usr/bin/env bash
# Builds the smallest example with an installed and moved Ishi that pkg-config alone knows, and runs it.
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
