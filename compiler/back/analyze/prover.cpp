#include "analyze/prover.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr uint32_t kNoSource = 0xffff'ffff;
constexpr uint64_t kSeed = 1;  // of samples

// S. Vigna's SplitMix64, with the constants of its publication.
uint64_t next_random(uint64_t& state) {
  state += 0x9e37'79b9'7f4a'7c15U;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9U;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebU;
  return z ^ (z >> 31);
}

// Half of it, so that it is finite.
float width_of(Interval range) { return range.high / 2 - range.low / 2; }

float below(float value, bool is_whole) {
  return is_whole ? value - 1 : std::nextafter(value, -std::numeric_limits<float>::infinity());
}

float middle_of(Interval range, bool is_whole) {
  const float middle = range.low / 2 + range.high / 2;  // their sum may be infinite
  return is_whole ? std::floor(middle) : middle;
}

}  // namespace

Question question_of(const AnalyzedProgram& program, std::function<bool(Ranges& ranges)> is_impossible) {
  const auto is_so = [&program, is_impossible](const std::vector<float>& values) {
    Ranges point;
    for (const float value : values) point.push_back({value, value});
    propagate(program, point);
    return !is_impossible(point);
  };
  return {std::move(is_impossible), is_so};
}

Prover::Prover(const AnalyzedProgram& program) : program_(program) {
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    if (program.is_source(i)) sources_.push_back(i);
  }
}

// In a very wide range numbers near 0 count for more.
float Prover::pick(Interval range, bool is_whole, uint64_t random) const {
  const auto part = static_cast<float>(random >> 40) * 0x1p-24F;
  switch (random & 7) {
    case 0: return range.low;
    case 1: return range.high;
    default: break;
  }
  constexpr float kNear[] = {100, 10, 1, 0};
  if ((random & 8) != 0 && width_of(range) > 10 * kNear[0]) {
    const float most = kNear[(random >> 4) & 3];
    const Interval near{std::max(range.low, -most), std::min(range.high, most)};
    if (near.low <= near.high) range = near;
  }
  const float value = (1 - part) * range.low + part * range.high;
  return std::clamp(is_whole ? std::round(value) : value, range.low, range.high);
}

std::vector<std::vector<float>> Prover::situations(const Ranges& box, uint32_t count) const {
  std::vector<std::vector<float>> result(count, std::vector<float>(program_.operations.size()));
  uint64_t state = kSeed;
  for (std::vector<float>& values : result) {
    draw(box, state, values);
    evaluate_consistently(program_, values);
  }
  return result;
}

std::optional<std::vector<float>> Prover::find_sample(
    const Ranges& box, uint32_t count, const std::function<bool(const std::vector<float>&)>& holds) const {
  std::vector<float> values(program_.operations.size());
  uint64_t state = kSeed;
  for (uint32_t i = 0; i < count; ++i) {
    draw(box, state, values);
    evaluate(program_, values);
    if (holds(values)) return values;
  }
  return std::nullopt;
}

void Prover::draw(const Ranges& box, uint64_t& state, std::vector<float>& values) const {
  for (const uint32_t i : sources_) values[i] = pick(box[i], program_.is_whole(i), next_random(state));
}

std::vector<float> Prover::middle(const Ranges& ranges) const {
  std::vector<float> values(ranges.size());
  for (const uint32_t i : sources_) values[i] = middle_of(ranges[i], program_.is_whole(i));
  evaluate(program_, values);
  return values;
}

// The source whose range is still the widest, compared with what it can be at all; those of whole numbers
// first, since conditions ask for them.
uint32_t Prover::widest(const Ranges& ranges, const std::vector<bool>& relevant) const {
  uint32_t best = kNoSource;
  float best_width = 0;
  for (const uint32_t i : sources_) {
    if (!relevant[i]) continue;
    const float width = width_of(ranges[i]), whole = width_of(program_.declared[i]);
    if (!(width > whole * 1e-4F)) continue;
    const float part = width / whole * (program_.is_whole(i) ? 2 : 1);
    if (part > best_width) best = i, best_width = part;
  }
  return best;
}

// The source with the widest range that is not one value.
uint32_t Prover::any_open(const Ranges& ranges, const std::vector<bool>& relevant) const {
  uint32_t best = kNoSource;
  float best_width = 0;
  for (const uint32_t i : sources_) {
    if (!relevant[i] || !(ranges[i].low < ranges[i].high)) continue;
    const float width = std::max(width_of(ranges[i]), std::numeric_limits<float>::min());
    if (best == kNoSource || width > best_width) best = i, best_width = width;
  }
  return best;
}

// Its share of all situations, as a logarithm. What is as narrow as it can be counts for a millionth.
double Prover::size_of(const Ranges& ranges, const std::vector<bool>& relevant) const {
  double size = 0;
  for (const uint32_t i : sources_) {
    if (!relevant[i]) continue;
    const double whole = width_of(program_.declared[i]);
    if (whole > 0) size += std::log(std::max(width_of(ranges[i]) / whole, 1e-6));
  }
  return size;
}

Proof Prover::prove(const Ranges& box, const Question& question, const std::vector<bool>& relevant,
                    Budget& budget, Evidence* evidence) const {
  constexpr size_t kPasses = 8;  // of the program that a box takes, more or less
  // Parts in which all sources are narrow and which are divided on, down to single floats: where a boundary
  // of one source is a matter of rounding, some dozens.
  constexpr uint32_t kMostFineParts = 2000;
  uint32_t fine_parts = 0;
  std::vector<Ranges> open = {box};
  const auto give_up = [&] {
    if (evidence != nullptr)
      evidence->open = *std::ranges::max_element(
          open, {}, [&](const Ranges& ranges) { return size_of(ranges, relevant); });
    return Proof::unknown;
  };
  while (!open.empty()) {
    if (!budget.spend(kPasses * box.size())) return give_up();
    Ranges ranges = open.back();
    propagate(program_, ranges);
    if (question.is_impossible(ranges)) {
      open.pop_back();
      continue;
    }
    std::vector<float> values = middle(ranges);
    if (question.is_so(values)) {
      if (evidence != nullptr) evidence->witness = std::move(values);
      return Proof::sometimes;
    }
    uint32_t source = widest(ranges, relevant);
    const bool is_fine = source == kNoSource;
    if (is_fine) {
      source = any_open(ranges, relevant);
      // One situation is left, in which it is not so.
      if (source == kNoSource) {
        open.pop_back();
        continue;
      }
      if (++fine_parts > kMostFineParts) return give_up();
    }
    open.pop_back();
    const bool is_whole = program_.is_whole(source);
    const float at = std::min(middle_of(ranges[source], is_whole), below(ranges[source].high, is_whole));
    Ranges upper = ranges;
    upper[source].low = is_whole ? at + 1 : is_fine ? std::nextafter(at, kInfinity) : at;
    ranges[source].high = at;
    open.push_back(std::move(upper));
    open.push_back(std::move(ranges));
  }
  return Proof::never;
}

}  // namespace ishi::compiler
