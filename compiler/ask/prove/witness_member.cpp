#include "prove/witness_member.h"

#include <algorithm>
#include <utility>

#include "lower/name_values.h"

namespace ishi::compiler {
namespace {

class MemberMaker {
 public:
  MemberMaker(const Contest& contest, const std::vector<bool>& relevant, const std::vector<float>& values,
              uint32_t set)
      : model_(contest.model()),
        operations_(contest.program().operations),
        relevant_(relevant),
        values_(values),
        set_(set),
        is_memory_(set < model_.memory.size()),
        first_field_(first_member_field(model_, set)),
        field_count_(count_noticed(model_, set) + own_fields(model_, set).size()) {}

  MemberRow make() {
    if (!is_memory_) take_kind();
    for (uint32_t i = 0; i < operations_.size(); ++i) {
      if (relevant_[i]) take(i);
    }
    if (position_ != Vector{}) row_.parts.push_back({MemberPart::Kind::position, 0, position_});
    return std::move(row_);
  }

 private:
  // A set of several kinds asks of which one a member is; the first will do.
  void take_kind() {
    const std::vector<uint32_t>& things = candidates_of(model_, set_).value.things;
    if (!things.empty()) row_.thing = things[0];
  }

  void take(uint32_t i) {
    using enum OperationCode;
    const LoweredOperation& source = operations_[i];
    const float value = values_[i];
    if (source.code == member_field && source.parameter - first_field_ < field_count_) {
      const uint32_t index = source.parameter - first_field_;
      add_field(is_memory_ ? index : index + count_of_thing(), value);
    } else if (source.code >= member_x && source.code <= member_z && source.parameter == set_) {
      position_[static_cast<size_t>(source.code) - static_cast<size_t>(member_x)] = value;
    } else if (reads_entity(source.code) && is_row_of_member(source.a)) {
      take_of_entity(source, value);
    }
  }

  // The entity of a candidate.
  void take_of_entity(const LoweredOperation& source, float value) {
    using enum OperationCode;
    if (source.code >= position_x && source.code <= position_z) {
      position_[static_cast<size_t>(source.code) - static_cast<size_t>(position_x)] = value;
    } else if (source.code == field && row_.thing != kNone) {
      uint32_t index = source.parameter;  // counted over all things
      for (uint32_t thing = 0; thing < row_.thing; ++thing)
        index -= static_cast<uint32_t>(model_.things[thing].value.fields.size());
      if (index < count_of_thing()) add_field(index, value);
    }
  }

  [[nodiscard]] uint32_t count_of_thing() const {
    return row_.thing == kNone ? 0 : static_cast<uint32_t>(model_.things[row_.thing].value.fields.size());
  }

  [[nodiscard]] bool is_row_of_member(uint32_t row) const {
    return operations_[row].code == OperationCode::member_row && operations_[row].parameter == set_;
  }

  // Several options may read the same field; the first counts.
  void add_field(uint32_t index, float value) {
    const bool is_known = std::ranges::any_of(row_.parts, [index](const MemberPart& part) {
      return part.kind == MemberPart::Kind::field && part.index == index;
    });
    if (is_known || value == variable_of(model_, set_, row_, index).fallback[0]) return;
    row_.parts.push_back({MemberPart::Kind::field, index, {value, 0, 0}});
  }

  const Model& model_;
  std::span<const LoweredOperation> operations_;
  const std::vector<bool>& relevant_;
  const std::vector<float>& values_;
  const uint32_t set_;
  const bool is_memory_;
  const uint32_t first_field_;
  const size_t field_count_;
  Vector position_{};
  MemberRow row_;
};

}  // namespace

MemberRow witness_member(const Contest& contest, const std::vector<bool>& relevant,
                         const std::vector<float>& values, uint32_t set) {
  return MemberMaker(contest, relevant, values, set).make();
}

}  // namespace ishi::compiler
