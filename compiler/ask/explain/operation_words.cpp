#include "explain/operation_words.h"

#include <fmt/format.h>

#include <bit>

#include "diagnostics/terminal_text.h"

namespace ishi::compiler {
namespace {

constexpr size_t kLongestPart = 240;  // characters of a formula's part that still can be read

std::string moment_name(std::string_view name, std::string_view kind, uint32_t index) {
  return name.empty() ? fmt::format("{}#{}", kind, index) : printable_line(name);
}

std::string parameter_words(const Asset& asset, const ProgramNames& names, const OperationView& operation) {
  const uint32_t p = operation.parameter;
  const auto named = [&](std::string_view name, std::string_view kind) {
    return name.empty() ? fmt::format("{}#{}", kind, p) : printable_line(name);
  };
  switch (operation_table()[static_cast<size_t>(operation.code)].parameter) {
    case ParameterKind::none:
    case ParameterKind::draw: break;
    case ParameterKind::moment: {
      const MomentInfo moment = AssetParts(asset).moment(names.agent.moments.first + p);
      if (moment.kind == MomentKind::event)
        return moment_name(asset.name(Kind::events, moment.subject), "event", moment.subject);
      return moment_name(AssetParts(asset).option(names.agent.options.first + moment.subject).name, "option",
                         moment.subject);
    }
    case ParameterKind::constant: return fmt::format("{}", std::bit_cast<float>(p));
    case ParameterKind::key_number:
    case ParameterKind::key_vector:
    case ParameterKind::key_entity: return named(asset.name(Kind::keys, p), "key");
    case ParameterKind::option:
      return named(AssetParts(asset).option(names.agent.options.first + p).name, "option");
    case ParameterKind::choice:
      return named(AssetParts(asset).choice(names.agent.choices.first + p).name, "choice");
    case ParameterKind::motive:
    case ParameterKind::level: return named(asset.name(Kind::motives, p), "motive");
    case ParameterKind::thing: return named(asset.name(Kind::things, p), "thing");
    case ParameterKind::field_number:
    case ParameterKind::field_vector:
    case ParameterKind::field_entity: return named(AssetParts(asset).field(p).name, "field");
    case ParameterKind::record_number:
    case ParameterKind::record_vector:
    case ParameterKind::record_entity:
      if (names.record_kind == RecordKind::event)
        return named(
            AssetParts(asset).event_field(AssetParts(asset).event(names.record).fields.first + p).name,
            "field");
      if (names.record_kind == RecordKind::goal)
        return named(
            AssetParts(asset).parameter(AssetParts(asset).goal(names.record).parameters.first + p).name,
            "parameter");
      return named(
          AssetParts(asset).parameter(AssetParts(asset).task(names.record).parameters.first + p).name,
          "parameter");
    case ParameterKind::given_number:
    case ParameterKind::given_vector:
    case ParameterKind::given_entity:
    case ParameterKind::given_member:
      return named(AssetParts(asset).given(names.agent.givens.first + p).name, "given");
    case ParameterKind::set:
    case ParameterKind::memory:
    case ParameterKind::aware_memory: return named(asset.name(Kind::sets, p), "set");
    case ParameterKind::member_number:
    case ParameterKind::member_vector:
    case ParameterKind::member_entity: return named(AssetParts(asset).member_field(p).name, "field");
    case ParameterKind::curve: return named(asset.name(Kind::curves, p), "curve");
  }
  return {};
}

// Takes off what stands round the whole.
std::string without_parentheses(const std::string& text) {
  if (!text.starts_with('(')) return text;
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0) return i + 1 == text.size() ? text.substr(1, text.size() - 2) : text;
  }
  return text;
}

}  // namespace

std::string operation_words(const Asset& asset, const ProgramNames& names, const OperationView& operation,
                            const std::vector<std::string>& texts) {
  const OperationInfo& row = operation_table()[static_cast<size_t>(operation.code)];
  std::string result;
  for (size_t i = 0; i < row.form.size(); ++i) {
    if (row.form[i] != '{' || i + 2 >= row.form.size()) {
      result += row.form[i];
      continue;
    }
    const char which = row.form[i + 1];
    i += 2;
    if (which == 'p')
      result += parameter_words(asset, names, operation);
    else
      result += texts[which == 'a' ? operation.a : which == 'b' ? operation.b : operation.c];
  }
  return result;
}

std::string formula_text(const Asset& asset, const AgentNames& agent, uint32_t formula, uint32_t results) {
  const FormulaInfo info = AssetParts(asset).formula(formula);
  const ProgramNames names{agent, info.record_kind, info.record};
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < info.program.count; ++i) {
    const OperationView operation = AssetParts(asset).operation(info.program.first + i);
    const bool is_passed_on =
        operation.code == OperationCode::spread || operation.code == OperationCode::saturate;
    if (is_passed_on) {  // says nothing to a reader
      texts.push_back(texts[operation.a]);
      continue;
    }
    const OperationInfo& row = operation_table()[static_cast<size_t>(operation.code)];
    const bool is_infix = row.operands == 2 && row.form.starts_with('{');
    std::string text = operation_words(asset, names, operation, texts);
    if (text.size() > kLongestPart && i + results + 1 < info.program.count) text = "…";
    texts.push_back(is_infix ? fmt::format("({})", text) : text);
  }
  if (results == 3) {
    const size_t x = texts.size() - 3;
    return fmt::format("[{}, {}, {}]", texts[x], texts[x + 1], texts[x + 2]);
  }
  return without_parentheses(texts.back());
}

std::string name_or(std::string_view name, std::string_view kind, uint32_t index) {
  return name.empty() ? fmt::format("{} {}", kind, index) : printable_line(name);
}

}  // namespace ishi::compiler
