#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "language/scalar.h"
#include "workspace/complete_parts.h"
#include "workspace/hover.h"
#include "workspace/usual_values.h"

// The values that can stand behind a key, or in a list.

namespace ishi::compiler {
namespace {

// The value of the entry before this one under the same key: tests of one agent follow each other.
std::string_view said_before(const CompletionScope& scope) {
  const Node* const section = scope.node_at(1);
  if (section == nullptr || scope.cursor.path.size() != 3) return {};
  std::string_view said;
  for (const Entry& entry : section->entries) {
    if (entry.key == scope.place.entry) break;
    const Node* const value = entry.value->find(scope.key_before(0));
    if (value != nullptr && value->kind == NodeKind::scalar) said = value->text;
  }
  return said;
}

void rank_values(const CompletionScope& scope, const Described& at, std::vector<Candidate>& candidates) {
  const bool is_item = at.is_element || (!scope.cursor.path.empty() && scope.cursor.path.back().is_item);
  const size_t before = scope.cursor.siblings_before;
  const std::string_view previous =
      is_item && before > 0 ? scope.cursor.siblings[before - 1] : std::string_view();
  const std::string_view next =
      is_item && before < scope.cursor.siblings.size() ? scope.cursor.siblings[before] : std::string_view();
  // Values of maps are remembered by their keys, those of lists by what stands before them.
  std::string_view owner = previous;
  if (!is_item) {
    for (size_t i = scope.cursor.path.size(); i-- > 0;) {
      const Described above = i == 0 ? described_file() : scope.place.steps[i - 1];
      const CursorStep& step = scope.cursor.path[i];
      if (step.is_item || !is_free_key(above, step.key)) continue;
      owner = step.key;
      break;
    }
  }
  const Habits::Place place{at.field, {}};
  double order = 0;
  bool is_behind = previous.empty();
  bool is_next = true;
  const std::string_view before_it = said_before(scope);
  for (Candidate& candidate : candidates) {
    if (!before_it.empty() && candidate.name == before_it) candidate.score += 2;
    candidate.score += 5 * std::log1p(scope.habits.count_behind(place, owner, candidate.name));
    candidate.score += 2 * std::log1p(scope.habits.count(place, candidate.name));
    if (!next.empty())
      candidate.score += 3 * std::log1p(scope.habits.count_behind(place, candidate.name, next));
    if (candidate.kind == CompletionKind::name && scope.is_unused(candidate)) candidate.score += 7;
    // Lists of names are often in the order of their declarations.
    const bool is_there =
        std::ranges::find(scope.cursor.siblings, candidate.name) != scope.cursor.siblings.end();
    if (is_item && is_behind && !is_there) candidate.score += std::exchange(is_next, false) ? 2 : 0.5;
    if (candidate.name == previous) is_behind = true;
    candidate.score -= 0.01 * order++;
  }
}

std::vector<Candidate> steps(const CompletionScope& scope, const Field& field) {
  std::vector<Candidate> result;
  if (!field.is_instant) result = called_tasks(scope);
  for (const Field& verb : kStepMapping.fields) {
    if (!verb.is_verb || (field.is_instant && !verb.takes_no_time)) continue;
    if (!has_something_to_name(scope, verb)) continue;
    Candidate candidate = word_candidate(verb.name, verb.doc);
    candidate.kind = CompletionKind::verb;
    candidate.doc = field_text(kStepMapping, verb);
    if (!verb.is_bare) candidate.text = fmt::format("{}: {}", verb.name, usual_value(scope, verb));
    candidate.is_snippet = candidate.text.find('$') != std::string::npos;
    candidate.score -= 0.5;
    result.push_back(std::move(candidate));
  }
  return result;
}

std::vector<Candidate> options_of_agent(const CompletionScope& scope) {
  const Named<Agent>* const agent = scope.agent();
  const bool is_of_test = scope.place.section == "tests" || scope.place.section == "scenes";
  if (agent == nullptr || !is_of_test) return scope.names_of(Section::actions);
  std::vector<Candidate> result;
  for (const Reference& action : agent->value.actions) {
    if (action.index != kNone) result.push_back(scope.named({action.text, {}}, SymbolKind::action));
  }
  return result;
}

std::vector<Candidate> references(const CompletionScope& scope, const Field& field) {
  const std::string_view key = scope.key_before(0);
  std::vector<Candidate> result;
  if (key == "extends") {
    for (const Field& section : kFileMapping.fields) {
      if (section.name != scope.place.section) continue;
      for (size_t i = 0; i < kSectionCount; ++i) {
        if (section_name(static_cast<Section>(i)) == section.name)
          result = scope.names_of(static_cast<Section>(i));
      }
    }
    std::erase_if(result, [&](const Candidate& one) { return one.name == scope.place.entry; });
    return result;
  }
  if (field.section == Section::actions) {
    result = options_of_agent(scope);
    if (key == "picks") result.push_back(word_candidate("nothing", "no action is chosen"));
    return result;
  }
  if (key == "open" || key == "close") return scope.doors();
  const bool is_of_entities = key == "hidden" || key == "remove";
  if (is_of_entities) return scope.entities();
  result = scope.names_of(field.section);
  if (field.section == Section::memory) append(result, scope.names_of(Section::candidates));
  if (key == "of" && field.section == Section::things) {
    result.push_back(word_candidate("entity", "any entity"));
    if (!scope.model.sounds.empty() && scope.place.section != "candidates")
      result.push_back(word_candidate("sound", "noises"));
  }
  if (key == "claims") {
    const Named<Action>* const option = scope.option();
    if (option != nullptr && !option->value.for_each.empty())
      result.push_back(scope.named(option->value.for_each[0].name, SymbolKind::loop_variable));
  }
  if (key == "taken") append(result, scope.entities());
  if (key == "importance" && scope.place.section == "tests") {
    result.push_back(word_candidate("any", "each profile, one after the other"));
    result.back().score -= 2;
  }
  return result;
}

// Members of sets by their numbers: "orders 2".
std::vector<Candidate> rows_of_sets(const CompletionScope& scope) {
  std::vector<Candidate> result;
  const Node* const entry = scope.entry_node();
  for (const std::string_view field : {"candidates", "remembers"}) {
    const Node* const sets = entry == nullptr ? nullptr : entry->find(field);
    if (sets == nullptr) continue;
    for (const Entry& set : sets->entries) {
      for (size_t row = 1; row <= set.value->items.size(); ++row) {
        Candidate one = word_candidate(fmt::format("{} {}", set.key, row), "a member by its number");
        one.text = one.name;
        one.score -= 1;
        result.push_back(std::move(one));
      }
    }
  }
  return result;
}

// Completes the type of a variable; its range or default shows which types fit.
void prefer_for_range(const CompletionScope& scope, std::vector<Candidate>& types) {
  const Node* const record =
      scope.key_before(0) == "type" ? scope.node_at(scope.cursor.path.size() - 1) : nullptr;
  if (record == nullptr) return;
  const Node* const range = record->find("range");
  const Node* const fallback = record->find("default");
  const Node* const said = range != nullptr ? range : fallback;
  if (said == nullptr) return;
  const std::string_view first = said->text.substr(0, said->text.find(".."));
  Diagnostics said_elsewhere;
  Measure measure;
  const bool is_number = read_measure(first, {}, said_elsewhere, measure);
  const bool is_truth = said->text == "true" || said->text == "false";
  for (Candidate& one : types) {
    const std::string kind(describe(measure.quantity));
    const bool is_of_numbers = one.name == "number" || one.name == "integer" || one.name == "length" ||
                               one.name == "duration" || one.name == "angle" || one.name == "speed";
    if (is_number && measure.quantity == Quantity::number)
      one.score += one.name == "number" || one.name == "integer" ? 4 : -6;
    else if (is_number)
      one.score += kind.ends_with(one.name) ? 6 : -6;
    else
      one.score += is_truth                                 ? (one.name == "boolean" ? 6 : -6)
                   : is_of_numbers || one.name == "boolean" ? -4
                                                            : 0;
    const bool is_wide = range != nullptr && range->text.find("0..1") != 0;
    if (one.name == "integer" && is_number && is_wide && range->text.find('.') == range->text.find(".."))
      one.score += 1;
  }
}

// Types, those first that go with what else is said of the variable.
std::vector<Candidate> types(const CompletionScope& scope) {
  struct Usual {
    std::string_view name;
    double score;
  };
  constexpr Usual kUsual[] = {
      {"number", 1.2}, {"boolean", 1.1}, {"integer", 0.7}, {"entity", 0.5}, {"point", 0.4}};
  std::vector<Candidate> result;
  for (const std::string_view name : type_names()) {
    result.push_back(word_candidate(name, "a built-in type"));
    const auto* const usual = std::ranges::find(kUsual, name, &Usual::name);
    if (usual != std::end(kUsual)) result.back().score += usual->score;
  }
  append(result, scope.names_of(Section::enums));
  append(result, scope.names_of(Section::things));
  const std::string_view own = scope.key_before(scope.key_before(0) == "type" ? 1 : 0);
  for (Candidate& one : result) {
    const bool is_thing = one.symbol == SymbolKind::thing && one.kind == CompletionKind::name;
    if (is_thing) one.score += scope.place.section == "tasks" || scope.place.section == "goals" ? 1.5 : 0.6;
    if (one.name == own) one.score += 4;
    if (is_thing && scope.is_unused(one)) one.score += 2;
  }
  prefer_for_range(scope, result);
  return result;
}

// Texts that are names all the same.
std::vector<Candidate> texts(const CompletionScope& scope) {
  const std::string_view key = scope.key_before(0);
  if (key == "state" && scope.agent() != nullptr)
    return scope.plain_names(scope.agent()->value.states.value, SymbolKind::state);
  if (key == "moves_to" && scope.parameters() != nullptr)
    return scope.names_of(*scope.parameters(), SymbolKind::parameter);
  const bool is_of_test = scope.place.section == "tests" || scope.place.section == "scenes";
  if (!is_of_test || key == "doc") return {};
  std::vector<Candidate> result;
  if (key == "by" && scope.scene() != nullptr)
    return scope.plain_names(scope.scene()->value.agents, SymbolKind::actor);
  result = scope.entities();
  const bool may_be_nothing = scope.is_below("chooses") || scope.is_below("notices") ||
                              (scope.is_below("remembers") && scope.is_below("expect"));
  if (may_be_nothing) result.push_back(word_candidate("nothing", "nobody"));
  if (scope.is_below("chooses") || key == "on") append(result, rows_of_sets(scope));
  const bool is_member = scope.is_below("candidates");
  if (is_member) append(result, scope.names_of(Section::things));
  const bool may_be_self = scope.is_below("sounds") || is_member || key == "on" || key == "running_for" ||
                           scope.is_below("chooses");
  if (may_be_self && scope.place.section == "tests") result.push_back(word_candidate("self", "the agent"));
  return result;
}

}  // namespace

namespace {

Type type_in(const Map<Variable>& map, std::string_view name) {
  const uint32_t index = find_index(map, name);
  return index == kNone ? Type() : map[index].value.resolved;
}

// Completes `default` in the entry that declares the variable.
Type type_of_default(const CompletionScope& scope) {
  const Model& model = scope.model;
  const std::string_view name = scope.key_before(1);
  if (scope.place.section == "blackboard") return type_in(model.blackboard, name);
  Type type;
  const auto look_in = [&](const auto& map) {
    const uint32_t index = find_index(map, scope.place.entry);
    if (index != kNone) type = type_in(map[index].value.fields, name);
  };
  if (scope.place.section == "things") look_in(model.things);
  if (scope.place.section == "memory") look_in(model.memory);
  if (scope.place.section == "candidates") look_in(model.candidates);
  if (scope.place.section == "events") look_in(model.events);
  return type;
}

// A field of any thing that has it.
Type type_of_field(const Model& model, std::string_view name) {
  for (const auto& thing : model.things) {
    const Type type = type_in(thing.value.fields, name);
    if (type.kind != ValueKind::error) return type;
  }
  return {};
}

Type type_of_member(const Model& model, std::string_view set_name, std::string_view name) {
  const uint32_t set = find_set(model, set_name);
  Type type = set == kNone ? Type() : type_in(own_fields(model, set), name);
  if (set != kNone && type.kind == ValueKind::error && noticed_fields(model, set) != nullptr)
    type = type_in(*noticed_fields(model, set), name);
  return type.kind == ValueKind::error ? type_of_field(model, name) : type;
}

}  // namespace

bool has_something_to_name(const CompletionScope& scope, const Field& verb) {
  const bool names = verb.holds_names || verb.form == Form::reference || verb.form == Form::event;
  if (!names || !scope.names_of(verb.section).empty()) return true;
  return verb.section == Section::needs && !scope.names_of(Section::drives).empty();
}

std::vector<Candidate> called_tasks(const CompletionScope& scope) {
  std::vector<Candidate> result = scope.names_of(Section::tasks);
  append(result, scope.names_of(Section::goals));
  if (scope.cursor.has_colon) return result;  // their arguments stand there
  for (Candidate& candidate : result) {
    const std::string arguments = usual_call(scope, candidate.name);
    if (arguments.empty()) continue;
    candidate.text = fmt::format("{}: {}", candidate.name, arguments);
    candidate.is_snippet = true;
  }
  return result;
}

Type type_of_literal(const CompletionScope& scope) {
  const Model& model = scope.model;
  const std::string_view key = scope.key_before(0);
  const std::string_view name = key.substr(key.rfind('.') + 1);
  if (key == "default") return type_of_default(scope);
  const auto is_below = [&](std::initializer_list<std::string_view> keys) {
    return std::ranges::any_of(keys, [&](std::string_view one) { return scope.is_below(one); });
  };
  Type type;
  // Arguments of an expected task or fields of an event.
  const std::string_view owner = scope.key_before(1).substr(scope.key_before(1).rfind('.') + 1);
  const uint32_t task = is_below({"does", "does_in_order"}) ? find_index(model.tasks, owner) : kNone;
  const uint32_t event = is_below({"emit", "emits"}) ? find_index(model.events, owner) : kNone;
  if (task != kNone) return type_in(model.tasks[task].value.parameters, name);
  if (event != kNone) return type_in(model.events[event].value.fields, name);
  if (is_below({"world", "self", "add", "place"})) type = type_of_field(model, name);
  if (type.kind == ValueKind::error && is_below({"remembers", "candidates"}))
    type = type_of_member(model, owner, name);
  return type.kind == ValueKind::error ? type_in(model.blackboard, name) : type;
}

std::vector<Candidate> literals_of(const CompletionScope& scope, const Type& type) {
  std::vector<Candidate> result = scope.words_of(type);
  if (type.kind == ValueKind::entity) {
    append(result, scope.entities());
    result.push_back(word_candidate("someone", "any entity"));
    result.push_back(word_candidate("nothing", "nobody"));
    if (scope.place.section == "tests") result.push_back(word_candidate("self", "the agent"));
  }
  return result;
}

std::vector<Candidate> complete_value(const CompletionScope& scope) {
  Described at = scope.place.at;
  if (at.field == nullptr) return {};
  // The short form of a record.
  if (at.field->form == Form::record) {
    const Field* const alone = short_form_of(at.field);
    if (alone == nullptr) return {};
    at = {alone};
  }
  if (at.field->form == Form::list && at.field->is_short_form) at = {at.field->item};
  const Field& field = *at.field;
  std::vector<Candidate> result;
  switch (field.form) {
    case Form::boolean: {
      const bool is_usual_true = field.show_default != nullptr && field.show_default(field) == "true";
      result.push_back(word_candidate(is_usual_true ? "false" : "true"));
      result.push_back(word_candidate(is_usual_true ? "true" : "false"));
      break;
    }
    case Form::word:
    case Form::measure:
      for (const std::string_view word : field.words) result.push_back(word_candidate(word));
      if (!result.empty() && field.show_default != nullptr) {
        const std::string usual = field.show_default(field);
        for (Candidate& one : result) one.score -= usual.find(one.name) != std::string::npos ? 1 : 0;
      }
      break;
    case Form::type: result = types(scope); break;
    case Form::reference:
    case Form::references: result = references(scope, field); break;
    case Form::steps: result = steps(scope, field); break;
    case Form::event:
      result = scope.names_of(field.section);
      if (field.section == Section::events) append(result, scope.names_of(Section::sounds));
      break;
    case Form::value: result = literals_of(scope, type_of_literal(scope)); break;
    case Form::text: result = texts(scope); break;
    case Form::map:  // `forget: foe`
      if (field.name == "forget" && scope.option() != nullptr && !scope.option()->value.for_each.empty())
        result.push_back(scope.named(scope.option()->value.for_each[0].name, SymbolKind::loop_variable));
      for (const Named<Reference>* const loop : scope.loops_of_steps()) {
        if (field.name == "forget") result.push_back(scope.named(loop->name, SymbolKind::loop_variable));
      }
      break;
    default: break;
  }
  if (field.form != Form::type) scope.prefer_like_entry(result);
  rank_values(scope, at, result);
  const bool is_list = at.is_element || field.form == Form::references;
  if (is_list && field.form != Form::steps) {
    std::erase_if(result, [&](const Candidate& candidate) {
      return std::ranges::find(scope.cursor.siblings, candidate.name) != scope.cursor.siblings.end();
    });
  }
  return result;
}

}  // namespace ishi::compiler
