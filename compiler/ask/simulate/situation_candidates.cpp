#include "simulate/situation_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "language/words.h"
#include "resolve/literal.h"
#include "resolve/names.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

class CandidateReader {
 public:
  CandidateReader(const Model& model, SituationValues& values, Situation& situation, SituationAgent& agent,
                  Diagnostics& diagnostics)
      : model_(model), values_(values), situation_(situation), agent_(agent), diagnostics_(diagnostics) {}

  void read(const Map<std::vector<CandidateRow>>& written, bool is_shared) {
    for (const auto& given : written) {
      const uint32_t set = find_index(model_.candidates, given.name.text);
      if (set == kNone ||
          member_type(model_, static_cast<uint32_t>(model_.memory.size()) + set).kind == ValueKind::error)
        continue;
      if (is_elsewhere(set, given.name, is_shared)) continue;
      if (!has_too_many(set, given))
        for (const CandidateRow& row : given.value) read_row(set, row);
    }
  }

 private:
  // Sets of one agent stand with the agent in a scene, those of teams and of the world with the scene.
  bool is_elsewhere(uint32_t set, const Name& name, bool is_shared) {
    const bool is_own = model_.candidates[set].value.scope.value == Scope::agent;
    if (!values_.is_scene() || is_own != is_shared) return false;
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                is_own ? fmt::format("each agent has `{}` of its own", name.text)
                       : fmt::format("agents share `{}`", name.text))
        .help(is_own ? "write it under the `candidates` of an agent"
                     : "write it under the `candidates` of the scene");
    return true;
  }

  bool has_too_many(uint32_t set, const Named<std::vector<CandidateRow>>& given) {
    const Setting<int32_t>& capacity = model_.candidates[set].value.capacity;
    if (given.value.size() <= static_cast<size_t>(capacity.value)) return false;
    diagnostics_
        .report(Code::wrong_count, given.name.span,
                fmt::format("`{}` has at most {} {}, but here are {}", given.name.text, capacity.value,
                            capacity.value == 1 ? "member" : "members", given.value.size()))
        .label(capacity.span, "its capacity")
        .help("leave some of them out, as the game has to");
    return true;
  }

  void read_row(uint32_t set, const CandidateRow& row) {
    const auto& [name, of] = model_.candidates[set];
    SituationCandidate candidate{set, kNone, {}};
    uint32_t thing = kNone;
    if (of.has_entities) {
      if (!find_entity(set, row, candidate.entity, thing)) return;
    } else if (row.is.given || row.position != nullptr || row.facing != nullptr) {
      const Span span = row.is.given ? row.is.span : row.span;
      diagnostics_
          .report(Code::given_not_allowed, span,
                  fmt::format("the members of `{}` are no entities", name.text))
          .help(of.fields.empty()
                    ? "leave it out"
                    : fmt::format("give it its fields: {}", quoted_list(names_of(of.fields), "and")));
      return;
    }
    for (const auto& field : row.fields) read_field(set, thing, row.is.given, field, candidate);
    agent_.candidates.push_back(std::move(candidate));
  }

  // One of the world, or somebody without a name; `thing` is what they are.
  bool find_entity(uint32_t set, const CandidateRow& row, uint32_t& entity, uint32_t& thing) {
    const auto& [name, of] = model_.candidates[set];
    const uint32_t named = row.is.given ? values_.find_named_or_self(row.is.value.text) : kNone;
    if (named != kNone) values_.note_entity(named, row.is.span);
    if (named != kNone)
      return values_.check_presence(named, row.is.value) && check_named(set, row, named, entity, thing);
    const uint32_t kind = row.is.given ? find_index(model_.things, row.is.value.text) : kNone;
    if (row.is.given && kind == kNone) {
      std::vector<std::string_view> known;
      for (const uint32_t one : of.things) known.push_back(model_.things[one].name.text);
      for (const std::string_view entity : values_.named_entities(true)) known.push_back(entity);
      const uint32_t self = values_.find_named_or_self("self");
      if (self != kNone && takes(set, entity_of(self).thing)) known.emplace_back("self");
      values_.report_unknown(row.is.value, "entity of `world`, and no thing, called", known);
      return false;
    }
    if (kind != kNone) model_.note_use(row.is.span, model_.things[kind].name);
    const bool is_open = !row.is.given && of.things.size() > 1;
    if (is_open) {
      std::vector<std::string_view> known;
      for (const uint32_t one : of.things) known.push_back(model_.things[one].name.text);
      diagnostics_
          .report(
              Code::missing_field, row.span,
              fmt::format("a member of `{}` may be of several kinds, but it is not said of which", name.text))
          .help(fmt::format("add `is:` and one of {}", quoted_list(known, "or")));
      return false;
    }
    thing = kind != kNone ? kind : of.things.size() == 1 ? of.things[0] : kNone;
    if (kind != kNone && !takes(set, kind)) return report_kind(set, row.is.value, kind, false);
    Vector position{};
    Vector facing = forward(model_);
    if (row.position != nullptr) read_vector(*row.position, false, "`position`", diagnostics_, position);
    if (row.facing != nullptr) read_vector(*row.facing, true, "`facing`", diagnostics_, facing);
    entity = static_cast<uint32_t>(situation_.entities.size());
    situation_.entities.push_back({{}, thing, position, facing, {}});
    return true;
  }

  bool check_named(uint32_t set, const CandidateRow& row, uint32_t named, uint32_t& entity, uint32_t& thing) {
    const Name& name = row.is.value;
    entity = named;
    thing = entity_of(named).thing;
    if (!takes(set, thing)) return report_kind(set, name, thing, is_agent(named));
    if (row.position != nullptr || row.facing != nullptr) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("where `{}` is and looks stands under `{}`", name.text, place_of(named)))
          .help("write it there");
      return false;
    }
    const bool is_twice = std::ranges::any_of(agent_.candidates, [&](const SituationCandidate& other) {
      return other.set == set && other.entity == named;
    });
    if (!is_twice) return true;
    diagnostics_.report(Code::defined_twice, name.span, fmt::format("`{}` is in the set twice", name.text))
        .help("take one of the two out");
    return false;
  }

  // The field under which somebody with a name stands.
  [[nodiscard]] static std::string_view place_of(uint32_t entity) {
    return is_agent(entity) ? "self" : "world";
  }

  [[nodiscard]] bool takes(uint32_t set, uint32_t thing) const {
    const std::vector<uint32_t>& things = model_.candidates[set].value.things;
    return things.empty() || std::ranges::find(things, thing) != things.end();
  }

  bool report_kind(uint32_t set, const Name& name, uint32_t thing, bool is_of_agent) {
    const auto& [set_name, of] = model_.candidates[set];
    std::vector<std::string_view> known;
    for (const uint32_t one : of.things) known.push_back(model_.things[one].name.text);
    diagnostics_
        .report(Code::wrong_literal, name.span,
                thing == kNone ? fmt::format("`{}` has {} as members, and it is not said what `{}` is",
                                             set_name.text, quoted_list(known, "and"), name.text)
                               : fmt::format("`{}` has {} as members, and no `{}`", set_name.text,
                                             quoted_list(known, "and"), model_.things[thing].name.text))
        .help(is_of_agent ? fmt::format("let the agent be one, such as `self: {{ is: {} }}`", known.front())
                          : fmt::format("let it be one of {}", quoted_list(known, "or")));
    return false;
  }

  void read_field(uint32_t set, uint32_t thing, bool is_named, const Named<const Node*>& field,
                  SituationCandidate& candidate) {
    const auto& [name, of] = model_.candidates[set];
    static const Map<Variable> kNoFields;
    const Map<Variable>& of_thing = thing == kNone ? kNoFields : model_.things[thing].value.fields;
    const uint32_t own = find_index(of.fields, field.name.text);
    const uint32_t index = own != kNone ? own : find_index(of_thing, field.name.text);
    if (index == kNone) {
      std::vector<std::string_view> known = {"is", "position", "facing"};
      for (const auto& one : of.fields) known.push_back(one.name.text);
      values_.report_unknown(field.name, fmt::format("field of members of `{}` called", name.text), known,
                             of_thing);
      return;
    }
    if (own == kNone && is_named &&
        (is_agent(candidate.entity) || !entity_of(candidate.entity).name.empty())) {
      diagnostics_
          .report(Code::given_not_allowed, field.name.span,
                  fmt::format("`{}` is a field of the entity itself, which stands under `{}`",
                              field.name.text, place_of(candidate.entity)))
          .help("write it there");
      return;
    }
    model_.note_use(field.name.span, own != kNone ? of.fields[own].name : of_thing[index].name);
    SituationValue value{index};
    const Variable& variable = own != kNone ? of.fields[own].value : of_thing[index].value;
    if (field.value == nullptr || !values_.read_value(variable, *field.value, field.name.text, value)) return;
    (own != kNone ? candidate.fields : situation_.entities[candidate.entity].fields).push_back(value);
  }

  [[nodiscard]] const SituationEntity& entity_of(uint32_t entity) const {
    return is_agent(entity) ? situation_.agent_at(agent_of_entity(entity)).self : situation_.entities[entity];
  }

  const Model& model_;
  SituationValues& values_;
  Situation& situation_;
  SituationAgent& agent_;
  Diagnostics& diagnostics_;
};

}  // namespace

void read_candidates(const Model& model, const Map<std::vector<CandidateRow>>& written, bool is_shared,
                     SituationValues& values, Situation& situation, SituationAgent& agent,
                     Diagnostics& diagnostics) {
  CandidateReader(model, values, situation, agent, diagnostics).read(written, is_shared);
}

}  // namespace ishi::compiler
