#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "language/tables.h"

namespace ishi::compiler {
namespace {

class ClaimLinker {
 public:
  ClaimLinker(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), names_(names), diagnostics_(diagnostics) {}

  void link() {
    for (auto& action : model_.actions) {
      check_fifo(action);
      link_action(action.value);
    }
    warn_of_unclaimed();
  }

 private:
  void link_action(Action& action) {
    std::unordered_set<std::string_view> known;
    for (Reference& claim : action.claims) {
      if (!claim.given()) continue;
      link_claim(action, claim);
      if (known.insert(claim.text).second) continue;
      diagnostics_
          .report(Code::defined_twice, claim.span, fmt::format("`{}` stands twice in this list", claim.text))
          .help("take one of the two out: an agent holds a token once");
    }
  }

  // Checks that an action with `fifo` claims the member that it is for. `fifo` decides who gets a member; a
  // token has its own rule.
  void check_fifo(const Named<Action>& named) {
    const Action& action = named.value;
    if (!action.fifo.value) return;
    const auto is_candidate = [&](const Reference& claim) {
      return !action.for_each.empty() && action.for_each[0].name.text == claim.text;
    };
    if (std::ranges::any_of(action.claims, is_candidate)) return;
    const auto token = std::ranges::find_if(action.claims, [&](const Reference& claim) {
      return find_index(model_.tokens, claim.text) != kNone;
    });
    auto report = diagnostics_.report_missing(named.name.span, Code::fifo_without_claim, action.fifo.span,
                                              token == action.claims.end()
                                                  ? "this action claims nothing, so nobody waits for it"
                                                  : "`fifo` of a token stands where the token is declared");
    if (token != action.claims.end()) {
      report.label(model_.tokens[find_index(model_.tokens, token->text)].name.span, "the token")
          .help(fmt::format("take `fifo` out, and write `{}: {{ count: {}, fifo: true }}` under `tokens`",
                            token->text,
                            model_.tokens[find_index(model_.tokens, token->text)].value.count.value));
    } else if (!action.for_each.empty()) {
      report.help(
          fmt::format("claim the one that the action is for: `claims: {}`", action.for_each[0].name.text));
    } else {
      report.help(
          "take `fifo` out, or claim a member of a set: `for_each: { seat: seats }` and `claims: seat`");
    }
  }

  void link_claim(const Action& action, Reference& claim) {
    claimed_.insert(claim.text);
    const bool is_candidate = !action.for_each.empty() && action.for_each[0].name.text == claim.text;
    if (is_candidate) {
      model_.note_use(claim.span, action.for_each[0].name);
      return check_candidate(action, claim);
    }
    claim.index = find_index(model_.tokens, claim.text);
    if (claim.index != kNone) return model_.note_use(claim.span, model_.tokens[claim.index].name);
    if (find_set(model_, claim.text) != kNone) return report_set(action, claim);
    if (claim.text == "it") return report_it(action, claim);
    if (action.offered_by != kNone && claim.text == model_.things[action.offered_by].name.text)
      return report_thing(claim);
    if (find_index(model_.choices, claim.text) != kNone) return report_choice(claim);
    if (action.for_each.empty())
      return names_.report_unknown({claim.text, claim.span}, "token", "`tokens`", names_of(model_.tokens));
    report_neither(claim, action.for_each[0].name.text);
  }

  // Reports a claim that names neither a token nor the member that the action is for.
  void report_neither(const Reference& claim, std::string_view member) {
    auto report = diagnostics_.report(
        Code::unknown_name, claim.span,
        fmt::format("`{}` is neither a token nor whom this action is for, `{}`", claim.text, member));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known = names_of(model_.tokens);
    known.push_back(member);
    if (const auto near = report.suggestions(claim.text, known); !near.empty())
      report.suggest(claim.span, near[0]);
    else if (const std::string_view other = noun_elsewhere(model_, claim.text); !other.empty())
      report.help(fmt::format("`{}` is {}: claim a token of `tokens`, or `{}`", claim.text, other, member));
    else if (model_.tokens.empty())
      report.help(fmt::format("write `claims: {}`, or declare `{}: 1` under `tokens`", member, claim.text));
    else
      report.help(fmt::format("name one of {}, or declare `{}: 1` under `tokens`", quoted_list(known, "and"),
                              claim.text));
  }

  // Only what has a place in the world can be held by one and not by another.
  void check_candidate(const Action& action, const Reference& claim) {
    const uint32_t set = action.set();
    if (set == kNone || is_memory(model_, set) || candidates_of(model_, set).value.has_entities) return;
    const Named<Candidates>& candidates = candidates_of(model_, set);
    diagnostics_
        .report_missing(candidates.name.span, Code::claim_of_no_entity, claim.span,
                        fmt::format("`{}` is no entity: the members of `{}` are nothing but their fields",
                                    claim.text, candidates.name.text))
        .label(candidates.name.span, "this set says no `of`")
        .help(
            "claim a token, or let the members be entities: `of: entity`, or the things that they are, such "
            "as "
            "`of: chair`");
  }

  void report_set(const Action& action, const Reference& claim) {
    const bool is_its = !action.for_each.empty() && action.for_each[0].value.text == claim.text;
    auto report = diagnostics_.report(
        Code::name_of_other_kind, claim.span,
        fmt::format("`{}` is a whole set, and only one member of it can be claimed", claim.text));
    if (is_its) {
      const std::string name(action.for_each[0].name.text);
      report.help(fmt::format("claim the one that the action is for: `{}`", name)).edit(claim.span, name);
    } else {
      report.help(
          fmt::format("choose the member first: `for_each: {{ one: {} }}` and `claims: one`", claim.text));
    }
  }

  void report_choice(const Reference& claim) {
    diagnostics_
        .report(Code::name_of_other_kind, claim.span,
                fmt::format("`{}` is a choice, and who it is may be another one before the action ends",
                            claim.text))
        .label(model_.choices[find_index(model_.choices, claim.text)].name.span, "the choice")
        .help(
            "let the action be for the one that it claims: `for_each: { one: SET }`, `claims: one`, and "
            "score "
            "it as the choice does");
  }

  void report_thing(const Reference& claim) {
    diagnostics_
        .report(Code::name_of_other_kind, claim.span,
                fmt::format("`{}` is a kind of thing, and only one of them can be claimed", claim.text))
        .help("claim the one that offers this: `it`")
        .edit(claim.span, "it");
  }

  void report_it(const Action& action, const Reference& claim) {
    auto report = diagnostics_.report(Code::unknown_name, claim.span,
                                      "`it` is the thing that offers, and this action is no offer");
    if (action.for_each.empty()) {
      report.help("claim a token, or a member of a set: `for_each: { seat: seats }` and `claims: seat`");
    } else {
      const std::string name(action.for_each[0].name.text);
      report.help(fmt::format("claim what the action is for: `{}`", name)).edit(claim.span, name);
    }
  }

  // A token of the contract may be for another asset of the project.
  void warn_of_unclaimed() {
    if (model_.agents.empty() || diagnostics_.has_errors()) return;
    for (const auto& [name, token] : model_.tokens) {
      if (claimed_.contains(name.text) || !scopes_.is_main(name.span.file)) continue;
      diagnostics_.report(Code::token_unclaimed, name.span, fmt::format("nobody claims `{}`", name.text))
          .help(fmt::format("add `claims: {}` to the actions that need it, or take it out", name.text));
    }
  }

  Model& model_;
  const Scopes& scopes_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::unordered_set<std::string_view> claimed_;
};

}  // namespace

void link_claims(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics) {
  ClaimLinker(model, scopes, names, diagnostics).link();
}

}  // namespace ishi::compiler
