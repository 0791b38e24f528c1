#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "language/reader.h"
#include "language/tables.h"
#include "model/step.h"

// The rows of `if` and `switch`, and of the branches that stand beside them. Whatever comes first in the text
// makes the step; its branches are methods with conditions.

namespace ishi::compiler {

inline constexpr std::string_view kThen = "then";
inline constexpr Field kCaseItem = item(steps(), "what is done for a value");

// The branch of an `if` by its name; `then` comes first, wherever it is written.
inline Step& branch_of(Step& step, std::string_view name, Span span) {
  IfStep& chosen = step.is<IfStep>() ? *step.as<IfStep>() : step.what.emplace<IfStep>();
  if (chosen.methods.empty()) chosen.methods.push_back({{kThen, {}}, {}});
  if (chosen.methods.size() == 1 && name != kThen) chosen.methods.push_back({});
  Named<Step>& branch = name == kThen ? chosen.methods[0] : chosen.methods.back();
  if (span.end != 0) branch.name = branch.value.name = {name, span};
  if (!branch.value.is<BodyStep>()) branch.value.what.emplace<BodyStep>();
  return branch.value;
}

inline constexpr Field kIf = [] {
  Field row = formula();
  row.name = "if";
  row.doc =
      "asks once, when its turn comes, and does `then` or `else`, as which it ends; completes at once where "
      "there is no `else`";
  row.is_verb = true;
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    reader.read_value(field, node, branch_of(*static_cast<Step*>(record), kThen, {}).modifiers.when);
  };
  return row.such_as("ammo > 0");
}();

constexpr Field branch(std::string_view name, std::string_view doc) {
  Field row = steps();
  row.name = name;
  row.doc = doc;
  row.with = "if";
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    Step& chosen = branch_of(*static_cast<Step*>(record), field.name, reader.key());
    reader.read_value(field, node, chosen.as<BodyStep>()->steps);
  };
  return row;
}

inline SwitchStep& switch_in(void* record) {
  Step& step = *static_cast<Step*>(record);
  return step.is<SwitchStep>() ? *step.as<SwitchStep>() : step.what.emplace<SwitchStep>();
}

inline constexpr Field kSwitch = [] {
  Field row = formula();
  row.name = "switch";
  row.doc =
      "reads the value once, when its turn comes, and does the steps of its case, as which it ends; "
      "completes "
      "at once where there is neither a case nor an `else`";
  row.is_verb = true;
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    reader.read_value(field, node, switch_in(record).key);
  };
  return row.such_as("mood");
}();

inline constexpr Field kCases = [] {
  Field row = map(kCaseItem);
  row.name = "cases";
  row.doc = "the steps for each value of the key, and for all others under `else`";
  row.with = "switch";
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    Map<std::vector<Step>> cases;
    reader.read_value(field, node, cases);
    SwitchStep& chosen = switch_in(record);
    for (auto& [name, body] : cases) {
      Named<Step> method{name, {}};
      method.value.name = name;
      method.value.what.emplace<BodyStep>().steps = std::move(body);
      chosen.methods.push_back(std::move(method));
    }
  };
  return row.such_as("{ calm: [rest], angry: [shout], else: [wait: 1s] }");
}();

}  // namespace ishi::compiler
