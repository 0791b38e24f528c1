#include "resolve/member_cooldowns.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr int32_t kMostCooling = 16;  // members of one action

class Cooldowns {
 public:
  Cooldowns(Model& model, const Scopes& scopes, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), diagnostics_(diagnostics) {}

  void add() {
    for (auto& thing : model_.things) {
      for (const auto& offer : thing.value.offers) {
        if (offer.value.cooldown_for_member.given) report_offer(offer.value.cooldown_for_member.span);
      }
    }
    for (size_t i = 0; i < model_.actions.size(); ++i) {
      Named<Action>& action = model_.actions[i];
      if (action.value.cooldown_for_member.given) add_to(action);
    }
  }

 private:
  void report_offer(Span span) {
    diagnostics_
        .report(Code::missing_field, span,
                "an offer has no `cooldown_for_member`: its thing is the only member")
        .help(
            "write `cooldown`, which counts for the offers of all such things, or let an action go over them "
            "with `for_each`");
  }

  void add_to(Named<Action>& action) {
    const Span span = action.value.cooldown_for_member.span;
    if (action.value.for_each.empty()) {
      diagnostics_
          .report_missing(
              action.name.span, Code::missing_field, span,
              fmt::format("`cooldown_for_member` is about one member of a set, but `{}` is for none",
                          action.name.text))
          .help("add `for_each`, such as `for_each: { foe: foes }`, or write `cooldown`");
      return;
    }
    const auto& [variable, set] = action.value.for_each[0];
    if (variable.text.empty() || !set.given()) return;
    Memory memory;
    if (!take_members(set, memory)) return;
    memory.forget = {action.value.cooldown_for_member.value, span, true};
    std::string name = fmt::format("{}{}", kCoolingPrefix, action.name.text);
    std::ranges::replace(name, '.', '_');
    const std::string& kept = model_.made_names.emplace_back(std::move(name));
    const std::string& asked =
        model_.made_names.emplace_back(fmt::format("count({}, it == {}) == 0", kept, variable.text));
    action.value.not_lately.text = asked;
    action.value.not_lately.span = {span.file, span.begin, span.begin + static_cast<uint32_t>(asked.size())};
    Step step;
    step.name = {"remember", span};
    Formula member;
    member.text = variable.text;
    member.span = variable.span;
    step.what.emplace<RememberStep>().memories.push_back({{kept, span}, member});
    auto& finally = action.value.finally;
    finally.value.insert(finally.value.begin(), std::move(step));  // before anything is forgotten
    if (!finally.given) finally.span = span;
    finally.given = true;
    model_.memory.push_back({{kept, span}, std::move(memory)});
  }

  // Lets the memory hold what the set holds. False if that cannot be remembered.
  bool take_members(const Reference& set, Memory& memory) {
    const std::string_view name = scopes_.find(set.span.file, Space::expressions, set.text);
    memory.of = {"entity", set.span};
    if (const uint32_t known = find_index(model_.memory, name); known != kNone) {
      const Memory& of = model_.memory[known].value;
      memory.capacity = {std::clamp(of.capacity.value, 1, kMostCooling), set.span, true};
      return true;
    }
    const uint32_t known = find_index(model_.candidates, name);
    if (known == kNone) return false;  // which is reported where names are linked
    const Candidates& candidates = model_.candidates[known].value;
    if (candidates.of.empty()) {
      diagnostics_
          .report(
              Code::missing_field, set.span,
              fmt::format("the members of `{}` are no entities, so nothing tells which one has been served",
                          set.text))
          .help(
              "let the set be `of` a thing, or write the time into a field of the member and ask for it in "
              "`when`");
      return false;
    }
    memory.capacity = {std::clamp(candidates.capacity.value, 1, kMostCooling), set.span, true};
    return true;
  }

  Model& model_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
};

}  // namespace

void add_member_cooldowns(Model& model, const Scopes& scopes, Diagnostics& diagnostics) {
  Cooldowns(model, scopes, diagnostics).add();
}

}  // namespace ishi::compiler
