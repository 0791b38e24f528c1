// Blobs with changed fields and vectors, which pass FlatBuffers' verifier: the first byte of an input names
// an asset, the others are edits of its blob. What loads is played for a hundred frames.

#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "asset_generated.h"
#include "assets.h"
#include "blob_edits.h"
#include "blob_model.h"
#include "play.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) __attribute__((weak));

namespace {

using namespace ishi::fuzzing;

constexpr size_t kMostEdits = 24;

// How many inputs pass what.
struct Shares {
  size_t inputs = 0, verified = 0, loaded = 0;
  ~Shares() {
    if (inputs == 0) return;
    const auto percent = [this](size_t part) {
      return 100 * static_cast<double>(part) / static_cast<double>(inputs);
    };
    std::fprintf(stderr, "%zu inputs: %.1f %% pass FlatBuffers' verifier, %.1f %% are loaded and played\n",
                 inputs, percent(verified), percent(loaded));
    if (verified * 2 < inputs)
      std::fprintf(stderr, "That is too few: the verifier should pass half of them.\n");
  }
};
Shares shares;

const std::vector<BlobModel>& models() {
  static const std::vector<BlobModel> all = [] {
    std::vector<BlobModel> result;
    for (const bool strip : {true, false}) {
      for (const NamedBlob& blob : compile_assets(strip)) result.emplace_back(blob.bytes);
    }
    return result;
  }();
  return all;
}

bool is_verified(const std::vector<uint8_t>& blob) {
  flatbuffers::Verifier verifier(blob.data(), blob.size());
  return ishi::blob::VerifySizePrefixedAssetBuffer(verifier);
}

// What numbers in blobs are: small, missing, a float that hurts.
uint64_t interesting(std::minstd_rand& random) {
  constexpr std::array<uint32_t, 12> kWords = {
      0, 1, 2, 3, 0xff, 0xffff, 0xffff'ffff, 0x7fff'ffff, 0x7fc0'0000, 0x7f80'0000, 0x3f80'0000, 0xbf80'0000};
  switch (random() % 4) {
    case 0: return kWords[random() % kWords.size()];
    case 1: return random() % 64;
    case 2: return static_cast<uint64_t>(0) - random() % 4;
    default: return std::bit_cast<uint32_t>(static_cast<float>(random() % 200) / 100.0f - 1.0f);
  }
}

BlobEdit new_edit(std::minstd_rand& random) {
  BlobEdit edit;
  edit.kind = static_cast<uint8_t>(random() % 3 == 0 ? random() % kEditKinds : random() % 4);
  edit.leaf = static_cast<uint8_t>(random());
  edit.vector = static_cast<uint16_t>(random());
  edit.element = static_cast<uint32_t>(random());
  edit.value = interesting(random);
  return edit;
}

void change_edit(BlobEdit& edit, std::minstd_rand& random) {
  switch (random() % 5) {
    case 0: edit.kind = static_cast<uint8_t>(random() % kEditKinds); break;
    case 1: edit.leaf = static_cast<uint8_t>(random()); break;
    case 2: edit.element += static_cast<uint32_t>(random() % 3) - 1; break;
    case 3: edit.element = static_cast<uint32_t>(random()); break;
    default: edit.value = random() % 2 == 0 ? interesting(random) : edit.value + random() % 3 - 1; break;
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  if (LLVMFuzzerMutate != nullptr && random() % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const uint8_t asset = size == 0 || random() % 32 == 0 ? static_cast<uint8_t>(random()) : data[0];
  std::vector<BlobEdit> edits(size == 0 ? 0 : (size - 1) / sizeof(BlobEdit));
  if (!edits.empty()) std::memcpy(edits.data(), data + 1, edits.size() * sizeof(BlobEdit));
  const uint32_t deed = random() % 8;
  if (edits.empty() || (deed < 3 && edits.size() < kMostEdits))
    edits.insert(edits.begin() + static_cast<std::ptrdiff_t>(random() % (edits.size() + 1)),
                 new_edit(random));
  else if (deed == 3)
    edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(random() % edits.size()));
  else if (deed == 4)
    std::swap(edits[random() % edits.size()], edits[random() % edits.size()]);
  else
    change_edit(edits[random() % edits.size()], random);
  const size_t kept = std::min(edits.size(), (max_size - 1) / sizeof(BlobEdit));
  data[0] = asset;
  std::memcpy(data + 1, edits.data(), kept * sizeof(BlobEdit));
  return 1 + kept * sizeof(BlobEdit);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  BlobModel model = models()[data[0] % models().size()];
  const size_t edits = std::min((size - 1) / sizeof(BlobEdit), kMostEdits);
  for (size_t i = 0; i < edits; ++i) {
    BlobEdit edit;
    std::memcpy(&edit, data + 1 + i * sizeof(BlobEdit), sizeof(BlobEdit));
    apply(edit, model);
  }
  const std::vector<uint8_t> blob = model.write();
  // What is found can be looked at with the tool.
  if (const char* const file = std::getenv("ISHI_FUZZ_BLOB")) {
    if (std::FILE* const out = std::fopen(file, "wb")) {
      std::fwrite(blob.data(), 1, blob.size(), out);
      std::fclose(out);
    }
  }
  ++shares.inputs;
  if (is_verified(blob)) ++shares.verified;
  if (play_if_loaded(blob, 100)) ++shares.loaded;
  return 0;
}
