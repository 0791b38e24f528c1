#include "call_codec.h"

#include <algorithm>

namespace ishi::record {
namespace {

using recording::Call;

// The first byte of a call: what it is, and whether its population follows. Those about a part of a frame are
// in one with the part.
constexpr uint8_t kHasPopulation = 0x80, kCodeMask = 0x7f;
constexpr uint8_t kFirstOfParts = 64, kParts = 4;
enum PartCode : uint8_t { kBegin, kBeginSome, kJobs, kEnd, kEndSome, kPartCodes };

uint8_t code_of(Call call, uint8_t part, bool has_values) {
  const auto of_part = [part](PartCode code) {
    return static_cast<uint8_t>(kFirstOfParts + kParts * code + part % kParts);
  };
  switch (call) {
    case Call::begin_part: return of_part(has_values ? kBeginSome : kBegin);
    case Call::jobs: return of_part(kJobs);
    case Call::end_part: return of_part(has_values ? kEndSome : kEnd);
    default: return static_cast<uint8_t>(call);
  }
}

bool has_value(std::span<const std::byte> values) {
  return std::any_of(values.begin(), values.end(), [](std::byte byte) { return byte != std::byte{0}; });
}

// How a population is written: the world first, which most frames name most often.
uint32_t number_of(uint32_t population) { return population == kWorldPopulation ? 0 : population + 1; }
uint32_t population_of(uint32_t number) { return number == 0 ? kWorldPopulation : number - 1; }

// Up to two bytes as they are, more eight at a time: a byte with a bit for each that is not zero, then these.
constexpr size_t kGroup = 8, kMostPlain = 2;

void append_values(Appender& to, std::span<const std::byte> values) {
  if (values.size() <= kMostPlain) return to.append(values);
  for (; !values.empty(); values = values.subspan(std::min(kGroup, values.size()))) {
    std::byte bytes[1 + kGroup] = {};
    size_t count = 1;
    for (size_t i = 0; i < std::min(kGroup, values.size()); ++i) {
      if (values[i] == std::byte{0}) continue;
      bytes[0] |= std::byte{1} << i;
      bytes[count++] = values[i];
    }
    to.append(bytes, count);
  }
}

// False if a bit stands behind the end.
bool read_values(ByteReader& from, std::span<std::byte> values) {
  if (values.size() <= kMostPlain) {
    for (std::byte& value : values) value = from.read<std::byte>();
    return !from.is_bad();
  }
  std::fill(values.begin(), values.end(), std::byte{0});
  for (size_t at = 0; at < values.size(); at += kGroup) {
    const auto mask = from.read<uint8_t>();
    for (size_t i = 0; i < kGroup; ++i) {
      if ((mask >> i & 1) == 0) continue;
      if (at + i >= values.size()) return false;
      values[at + i] = from.read<std::byte>();
    }
  }
  return !from.is_bad();
}

}  // namespace

void CallWriter::write(Call call, uint8_t detail, uint32_t population, std::span<const std::byte> values,
                       std::span<const std::byte> tail) {
  const bool begins = call == Call::begin_part, has_values = has_value(values);
  const bool is_expected = population == (begins ? next_ : population_);
  const uint8_t code = code_of(call, detail, has_values);
  bytes_.append(is_expected ? code : static_cast<uint8_t>(code | kHasPopulation));
  if (!is_expected) bytes_.append_number(number_of(population));
  population_ = population;
  if (begins) next_ = population + 1;
  if (has_values || (!begins && call != Call::end_part)) append_values(bytes_, values);
  if (!has_tail(call)) return;
  bytes_.append_number(static_cast<uint32_t>(tail.size()));
  bytes_.append(tail);
}

void CallWriter::clear() {
  bytes_.clear();
  population_ = kWorldPopulation;
  next_ = 0;
}

bool CallReader::read(RecordedCall& to) {
  to.call = Call::none;
  const auto first = bytes_.read<uint8_t>();
  const uint8_t code = first & kCodeMask;
  to.detail = 0;
  bool has_values = true;
  if (code < kFirstOfParts) {
    to.call = static_cast<Call>(code);
    // Only with their part.
    if (to.call == Call::begin_part || to.call == Call::jobs || to.call == Call::end_part) return false;
  } else if (code < kFirstOfParts + kParts * kPartCodes) {
    constexpr Call kCalls[] = {Call::begin_part, Call::begin_part, Call::jobs, Call::end_part,
                               Call::end_part};
    const int of_part = (code - kFirstOfParts) / kParts;
    to.call = kCalls[of_part];
    to.detail = code % kParts;
    has_values = of_part != kBegin && of_part != kEnd;
  }
  const bool begins = to.call == Call::begin_part;
  if ((first & kHasPopulation) != 0)
    population_ = population_of(bytes_.read_number());
  else if (begins)
    population_ = next_;
  if (begins) next_ = population_ + 1;
  to.population = population_;
  const size_t bytes = bytes_of(to.call);
  if (bytes == kNoCall || bytes > RecordedCall::kMostValues) return false;
  to.value_bytes = bytes;
  const std::span<std::byte> values = std::span(to.memory).first(bytes);
  if (!has_values) std::fill(values.begin(), values.end(), std::byte{0});
  if (has_values && !read_values(bytes_, values)) return false;
  to.tail = has_tail(to.call) ? bytes_.read_bytes(bytes_.read_number()) : std::span<const std::byte>();
  return !bytes_.is_bad();
}

}  // namespace ishi::record
