#include "workspace/signature.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/curve_units.h"
#include "language/functions.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/formula_tokens.h"

namespace ishi::compiler {

namespace {

// "(a: entity, b: entity)"
std::string parameters_of(const Model& model, const Value& value) {
  std::string text;
  for (const auto& [name, variable] : value.parameters) {
    const Type& type = variable.resolved;
    const bool is_enum = type.kind == ValueKind::enumeration && variable.type.text.empty();
    const std::string_view written =
        is_enum ? std::string_view(model.enums[type.reference].name.text) : variable.type.text;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name.text, written);
  }
  return fmt::format("({})", text);
}

}  // namespace

std::optional<Signature> signature_at(const CheckedFile& now, const CheckedFile& names, uint32_t offset) {
  const Cursor cursor = find_cursor(now.text(), offset);
  if (cursor.is_key || cursor.in_comment || cursor.begin == cursor.end) return std::nullopt;
  const std::vector<FormulaToken> tokens =
      formula_tokens(now.text().substr(cursor.begin, cursor.end - cursor.begin));
  const OpenCall call = open_call(tokens, offset - cursor.begin);
  if (!call.is_call) return std::nullopt;
  const std::string_view name = tokens[call.parenthesis - 1].text;
  Signature signature;
  if (const FunctionRow* const row = find_function(name); row != nullptr) {
    signature.label = row->form;
    signature.doc = row->doc;
  } else {
    const Model& model = names.program->model;
    const std::string_view global = names.program->scopes->find(0, Space::expressions, name);
    const uint32_t value = find_index(model.values, global), curve = find_index(model.curves, global);
    if (value != kNone && !model.values[value].value.parameters.empty()) {
      signature.label = fmt::format("{}{}", name, parameters_of(model, model.values[value].value));
      signature.doc = "a value with parameters";
    } else if (curve != kNone) {
      const bool has_unit = knows_input(model.curves[curve].value);
      const std::string_view input =
          has_unit ? describe(curve_input(model.curves[curve].value)) : std::string_view("a number");
      signature.label = fmt::format("{}({})", name, input.substr(input.find(' ') + 1));
      signature.doc = "a response curve";
    } else {
      return std::nullopt;
    }
  }
  const size_t open = signature.label.find('(');
  if (open == std::string::npos) return signature;
  size_t begin = open + 1;
  int depth = 0;
  for (size_t i = begin; i < signature.label.size(); ++i) {
    const char c = signature.label[i];
    if (c == '(') ++depth;
    const bool is_end = c == ')' && depth == 0;
    if (c == ')' && depth > 0) --depth;
    if (!is_end && !(c == ',' && depth == 0)) continue;
    while (begin < i && signature.label[begin] == ' ') ++begin;
    signature.parameters.emplace_back(static_cast<uint32_t>(begin), static_cast<uint32_t>(i));
    begin = i + 1;
    if (is_end) break;
  }
  const auto count = static_cast<uint32_t>(signature.parameters.size());
  signature.active = count == 0 ? 0 : std::min(call.argument, count - 1);
  return signature;
}

}  // namespace ishi::compiler
