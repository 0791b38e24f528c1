#include "analyze/evidence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analyze/words_of_findings.h"
#include "language/unit.h"
#include "model/motives.h"

namespace ishi::compiler {
std::string written_value(const Model& model, const Variable& variable, const std::array<float, 3>& value) {
  switch (variable.resolved.kind) {
    case ValueKind::boolean: return value[0] != 0 ? "true" : "false";
    case ValueKind::enumeration: {
      const auto& members = model.enums[variable.resolved.reference].value.members;
      return std::string(members[std::min(static_cast<size_t>(value[0]), members.size() - 1)].text);
    }
    case ValueKind::point:
    case ValueKind::direction: return written_point(value);
    default: return show_exactly(value[0], variable.resolved.quantity, variable.unit);
  }
}

std::string written_point(const std::array<float, 3>& value) {
  const auto written = [](float part) { return show(part, Quantity::number); };
  return fmt::format("[{}, {}, {}]", written(value[0]), written(value[1]), written(value[2]));
}

std::vector<bool> sources_of(const AnalyzedProgram& program, std::vector<bool> roots) {
  for (auto i = static_cast<uint32_t>(roots.size()); i-- > 0;) {
    if (!roots[i] || program.is_source(i)) continue;
    const LoweredOperation& operation = program.operations[i];
    const auto operands = operation_table()[static_cast<uint32_t>(operation.code)].operands;
    if (operands > 0) roots[operation.a] = true;
    if (operands > 1) roots[operation.b] = true;
    if (operands > 2) roots[operation.c] = true;
  }
  for (uint32_t i = 0; i < roots.size(); ++i) roots[i] = roots[i] && program.is_source(i);
  return roots;
}

std::vector<bool> source_of(const AnalyzedProgram& program, uint32_t root) {
  std::vector<bool> roots(program.operations.size());
  roots[root] = true;
  return sources_of(program, std::move(roots));
}

std::string proved_over(const Model& model, const AnalyzedProgram& program,
                        const std::vector<bool>& sources) {
  constexpr size_t kNamed = 5;
  std::vector<std::string> names;
  for (uint32_t i = 0; i < sources.size(); ++i) {
    const LoweredOperation& operation = program.operations[i];
    if (!sources[i] || operation.code != OperationCode::key) continue;
    std::string name = fmt::format("`{}`", model.blackboard[operation.parameter].name.text);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  if (names.size() > kNamed) {
    const size_t more = names.size() - kNamed;
    names.resize(kNamed);
    names.push_back(fmt::format("{} more", more));
  }
  if (names.empty()) return "proved";
  return fmt::format("proved over the declared range{} of {}", names.size() == 1 ? "" : "s",
                     listed(names, "and"));
}

std::string observed_in(const Model& model, const AnalyzedProgram& program, const std::vector<bool>& sources,
                        const std::vector<float>& values) {
  std::vector<std::string> entries;
  std::vector<float> rows;  // of those who are named, in the order of their names
  const auto who = [&](float row) -> std::string {
    if (row < 1) return "nothing";
    for (uint32_t i = 0; i < values.size(); ++i) {
      if (program.operations[i].code == OperationCode::self_row && values[i] == row) return "self";
    }
    const auto known = std::ranges::find(rows, row);
    const auto number = known - rows.begin();
    if (known == rows.end()) rows.push_back(row);
    return number == 0 ? "someone" : number == 1 ? "another" : fmt::format("another{}", number);
  };
  for (uint32_t i = 0; i < sources.size(); ++i) {
    const LoweredOperation& operation = program.operations[i];
    if (!sources[i]) continue;
    std::string entry;
    if (operation.code == OperationCode::key) {
      const auto& [name, key] = model.blackboard[operation.parameter];
      entry = fmt::format("{}: {}", name.text, written_value(model, key, {values[i], 0, 0}));
    } else if (operation.code == OperationCode::key_entity) {
      entry = fmt::format("{}: {}", model.blackboard[operation.parameter].name.text, who(values[i]));
    } else if (operation.code == OperationCode::level || operation.code == OperationCode::level_after) {
      entry = fmt::format("{}: {}", motive_name(model, operation.parameter), shown(values[i]));
    }
    if (!entry.empty() && std::ranges::find(entries, entry) == entries.end())
      entries.push_back(std::move(entry));
  }
  if (entries.empty()) return "observed";
  return fmt::format("observed, for instance with given: {{ {} }}", fmt::join(entries, ", "));
}

}  // namespace ishi::compiler
