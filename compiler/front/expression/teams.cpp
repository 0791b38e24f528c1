#include <fmt/format.h>

#include "expression/advice.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/typing_site.h"
#include "language/words.h"

// `team == watch`: the team of the agent, compared with a name of `teams`.

namespace ishi::compiler {
namespace {

// True if a name means the agent's team: nothing with this name is declared.
bool is_team(const TypingSite& at, const Expression& node) {
  if (node.kind != ExpressionKind::name || node.text != "team" || !is_bare_word(at, node)) return false;
  const std::string_view global = at.in_model(Space::expressions, node.text);
  return !at.names.keys.contains(global) && !at.names.values.contains(global) &&
         !at.names.choices.contains(global) && find_index(at.model.levels, node.text) == kNone;
}

}  // namespace

// False if neither side is the agent's team.
bool check_team(const TypingSite& at, Expression& node) {
  const bool is_left = is_team(at, *node.operands[0]);
  if (!is_left && !is_team(at, *node.operands[1])) return false;
  Expression& own = *node.operands[is_left ? 0 : 1];
  Expression& named = *node.operands[is_left ? 1 : 0];
  poison(node);
  poison(own);
  const bool is_equality = node.kind == ExpressionKind::equal || node.kind == ExpressionKind::not_equal;
  if (at.model.teams.empty() || !is_equality || named.kind != ExpressionKind::name || is_team(at, named)) {
    report_team(at, own);
    return true;
  }
  const uint32_t team = find_index(at.model.teams, named.text);
  poison(named);
  if (team == kNone) {
    std::vector<std::string_view> known;
    for (const auto& one : at.model.teams) known.push_back(one.name.text);
    auto report = at.diagnostics.report(Code::unknown_name, named.span,
                                        fmt::format("there is no team `{}`", named.text));
    report.suggest_or(named.span, named.text, known,
                      [&] { return fmt::format("`teams` declares {}", quoted_list(known, "and")); });
    return true;
  }
  own.kind = ExpressionKind::team;
  own.type = {ValueKind::number};
  at.model.note_use(named.text_span, at.model.teams[team].name);
  named.kind = ExpressionKind::number;
  named.number = team;
  named.type = {ValueKind::number};
  node.type = {ValueKind::boolean};
  return true;
}

void report_team(const TypingSite& at, const Expression& node) {
  if (at.model.teams.empty()) {
    at.diagnostics
        .report(Code::unknown_name, node.span, "no team is declared, so `team` can be compared with nothing")
        .help(
            "declare the groups in the order in which the game numbers them, such as "
            "`teams: { watch: {}, thieves: {} }`, and write `team == watch`");
    return;
  }
  const std::string_view first = at.model.teams[0].name.text;
  at.diagnostics
      .report(Code::name_is_no_value, node.span,
              "`team` is the agent's team, and can only be compared with the name of one")
      .help(fmt::format("write `team == {0}` or `team != {0}`", first));
}

}  // namespace ishi::compiler
