#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "expression/advice.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/written_unit.h"

// Calls of values with parameters: `gap(self, it)`. Their formula is typed once, with the parameters as they
// are declared; expansions.h writes each call out.

namespace ishi::compiler {
namespace {

// "gap(a, b)", as one calls it.
std::string form_of(const Named<Value>& value, std::string_view called) {
  std::vector<std::string_view> names;
  for (const auto& parameter : value.value.parameters) names.push_back(parameter.name.text);
  return fmt::format("{}({})", called, fmt::join(names, ", "));
}

std::string count_of(size_t count) { return count == 0 ? "none" : fmt::format("{}", count); }

// Warns where a value reads a field of somebody and the call gives it somebody who may be nobody.
void warn_of_given_nobody(const TypingSite& at, const Expression& node, const Named<Value>& value) {
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const Expression* const read = value.value.unasked[i];
    const Expression& given = *node.operands[i];
    if (read == nullptr || at.is_somebody(given)) continue;
    if (at.place.value != nullptr && given.kind == ExpressionKind::parameter) {
      const Expression*& first = at.place.value->unasked[given.index];
      if (first == nullptr) first = read;
      continue;
    }
    const std::string text = at.text_of(given);
    at.diagnostics
        .report(Code::nobody_read, given.span,
                fmt::format("`{}` may be nobody when `{}` reads its `{}`", text, value.name.text, read->text))
        .label(read->span, "read here")
        .note(read->text == "position" ? "the position of nobody is the origin of the world"
              : read->text == "facing" ? "nobody faces forward"
                                       : fmt::format("of nobody, `{}` is its default", read->text))
        .help(fmt::format("ask first: `{0}.known and …` in a condition, if({0}.known, …, …) in a number",
                          text));
  }
}

}  // namespace

// The formula of a value, as it stands.
void Typer::type_value(Named<Value>& named) {
  Value& value = named.value;
  if (value.parameters.empty()) return type(value.is, {}, {}, "");
  value.unasked.assign(value.parameters.size(), nullptr);
  std::vector<bool> read(value.parameters.size(), false);
  Place place;
  place.parameters = &value.parameters;
  place.value = &value;
  place.read = &read;
  type(value.is, {}, place, "");
  if (value.is.root == nullptr) return;
  for (size_t i = 0; i < read.size(); ++i) {
    const Name& name = value.parameters[i].name;
    if (read[i]) continue;
    at_.diagnostics.report(Code::never_used, name.span, fmt::format("`{}` is never read", name.text))
        .label(value.is.span, "its formula")
        .help(
            fmt::format("read it in `is`, or take it out here and wherever `{}` is called", named.name.text));
  }
}

void report_not_called(const TypingSite& at, const Expression& node, const Named<Value>& value) {
  at.diagnostics
      .report(Code::argument_count, node.span,
              fmt::format("`{}` has parameters, but here it is given nothing", at.text_of(node)))
      .label(value.name.span, "declared here")
      .help(fmt::format("write `{}`, with something for each parameter", form_of(value, at.text_of(node))));
}

void Typer::check_expansion(Expression& node, uint32_t index) {
  Named<Value>& value = model_.values[index];
  Expression reader;
  reader.index = index;
  reader.span = node.span;
  touch_value(reader);
  node.index = index;
  const bool is_right = check_given_values(node, value);
  if (model_.uses != nullptr) {
    model_.note_use(node.text_span, value.name);
    for (const Expression* operand : node.operands) note_uses(at_, *operand);
  }
  const bool is_typed = value_states_[index] == State::done && value.value.is.root != nullptr;
  if (!is_right || !is_typed) return;
  warn_of_given_nobody(at_, node, value);
  expansions_.expand(node, value);
}

bool Typer::check_given_values(Expression& node, const Named<Value>& value) {
  const auto& parameters = value.value.parameters;
  const std::string called =
      node.alias.empty() ? std::string(node.text) : fmt::format("{}.{}", node.alias, node.text);
  const bool is_count_right = node.operands.size() == parameters.size();
  if (!is_count_right) {
    at_.diagnostics
        .report(Code::argument_count, node.span,
                fmt::format("`{}` takes {} value{}, but here {} {}", called, parameters.size(),
                            parameters.size() == 1 ? "" : "s", node.operands.size() < 2 ? "is" : "are",
                            count_of(node.operands.size())))
        .label(value.name.span, "declared here")
        .help(fmt::format("write `{}`", form_of(value, called)));
  }
  bool is_right = is_count_right;
  for (size_t i = 0; i < node.operands.size(); ++i) {
    Expression& given = *node.operands[i];
    const Type wanted = is_count_right ? parameters[i].value.resolved : Type();
    check(given, wanted);
    if (failed(given) || wanted.kind == ValueKind::error) {
      is_right = false;
      continue;
    }
    const size_t before = at_.diagnostics.all().size();
    if (fits(at_, given, wanted, fmt::format("`{}` of `{}`", parameters[i].name.text, called))) continue;
    if (at_.diagnostics.all().size() > before)
      at_.diagnostics.label_latest(parameters[i].name.span, "declared here");
    is_right = false;
  }
  return is_right;
}

}  // namespace ishi::compiler
