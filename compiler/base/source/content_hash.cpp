#include "source/content_hash.h"

#include <bit>
#include <cstring>

namespace ishi::compiler {
namespace {

constexpr uint64_t kFirst = 0x87c37b91114253d5;
constexpr uint64_t kSecond = 0x4cf5ad432745937f;

uint64_t word_at(const char* bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// The bytes of a word that is not whole.
uint64_t word_of(std::string_view bytes) {
  uint64_t word = 0;
  for (size_t i = 0; i < bytes.size(); ++i) word |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

uint64_t mixed_first(uint64_t word) { return std::rotl(word * kFirst, 31) * kSecond; }

uint64_t mixed_second(uint64_t word) { return std::rotl(word * kSecond, 33) * kFirst; }

uint64_t finished(uint64_t word) {
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccd;
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53;
  return word ^ (word >> 33);
}

}  // namespace

ContentHash content_hash(std::string_view bytes, uint32_t seed) {
  uint64_t low = seed;
  uint64_t high = seed;
  std::string_view rest = bytes;
  for (; rest.size() >= 16; rest.remove_prefix(16)) {
    low = (std::rotl(low ^ mixed_first(word_at(rest.data())), 27) + high) * 5 + 0x52dce729;
    high = (std::rotl(high ^ mixed_second(word_at(rest.data() + 8)), 31) + low) * 5 + 0x38495ab5;
  }
  if (rest.size() > 8) high ^= mixed_second(word_of(rest.substr(8)));
  low ^= mixed_first(word_of(rest.substr(0, 8)));
  low ^= bytes.size();
  high ^= bytes.size();
  low += high;
  high += low;
  low = finished(low);
  high = finished(high);
  low += high;
  return {low, high + low};
}

std::string ContentHash::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const uint64_t word : {low, high}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(word >> shift) & 15];
  }
  return text;
}

void HashedList::add(std::string_view bytes) {
  const uint64_t size = bytes.size();
  for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>((size >> shift) & 255);
  bytes_ += bytes;
}

void HashedList::add(ContentHash hash) { add(hash.hex()); }

}  // namespace ishi::compiler
