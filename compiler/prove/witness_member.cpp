#include "prove/witness_member.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "analyze/evidence.h"
#include "lower/expression_lowerer.h"

namespace ishi::compiler {
namespace {

class MemberWriter {
 public:
  MemberWriter(const Contest& contest, const std::vector<bool>& relevant, const std::vector<float>& values,
               uint32_t set)
      : model_(contest.model()),
        operations_(contest.program().operations),
        relevant_(relevant),
        values_(values),
        set_(set),
        is_memory_(set < model_.memory.size()),
        first_field_(first_member_field(model_, set)),
        field_count_(count_noticed(model_, set) + own_fields(model_, set).size()) {}

  std::string write() {
    if (!is_memory_) take_kind();
    for (uint32_t i = 0; i < operations_.size(); ++i) {
      if (relevant_[i]) take(i);
    }
    if (position_ != std::array<float, 3>{}) parts_.push_back("position: " + written_point(position_));
    return fmt::format("{{{}{}{}}}", parts_.empty() ? "" : " ", fmt::join(parts_, ", "),
                       parts_.empty() ? "" : " ");
  }

 private:
  // A set of several kinds asks of which one a member is; the first will do.
  void take_kind() {
    const std::vector<uint32_t>& things = candidates_of(model_, set_).value.things;
    if (!things.empty()) thing_ = things[0];
    if (things.size() > 1) parts_.push_back(fmt::format("is: {}", model_.things[thing_].name.text));
  }

  void take(uint32_t i) {
    using enum OperationCode;
    const LoweredOperation& source = operations_[i];
    const float value = values_[i];
    if (source.code == member_field && source.parameter - first_field_ < field_count_) {
      const uint32_t index = source.parameter - first_field_;
      add_field(field_name(index), member_variable(model_, set_, index), value);
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
    } else if (source.code == field && thing_ != kNone) {
      uint32_t index = source.parameter;  // counted over all things
      for (uint32_t thing = 0; thing < thing_; ++thing)
        index -= static_cast<uint32_t>(model_.things[thing].value.fields.size());
      const Map<Variable>& fields = model_.things[thing_].value.fields;
      if (index < fields.size()) add_field(fields[index].name.text, fields[index].value, value);
    }
  }

  [[nodiscard]] bool is_row_of_member(uint32_t row) const {
    return operations_[row].code == OperationCode::member_row && operations_[row].parameter == set_;
  }

  [[nodiscard]] std::string_view field_name(uint32_t index) const {
    const size_t noticed = count_noticed(model_, set_);
    if (index >= noticed) return own_fields(model_, set_)[index - noticed].name.text;
    return (*noticed_fields(model_, set_))[index].name.text;
  }

  // Several options may read the same field; the first counts.
  void add_field(std::string_view name, const Variable& variable, float value) {
    if (std::ranges::find(names_, name) != names_.end() || value == variable.fallback[0]) return;
    names_.push_back(name);
    parts_.push_back(fmt::format("{}: {}", name, written_value(model_, variable, {value, 0, 0})));
  }

  const Model& model_;
  std::span<const LoweredOperation> operations_;
  const std::vector<bool>& relevant_;
  const std::vector<float>& values_;
  const uint32_t set_;
  const bool is_memory_;
  const uint32_t first_field_;
  const size_t field_count_;
  uint32_t thing_ = kNone;
  std::array<float, 3> position_{};
  std::vector<std::string_view> names_;
  std::vector<std::string> parts_;
};

}  // namespace

std::string member_text(const Contest& contest, const std::vector<bool>& relevant,
                        const std::vector<float>& values, uint32_t set) {
  return MemberWriter(contest, relevant, values, set).write();
}

}  // namespace ishi::compiler
