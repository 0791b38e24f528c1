#include "language/other_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/tables.h"

namespace ishi::compiler {
namespace {

struct OtherName {
  const Mapping* mapping;
  std::string_view written;
  std::string_view meant;
};

// What other tools call it.
const std::array kOtherNames = {
    OtherName{&kTaskMapping, "duration", "takes"},
    OtherName{&kTaskMapping, "time", "takes"},
    OtherName{&kTaskMapping, "parameters", "params"},
    OtherName{&kTaskMapping, "arguments", "params"},
    OtherName{&kTaskMapping, "args", "params"},
    OtherName{&kTaskMapping, "precondition", "requires"},
    OtherName{&kTaskMapping, "preconditions", "requires"},
    OtherName{&kTaskMapping, "pre", "requires"},
    OtherName{&kTaskMapping, "when", "requires"},
    OtherName{&kTaskMapping, "postcondition", "effects"},
    OtherName{&kTaskMapping, "postconditions", "effects"},
    OtherName{&kTaskMapping, "post", "effects"},
    OtherName{&kActionMapping, "condition", "when"},
    OtherName{&kActionMapping, "conditions", "when"},
    OtherName{&kActionMapping, "requires", "when"},
    OtherName{&kActionMapping, "if", "when"},
    OtherName{&kActionMapping, "steps", "do"},
    OtherName{&kActionMapping, "body", "do"},
    OtherName{&kActionMapping, "utility", "score"},
    OtherName{&kActionMapping, "priority", "rank"},
    OtherName{&kGoalMapping, "parameters", "params"},
    OtherName{&kGoalMapping, "arguments", "params"},
    OtherName{&kGoalMapping, "args", "params"},
    OtherName{&kGoalMapping, "steps", "do"},
    OtherName{&kGoalMapping, "body", "do"},
    OtherName{&kGoalMapping, "precondition", "requires"},
    OtherName{&kGoalMapping, "preconditions", "requires"},
    OtherName{&kGoalMapping, "pre", "requires"},
    OtherName{&kGoalMapping, "postcondition", "effects"},
    OtherName{&kGoalMapping, "postconditions", "effects"},
    OtherName{&kGoalMapping, "post", "effects"},
    OtherName{&kAgentMapping, "profile", "importance"},
    OtherName{&kTestMapping, "setup", "given"},
    OtherName{&kTestMapping, "situation", "given"},
    OtherName{&kKeyMapping, "min", "range"},
    OtherName{&kKeyMapping, "max", "range"},
    OtherName{&kFieldMapping, "min", "range"},
    OtherName{&kFieldMapping, "max", "range"},
};

bool is_variable(const Mapping& mapping) {
  return &mapping == &kKeyMapping || &mapping == &kFieldMapping || &mapping == &kParameterMapping;
}

bool is_type_word(const Node& node) {
  return node.kind == NodeKind::scalar && std::ranges::find(type_names(), node.text) != type_names().end();
}

}  // namespace

std::string other_name_help(const Mapping& mapping, const Entry& entry) {
  const auto row = std::ranges::find_if(kOtherNames, [&](const OtherName& other) {
    return other.mapping == &mapping && other.written == entry.key;
  });
  if (row != kOtherNames.end()) {
    if (row->meant == "range") return "write both ends as one `range`, such as `range: 0..100`";
    return fmt::format("it is called `{}` here", row->meant);
  }
  if (is_variable(mapping) && is_type_word(*entry.value))
    return fmt::format("write its type as `type: {}`, in place of `{}: {}`", entry.value->text, entry.key,
                       entry.value->text);
  if (&mapping == &kThingMapping || &mapping == &kEventMapping)
    return fmt::format("what can be read of it stands under `fields`: `fields: {{ {}: {} }}`", entry.key,
                       entry.value->kind == NodeKind::scalar ? entry.value->text : "…");
  return {};
}

}  // namespace ishi::compiler
