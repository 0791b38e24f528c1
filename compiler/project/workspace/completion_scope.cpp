#include "workspace/completion_scope.h"

#include <algorithm>

#include "language/node_words.h"
#include "language/words.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

const Node* find_key(const Node& node, std::string_view key) {
  for (const Entry& entry : node.entries) {
    if (entry.key == key) return entry.value;
  }
  return nullptr;
}

// The words of a name: `pull back` of `pull_back`.
std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const bool is_letter =
        i < text.size() && ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z'));
    if (is_letter) continue;
    if (i > begin) result.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return result;
}

// "shoots" and "shoot", "fleeing" and "flee": the same beginning of four letters, or all of one.
bool are_alike(std::string_view a, std::string_view b) {
  constexpr size_t kStem = 4;
  const size_t common = std::min(a.size(), b.size());
  size_t same = 0;
  while (same < common && (a[same] | 0x20) == (b[same] | 0x20)) ++same;
  return same >= 3 && (same == common || same >= kStem);
}

}  // namespace

SymbolKind kind_of(Section section) {
  switch (section) {
    case Section::enums: return SymbolKind::enumeration;
    case Section::things: return SymbolKind::thing;
    case Section::blackboard: return SymbolKind::key;
    case Section::tasks: return SymbolKind::task;
    case Section::events: return SymbolKind::event;
    case Section::curves: return SymbolKind::curve;
    case Section::values: return SymbolKind::value;
    case Section::needs: return SymbolKind::need;
    case Section::drives: return SymbolKind::drive;
    case Section::importance: return SymbolKind::profile;
    case Section::memory: return SymbolKind::memory;
    case Section::candidates: return SymbolKind::candidates;
    case Section::tokens: return SymbolKind::token;
    case Section::sounds: return SymbolKind::sound;
    case Section::senses: return SymbolKind::sense;
    case Section::choices: return SymbolKind::choice;
    case Section::actions: return SymbolKind::action;
    case Section::goals: return SymbolKind::goal;
    case Section::planners: return SymbolKind::planner;
    case Section::steering: return SymbolKind::steering;
    case Section::navigation: return SymbolKind::navigation;
    case Section::agents: return SymbolKind::agent;
    case Section::teams: return SymbolKind::team;
    case Section::scenes: return SymbolKind::scene;
    case Section::tests: return SymbolKind::test;
  }
  return SymbolKind::key;
}

CompletionScope::CompletionScope(std::string_view text, const CheckedFile& now, const CheckedFile& names,
                                 uint32_t offset)
    : text(text),
      now(now),
      names(names),
      model(names.program->model),
      offset(offset),
      cursor(find_cursor(text, offset)),
      place(describe_place(cursor.path)),
      habits(now) {
  if (!now.knows_names) return;
  std::vector<bool> is_used(now.index.symbols().size());
  // Outside of tests what they say of a name is no use of it.
  std::vector<std::pair<uint32_t, uint32_t>> of_tests;
  if (now.tree().root != nullptr && !is_for_tests(place.section)) {
    for (const Entry& section : now.tree().root->entries) {
      if (is_for_tests(section.key)) of_tests.emplace_back(section.key_span.begin, section.value->span.end);
    }
  }
  for (const SymbolUse& use : now.index.uses()) {
    const auto holds = [&](const auto& range) {
      return range.first <= use.span.begin && use.span.end <= range.second;
    };
    if (use.span.file != 0 || std::ranges::none_of(of_tests, holds)) is_used[use.symbol] = true;
  }
  for (uint32_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) unused_.push_back(now.index.symbols()[i].name);
  }
  std::ranges::sort(unused_);
}

std::string_view CompletionScope::key_before(size_t back) const {
  for (size_t i = cursor.path.size(); i-- > 0;) {
    if (cursor.path[i].is_item) continue;
    if (back-- == 0) return cursor.path[i].key;
  }
  return {};
}

bool CompletionScope::is_below(std::string_view key) const {
  return std::ranges::any_of(cursor.path, [&](const CursorStep& step) { return step.key == key; });
}

std::string_view CompletionScope::key_below(std::string_view key) const {
  for (size_t i = 0; i + 1 < cursor.path.size(); ++i) {
    if (cursor.path[i].key == key && !cursor.path[i].is_item) return cursor.path[i + 1].key;
  }
  return {};
}

const Node* CompletionScope::node_at(size_t steps) const {
  for (const CheckedFile* file : {&now, &names}) {
    const Node* node = file->tree().root;
    for (size_t i = 0; i < steps && node != nullptr; ++i) {
      if (i >= cursor.path.size()) return nullptr;
      const CursorStep& step = cursor.path[i];
      if (step.is_item)
        node = step.index < node->items.size() ? node->items[step.index] : nullptr;
      else
        node = find_key(*node, step.key);
    }
    if (node != nullptr && node->kind != NodeKind::poisoned) return node;
  }
  return nullptr;
}

std::string_view CompletionScope::text_in_entry(std::string_view key) const {
  const Node* const entry = entry_node();
  const Node* const value = entry == nullptr ? nullptr : find_key(*entry, key);
  return value == nullptr || value->kind != NodeKind::scalar ? std::string_view() : value->text;
}

Candidate CompletionScope::named(const Name& name, SymbolKind kind, const Type& type) const {
  Candidate candidate;
  candidate.name = name.text;
  candidate.symbol = kind;
  candidate.type = type;
  candidate.detail = noun_of(kind);
  return candidate;
}

std::vector<Candidate> CompletionScope::names_of(const Map<Variable>& variables, SymbolKind kind) const {
  std::vector<Candidate> result;
  for (const auto& [name, variable] : variables) result.push_back(named(name, kind, variable.resolved));
  return result;
}

std::vector<Candidate> CompletionScope::names_of(Section section) const {
  std::vector<Candidate> result;
  const SymbolKind kind = kind_of(section);
  Space space{};
  const bool has_scope = find_space(section, space) && names.program->scopes->has_imports();
  const auto add = [&](const Name& name, const Type& type = {}) {
    Candidate candidate = named(name, kind, type);
    if (has_scope) {
      candidate.name = names.program->scopes->spelled(0, space, name.text);
      if (candidate.name.empty()) return;
    }
    result.push_back(std::move(candidate));
  };
  const auto add_all = [&](const auto& map) {
    for (const auto& entry : map) add(entry.name);
  };
  switch (section) {
    case Section::enums:
      for (const auto& entry : model.enums)
        if (entry.value.section.empty() && entry.name.text != "sound") add(entry.name);
      break;
    case Section::things: add_all(model.things); break;
    case Section::blackboard:
      for (const auto& entry : model.blackboard) add(entry.name, entry.value.resolved);
      break;
    case Section::tasks: add_all(model.tasks); break;
    case Section::events: add_all(model.events); break;
    case Section::curves: add_all(model.curves); break;
    case Section::values:
      for (const auto& entry : model.values)
        add(entry.name, entry.value.is.root == nullptr ? Type() : entry.value.is.root->type);
      break;
    case Section::needs: add_all(model.needs); break;
    case Section::drives: add_all(model.drives); break;
    case Section::importance: add_all(model.importance); break;
    case Section::memory:
      for (const auto& entry : model.memory)
        if (!entry.name.text.starts_with(kCoolingPrefix)) add(entry.name);
      break;
    case Section::candidates: add_all(model.candidates); break;
    case Section::tokens: add_all(model.tokens); break;
    case Section::sounds: add_all(model.sounds); break;
    case Section::senses: add_all(model.senses); break;
    case Section::choices:
      for (const auto& entry : model.choices) add(entry.name, member_type_of(entry.value.set()));
      break;
    case Section::actions:
      for (const auto& entry : model.actions)
        if (entry.value.planner == kNone && entry.value.offered_by == kNone) add(entry.name);
      break;
    case Section::goals: add_all(model.goals); break;
    case Section::planners: add_all(model.planners); break;
    case Section::steering: add_all(model.steering); break;
    case Section::navigation: add_all(model.navigation); break;
    case Section::agents: add_all(model.agents); break;
    case Section::teams: add_all(model.teams); break;
    case Section::scenes: add_all(model.scenes); break;
    case Section::tests: break;
  }
  return result;
}

Type CompletionScope::member_type_of(uint32_t set) const {
  return set == kNone ? Type() : member_type(model, set);
}

std::vector<Candidate> CompletionScope::words_of(const Type& type) const {
  std::vector<Candidate> result;
  const auto word = [&](std::string_view text) {
    Candidate candidate;
    candidate.name = text;
    candidate.kind = CompletionKind::word;
    candidate.type = type;
    result.push_back(std::move(candidate));
  };
  if (type.kind == ValueKind::boolean) {
    word("true");
    word("false");
  } else if (type.kind == ValueKind::enumeration && type.reference < model.enums.size()) {
    for (const Name& member : model.enums[type.reference].value.members)
      result.push_back(named(member, SymbolKind::member, type));
  }
  return result;
}

std::vector<Candidate> CompletionScope::entities() const {
  std::vector<Candidate> result;
  const auto add_keys = [&](const Node* owner, std::string_view field, SymbolKind kind) {
    const Node* const map = owner == nullptr ? nullptr : find_key(*owner, field);
    if (map == nullptr) return;
    for (const Entry& entry : map->entries) result.push_back(named({entry.key, entry.key_span}, kind));
  };
  const Node* const entry = entry_node();
  add_keys(entry, "world", SymbolKind::entity);
  if (place.section == "scenes") add_keys(entry, "agents", SymbolKind::actor);
  const Node* const at = entry == nullptr ? nullptr : find_key(*entry, "at");
  if (at != nullptr) {
    for (const Entry& moment : at->entries) add_keys(moment.value, "add", SymbolKind::entity);
  }
  if (const Named<Scene>* const its = scene(); its != nullptr && place.section == "tests") {
    for (const auto& one : its->value.around.world) result.push_back(named(one.name, SymbolKind::entity));
    for (const auto& one : its->value.agents) result.push_back(named(one.name, SymbolKind::actor));
  }
  return result;
}

std::vector<Candidate> CompletionScope::doors() const {
  std::vector<Candidate> result;
  const Node* const entry = entry_node();
  const Node* const own = entry == nullptr ? nullptr : find_key(*entry, "doors");
  if (own != nullptr) {
    for (const Entry& door : own->entries)
      result.push_back(named({door.key, door.key_span}, SymbolKind::entity));
  }
  if (const Named<Scene>* const its = scene(); its != nullptr && place.section == "tests") {
    for (const auto& one : its->value.around.doors) result.push_back(named(one.name, SymbolKind::entity));
  }
  return result;
}

const Named<Action>* CompletionScope::option() const {
  const auto find_in = [&](const Map<Action>& map, std::string_view name) -> const Named<Action>* {
    const uint32_t index = find_index(map, name);
    return index == kNone ? nullptr : &map[index];
  };
  if (place.section == "actions") return find_in(model.actions, place.entry);
  if (place.section == "choices") return find_in(model.choices, place.entry);
  std::string_view inner = place.section == "planners" ? key_below("plans") : key_below("offers");
  if (inner.empty()) return nullptr;
  return find_in(model.actions, std::string(place.entry) + "." + std::string(inner));
}

std::vector<const Named<Reference>*> CompletionScope::loops_of_steps() const {
  std::vector<const Named<Reference>*> loops;
  const auto add = [&](const Step& step) {
    for_each_step_in(step, [&](const Step& part) {
      const auto* const repeat = part.as<RepeatStep>();
      if (repeat != nullptr && !repeat->for_each.empty()) loops.push_back(&repeat->for_each[0]);
      if (!part.modifiers.for_each.empty()) loops.push_back(&part.modifiers.for_each[0]);
    });
  };
  if (const Named<Action>* const around = option(); around != nullptr) {
    for (const Step& step : around->value.steps.value) add(step);
  }
  const uint32_t goal = place.section == "goals" ? find_index(model.goals, place.entry) : kNone;
  if (goal != kNone) for_each_step_of(model.goals[goal].value, add);
  std::erase_if(loops,
                [](const auto* loop) { return loop->name.text.empty() || loop->value.index == kNone; });
  return loops;
}

const Map<Variable>* CompletionScope::parameters() const {
  if (place.section == "goals") {
    const uint32_t goal = find_index(model.goals, place.entry);
    return goal == kNone ? nullptr : &model.goals[goal].value.parameters;
  }
  if (place.section == "values") {
    const uint32_t value = find_index(model.values, place.entry);
    return value == kNone ? nullptr : &model.values[value].value.parameters;
  }
  if (place.section == "tasks") {
    const uint32_t task = find_index(model.tasks, place.entry);
    return task == kNone ? nullptr : &model.tasks[task].value.parameters;
  }
  return nullptr;
}

const Named<Event>* CompletionScope::event() const {
  if (place.section != "agents") return nullptr;
  const uint32_t event = find_index(model.events, key_below("on"));
  return event == kNone ? nullptr : &model.events[event];
}

const Named<Scene>* CompletionScope::scene() const {
  const std::string_view name = place.section == "scenes" ? place.entry : text_in_entry("scene");
  const uint32_t index = find_index(model.scenes, name);
  return index == kNone ? nullptr : &model.scenes[index];
}

const Named<Agent>* CompletionScope::agent() const {
  std::string_view name;
  if (place.section == "agents") name = place.entry;
  if (place.section == "tests") name = text_in_entry("agent");
  const std::string_view actor = key_below("agents");
  if (const Named<Scene>* const its = scene(); its != nullptr && name.empty()) {
    const uint32_t index = find_index(its->value.agents, actor);
    if (index != kNone) name = its->value.agents[index].value.agent.text;
    if (index == kNone && its->value.agents.size() == 1) name = its->value.agents[0].value.agent.text;
  }
  const uint32_t index = find_index(model.agents, name);
  return index == kNone ? nullptr : &model.agents[index];
}

bool CompletionScope::is_unused(const Candidate& candidate) const {
  return std::ranges::binary_search(unused_, candidate.name);
}

void CompletionScope::prefer_like_entry(std::vector<Candidate>& candidates) const {
  const std::vector<std::string_view> of_entry = words(place.entry);
  for (Candidate& candidate : candidates) {
    for (const std::string_view word : words(candidate.name)) {
      const auto is_like = [&](std::string_view other) { return are_alike(word, other); };
      if (std::ranges::any_of(of_entry, is_like)) candidate.score += 3;
    }
  }
}

}  // namespace ishi::compiler
