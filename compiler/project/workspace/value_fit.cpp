#include "workspace/value_fit.h"

#include <algorithm>
#include <array>

#include "language/functions.h"
#include "language/scalar.h"
#include "workspace/formula_place.h"
#include "workspace/formula_tokens.h"

namespace ishi::compiler {
namespace {

constexpr double kNever = kNeverFits;

bool is_number(std::string_view text) {
  const size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  return text.size() > sign && text[sign] >= '0' && text[sign] <= '9';
}
bool is_word_of_truth(std::string_view text) { return text == "true" || text == "false"; }

Quantity quantity_of(std::string_view text) {
  Diagnostics said_elsewhere;
  Measure measure;
  return read_measure(text, {}, said_elsewhere, measure) ? measure.quantity : Quantity::number;
}

bool holds(std::string_view text, std::string_view piece) {
  return text.find(piece) != std::string_view::npos;
}

// A sentence, not an expression.
bool is_prose(const Node& value) {
  if (value.kind != NodeKind::scalar || is_number(value.text) || holds(value.text, "..")) return false;
  constexpr auto kOfFormulas = std::to_array<std::string_view>(
      {" + ", " * ", " - ", " / ", " < ", " > ", "==", ">=", "<=", "(", "not ", " and "});
  size_t signs = 0;
  for (const std::string_view one : kOfFormulas) signs += holds(value.text, one) ? 1 : 0;
  return holds(value.text, " ") && signs < 2 && !(signs == 1 && !holds(value.text, " and "));
}

// The look of an expression: a condition, or a number.
bool looks_like_condition(const CompletionScope& scope, std::string_view text) {
  constexpr auto kSigns =
      std::to_array<std::string_view>({" < ", " > ", "==", "!=", ">=", "<=", "not ", " and ", " or "});
  const auto is_there = [&](std::string_view sign) { return holds(text, sign); };
  if (std::ranges::any_of(kSigns, is_there) && !text.starts_with("if(")) return true;
  if (text.ends_with(".known") || is_word_of_truth(text)) return true;
  const uint32_t key = find_index(scope.model.blackboard, text);
  return key != kNone && scope.model.blackboard[key].value.resolved.kind == ValueKind::boolean;
}

// An entry of the section around the place.
bool is_of_section(const CompletionScope& scope, std::string_view name) {
  for (size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    if (section_name(section) != scope.place.section) continue;
    const std::vector<Candidate> names = scope.names_of(section);
    return std::ranges::find(names, name, &Candidate::name) != names.end();
  }
  return false;
}

// True if an agent chooses it by that name: an action, a plan or an offer.
bool is_option(const Model& model, std::string_view name) {
  return std::ranges::any_of(model.agents, [&](const Named<Agent>& agent) {
    const auto& actions = agent.value.actions;
    return std::ranges::find(actions, name, &Reference::text) != actions.end();
  });
}

bool is_loop_variable(const CompletionScope& scope, std::string_view name) {
  const Named<Action>* const option = scope.option();
  const auto is_its = [&](const Named<Reference>& loop) { return loop.name.text == name; };
  if (option != nullptr && std::ranges::any_of(option->value.for_each, is_its)) return true;
  return std::ranges::any_of(scope.loops_of_steps(),
                             [&](const Named<Reference>* loop) { return is_its(*loop); });
}

// Judges whether the names in a value are names of a section.
double fit_of_names(const CompletionScope& scope, Section section, std::string_view name) {
  constexpr double kIs = 4;
  if (name.starts_with('+') || name.starts_with('-')) name.remove_prefix(1);
  std::vector<Candidate> names = scope.names_of(section);
  const auto is_among = [&] { return std::ranges::find(names, name, &Candidate::name) != names.end(); };
  if (is_among()) return kIs;
  // Agents choose between plans and offers, too; they forget or claim the member at hand.
  if (section == Section::actions && is_option(scope.model, name)) return kIs;
  const bool may_be_member = section == Section::memory || section == Section::tokens;
  if (may_be_member && is_loop_variable(scope, name)) return kIs;
  if (section == Section::memory) names = scope.names_of(Section::candidates);
  if (section == Section::needs) names = scope.names_of(Section::drives);
  if (section == Section::events) names = scope.names_of(Section::sounds);
  if (section == Section::tasks) names = scope.names_of(Section::goals);
  if (section == Section::things) names = scope.entities();
  if (is_among()) return kIs;
  return name == "nothing" || name == "entity" || name == "any" || holds(name, ".") ? 0 : kNever;
}

double fit_of_mapping(const CompletionScope& scope, const Node& value, const Field& field) {
  const bool takes = field.form == Form::record || field.form == Form::map || field.form == Form::event ||
                     field.form == Form::value;
  if (!takes) return kNever;
  if (value.entries.empty()) return 1;
  const Entry& first = value.entries[0];
  if (field.form == Form::event) return fit_of_names(scope, field.section, first.key);
  if (field.form == Form::map) {
    const double of_name = field.holds_names ? fit_of_names(scope, field.section, first.key) : 0;
    const bool is_time = is_number(first.key);
    if (field.holds_times != is_time) return kNever;
    if (field.holds_paths != (first.key.find('.') != std::string_view::npos)) return kNever;
    return 1 + of_name + 0.5 * fit_of_field(scope, *first.value, *field.item);
  }
  if (field.form != Form::record) return 0;
  const Mapping& mapping = *field.mapping;
  const auto is_known = [&](const Entry& entry) {
    if (find_field(mapping, entry.key) != nullptr || mapping.other != nullptr) return true;
    if (mapping.is_named && (entry.key == "doc" || entry.key == "extends")) return true;
    if (mapping.open == nullptr) return false;
    return !mapping.open->holds_names || fit_of_names(scope, mapping.open->section, entry.key) > 0;
  };
  return std::ranges::all_of(value.entries, is_known) ? 5 : kNever;
}

double fit_of_sequence(const CompletionScope& scope, const Node& value, const Field& field) {
  const bool takes = field.form == Form::references || field.form == Form::list ||
                     field.form == Form::steps || field.form == Form::names ||
                     field.form == Form::path_list || field.form == Form::value;
  if (!takes) return kNever;
  if (value.items.empty()) return 0;
  const Node& first = *value.items[0];
  const bool is_name = first.kind == NodeKind::scalar;
  if (field.form == Form::references)
    return is_name ? 2 + fit_of_names(scope, field.section, first.text) : kNever;
  if (field.form == Form::steps && is_name)
    return find_field(kStepMapping, first.text) != nullptr
               ? 3
               : 1 + fit_of_names(scope, Section::tasks, first.text);
  if (field.form == Form::list) return 2 + 0.5 * fit_of_field(scope, first, *field.item);
  if (field.form == Form::names || field.form == Form::path_list) return is_name ? 1 : kNever;
  return 1;
}

double fit_of_scalar(const CompletionScope& scope, const Node& value, const Field& field) {
  const std::string_view text = value.text;
  switch (field.form) {
    case Form::boolean: return is_word_of_truth(text) ? 3 : kNever;
    case Form::word: return std::ranges::find(field.words, text) != field.words.end() ? 6 : kNever;
    case Form::whole: return is_number(text) && quantity_of(text) == Quantity::number ? 1.5 : kNever;
    case Form::measure:
      if (std::ranges::find(field.words, text) != field.words.end()) return 4;
      if (!is_number(text) || quantity_of(text) != field.quantity) return kNever;
      return field.quantity == Quantity::number ? 1 : 3;
    case Form::bounds: return holds(text, "..") ? 4 : is_number(text) ? 0 : kNever;
    case Form::formula:
      if (holds(text, "..")) return kNever;
      return looks_like_condition(scope, text) == is_condition(field.name) ? 1.5 : -3;
    case Form::text: return is_prose(value) ? 2 : is_number(text) || is_word_of_truth(text) ? kNever : 1;
    case Form::type: return is_number(text) || holds(text, " ") ? kNever : 1;
    case Form::reference:
    case Form::references:
    case Form::event:
      return is_number(text) || holds(text, " ") ? kNever : fit_of_names(scope, field.section, text);
    case Form::steps:
      if (is_number(text) || holds(text, " ")) return kNever;
      return find_field(kStepMapping, text) != nullptr ? 3 : fit_of_names(scope, Section::tasks, text);
    case Form::value: return holds(text, " ") ? kNever : 0;
    case Form::map:
      return field.is_short_form && field.holds_names ? fit_of_names(scope, field.section, text) : kNever;
    case Form::record: return kNever;
    default: return 0;
  }
}

}  // namespace

void leave_out_impossible(std::vector<Candidate>& candidates) {
  const auto is_out = [](const Candidate& candidate) { return candidate.score < kOut / 2; };
  if (!std::ranges::all_of(candidates, is_out)) std::erase_if(candidates, is_out);
}

double fit_of_field(const CompletionScope& scope, const Node& value,
                    const Field& field) {  // NOLINT(misc-no-recursion)
  if (value.kind == NodeKind::mapping) return fit_of_mapping(scope, value, field);
  const Field* const alone = short_form_of(&field);
  const Field& one = alone != nullptr ? *alone : field;
  if (value.kind == NodeKind::sequence) return fit_of_sequence(scope, value, one);
  if (value.kind != NodeKind::scalar) return 0;
  if (one.form == Form::list && one.is_short_form) return fit_of_scalar(scope, value, *one.item);
  return fit_of_scalar(scope, value, one);
}

// The same of a name: a key, whose literal stands there, or a task with its arguments.
double fit_of_name(const CompletionScope& scope, const Node& value, const Candidate& candidate) {
  const Model& model = scope.model;
  if (candidate.name == "doc") return is_prose(value) ? 6 : -6;
  if (candidate.name == "extends")
    return value.kind == NodeKind::scalar && is_of_section(scope, value.text) ? 6 : -6;
  if (candidate.symbol == SymbolKind::task || candidate.symbol == SymbolKind::goal) {
    const uint32_t task = find_index(model.tasks, candidate.name),
                   goal = find_index(model.goals, candidate.name);
    const Map<Variable>* const parameters = task != kNone   ? &model.tasks[task].value.parameters
                                            : goal != kNone ? &model.goals[goal].value.parameters
                                                            : nullptr;
    if (parameters == nullptr || value.kind != NodeKind::mapping) return 0;
    const auto is_known = [&](const Entry& entry) { return find_index(*parameters, entry.key) != kNone; };
    return std::ranges::all_of(value.entries, is_known) ? 4 : -12;
  }
  if (value.kind != NodeKind::scalar) return 0;
  const Type& type = candidate.type;
  switch (type.kind) {
    case ValueKind::boolean: return is_word_of_truth(value.text) ? 4 : is_number(value.text) ? -6 : 0;
    case ValueKind::enumeration: {
      const auto& members = model.enums[type.reference].value.members;
      return std::ranges::find(members, value.text, &Name::text) != members.end() ? 6 : -6;
    }
    case ValueKind::entity: return is_number(value.text) || is_word_of_truth(value.text) ? -8 : 1;
    case ValueKind::number:
    case ValueKind::integer: {
      if (is_word_of_truth(value.text)) return -8;
      const std::string_view first = value.text.substr(0, value.text.find(".."));
      if (!is_number(first)) return -1;
      const bool is_whole = first.find('.') == std::string_view::npos;
      if (quantity_of(first) != type.quantity) return -6;
      return type.kind == ValueKind::integer && !is_whole ? -6 : type.quantity == Quantity::number ? 1 : 4;
    }
    default: return 0;
  }
}

}  // namespace ishi::compiler
