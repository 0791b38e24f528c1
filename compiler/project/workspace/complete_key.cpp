#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "resolve/tuned_numbers.h"
#include "workspace/complete.h"
#include "workspace/complete_parts.h"
#include "workspace/formula_place.h"
#include "workspace/hover.h"
#include "workspace/usual_values.h"
#include "workspace/value_fit.h"

// The keys that can stand in a mapping: fields of the language, or names.

namespace ishi::compiler {
namespace {

bool has_sibling(const CompletionScope& scope, std::string_view name) {
  return std::ranges::find(scope.cursor.siblings, name) != scope.cursor.siblings.end();
}

// A field can stand beside those that are written already.
bool fits_beside(const CompletionScope& scope, const Mapping& mapping, const Field& field) {
  if (has_sibling(scope, field.name)) return false;
  bool has_needed = field.with.empty();
  for (const std::string_view sibling : scope.cursor.siblings) {
    const Field* const other = find_field(mapping, sibling);
    if (other == nullptr) continue;
    const bool excludes = field.kind != 0 && other->kind != 0 && other->kind != field.kind;
    const bool are_amounts = mapping.title == "an action" || mapping.title == "a choice";
    if (excludes && !are_amounts) return false;
    if (excludes && field.name != "gains" && field.name != "reduces") return false;
    has_needed = has_needed || sibling == field.with || sibling == field.or_with;
  }
  if (has_needed) return true;
  return scope.is_below("expect") || scope.is_below("at");  // the record around it may say that
}

// The text behind the colon of a field: a value that compiles, or room to go on typing.
std::string behind_colon(const CompletionScope& scope, const Field& field) {
  const std::string usual = usual_value(scope, field);
  if (!usual.empty()) return ": " + usual;
  const bool is_long = field.form == Form::record || field.form == Form::map;
  return is_long && scope.cursor.in_flow ? ": { $1 }" : ": ";
}

Candidate field_candidate(const CompletionScope& scope, const Mapping& mapping, const Field& field) {
  Candidate candidate;
  candidate.name = field.name;
  candidate.kind = field.is_verb ? CompletionKind::verb : CompletionKind::field;
  candidate.detail = field.doc;
  candidate.doc = field_text(mapping, field);
  if (!scope.cursor.has_colon && !field.is_bare) {
    candidate.text = fmt::format("{}{}", field.name, behind_colon(scope, field));
    candidate.is_snippet = candidate.text.find('$') != std::string::npos;
  }
  return candidate;
}

// The value behind a key that has lost its name; null: there is none.
const Node* value_behind(const CompletionScope& scope) {
  if (!scope.cursor.has_colon) return nullptr;
  const Node* const around = scope.node_at(scope.cursor.path.size());
  return around == nullptr ? nullptr : around->find(kPlaceholder);
}

// Fields that are written most in all projects: the order while a project has no habits.
bool is_common(std::string_view name) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"include", "things",   "blackboard", "tasks",      "events",
                                       "curves",  "values",   "needs",      "importance", "actions",
                                       "agents",  "tests",    "when",       "gains",      "considerations",
                                       "score",   "do",       "agent",      "given",      "world",
                                       "run",     "expect",   "picks",      "does",       "type",
                                       "range",   "default",  "points",     "params",     "fields",
                                       "doc",     "level",    "for_each",   "cost",       "timeout",
                                       "is",      "position", "of",         "capacity",   "wait",
                                       "set",     "state",    "key",        "within",     "reach",
                                       "using"});
  return std::ranges::find(kNames, name) != kNames.end();
}

// Fields of the language stand in its order more often than not.
double fit_of_order(const CompletionScope& scope, const Mapping& mapping, std::string_view name) {
  const auto place = [&](std::string_view one) {
    const auto found = std::ranges::find(mapping.fields, one, &Field::name);
    return found == mapping.fields.end() ? -1 : found - mapping.fields.begin();
  };
  const auto own = place(name);
  if (own < 0) return 0;
  double score = 0;
  const size_t before = scope.cursor.siblings_before;
  if (before > 0) {
    const auto previous = place(scope.cursor.siblings[before - 1]);
    score += previous < 0 ? 0 : previous < own ? 1 : -1.5;
  }
  if (before < scope.cursor.siblings.size()) {
    const auto next = place(scope.cursor.siblings[before]);
    score += next < 0 ? 0 : own < next ? 1 : -1.5;
  }
  return &mapping == &kFileMapping ? 2 * score : score;
}

// The field that usually comes next: the one that has followed the one before it elsewhere, then the
// language's own order.
void rank_keys(const CompletionScope& scope, const Habits::Place& place, std::vector<Candidate>& candidates) {
  const size_t before = scope.cursor.siblings_before;
  const std::string_view previous = before == 0 ? std::string_view() : scope.cursor.siblings[before - 1];
  const std::string_view next =
      before < scope.cursor.siblings.size() ? scope.cursor.siblings[before] : std::string_view();
  double order = 0;
  bool is_behind = previous.empty();
  bool is_next = true;
  const Node* const value = value_behind(scope);
  const Mapping* const mapping = scope.place.at.field->mapping;
  for (Candidate& candidate : candidates) {
    const Field* const field = mapping == nullptr ? nullptr : find_field(*mapping, candidate.name);
    if (field != nullptr && is_common(candidate.name)) candidate.score += 2;
    if (field != nullptr) candidate.score += fit_of_order(scope, *mapping, candidate.name);
    // A field that is there already has a meaning only together with this.
    const auto needs_it = [&](std::string_view sibling) {
      const Field* const other = mapping == nullptr ? nullptr : find_field(*mapping, sibling);
      return other != nullptr && other->or_with.empty() && other->with == candidate.name;
    };
    if (std::ranges::any_of(scope.cursor.siblings, needs_it)) candidate.score += 5;
    if (value != nullptr) {
      const double fit =
          field != nullptr ? fit_of_field(scope, *value, *field) : fit_of_name(scope, *value, candidate);
      candidate.score += fit <= kNeverFits ? kOut : fit;
    }
    if (candidate.name == "ishi") candidate.score += 20;  // always the first one
    candidate.score += 6 * std::log1p(scope.habits.count_behind(place, previous, candidate.name));
    candidate.score += 2 * std::log1p(scope.habits.count(place, candidate.name));
    if (!next.empty())
      candidate.score += 4 * std::log1p(scope.habits.count_behind(place, candidate.name, next));
    const bool is_name = candidate.kind == CompletionKind::name && !has_sibling(scope, candidate.name);
    if (is_behind) candidate.score += is_name && std::exchange(is_next, false) ? 2 : 0.5;
    if (candidate.name == previous) is_behind = true;
    candidate.score -= 0.01 * order++;
  }
}

const void* row_of(const Described& at) {
  return at.field->mapping != nullptr ? static_cast<const void*>(at.field->mapping) : at.field;
}

std::vector<Candidate> carried_levels(const CompletionScope& scope, bool with_prefix) {
  std::vector<Candidate> result;
  const auto add = [&](const Map<Motive>& motives, SymbolKind kind, std::string_view prefix) {
    for (const auto& motive : motives) {
      if (!motive.value.is_carried()) continue;
      Candidate candidate = scope.named(motive.name, kind);
      if (with_prefix) candidate.name = fmt::format("{}{}", prefix, motive.name.text);
      result.push_back(std::move(candidate));
    }
  };
  add(scope.model.needs, SymbolKind::need, "needs.");
  add(scope.model.drives, SymbolKind::drive, "drives.");
  return result;
}

std::vector<Candidate> actions_of_agent(const CompletionScope& scope) {
  const Named<Agent>* const agent = scope.agent();
  if (agent == nullptr) return scope.names_of(Section::actions);
  std::vector<Candidate> result;
  for (const Reference& action : agent->value.actions) {
    if (action.index == kNone) continue;
    result.push_back(scope.named({action.text, {}}, SymbolKind::action));
  }
  return result;
}

// In a scene also those of each agent, `ann.foes`, which come after.
std::vector<Candidate> with_owners(const CompletionScope& scope, std::vector<Candidate> plain) {
  const Named<Scene>* const scene = scope.scene();
  if (scene == nullptr) return plain;
  std::vector<Candidate> result = plain;
  for (const auto& agent : scene->value.agents) {
    for (const Candidate& one : plain) {
      Candidate of_agent = one;
      of_agent.name = fmt::format("{}.{}", agent.name.text, one.name);
      of_agent.score = -1;
      result.push_back(std::move(of_agent));
    }
  }
  return result;
}

// Keys of `given`, `set` of tests, `shared`, `each_second`, `key` and `for_all`.
std::vector<Candidate> situation_keys(const CompletionScope& scope, std::string_view field) {
  std::vector<Candidate> result = scope.names_of(Section::blackboard);
  if (field == "each_second")
    std::erase_if(result, [](const Candidate& one) { return !is_plain_number(one.type); });
  else if (field != "key" && field != "shared")
    append(result, carried_levels(scope, true));
  return field == "set" || field == "each_second" ? with_owners(scope, std::move(result)) : result;
}

// The targets of a `set` in a body: keys, and the own fields of the member that the action is for.
std::vector<Candidate> written_keys(const CompletionScope& scope) {
  std::vector<Candidate> result;
  for (const auto& key : scope.model.blackboard) {
    if (key.value.scope.value != Scope::agent && !key.value.merge.given) continue;
    result.push_back(scope.named(key.name, SymbolKind::key, key.value.resolved));
  }
  const Named<Action>* const option = scope.option();
  if (option == nullptr || option->value.for_each.empty() || option->value.set() == kNone) return result;
  for (const auto& field : own_fields(scope.model, option->value.set())) {
    Candidate candidate = scope.named(field.name, SymbolKind::field, field.value.resolved);
    candidate.name = fmt::format("{}.{}", option->value.for_each[0].name.text, field.name.text);
    result.push_back(std::move(candidate));
  }
  return result;
}

// The numbers that may be marked for tuning.
std::vector<Candidate> paths_as_keys(const CompletionScope& scope) {
  constexpr size_t kMostPaths = 400;
  std::vector<Candidate> result;
  for (const std::string& path : number_paths(scope.names.program->units, scope.names.sources, kMostPaths)) {
    Candidate candidate;
    candidate.name = path;
    candidate.detail = "a number that may be tuned";
    candidate.text = fmt::format("{}: ", path);
    result.push_back(std::move(candidate));
  }
  return result;
}

// The names that stand as keys of a map of the language.
std::vector<Candidate> names_as_keys(const CompletionScope& scope, const Field& map) {
  const std::string_view field = scope.key_before(0);
  const Model& model = scope.model;
  const bool is_of_test = scope.place.section == "tests" || scope.place.section == "scenes";
  if (map.holds_times) return {};
  if (map.holds_paths) return paths_as_keys(scope);
  if (field == "for_all" || field == "each_second" || field == "given" || field == "shared" ||
      field == "key" || (field == "set" && is_of_test))
    return situation_keys(scope, field);
  if (field == "set") return written_keys(scope);
  if (field == "after" || field == "during") return carried_levels(scope, false);
  if (field == "level") return carried_levels(scope, false);
  if (field == "gains") return scope.names_of(Section::needs);
  if (field == "reduces") return scope.names_of(Section::drives);
  if (field == "score" && is_of_test) return actions_of_agent(scope);
  if (field == "notices" && scope.agent() != nullptr) {
    std::vector<Candidate> result;
    for (const Reference& sense : scope.agent()->value.senses)
      result.push_back(scope.named({sense.text, sense.span}, SymbolKind::sense));
    return result;
  }
  if (field == "moves" || field == "place") return scope.entities();
  if (field == "agents" && scope.is_below("expect") && scope.scene() != nullptr)
    return scope.plain_names(scope.scene()->value.agents, SymbolKind::actor);
  if (field == "to" && scope.place.section == "agents" && scope.agent() != nullptr)
    return scope.plain_names(scope.agent()->value.states.value, SymbolKind::state);
  if (field == "rewards" && scope.place.section == "planners" && scope.is_below("plans")) {
    const uint32_t planner = find_index(model.planners, scope.place.entry);
    return planner == kNone ? std::vector<Candidate>()
                            : scope.plain_names(model.planners[planner].value.rewards, SymbolKind::reward);
  }
  if (field == "costs" && scope.place.section == "navigation") {
    const uint32_t own = find_index(model.navigation, scope.place.entry);
    if (own == kNone || model.navigation[own].value.cells.index == kNone) return {};
    return scope.words_of(
        {ValueKind::enumeration, Quantity::number, model.navigation[own].value.cells.index});
  }
  if (field == "cases") {
    const Node* const step = scope.node_at(scope.cursor.path.size() - 1);
    const Node* const key = step == nullptr ? nullptr : step->find("switch");
    const uint32_t index = key == nullptr ? kNone : find_index(model.blackboard, key->text);
    std::vector<Candidate> result =
        index == kNone ? std::vector<Candidate>() : scope.words_of(model.blackboard[index].value.resolved);
    result.push_back(word_candidate("else", "all other values"));
    return result;
  }
  if (is_of_test && !map.holds_names && (field == "remembers" || field == "candidates"))
    return with_owners(scope, scope.names_of(field == "remembers" ? Section::memory : Section::candidates));
  if (!map.holds_names) return {};
  std::vector<Candidate> result = scope.names_of(map.section);
  const bool is_varied = field == "results" && (scope.is_below("vary") || scope.is_below("with"));
  if ((field == "emit" && is_of_test) || is_varied) return with_owners(scope, std::move(result));
  if (map.section == Section::memory && field == "offers")
    append(result, scope.names_of(Section::candidates));
  if (field == "emit" && scope.place.section == "agents") append(result, scope.names_of(Section::sounds));
  return result;
}

// Arguments of a task, a goal or an event.
std::vector<Candidate> arguments_of(const CompletionScope& scope, std::string_view callee) {
  const Model& model = scope.model;
  if (const uint32_t task = find_index(model.tasks, callee); task != kNone)
    return scope.names_of(model.tasks[task].value.parameters, SymbolKind::parameter);
  if (const uint32_t goal = find_index(model.goals, callee); goal != kNone)
    return scope.names_of(model.goals[goal].value.parameters, SymbolKind::parameter);
  if (const uint32_t event = find_index(model.events, callee); event != kNone)
    return scope.names_of(model.events[event].value.fields, SymbolKind::field);
  return {};
}

// The parts of a situation that may vary: keys and levels, and what somebody is and does.
std::vector<Candidate> varied_parts(const CompletionScope& scope) {
  const Model& model = scope.model;
  std::vector<Candidate> result, own;
  for (const auto& key : model.blackboard) {
    const bool is_shared = scope.scene() != nullptr && key.value.scope.value != Scope::agent;
    (is_shared ? result : own).push_back(scope.named(key.name, SymbolKind::key, key.value.resolved));
  }
  append(own, carried_levels(scope, true));
  const auto add_of = [&](std::string_view who, const std::vector<Candidate>& parts) {
    for (Candidate one : parts) {
      one.name = fmt::format("{}.{}", who, one.name);
      one.score -= 1;
      result.push_back(std::move(one));
    }
  };
  const auto words = [](std::initializer_list<std::string_view> parts) {
    std::vector<Candidate> candidates;
    for (const std::string_view part : parts) candidates.push_back(word_candidate(part, "may vary"));
    return candidates;
  };
  const auto fields_of = [&](uint32_t thing) {
    return thing == kNone ? std::vector<Candidate>()
                          : scope.names_of(model.things[thing].value.fields, SymbolKind::field);
  };
  const auto add_world = [&](const Map<Placement>& world) {
    for (const auto& [name, placement] : world) {
      add_of(name.text, words({"position", "facing", "present"}));
      add_of(name.text, fields_of(placement.is.index));
    }
  };
  if (const Named<Scene>* const scene = scope.scene(); scene != nullptr) {
    for (const auto& [name, agent] : scene->value.agents) {
      add_of(name.text, own);
      add_of(name.text, words({"position", "facing", "state", "importance", "present"}));
    }
    add_world(scene->value.around.world);
    for (const auto& [name, movement] : scene->value.moves)
      add_of(name.text, words({"starts", "speed", "path"}));
    return result;
  }
  append(result, own);
  add_of("self", words({"position", "facing", "state", "importance"}));
  const uint32_t test = find_index(model.tests, scope.place.entry);
  if (test != kNone) add_world(model.tests[test].value.around.world);
  return result;
}

// Fields of the thing that an entity of a test is, of the event that is posted, or of a set's members.
std::vector<Candidate> fields_of_record(const CompletionScope& scope, const Mapping& mapping) {
  const Model& model = scope.model;
  const Node* const record = scope.node_at(scope.cursor.path.size());
  std::vector<Candidate> result;
  const auto add_thing = [&](uint32_t thing) {
    if (thing != kNone) append(result, scope.names_of(model.things[thing].value.fields, SymbolKind::field));
  };
  if (mapping.title == "what varies" || mapping.title == "what a run has instead") return varied_parts(scope);
  if (mapping.title == "an event of a run" || mapping.title == "an expected event")
    return arguments_of(scope, scope.key_before(0).substr(scope.key_before(0).rfind('.') + 1));
  if (mapping.title == "a fact of a test" || mapping.title == "a candidate of a test") {
    const std::string_view name = scope.key_before(0);
    const uint32_t whole = find_set(model, name);
    const uint32_t set = whole != kNone ? whole : find_set(model, name.substr(name.rfind('.') + 1));
    if (set == kNone) return {};
    append(result, scope.names_of(own_fields(model, set), SymbolKind::field));
    if (const auto* const noticed = noticed_fields(model, set))
      append(result, scope.names_of(*noticed, SymbolKind::field));
    else if (!is_memory(model, set))
      for (const uint32_t thing : candidates_of(model, set).value.things) add_thing(thing);
    return result;
  }
  const Node* const is = record == nullptr ? nullptr : record->find("is");
  if (is != nullptr && is->kind == NodeKind::scalar) add_thing(find_index(model.things, is->text));
  if (is == nullptr && scope.key_before(1) == "place") {  // what somebody is stands where it is declared
    const Node* const entry = scope.entry_node();
    const Node* const world = entry == nullptr ? nullptr : entry->find("world");
    const Node* const who = world == nullptr ? nullptr : world->find(scope.key_before(0));
    const Node* const thing = who == nullptr ? nullptr : who->find("is");
    if (thing != nullptr) add_thing(find_index(model.things, thing->text));
  }
  return result;
}

std::vector<Candidate> keys_of_record(const CompletionScope& scope, const Mapping& mapping,
                                      const Field& field) {
  std::vector<Candidate> result;
  const bool is_step = &mapping == &kStepMapping;
  const auto is_verb_there = [&](std::string_view sibling) {
    const Field* const own = find_field(mapping, sibling);
    return own == nullptr || own->is_verb;
  };
  const bool has_verb = is_step && std::ranges::any_of(scope.cursor.siblings, is_verb_there);
  for (const Field& own : mapping.fields) {
    if (is_step && own.is_verb && (has_verb || (field.is_instant && !own.takes_no_time))) continue;
    if (is_step && own.is_verb && !has_something_to_name(scope, own)) continue;
    if (is_step && !own.is_verb && !has_verb && scope.cursor.siblings.empty() && own.name != "when" &&
        own.name != "score")
      continue;
    if (fits_beside(scope, mapping, own)) result.push_back(field_candidate(scope, mapping, own));
    if (own.is_required && !has_sibling(scope, own.name) && !result.empty()) result.back().score += 3;
  }
  if (mapping.is_named) {
    for (const std::string_view name : {"doc", "extends"}) {
      if (has_sibling(scope, name)) continue;
      Candidate candidate = word_candidate(
          name, name == "doc" ? "what it is, in a sentence" : "the entry that it inherits from");
      candidate.kind = CompletionKind::field;
      if (!scope.cursor.has_colon) candidate.text = fmt::format("{}: ", name);
      result.push_back(std::move(candidate));
    }
  }
  if (is_step && !has_verb && !field.is_instant) append(result, called_tasks(scope));
  if (mapping.open != nullptr) {
    if (mapping.open->holds_names && mapping.open->section == Section::needs) {
      append(result, scope.names_of(Section::needs));
      append(result, scope.names_of(Section::drives));
    } else {
      append(result, fields_of_record(scope, mapping));
    }
  }
  return result;
}

}  // namespace

Candidate word_candidate(std::string_view word, std::string_view detail) {
  Candidate candidate;
  candidate.name = word;
  candidate.kind = CompletionKind::word;
  candidate.detail = detail;
  return candidate;
}

std::vector<Candidate> complete_key(const CompletionScope& scope) {
  const Described& at = scope.place.at;
  if (at.field == nullptr) return {};
  std::vector<Candidate> result;
  Habits::Place place{row_of(at), at.callee};
  if (at.field->mapping != nullptr && (at.field->form == Form::record || at.field->form == Form::steps)) {
    result = keys_of_record(scope, *at.field->mapping, *at.field);
  } else if (at.field->form == Form::map) {
    result = at.callee.empty() ? names_as_keys(scope, *at.field) : arguments_of(scope, at.callee);
  } else if (at.field->form == Form::event) {
    result = scope.names_of(at.field->section);
    if (at.field->section == Section::events) append(result, scope.names_of(Section::sounds));
  }
  const bool is_of_step = at.field->mapping == &kStepMapping;
  for (Candidate& candidate : result) {
    if (candidate.kind == CompletionKind::name && scope.is_unused(candidate))
      candidate.score += is_of_step ? 6 : 2;
    if (candidate.kind == CompletionKind::name && candidate.text.empty() && !scope.cursor.has_colon &&
        at.field->form != Form::steps && at.field->mapping != &kStepMapping)
      candidate.text = fmt::format("{}: ", candidate.name);
  }
  if (at.field->form != Form::record || at.field->mapping == &kStepMapping) scope.prefer_like_entry(result);
  rank_keys(scope, place, result);
  std::erase_if(result, [&](const Candidate& candidate) { return has_sibling(scope, candidate.name); });
  leave_out_impossible(result);
  return result;
}

}  // namespace ishi::compiler
