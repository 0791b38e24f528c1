#include <fmt/format.h>

#include "expression/typer.h"
#include "expression/types.h"
#include "language/words.h"

// `team == watch`: the team of the agent, compared with a name of `teams`.

namespace ishi::compiler {

// True if a name means the agent's team: nothing with this name is declared.
bool Typer::is_team(const Expression& node) const {
  if (node.kind != ExpressionKind::name || node.text != "team" || !is_bare_word(node)) return false;
  const std::string_view global = in_model(Space::expressions, node.text);
  return !keys_.contains(global) && !values_.contains(global) && !choices_.contains(global) &&
         find_index(model_.levels, node.text) == kNone;
}

// False if neither side is the agent's team.
bool Typer::check_team(Expression& node) {
  const bool is_left = is_team(*node.operands[0]);
  if (!is_left && !is_team(*node.operands[1])) return false;
  Expression& own = *node.operands[is_left ? 0 : 1];
  Expression& named = *node.operands[is_left ? 1 : 0];
  poison(node);
  poison(own);
  const bool is_equality = node.kind == ExpressionKind::equal || node.kind == ExpressionKind::not_equal;
  if (model_.teams.empty() || !is_equality || named.kind != ExpressionKind::name || is_team(named)) {
    report_team(own);
    return true;
  }
  const uint32_t team = find_index(model_.teams, named.text);
  poison(named);
  if (team == kNone) {
    std::vector<std::string_view> known;
    for (const auto& one : model_.teams) known.push_back(one.name.text);
    auto report =
        diagnostics_.report(Code::unknown_name, named.span, fmt::format("there is no team `{}`", named.text));
    report.suggest_or(named.span, named.text, known,
                      [&] { return fmt::format("`teams` declares {}", quoted_list(known, "and")); });
    return true;
  }
  own.kind = ExpressionKind::team;
  own.type = {ValueKind::number};
  model_.note_use(named.text_span, model_.teams[team].name);
  named.kind = ExpressionKind::number;
  named.number = team;
  named.type = {ValueKind::number};
  node.type = {ValueKind::boolean};
  return true;
}

void Typer::report_team(const Expression& node) {
  if (model_.teams.empty()) {
    diagnostics_
        .report(Code::unknown_name, node.span, "no team is declared, so `team` can be compared with nothing")
        .help(
            "declare the groups in the order in which the game numbers them, such as "
            "`teams: { watch: {}, thieves: {} }`, and write `team == watch`");
    return;
  }
  const std::string_view first = model_.teams[0].name.text;
  diagnostics_
      .report(Code::name_is_no_value, node.span,
              "`team` is the agent's team, and can only be compared with the name of one")
      .help(fmt::format("write `team == {0}` or `team != {0}`", first));
}

}  // namespace ishi::compiler
