#!/usr/bin/env bash
# A game's shared library, compiled with hidden visibility, exports its own functions and nothing of Ishi.
# Usage: exports_test.sh INCLUDE_FOLDER GENERATED_FOLDER RUNTIME RECORD CXX NM
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/game.cpp" <<'CPP'
#include <ishi/ishi.h>
#include <ishi/record/recorder.h>
struct Rules {
  ishi::Dispatched carry_out(ishi::Population&, const ishi::Commands&) { return {}; }
};
extern "C" __attribute__((visibility("default"))) int game_frame(ishi::World* world, const void* blob, size_t bytes) {
  ishi::Asset asset;
  ishi::Population agents;
  const ishi::Status status = ishi::Asset::load({static_cast<const uint8_t*>(blob), bytes}, asset);
  if (!status || !world->add_population(asset, ishi::AgentId::of("guard"), {.capacity = 1}, agents)) return 1;
  ishi::record::Recorder recorder;
  return ishi::run_frame(*world, ishi::Sequential(), Rules()) ? 0 : 1;
}
CPP
"$5" -std=c++20 -O1 -fPIC -shared -fvisibility=hidden -fvisibility-inlines-hidden -I"$1" -I"$1/../../record/include" -I"$2" "$folder/game.cpp" \
  -Wl,--whole-archive "$4" "$3" -Wl,--no-whole-archive -pthread -o "$folder/libgame.so"
exported=$("$6" -D --defined-only --format=posix "$folder/libgame.so" | awk '{ print $1 }')
grep -qx game_frame <<<"$exported" || { echo "the game's own function is not exported"; exit 1; }
foreign=$(grep '4ishi\|ishi_flatbuffers\|ishi_hwy' <<<"$exported" || true)
if [[ -n $foreign ]]; then
  echo "the game exports $(wc -l <<<"$foreign") symbols of Ishi:"
  c++filt <<<"$foreign" | head -n 20 | sed 's/^/  /'
  exit 1
fi
