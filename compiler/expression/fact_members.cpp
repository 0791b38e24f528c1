#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "expression/checker.h"
#include "language/words.h"

// What stands behind the point of a loop variable: what is remembered of an entity.

namespace ishi::compiler {
namespace {

struct FactMember {
  std::string_view name;
  ExpressionKind kind;
  Type type;
};

constexpr Type kDuration{ValueKind::number, Quantity::duration};
constexpr std::array kMembers = {
    FactMember{"known", ExpressionKind::known, {ValueKind::boolean}},
    FactMember{"position", ExpressionKind::fact_position, {ValueKind::point}},
    FactMember{"age", ExpressionKind::fact_age, kDuration},
    FactMember{"confidence", ExpressionKind::fact_confidence, {ValueKind::number}},
    FactMember{"first_seen", ExpressionKind::fact_first_seen, kDuration},
    FactMember{"last_seen", ExpressionKind::fact_last_seen, kDuration},
};

}  // namespace

void Checker::check_fact_member(Expression& node) {
  const uint32_t index = set_of(*node.operands[0]);
  if (!is_memory(model_, index)) return check_candidate_member(node);
  const Memory& memory = model_.memory[index].value;
  for (const FactMember& member : kMembers) {
    if (member.name != node.text) continue;
    node.kind = member.kind;
    node.type = member.type;
    return;
  }
  uint32_t before = 0;
  const auto find_field = [&](const Map<Variable>& fields) {
    const uint32_t field = find_index(fields, node.text);
    if (field != kNone) {
      node.kind = ExpressionKind::fact_field;
      node.owner = index;
      node.index = before + field;
      node.type = fields[field].value.resolved;
    }
    before += static_cast<uint32_t>(fields.size());
    return field != kNone;
  };
  if (memory.has_thing() && find_field(model_.things[memory.entity.reference].value.fields)) return;
  if (!find_field(memory.fields)) report_no_fact_member(node);
}

void Checker::report_no_fact_member(const Expression& node) {
  const Named<Memory>& memory = model_.memory[set_of(*node.operands[0])];
  if (node.text == "facing" || node.text == "awareness") {
    const bool is_later = node.text == "awareness";
    diagnostics_
        .report(is_later ? Code::not_in_this_version : Code::unknown_member, node.text_span,
                is_later
                    ? "`awareness` is part of the language, but this version of ishi does not read it yet"
                    : std::string("a fact remembers where somebody was, but not where they looked"))
        .help(is_later ? "leave it out for now" : "let a field of the thing hold it, if it matters");
    return;
  }
  auto report = diagnostics_.report(Code::unknown_member, node.text_span,
                                    fmt::format("a fact of `{}` has no `{}`", memory.name.text, node.text));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  if (memory.value.has_thing()) {
    for (const auto& field : model_.things[memory.value.entity.reference].value.fields)
      known.push_back(field.name.text);
  }
  for (const auto& field : memory.value.fields) {  // one that the thing has, too, has been reported
    if (std::ranges::find(known, field.name.text) == known.end()) known.push_back(field.name.text);
  }
  for (const FactMember& member : kMembers) known.push_back(member.name);
  if (node.operands[0]->kind == ExpressionKind::choice) known.emplace_back("score");
  const auto near = report.suggestions(node.text, known);
  if (!near.empty())
    report.help(fmt::format("did you mean `.{}`?", near[0])).edit(node.text_span, std::string(near[0]));
  else
    report.help(fmt::format("it has {}", quoted_list(known, "and")));
}

}  // namespace ishi::compiler
