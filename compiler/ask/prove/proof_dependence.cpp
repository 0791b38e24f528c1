#include "prove/proof_dependence.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ishi::compiler {
namespace {

using enum OperationCode;

// The row of the entity that a source is read of, where the test says it for a member; 0: it is not said.
float known_row(const FixedAgent& known, uint32_t source) {
  const LoweredOperation& row = known.agent.program[known.agent.program[source].a];
  return row.code == constant ? std::bit_cast<float>(row.parameter) : 0;
}

}  // namespace

Dependence dependence_on_set(const Model& model, const Fixed& fixed, uint32_t set, bool is_choice) {
  const size_t memories = model.memory.size();
  const bool is_memory = set < memories;
  const std::string_view name =
      is_memory ? model.memory[set].name.text : model.candidates[set - memories].name.text;
  if (std::ranges::find(fixed.sets, set, &FixedSet::set) == fixed.sets.end())
    return {fmt::format("what `{}` holds", name), is_memory ? "remembers" : "candidates"};
  if (is_choice) return {fmt::format("what is chosen of `{}`", name), {}};
  return {fmt::format("when what `{}` holds was first or last seen", name), {}};
}

Dependence dependence_of(const Model& model, const LoweredAgent& given, const Fixed& fixed,
                         const FixedAgent& known, uint32_t source) {
  if (known.operations[source] == kNoRef) return {};
  const LoweredOperation* read = &given.program[known.operations[source]];
  // A test says of the agent what it is and where.
  const bool is_of_self =
      reads_entity(read->code) && fixed.self_row > 0 && known_row(known, source) == fixed.self_row;
  if (is_of_self) return {};
  while (reads_entity(read->code)) {
    if (read->code == field_entity) return {"whom a field of somebody names", {}};
    read = &given.program[read->a];
  }
  if (read->code == member_random) return {"what is drawn (`random`)", {}};
  while (reads_member(read->code)) read = &given.program[read->a];
  const bool is_choice = chooses(read->code);
  while (reduces(read->code)) read = &given.program[read->b];
  switch (read->code) {
    case since: return {"how long ago something happened (`since`)", {}};
    case own_team: return {"the agent's team (`team`)", {}};
    case OperationCode::random: return {"what is drawn (`random`)", {}};
    case chosen:
    case chosen_score: return {"what was chosen before", {}};
    case target_row: return {"whom a sense looks at", {}};
    case each:
    case OperationCode::member:
    case bound:
    case bound_row:
    case nth:
    case member_count: return dependence_on_set(model, fixed, read->parameter, is_choice);
    default: return {};
  }
}

std::string described(std::span<const Dependence> dependences) {
  std::vector<std::string_view> words, fields;
  for (const Dependence& one : dependences) {
    words.push_back(one.words);
    if (!one.field.empty() && std::ranges::find(fields, one.field) == fields.end())
      fields.push_back(one.field);
  }
  const std::string text = fmt::format("it depends on {}", listed(words));
  if (fields.empty()) return text + ", which no test can give beside `for_all`";
  return fmt::format("{}; give this test its own `{}`", text, fmt::join(fields, "` and `"));
}

std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " and " : ", ", words[i]);
  return text;
}

}  // namespace ishi::compiler
