#!/usr/bin/env bash
# The public headers of an installed Ishi, each by itself, under all of clang's warnings, for Windows as mingw-w64 knows it (`long` has 32 bits there) and for this
# machine, with MSVC's extensions and its late parsing of templates; and `game.h` as `ishi header` writes it, in C++ and in C. It comes nearest to MSVC's /W4 without MSVC,
# whose own headers and compiler are not on Debian: what that one alone would say of the C++ headers stays unknown. The C interface, which needs no library, is compiled as clang-cl
# compiles for MSVC, with /W4.
#
#   headers_test.sh FOLDER PREFIX TOOL SOURCE_FOLDER     exits with 77 where there is no clang
set -euo pipefail
folder=$1 include=$(realpath "$2")/include tool=$(realpath "$3") source=$(realpath "$4")
command -v clang++ > /dev/null || { echo 'there is no clang++: scripts/setup --sanitizers installs it'; exit 77; }
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
"$tool" header "$source/examples/guard" -o game.h > out
"$tool" header "$source/examples/guard" --language c -o game_in_c.h > out

# Off: what is about old standards, layout and files given as headers; a switch with a default may leave out values (so /W4 sees it); templates whose
# instances are in the library.
warnings=(-Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-pre-c++20-compat-pedantic -Wno-padded -Wno-pragma-once-outside-header
  -Wno-unused-macros -Wno-unused-function -Wno-switch-enum -Wno-undefined-func-template)
microsoft=(-fms-extensions -fdelayed-template-parsing)
targets=("$(clang++ -dumpmachine)")
mingw=$(ls -d /usr/lib/gcc/x86_64-w64-mingw32/*-posix/include/c++ 2> /dev/null | tail -n 1 || true)
[[ -z $mingw ]] || targets+=(x86_64-w64-mingw32)
count=0
mapfile -t headers < <(find "$include/ishi" -name '*.h' -not -path '*/compiler/*' -not -path '*/kernel_texts/*' | LC_ALL=C sort)
for target in "${targets[@]}"; do
  library=()
  [[ $target != *mingw* ]] || library=(-isystem "$mingw" -isystem "$mingw/x86_64-w64-mingw32")
  for header in "${headers[@]}" game.h; do
    clang++ --target="$target" "${library[@]}" -std=c++20 -fsyntax-only -x c++ "${microsoft[@]}" "${warnings[@]}" -I"$include" "$header"
    count=$((count + 1))
  done
  for header in "$include/ishi/c_api.h" "$include/ishi/c_run_frame.h" game_in_c.h; do
    clang --target="$target" -std=c99 -fsyntax-only -x c -fms-extensions -Weverything -Werror -Wno-unused-const-variable -Wno-padded -Wno-pragma-once-outside-header -Wno-unused-macros -Wno-unused-function -I"$include" "$header"
    count=$((count + 1))
  done
done
# The C interface and a contract in C, by clang's driver for MSVC, which has the headers for it: in C and in C++.
driver=$(command -v clang-cl || command -v clang-cl-14 || true)
if [[ -n $driver ]]; then
  targets+=(x86_64-pc-windows-msvc)
  for language in /TC /TP; do
    for header in ishi/c_api.h ishi/c_run_frame.h game_in_c.h; do
      echo "#include <$header>" > one.c
      "$driver" --target=x86_64-pc-windows-msvc /W4 /WX /Zs "$language" -I"$include" -I. one.c
      count=$((count + 1))
    done
  done
fi
echo "headers: $count without a warning, for ${targets[*]}"
