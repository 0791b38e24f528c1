#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "expression/asked_by_function.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/typing_site.h"
#include "language/words.h"

// A member of a loop variable: what is remembered of an entity.

namespace ishi::compiler {
namespace {

struct FactMember {
  std::string_view name;
  ExpressionKind kind;
  Type type;
};

constexpr std::array kMembers = {
    FactMember{"known", ExpressionKind::known, {ValueKind::boolean}},
    FactMember{"position", ExpressionKind::fact_position, {ValueKind::point}},
    FactMember{"age", ExpressionKind::fact_age, kDuration},
    FactMember{"confidence", ExpressionKind::fact_confidence, {ValueKind::number}},
    FactMember{"first_seen", ExpressionKind::fact_first_seen, kDuration},
    FactMember{"last_seen", ExpressionKind::fact_last_seen, kDuration},
    FactMember{"awareness", ExpressionKind::fact_awareness, {ValueKind::number}},
};

// Awareness is what senses make of a fact.
void report_no_awareness(const TypingSite& at, const Expression& node, const Named<Memory>& memory) {
  const bool is_raised = std::ranges::any_of(at.model.senses, [&](const auto& sense) {
    return sense.value.awareness.given && sense.value.remember.text == memory.name.text;
  });
  if (is_raised) return;  // what it lacks has been reported
  at.diagnostics
      .report(
          Code::no_awareness, node.text_span,
          fmt::format("no sense says how aware the agent becomes of what `{}` remembers", memory.name.text))
      .label(memory.name.span, "this memory")
      .help("add to a sense that fills it: `awareness: { rise: 0.5/s, fall: 0.2/s, levels: { alert: 1 } }`");
}

void report_no_fact_member(const TypingSite& at, const Expression& node) {
  const Named<Memory>& memory = at.model.memory[set_of(at.model, *node.operands[0])];
  if (node.text == "facing") {
    at.diagnostics
        .report(Code::unknown_member, node.text_span,
                "a fact remembers where somebody was, but not where they looked")
        .help("let a field of the thing hold it, if it matters");
    return;
  }
  auto report = at.diagnostics.report(Code::unknown_member, node.text_span,
                                      fmt::format("a fact of `{}` has no `{}`", memory.name.text, node.text));
  if (!report.is_kept()) return;
  const uint32_t made_by = memory.value.maker.reference;
  if (made_by != kNone && find_index(at.model.things[made_by].value.fields, node.text) != kNone) {
    const std::string of_maker = fmt::format("{}.{}", kMaker, node.text);
    report.help(fmt::format("ask who made it: `{}.{}`", at.text_of(*node.operands[0]), of_maker))
        .edit(node.text_span, of_maker);
    return;
  }
  std::vector<std::string_view> known;
  if (memory.value.has_thing()) {
    for (const auto& field : at.model.things[memory.value.entity.reference].value.fields)
      known.push_back(field.name.text);
  }
  for (const auto& field : memory.value.fields) {  // one that the thing has, too, has been reported
    if (std::ranges::find(known, field.name.text) == known.end()) known.push_back(field.name.text);
  }
  if (memory.value.has_noises) known.push_back(kMaker);
  for (const FactMember& member : kMembers) {
    if (member.kind != ExpressionKind::fact_awareness || memory.value.aware != kNone)
      known.push_back(member.name);
  }
  if (node.operands[0]->kind == ExpressionKind::choice) known.emplace_back("score");
  const auto near = report.suggestions(node.text, known);
  if (const std::string asked = asked_by_function(node.text, at.text_of(*node.operands[0])); !asked.empty())
    report.help(fmt::format("write `{}`", asked)).edit(node.span, asked);
  else if (!near.empty())
    report.help(fmt::format("did you mean `.{}`?", near[0])).edit(node.text_span, std::string(near[0]));
  else
    report.help(fmt::format("it has {}", quoted_list(known, "and")));
}

}  // namespace

void check_fact_member(const TypingSite& at, Expression& node) {
  const uint32_t index = set_of(at.model, *node.operands[0]);
  if (!is_memory(at.model, index)) return check_candidate_member(at, node);
  const Memory& memory = at.model.memory[index].value;
  for (const FactMember& member : kMembers) {
    if (member.name != node.text) continue;
    if (member.kind == ExpressionKind::fact_awareness && memory.aware == kNone)
      return report_no_awareness(at, node, at.model.memory[index]);
    node.kind = member.kind;
    node.type = member.type;
    return;
  }
  if (memory.has_noises && node.text == kMaker) {
    node.kind = ExpressionKind::fact_maker;
    node.type = memory.maker;
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
  if (memory.has_thing() && find_field(at.model.things[memory.entity.reference].value.fields)) return;
  if (!find_field(memory.fields)) report_no_fact_member(at, node);
}

// Bare `awareness`: the greatest of all facts that have it.
void check_awareness(const TypingSite& at, Expression& node) {
  const bool any =
      std::ranges::any_of(at.model.memory, [](const auto& memory) { return memory.value.aware != kNone; });
  const bool is_raised =
      std::ranges::any_of(at.model.senses, [](const auto& sense) { return sense.value.awareness.given; });
  if (any) {
    node.kind = ExpressionKind::awareness;
    node.type = {ValueKind::number};
  } else if (!any && !is_raised) {
    at.diagnostics
        .report(Code::no_awareness, node.span, "no sense says how aware the agent becomes of anybody")
        .help("add to a sense: `awareness: { rise: 0.5/s, fall: 0.2/s, levels: { alert: 1 } }`");
  }
}

}  // namespace ishi::compiler
