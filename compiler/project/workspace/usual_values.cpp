#include "workspace/usual_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/curve_units.h"
#include "language/functions.h"
#include "language/scalar.h"
#include "workspace/complete_parts.h"
#include "workspace/formula_place.h"

namespace ishi::compiler {
namespace {

std::string place(int number, std::string_view word) {
  return word.empty() ? fmt::format("${}", number) : fmt::format("${{{}:{}}}", number, word);
}

std::string first_of(const std::vector<Candidate>& names) { return names.empty() ? "" : names[0].name; }

// A key, parameter or member at hand that has the type.
std::string name_of_type(const CompletionScope& scope, const Type& type) {
  const auto fits = [&](const Type& other) {
    if (other.kind != type.kind) return false;
    if (type.kind == ValueKind::enumeration || type.kind == ValueKind::entity)
      return type.reference == kNone || other.reference == type.reference;
    return other.quantity == type.quantity;
  };
  const auto find_in = [&](const Map<Variable>& map) -> std::string {
    for (const auto& [name, variable] : map)
      if (fits(variable.resolved)) return std::string(name.text);
    return {};
  };
  if (scope.parameters() != nullptr) {
    if (std::string name = find_in(*scope.parameters()); !name.empty()) return name;
  }
  const Named<Action>* const option = scope.option();
  if (option != nullptr && !option->value.for_each.empty()) {
    const auto& loop = option->value.for_each[0];
    if (fits(scope.member_type_of(loop.value.index))) return std::string(loop.name.text);
  }
  if (std::string name = find_in(scope.model.blackboard); !name.empty()) return name;
  for (const auto& [name, choice] : scope.model.choices)
    if (fits(scope.member_type_of(choice.set()))) return std::string(name.text);
  return {};
}

// A word of a table that needs no names: "3s", "true", "0..1".
bool is_literal(std::string_view text) {
  if (text.empty()) return false;
  if (text == "true" || text == "false") return true;
  const auto is_of_number = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-'; };
  if (!is_of_number(text[0])) return false;
  return text.find_first_of(" {}[],+*/") == std::string_view::npos;
}

}  // namespace

std::string usual_number(Quantity quantity) {
  switch (quantity) {
    case Quantity::number: return "0.5";
    case Quantity::length: return "1m";
    case Quantity::duration: return "1s";
    case Quantity::angle: return "10deg";
    case Quantity::speed: return "1m/s";
    case Quantity::rate: return "1/s";
    case Quantity::frames: return "1f";
  }
  return {};
}

std::string usual_operand(const CompletionScope& scope, const Type& type) {
  switch (type.kind) {
    case ValueKind::number: return usual_number(type.quantity);
    case ValueKind::integer: return "1";
    case ValueKind::boolean: return "true";
    case ValueKind::enumeration: return first_of(scope.words_of(type));
    case ValueKind::direction: {
      std::string name = name_of_type(scope, type);
      return name.empty() ? "direction(self)" : name;
    }
    case ValueKind::point: {
      std::string name = name_of_type(scope, type);
      if (name.empty()) name = name_of_type(scope, {ValueKind::entity});
      return name.empty() ? "self" : name;
    }
    case ValueKind::entity: {
      std::string name = name_of_type(scope, type);
      return !name.empty() ? name : type.reference == kNone ? "self" : "nothing";
    }
    default: return name_of_type(scope, type);
  }
}

std::string usual_arguments(const CompletionScope& scope, std::string_view function) {
  const FunctionRow* const row = find_function(function);
  if (row == nullptr) {  // a curve
    const std::string_view name = scope.names.program->scopes->find(0, Space::expressions, function);
    const uint32_t curve = find_index(scope.model.curves, name);
    const bool is_known = curve != kNone && knows_input(scope.model.curves[curve].value);
    return fmt::format("({})",
                       place(1, is_known ? usual_number(curve_input(scope.model.curves[curve].value)) : ""));
  }
  std::string result;
  int number = 0;
  for (const char letter : row->arguments) {
    if (letter == '*' || (letter >= 'A' && letter <= 'Z')) continue;  // may be left out
    std::string word;
    switch (letter) {
      case 'n':
      case 'u':
      case 'v':
      case 't': word = "0.5"; break;
      case 'b': word = "true"; break;
      case 'a': word = "10deg"; break;
      case 'l': word = "1m"; break;
      case 'd': word = usual_operand(scope, {ValueKind::direction}); break;
      case 'p': word = usual_operand(scope, {ValueKind::entity}); break;
      case 's':
        word = first_of(scope.names_of(Section::memory));
        if (word.empty()) word = first_of(scope.names_of(Section::candidates));
        break;
      case 'm':
      case 'o': word = first_of(scope.names_of(Section::actions)); break;
      default: break;
    }
    result += fmt::format("{}{}", result.empty() ? "" : ", ", place(++number, word));
  }
  return fmt::format("({})", result);
}

std::string usual_call(const CompletionScope& scope, std::string_view callee, int number) {
  const Model& model = scope.model;
  const auto find_in = [&](const auto& map) {
    const uint32_t index = find_index(map, callee);
    return index == kNone ? nullptr : &map[index].value;
  };
  const Map<Variable>* parameters = nullptr;
  if (const auto* const task = find_in(model.tasks); task != nullptr) parameters = &task->parameters;
  if (const auto* const goal = find_in(model.goals); goal != nullptr) parameters = &goal->parameters;
  if (const auto* const event = find_in(model.events); event != nullptr) parameters = &event->fields;
  if (parameters == nullptr) return {};
  std::string arguments;
  for (const auto& [name, variable] : *parameters) {
    if (variable.fallback_node != nullptr) continue;
    arguments += fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", name.text,
                             place(++number, usual_operand(scope, variable.resolved)));
  }
  return arguments.empty() ? "" : fmt::format("{{ {} }}", arguments);
}

namespace {

// Writes values with their places, numbered one after the other.
class UsualValue {
 public:
  explicit UsualValue(const CompletionScope& scope) : scope_(scope) {}

  // Empty if something in it has no usual value.
  std::string write(const Field& field, size_t depth) {  // NOLINT(misc-no-recursion): to kDeepest
    constexpr size_t kDeepest = 4;
    if (depth > kDeepest) return {};
    if (is_literal(field.example)) return next(field.example);
    switch (field.form) {
      case Form::boolean: {
        const bool is_true = field.show_default != nullptr && field.show_default(field) == "true";
        return next(is_true ? "false" : "true");
      }
      case Form::word: return field.words.empty() ? "" : next(field.words[0]);
      case Form::whole: return next(fmt::format("{}", std::max(1.0, field.low)));
      case Form::measure: return next(usual_number(field.quantity));
      case Form::any_measure: return next("1");
      case Form::along_input: return next("0");
      case Form::formula: return next(formula(field));
      case Form::type: return next("number");
      case Form::bounds: return next("0..1");
      case Form::reference: return next(first_of(scope_.names_of(field.section)));
      case Form::references: {
        const std::string name = next(first_of(scope_.names_of(field.section)));
        return name.empty() ? "" : fmt::format("[{}]", name);
      }
      case Form::event: {
        const std::string name = first_of(scope_.names_of(field.section));
        return name.empty() ? "" : called(name, true);
      }
      case Form::steps: {
        const std::string step = field.is_instant ? "" : first_of(scope_.names_of(Section::tasks));
        return step.empty() ? "" : fmt::format("[{}]", called(step, false));
      }
      case Form::record: return record(field, depth);
      case Form::map: return map(field, depth);
      case Form::list: {
        if (field.is_short_form) return write(*field.item, depth + 1);
        std::string items;
        for (size_t i = 0; i < std::max<size_t>(1, field.least); ++i) {
          const std::string item = write(*field.item, depth + 1);
          if (item.empty()) return {};
          items += fmt::format("{}{}", i == 0 ? "" : ", ", item);
        }
        return fmt::format("[{}]", items);
      }
      default: return {};
    }
  }

 private:
  std::string next(std::string_view word) { return word.empty() ? "" : place(++number_, word); }

  [[nodiscard]] std::string formula(const Field& field) const {
    constexpr auto kPlaces = std::to_array<std::string_view>({"to", "at", "target", "away_from", "toward"});
    if (std::ranges::find(kPlaces, field.name) != kPlaces.end())
      return usual_operand(scope_, {ValueKind::point});
    return is_condition(field.name) ? "true" : "0.5";
  }

  // A task or event with what it must be given.
  std::string called(const std::string& name, bool is_value) {
    const std::string arguments = usual_call(scope_, name, number_);
    if (arguments.empty()) return next(name);
    number_ += static_cast<int>(std::ranges::count(arguments, '$'));
    const std::string call = fmt::format("{}: {}", name, arguments);
    return is_value ? fmt::format("{{ {} }}", call) : call;
  }

  // Its short form, or the fields that it needs: all that are required, and one of the kinds.
  std::string record(const Field& field, size_t depth) {  // NOLINT(misc-no-recursion)
    const Mapping& mapping = *field.mapping;
    if (&mapping == &kStepMapping) {
      const std::string steps = write(*find_field(mapping, "do"), depth + 1);
      return steps.empty() ? "" : fmt::format("{{ do: {} }}", steps);
    }
    if (const Field* const alone = short_form_of(&field); alone != nullptr) return write(*alone, depth + 1);
    std::string fields;
    bool has_kind = !mapping.needs_kind;
    for (const Field& own : mapping.fields) {
      const bool is_kind = own.kind != 0 && !has_kind && own.with.empty();
      if (!own.is_required && !is_kind) continue;
      const std::string value = write(own, depth + 1);
      if (value.empty() && own.is_required) return {};
      if (value.empty()) continue;
      has_kind = has_kind || is_kind;
      fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", own.name, value);
    }
    return fields.empty() || !has_kind ? "" : fmt::format("{{ {} }}", fields);
  }

  std::string map(const Field& field, size_t depth) {  // NOLINT(misc-no-recursion)
    if (field.item->form == Form::value || field.item->form == Form::formula) {
      if (!field.holds_names || field.section != Section::blackboard) return {};  // of unknown type
      for (const auto& [name, key] : scope_.model.blackboard) {
        if (key.scope.value != Scope::agent || key.resolved.kind == ValueKind::error) continue;
        const std::string value = usual_operand(scope_, key.resolved);
        if (!value.empty()) return fmt::format("{{ {}: {} }}", next(name.text), next(value));
      }
      return {};
    }
    if (field.holds_paths) return {};
    const std::string key = field.holds_times   ? next("1s")
                            : field.holds_names ? next(first_of(scope_.names_of(field.section)))
                                                : next("name");
    const std::string value = key.empty() ? "" : write(*field.item, depth + 1);
    return value.empty() ? "" : fmt::format("{{ {}: {} }}", key, value);
  }

  const CompletionScope& scope_;
  int number_ = 0;
};

}  // namespace

std::string usual_value(const CompletionScope& scope, const Field& field) {
  return UsualValue(scope).write(field, 0);
}

}  // namespace ishi::compiler
