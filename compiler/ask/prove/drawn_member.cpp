#include "prove/drawn_member.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr float kFar = 30;      // metres: how far away members stand
constexpr float kLarge = 1000;  // of numbers without a declared range

class MemberDrawer {
 public:
  MemberDrawer(const Model& model, uint32_t set, Draws& draws) : model_(model), set_(set), draws_(draws) {}

  MemberRow draw() {
    if (is_memory(model_, set_))
      draw_fact();
    else
      draw_candidate();
    return std::move(row_);
  }

 private:
  void draw_fact() {
    const Memory& memory = model_.memory[set_].value;
    draw_fields(count_noticed(model_, set_) + memory.fields.size());
    draw_place();
    if (draws_.below(2) == 0) {
      const double longest = memory.forget.given && std::isfinite(memory.forget.value)
                                 ? memory.forget.value
                                 : static_cast<double>(kFar);
      const auto age = std::floor(static_cast<double>(draws_.below(100)) * longest) / 100;
      if (age > 0) add(MemberPart::Kind::age, {static_cast<float>(age), 0, 0});
    }
    if (memory.aware != kNone)
      add(MemberPart::Kind::awareness, {static_cast<float>(draws_.below(5)) * 0.25F, 0, 0});
  }

  void draw_candidate() {
    const Candidates& candidates = candidates_of(model_, set_).value;
    size_t of_thing = 0;
    if (!candidates.things.empty()) {
      row_.thing = candidates.things[draws_.below(static_cast<uint32_t>(candidates.things.size()))];
      of_thing = model_.things[row_.thing].value.fields.size();
    }
    draw_fields(of_thing + candidates.fields.size());
    if (candidates.has_entities) draw_place();
  }

  void draw_place() {
    if (draws_.below(2) == 0) return;
    Vector place{};
    place[0] = std::round(draws_.within(-kFar, kFar));
    place[model_.up.value == Up::y ? 2 : 1] = std::round(draws_.within(-kFar, kFar));
    add(MemberPart::Kind::position, place);
  }

  void draw_fields(size_t count) {
    for (uint32_t i = 0; i < count; ++i) draw_field(i, variable_of(model_, set_, row_, i));
  }

  // Fields that hold an entity keep it.
  void draw_field(uint32_t index, const Variable& variable) {
    const ValueKind kind = variable.resolved.kind;
    if (kind == ValueKind::entity || kind == ValueKind::point || kind == ValueKind::direction) return;
    if (draws_.below(4) == 0) return;
    float value = draws_.within(std::max(variable.low, -kLarge), std::min(variable.high, kLarge));
    if (kind == ValueKind::boolean) value = static_cast<float>(draws_.below(2));
    if (kind == ValueKind::enumeration) value = static_cast<float>(draws_.below(count_words(variable)));
    if (kind == ValueKind::integer) value = std::round(value);
    if (kind == ValueKind::number) value = rounded(value);
    row_.parts.push_back({MemberPart::Kind::field, index, {value, 0, 0}});
  }

  void add(MemberPart::Kind kind, const Vector& value) { row_.parts.push_back({kind, 0, value}); }

  // To three digits, as one writes it, if that is in the range.
  static float rounded(float value) {
    if (value == 0 || !std::isfinite(value)) return value;
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return static_cast<float>(std::round(value / step) * step);
  }

  [[nodiscard]] uint32_t count_words(const Variable& variable) const {
    return std::max<uint32_t>(
        1, static_cast<uint32_t>(model_.enums[variable.resolved.reference].value.members.size()));
  }

  const Model& model_;
  uint32_t set_;
  Draws& draws_;
  MemberRow row_;
};

}  // namespace

uint64_t Draws::next() {
  state_ += 0x9e37'79b9'7f4a'7c15U;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9U;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebU;
  return z ^ (z >> 31);
}

float Draws::within(float low, float high) {
  constexpr uint32_t kParts = 64;
  const uint32_t kind = below(4);
  if (kind == 0) return low;
  if (kind == 1) return high;
  const float part = static_cast<float>(1 + below(kParts - 1)) / kParts;
  return (1 - part) * low + part * high;
}

MemberRow drawn_member(const Model& model, uint32_t set, Draws& draws) {
  return MemberDrawer(model, set, draws).draw();
}

}  // namespace ishi::compiler
