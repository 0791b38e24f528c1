#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "workspace/complete_parts.h"
#include "workspace/hover.h"

// Which values can stand behind a key, or in a list.

namespace ishi::compiler {
namespace {

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
  for (Candidate& candidate : candidates) {
    candidate.score += 5 * std::log1p(scope.habits.count_behind(place, owner, candidate.name));
    candidate.score += 2 * std::log1p(scope.habits.count(place, candidate.name));
    if (!next.empty())
      candidate.score += 3 * std::log1p(scope.habits.count_behind(place, candidate.name, next));
    if (candidate.kind == CompletionKind::name && scope.is_unused(candidate)) candidate.score += 4;
    if (is_item && is_behind) candidate.score += 0.5;
    if (candidate.name == previous) is_behind = true;
    candidate.score -= 0.01 * order++;
  }
}

std::vector<Candidate> steps(const CompletionScope& scope, const Field& field) {
  std::vector<Candidate> result;
  if (!field.is_instant) {
    append(result, scope.names_of(Section::tasks));
    append(result, scope.names_of(Section::goals));
    for (Candidate& candidate : result) {
      const auto must_be_given = [&](std::string_view name) {
        const auto has_required = [](const Map<Variable>& map) {
          return std::ranges::any_of(map, [](const auto& one) { return one.value.fallback_node == nullptr; });
        };
        const uint32_t task = find_index(scope.model.tasks, name);
        const uint32_t goal = find_index(scope.model.goals, name);
        return task != kNone   ? has_required(scope.model.tasks[task].value.parameters)
               : goal != kNone ? has_required(scope.model.goals[goal].value.parameters)
                               : false;
      };
      if (must_be_given(candidate.name)) {
        const uint32_t task = find_index(scope.model.tasks, candidate.name);
        const uint32_t goal = find_index(scope.model.goals, candidate.name);
        const Map<Variable>& parameters = task != kNone ? scope.model.tasks[task].value.parameters
                                                        : scope.model.goals[goal].value.parameters;
        std::string arguments;
        int place = 1;
        for (const auto& [name, variable] : parameters) {
          if (variable.fallback_node != nullptr) continue;
          arguments += fmt::format("{}{}: ${}", arguments.empty() ? "" : ", ", name.text, place++);
        }
        candidate.text = fmt::format("{}: {{ {} }}", candidate.name, arguments);
        candidate.is_snippet = true;
      }
    }
  }
  for (const Field& verb : kStepMapping.fields) {
    if (!verb.is_verb || (field.is_instant && !verb.takes_no_time)) continue;
    Candidate candidate = word_candidate(verb.name, verb.doc);
    candidate.kind = CompletionKind::verb;
    candidate.doc = field_text(kStepMapping, verb);
    if (!verb.is_bare) candidate.text = fmt::format("{}: ", verb.name);
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
  const bool is_member = scope.is_below("candidates");
  if (is_member) append(result, scope.names_of(Section::things));
  if (scope.is_below("sounds") && scope.place.section == "tests")
    result.push_back(word_candidate("self", "the agent"));
  return result;
}

}  // namespace

Type type_of_literal(const CompletionScope& scope) {
  const Model& model = scope.model;
  const std::string_view key = scope.key_before(0);
  const std::string_view bare = key.substr(key.rfind('.') + 1);
  if (key == "default") {
    const std::string_view name = scope.key_before(1);
    const auto find = [&](const Map<Variable>& map) {
      const uint32_t index = find_index(map, name);
      return index == kNone ? Type() : map[index].value.resolved;
    };
    if (scope.place.section == "blackboard") return find(model.blackboard);
    for (const auto& thing : model.things)
      if (thing.name.text == scope.place.entry) return find(thing.value.fields);
    for (const auto& memory : model.memory)
      if (memory.name.text == scope.place.entry) return find(memory.value.fields);
    for (const auto& set : model.candidates)
      if (set.name.text == scope.place.entry) return find(set.value.fields);
    for (const auto& event : model.events)
      if (event.name.text == scope.place.entry) return find(event.value.fields);
    return {};
  }
  const auto find_in = [&](const Map<Variable>& map) {
    const uint32_t index = find_index(map, bare);
    return index == kNone ? Type() : map[index].value.resolved;
  };
  // Arguments of an expected task or fields of an event.
  const std::string_view owner = scope.key_before(1).substr(scope.key_before(1).rfind('.') + 1);
  if (scope.is_below("does") || scope.is_below("does_in_order")) {
    const uint32_t task = find_index(model.tasks, owner);
    if (task != kNone) return find_in(model.tasks[task].value.parameters);
  }
  if (scope.is_below("emit") || scope.is_below("emits")) {
    const uint32_t event = find_index(model.events, owner);
    if (event != kNone) return find_in(model.events[event].value.fields);
  }
  if (scope.is_below("world") || scope.is_below("self") || scope.is_below("add") || scope.is_below("place")) {
    for (const auto& thing : model.things) {
      const Type type = find_in(thing.value.fields);
      if (type.kind != ValueKind::error) return type;
    }
  }
  if (scope.is_below("remembers") || scope.is_below("candidates")) {
    const uint32_t set = find_set(model, owner);
    if (set != kNone) {
      Type type = find_in(own_fields(model, set));
      if (type.kind == ValueKind::error && noticed_fields(model, set) != nullptr)
        type = find_in(*noticed_fields(model, set));
      if (type.kind != ValueKind::error) return type;
    }
    for (const auto& thing : model.things) {
      const Type type = find_in(thing.value.fields);
      if (type.kind != ValueKind::error) return type;
    }
  }
  return find_in(model.blackboard);
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
  // What stands alone for a record.
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
    case Form::type: {
      for (const std::string_view name : type_names())
        result.push_back(word_candidate(name, "a built-in type"));
      append(result, scope.names_of(Section::enums));
      append(result, scope.names_of(Section::things));
      break;
    }
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
      break;
    default: break;
  }
  const bool is_list = at.is_element || field.form == Form::references;
  if (is_list && field.form != Form::steps) {
    std::erase_if(result, [&](const Candidate& candidate) {
      return std::ranges::find(scope.cursor.siblings, candidate.name) != scope.cursor.siblings.end();
    });
  }
  if (field.form != Form::type) scope.prefer_like_entry(result);
  rank_values(scope, at, result);
  return result;
}

}  // namespace ishi::compiler
