// Saves with changed values, whose checksums are right: the first byte of an input names a save, the others
// are edits of its bytes. What loads is played on for some frames.

#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "assets.h"
#include "fail.h"
#include "ishi/asset_info.h"
#include "memory/hash.h"
#include "play.h"
#include "save/format.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) __attribute__((weak));

namespace {

using namespace ishi;
using namespace ishi::fuzzing;

constexpr size_t kMostEdits = 32;
constexpr uint32_t kFramesBefore[] = {0, 7, 60};
constexpr uint32_t kFramesAfter = 20;

// A word, half a word or a byte, at some place; or the save ends there.
enum class EditKind : uint8_t { word, half, byte, bit, copy, exchange, cut };
constexpr uint8_t kEditKinds = static_cast<uint8_t>(EditKind::cut) + 1;

struct SaveEdit {
  uint8_t kind = 0;
  uint8_t reserved[3] = {};
  uint32_t place = 0;  // a fraction of what the save has behind its header
  uint32_t value = 0;
};
static_assert(sizeof(SaveEdit) == 12);

// How many inputs are taken.
struct Shares {
  size_t inputs = 0, taken = 0;
  ~Shares() {
    if (inputs > 0) std::fprintf(stderr, "%zu inputs, of which %zu are loaded and played\n", inputs, taken);
  }
};
Shares shares;

struct Source {
  const Asset* asset;
  std::vector<std::byte> save;
};

const std::vector<Source>& sources() {
  static const std::vector<Asset> assets = [] {
    std::vector<Asset> all;
    for (const NamedBlob& blob : asset_blobs())
      require(static_cast<bool>(Asset::load(blob.bytes, all.emplace_back())), "an asset is refused");
    return all;
  }();
  static const std::vector<Source> all = [] {
    std::vector<Source> made;
    for (const Asset& asset : assets) {
      for (const uint32_t frames : kFramesBefore) made.push_back({&asset, save_after(asset, frames)});
    }
    return made;
  }();
  return all;
}

// On four bytes, as most of what a save holds does.
size_t place_of(uint32_t fraction, size_t size) {
  const size_t words = (size - sizeof(save::SaveHeader)) / 4;
  return sizeof(save::SaveHeader) + 4 * static_cast<size_t>(uint64_t{fraction} * words >> 32);
}

void apply(const SaveEdit& edit, std::vector<std::byte>& save) {
  if (save.size() < sizeof(save::SaveHeader) + 8) return;
  const size_t at = place_of(edit.place, save.size() - 4);
  const size_t other = place_of(edit.value, save.size() - 4);
  std::byte word[4], other_word[4];
  std::memcpy(word, &save[at], 4);
  std::memcpy(other_word, &save[other], 4);
  switch (static_cast<EditKind>(edit.kind % kEditKinds)) {
    case EditKind::word: std::memcpy(&save[at], &edit.value, 4); break;
    case EditKind::half: std::memcpy(&save[at + (edit.value >> 16) % 2 * 2], &edit.value, 2); break;
    case EditKind::byte: save[at + edit.value / 256 % 4] = static_cast<std::byte>(edit.value); break;
    case EditKind::bit: save[at + edit.value % 4] ^= std::byte{1} << (edit.value / 4 % 8); break;
    case EditKind::copy: std::memcpy(&save[at], other_word, 4); break;
    case EditKind::exchange:
      std::memcpy(&save[at], other_word, 4);
      std::memcpy(&save[other], word, 4);
      break;
    case EditKind::cut: save.resize(at); break;
  }
}

// With the size and the checksum that it should have.
void forge(std::vector<std::byte>& save) {
  save.resize((save.size() + save::kUnit - 1) / save::kUnit * save::kUnit);
  save::SaveHeader header;
  std::memcpy(&header, save.data(), sizeof header);
  header.size = save.size();
  header.checksum = hash_bytes(std::span<const std::byte>(save).subspan(sizeof header), header.size);
  std::memcpy(save.data(), &header, sizeof header);
}

// What numbers in saves are: small, missing, a float that hurts.
uint32_t interesting(std::minstd_rand& random) {
  constexpr std::array<uint32_t, 10> kWords = {
      0, 1, 2, 0xff, 0xffff, 0xffff'ffff, 0x7fff'ffff, 0x7fc0'0000, 0x7f80'0000, 0xbf80'0000};
  switch (random() % 3) {
    case 0: return kWords[random() % kWords.size()];
    case 1: return static_cast<uint32_t>(random() % 64);
    default: return std::bit_cast<uint32_t>(static_cast<float>(random() % 200) / 100.0f - 1.0f);
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  if (LLVMFuzzerMutate != nullptr && random() % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const uint8_t source = size == 0 || random() % 32 == 0 ? static_cast<uint8_t>(random()) : data[0];
  std::vector<SaveEdit> edits(size == 0 ? 0 : (size - 1) / sizeof(SaveEdit));
  if (!edits.empty()) std::memcpy(edits.data(), data + 1, edits.size() * sizeof(SaveEdit));
  if (edits.empty() || random() % 3 == 0) {
    SaveEdit edit;
    edit.kind = static_cast<uint8_t>(random() % 16 == 0 ? random() : random() % 5);
    // Half of them where a save says what there is.
    edit.place = static_cast<uint32_t>(random() % 2 == 0 ? random() << 8 : random() % (1 << 24));
    edit.value = interesting(random);
    edits.insert(edits.begin() + static_cast<std::ptrdiff_t>(random() % (edits.size() + 1)), edit);
  } else {
    SaveEdit& edit = edits[random() % edits.size()];
    switch (random() % 4) {
      case 0: edits.erase(edits.begin() + (&edit - edits.data())); break;
      case 1: edit.place += static_cast<uint32_t>(random() % (1 << 20)) - (1 << 19); break;
      case 2: edit.value = interesting(random); break;
      default: edit.value += static_cast<uint32_t>(random() % 3) - 1; break;
    }
  }
  const size_t kept = std::min(std::min(edits.size(), kMostEdits), (max_size - 1) / sizeof(SaveEdit));
  data[0] = source;
  std::memcpy(data + 1, edits.data(), kept * sizeof(SaveEdit));
  return 1 + kept * sizeof(SaveEdit);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Source& source = sources()[data[0] % sources().size()];
  std::vector<std::byte> save = source.save;
  const size_t edits = std::min((size - 1) / sizeof(SaveEdit), kMostEdits);
  for (size_t i = 0; i < edits; ++i) {
    SaveEdit edit;
    std::memcpy(&edit, data + 1 + i * sizeof(SaveEdit), sizeof(SaveEdit));
    apply(edit, save);
  }
  forge(save);
  ++shares.inputs;
  if (play_if_restored(save, *source.asset, kFramesAfter)) ++shares.taken;
  return 0;
}
