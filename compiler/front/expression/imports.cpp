#include <fmt/format.h>

#include <utility>

#include "expression/advice.h"
#include "expression/parse.h"
#include "expression/typer.h"
#include "expression/typing_rules.h"
#include "language/functions.h"
#include "resolve/qualify.h"

// Names behind aliases: "std.worry", "std.near(x)", "needs.std.hunger".

namespace ishi::compiler {

// The import that a name stands for, or null.
const Scopes::Alias* alias_of(const TypingSite& at, const Expression& object) {
  return object.kind == ExpressionKind::name ? at.scopes.find_alias(at.file(), object.text) : nullptr;
}

// "std.worry": false if `std` is no import. An import that could not be read poisons in silence.
bool Typer::check_behind_alias(Expression& node) {
  const Scopes::Alias* alias = alias_of(at_, *node.operands[0]);
  if (alias == nullptr) return false;
  if (alias->unit == Scopes::kNoUnit) return true;
  const std::string_view name = at_.scopes.find_behind(*alias, Space::expressions, node.text);
  if (name.empty()) {
    if (node.text == "needs" || node.text == "drives") {
      at_.diagnostics
          .report(Code::name_is_no_value, node.span,
                  fmt::format("levels are read as `{}.{}.NAME`", node.text, alias->name))
          .help(fmt::format("write `{}.{}.` and the name", node.text, alias->name));
      return true;
    }
    const std::string_view motive = at_.scopes.find_behind(*alias, Space::motives, node.text);
    const bool is_key = at_.names.keys.contains(node.text);
    if (!is_key && motive.empty()) {
      report_unknown_behind(*alias, Space::expressions, node.text, node.span, "value", at_.scopes,
                            at_.diagnostics);
      return true;
    }
    const bool is_need = find_index(model_.needs, motive) != kNone;
    auto report = at_.diagnostics.report(Code::name_is_no_value, node.span,
                                         fmt::format("`{}.{}` is no value", alias->name, node.text));
    report.help(is_key
                    ? fmt::format("keys are the whole game's and have no alias: write `{}`", node.text)
                    : fmt::format("write `{}.{}.{}`", is_need ? "needs" : "drives", alias->name, node.text));
    return true;
  }
  if (const auto value = at_.names.values.find(name); value != at_.names.values.end()) {
    node.kind = ExpressionKind::value;
    node.index = value->second;
    node.operands.clear();
    if (!model_.values[node.index].value.parameters.empty()) {
      report_not_called(at_, node, model_.values[node.index]);
      return true;
    }
    touch_value(node);
    return true;
  }
  const std::string text = at_.text_of(node);
  if (find_index(model_.memory, name) != kNone) {
    at_.diagnostics
        .report(Code::name_is_no_value, node.span,
                fmt::format("`{}` is a memory, not a value: it holds many facts or none", text))
        .help(fmt::format("let an action go over its facts: `for_each: {{ NAME: {} }}`", text));
    return true;
  }
  at_.diagnostics
      .report(Code::name_is_no_value, node.span,
              fmt::format("`{}` is a curve and gives nothing before it is given something", text))
      .help(fmt::format("write `{}(x)`, with what it judges for x", text));
  return true;
}

// Checks "needs.std.hunger", the level of a need behind an alias. Returns false for any other expression.
bool Typer::check_motive_behind_alias(Expression& node) {
  const Expression& object = *node.operands[0];
  if (object.kind != ExpressionKind::member || object.operands[0]->kind != ExpressionKind::name) return false;
  const std::string_view kind = object.operands[0]->text;
  if (kind != "needs" && kind != "drives") return false;
  const Scopes::Alias* alias = at_.scopes.find_alias(at_.file(), object.text);
  if (alias == nullptr) return false;
  if (alias->unit == Scopes::kNoUnit) return true;
  const bool is_need = kind == "needs";
  const std::string_view name = at_.scopes.find_behind(*alias, Space::motives, node.text);
  const uint32_t index = find_index(is_need ? model_.needs : model_.drives, name);
  if (name.empty() || index == kNone) {
    const Span span{node.span.file, object.text_span.begin, node.text_span.end};
    report_unknown_behind(*alias, Space::motives, node.text, span, is_need ? "need" : "drive", at_.scopes,
                          at_.diagnostics);
    return true;
  }
  node.kind = ExpressionKind::motive;
  node.index = is_need ? index : index + static_cast<uint32_t>(model_.needs.size());
  node.operands.clear();
  touch_motive(node);
  return true;
}

// The model's name for a call's curve; empty after a report.
std::string_view Typer::curve_of_call(const Expression& node) {
  if (node.alias.empty()) return at_.in_model(Space::expressions, node.text);
  const Span alias_span{node.span.file, node.span.begin,
                        node.span.begin + static_cast<uint32_t>(node.alias.size())};
  const Scopes::Alias* alias = at_.scopes.find_alias(at_.file(), node.alias);
  if (alias == nullptr) {
    const bool is_method = find_function(node.text) != nullptr || at_.names.keys.contains(node.alias) ||
                           at_.names.values.contains(node.alias) || node.alias == "self" ||
                           node.alias == "needs" || node.alias == "drives";
    if (is_method)
      report_method(*at_.formula, alias_span, node.text, node.text_span, at_.diagnostics);
    else
      report_unknown_alias(node.alias, alias_span, at_.file(), at_.scopes, at_.diagnostics);
    return {};
  }
  if (alias->unit == Scopes::kNoUnit) return {};
  const std::string_view name = at_.scopes.find_behind(*alias, Space::expressions, node.text);
  const Span whole{node.span.file, node.span.begin, node.text_span.end};
  if (name.empty()) {
    report_unknown_behind(*alias, Space::expressions, node.text, whole, "curve", at_.scopes, at_.diagnostics);
  } else if (const auto value = at_.names.values.find(name);
             value != at_.names.values.end() && !model_.values[value->second].value.parameters.empty()) {
    return name;
  } else if (!at_.names.curves.contains(name)) {
    at_.diagnostics
        .report(Code::name_is_no_value, whole,
                fmt::format("`{}.{}` is a value, not a function or curve", node.alias, node.text))
        .help("to multiply, write the `*`");
    return {};
  }
  return name;
}

// Names of the model as this file writes them; those that it cannot name are left out.
std::vector<std::string_view> as_written(const TypingSite& at, std::vector<std::string_view> names,
                                         std::deque<std::string>& spelled) {
  if (!at.scopes.has_imports()) return names;
  for (std::string_view& name : names) {
    if (at.scopes.knows(Space::expressions, name))
      name = spelled.emplace_back(at.scopes.spelled(at.file(), Space::expressions, name));
  }
  std::erase(names, "");
  for (const Scopes::Alias& alias : at.scopes.aliases(at.file())) names.push_back(alias.name);
  return names;
}

}  // namespace ishi::compiler
