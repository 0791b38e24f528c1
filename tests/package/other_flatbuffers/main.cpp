#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "game_saves.h"
#include "ishi/ishi.h"

// Loads the blob that the first argument names, and the same with one word at a time that leads out of it, if
// it is an offset or a size. Exits with 0 if Ishi meets all of them, although the game's own verifier does
// not tell a whole save from half a one.

namespace {

constexpr uint32_t kFarAway = 0x00f0'0000;

// The number of those blobs that are refused.
uint32_t count_refused(const std::vector<uint8_t>& blob) {
  uint32_t refused = 0;
  for (size_t at = 0; at + sizeof kFarAway <= blob.size(); at += sizeof kFarAway) {
    std::vector<uint8_t> broken = blob;
    std::memcpy(broken.data() + at, &kFarAway, sizeof kFarAway);
    ishi::Asset asset;
    refused += ishi::Asset::load(broken, asset) ? 0 : 1;
  }
  return refused;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    std::fprintf(stderr, "usage: consumer BLOB\n");
    return 2;
  }
  if (is_save(true) != is_save(false)) {
    std::fprintf(stderr, "the game's own verifier is not as this test wants it\n");
    return 2;
  }
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  if (const ishi::Status status = ishi::Asset::load(blob, asset); !status) {
    std::fprintf(stderr, "a good blob was refused: %s\n", ishi::describe(status));
    return 1;
  }
  // The root table alone has more vectors than that.
  if (const uint32_t refused = count_refused(blob); refused < 30) {
    std::fprintf(stderr, "only %u broken blobs were refused\n", static_cast<unsigned>(refused));
    return 1;
  }
  return 0;
}
