#include "simulate/expected_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

class MemberCheck {
 public:
  MemberCheck(const Model& model, Situation& situation, uint32_t agent, Diagnostics& diagnostics)
      : model_(model), situation_(situation), agent_(agent), diagnostics_(diagnostics) {}

  // `on` names an entity, and an action that is for a fact.
  void check_picked_entity(const AgentExpectation& expect) {
    if (!expect.on.given || expect.picks.empty()) return;
    const Name& on = expect.on.value;
    const Reference& picked = expect.picks[0];
    const bool is_for_fact = picked.index != kNone && !model_.actions[picked.index].value.for_each.empty();
    if (picked.text == "nothing" || (picked.index != kNone && !is_for_fact)) {
      diagnostics_
          .report(Code::given_not_allowed, on.span,
                  fmt::format("`{}` is picked for nobody in particular", picked.text))
          .help("take `on` out: it is for actions with `for_each`");
      return;
    }
    check_member(on, picked.index == kNone ? kNone : model_.actions[picked.index].value.set(), false);
  }

  void check_chosen(const AgentExpectation& expect) {
    for (const auto& chosen : expect.chooses) {
      const uint32_t choice = find_index(model_.choices, chosen.name.text);
      if (choice == kNone || chosen.value.value.text == "nothing") continue;
      const uint32_t set = model_.choices[choice].value.set();
      if (set != kNone) check_member(chosen.value.value, set, true);
    }
  }

 private:
  // Checks a picked or chosen member: an entity of `world`, the agent itself, or a row of the set by its
  // number, "orders 2".
  void check_member(const Name& member, uint32_t set, bool may_be_nobody) {
    const uint32_t entity = find_named(situation_, member.text);
    const bool is_self = member.text == "self" || entity == entity_of_agent(agent_);
    const bool may_be_self =
        set == kNone || (!is_memory(model_, set) && candidates_of(model_, set).value.has_entities);
    if (entity != kNone && (!is_self || may_be_self)) return values_.note_entity(entity, member.span);
    if (is_self && may_be_self) return;
    std::vector<std::string> rows;
    bool is_row = false;
    if (set != kNone) {
      const std::string name(name_of_set(model_, set).text);
      for (size_t row = 1; row <= rows_of(name); ++row) rows.push_back(fmt::format("{} {}", name, row));
      is_row = member.text.starts_with(name + " ");
    }
    if (std::ranges::find(rows, member.text) != rows.end())  // the set's name, before the number
      return model_.note_use({member.span.file, member.span.begin,
                              member.span.begin + static_cast<uint32_t>(member.text.find(' '))},
                             name_of_set(model_, set));
    // Rows of entities are rarely named by their number: list them only where nothing else has a name.
    const std::vector<std::string_view> entities = values_.named_entities(true);
    const bool is_told = is_row || entities.empty();
    std::vector<std::string_view> possible(rows.begin(), rows.end());
    std::vector<std::string_view> told = is_told ? possible : std::vector<std::string_view>();
    told.insert(told.end(), entities.begin(), entities.end());
    if (may_be_nobody) possible.emplace_back("nothing");
    if (may_be_self) possible.emplace_back("self");
    values_.report_unknown(member, is_told ? "member called" : "entity of `world` called", told, possible);
  }

  // The number of members that the situation gives to a memory or a set of candidates.
  [[nodiscard]] size_t rows_of(std::string_view set) const {
    const auto of_set = [&](const auto& rows, uint32_t index, auto member) {
      return index == kNone ? 0 : static_cast<size_t>(std::ranges::count(rows, index, member));
    };
    const SituationAgent& agent = situation_.agent_at(agent_);
    return of_set(agent.facts, find_index(model_.memory, set), &SituationFact::memory) +
           of_set(agent.candidates, find_index(model_.candidates, set), &SituationCandidate::set);
  }

  const Model& model_;
  Situation& situation_;
  uint32_t agent_;
  Diagnostics& diagnostics_;
  SituationValues values_{model_, situation_, diagnostics_};
};

}  // namespace

void check_expected_members(const Model& model, const AgentExpectation& expect, const Situation& situation,
                            uint32_t agent, Diagnostics& diagnostics) {
  Situation copy = situation;
  MemberCheck check(model, copy, agent, diagnostics);
  check.check_picked_entity(expect);
  check.check_chosen(expect);
}

}  // namespace ishi::compiler
