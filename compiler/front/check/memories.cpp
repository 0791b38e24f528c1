#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "check/checking.h"
#include "language/words.h"
#include "resolve/link_memories.h"
#include "resolve/names.h"

// The steps that change memories and facts.

namespace ishi::compiler {
namespace {

// The name of the memory that may know of somebody of a type; of several the first.
std::string_view memory_of(const Checking& c, const Type& type) {
  const auto holds = [&](const Named<Memory>& memory) {
    const Type& entity = memory.value.entity;
    return entity.reference == kNone || entity.reference == type.reference;
  };
  const auto found = std::ranges::find_if(c.model.memory, holds);
  if (found != c.model.memory.end()) return found->name.text;
  return c.model.memory.empty() ? "MEMORY" : std::string_view(c.model.memory[0].name.text);
}

// The step around, or the action, whose loop variable has this name; null if none has.
const Named<Reference>* loop_at(const Place& place, std::string_view name) {
  for (size_t i = place.loops.size(); i-- > 0;) {
    if (place.loops[i]->variable->name.text != name) continue;
    place.loops[i]->is_read = true;
    return place.loops[i]->variable;
  }
  return place.loop != nullptr && place.loop->name.text == name ? place.loop : nullptr;
}

void report_field_of_game(const Checking& c, const Name& name) {
  c.diagnostics
      .report(Code::fact_not_written, name.span,
              fmt::format("`{}` belongs to somebody in the game, and only the game writes it", name.text))
      .help("let a task of the game change it");
}

// Reports a step that writes a field of `object`, which is no fact at this place.
void report_no_fact(const Checking& c, const Name& name, std::string_view object, const Place& place) {
  if (object == "needs" || object == "drives") {
    c.diagnostics
        .report(Code::fact_not_written, name.span,
                fmt::format("`{}` is a level, which steps do not set", name.text))
        .help("let the action change it: `after: { … }` when it completes, `during: { … }` while it runs");
    return;
  }
  const uint32_t key = find_index(c.model.blackboard, object);
  const bool is_entity = key != kNone && c.model.blackboard[key].value.resolved.kind == ValueKind::entity;
  if (is_entity || object == "self") {
    report_field_of_game(c, name);
    return;
  }
  auto report =
      c.diagnostics.report(Code::unknown_name, name.span,
                           fmt::format("there is no fact `{}` here whose field could be written", object));
  if (!report.is_kept()) return;
  if (place.loop != nullptr) {
    const std::string mended =
        fmt::format("{}{}", place.loop->name.text, name.text.substr(name.text.find('.')));
    report.help(fmt::format("the fact that this action is for is called `{}`", place.loop->name.text))
        .edit(name.span, mended);
  } else if (place.parameters != nullptr) {
    report.help(
        "a goal gets the entity, but has no fact at hand: `set` it in the action that has `for_each`");
  } else {
    report.help("an action has one while it is for one: `for_each: { NAME: MEMORY }`");
  }
}

void report_no_own_field(const Checking& c, const Name& name, std::string_view field, uint32_t set) {
  const std::string_view set_name = name_of_set(c.model, set).text;
  const Map<Variable>* const noticed = noticed_fields(c.model, set);
  const uint32_t of_thing = noticed == nullptr ? kNone : find_index(*noticed, field);
  if (is_memory(c.model, set) && (of_thing != kNone || is_fact_member(field))) {
    auto report =
        c.diagnostics.report(Code::fact_not_written, name.span,
                             fmt::format("`{}` is {}", name.text,
                                         of_thing != kNone ? "what was noticed, and no step makes it another"
                                                           : "kept by the memory itself"));
    if (of_thing != kNone) report.label((*noticed)[of_thing].name.span, "a field of the thing");
    report.help(fmt::format("declare a field of your own under `fields` of `{}`, and write that", set_name));
    return;
  }
  const auto has_field = [&](uint32_t thing) {
    return find_index(c.model.things[thing].value.fields, field) != kNone;
  };
  if (!is_memory(c.model, set) && std::ranges::any_of(candidates_of(c.model, set).value.things, has_field)) {
    report_field_of_game(c, name);
    return;
  }
  auto report =
      c.diagnostics.report(Code::unknown_member, name.span,
                           fmt::format("a {} of `{}` has no `{}` of its own",
                                       is_memory(c.model, set) ? "fact" : "member", set_name, field));
  if (!report.is_kept()) return;
  const auto known = names_of(own_fields(c.model, set));
  const auto near = report.suggestions(field, known);
  if (!near.empty()) {
    const std::string meant = fmt::format("{}.{}", name.text.substr(0, name.text.find('.')), near[0]);
    report.suggest(name.span, meant);
  } else if (known.empty()) {
    report.help(fmt::format("declare it: `fields: {{ {}: … }}` in `{}`, under `{}`", field, set_name,
                            is_memory(c.model, set) ? "memory" : "candidates"));
  } else {
    report.help(known.size() == 1 ? fmt::format("its only own field is `{}`", known[0])
                                  : fmt::format("its own fields are {}", quoted_list(known, "and")));
  }
}

}  // namespace

// `forget: foe`
void check_forgotten(const Checking& c, const Name& fact, const Place& place) {
  if (const Named<Reference>* const loop = loop_at(place, fact.text)) {
    c.model.note_use(fact.span, loop->name);
    const uint32_t set = loop->value.index;
    if (set != kNone && !is_memory(c.model, set)) {
      c.diagnostics
          .report(Code::wrong_shape, fact.span,
                  fmt::format("`{}` is a candidate, which the game gives and takes: it cannot be forgotten",
                              fact.text))
          .label(name_of_set(c.model, set).span, "the set")
          .help("let a task of the game take it out, or write a field of it that your `when` asks");
    }
    return;
  }
  if (place.loop != nullptr && place.loop->name.text.empty()) return;  // it may be called so
  const std::string_view text = fact.text;
  if (place.loop != nullptr && text.substr(0, text.find('.')) == place.loop->name.text) {
    c.diagnostics
        .report(Code::wrong_shape, fact.span,
                fmt::format("`{}` is a part of the fact, which is forgotten as a whole", text))
        .help(fmt::format("write `forget: {}`", place.loop->name.text))
        .edit(fact.span, std::string(place.loop->name.text));
    return;
  }
  const uint32_t key = find_index(c.model.blackboard, text);
  const uint32_t parameter = place.parameters != nullptr ? find_index(*place.parameters, text) : kNone;
  const Type type = key != kNone         ? c.model.blackboard[key].value.resolved
                    : parameter != kNone ? (*place.parameters)[parameter].value.resolved
                                         : Type{};
  const bool is_somebody =
      type.kind == ValueKind::entity || text == "self" || text.find('.') != std::string_view::npos;
  const std::string_view memory = memory_of(c, type);
  if (is_somebody) {
    c.diagnostics
        .report(Code::wrong_shape, fact.span,
                fmt::format("`{}` is no fact: say which memory shall forget it", text))
        .help(fmt::format("write `forget: {{ {}: {} }}`", memory, text));
    return;
  }
  if (find_index(c.model.memory, c.scopes.find(fact.span.file, Space::expressions, text)) != kNone) {
    c.diagnostics
        .report(Code::wrong_shape, fact.span, fmt::format("`{}` is a memory: say whom it shall forget", text))
        .help(fmt::format("write `forget: {{ {}: … }}`", text));
    return;
  }
  auto report =
      c.diagnostics.report(Code::unknown_name, fact.span, fmt::format("there is no fact `{}`", text));
  if (!report.is_kept()) return;
  if (place.loop != nullptr) {
    report.help(fmt::format("the fact that this action is for is called `{}`", place.loop->name.text))
        .edit(fact.span, std::string(place.loop->name.text));
  } else {
    report.help(fmt::format("say which memory shall forget whom: `forget: {{ {}: … }}`", memory));
  }
}

void check_memories(const Checking& c, Map<Formula>& memories, const Step& step, const Place& place) {
  for (auto& [name, formula] : memories) {
    const uint32_t memory = find_index(c.model.memory, name.text);
    if (memory == kNone || c.model.memory[memory].value.entity.kind == ValueKind::error) continue;
    c.typer.type(formula, c.model.memory[memory].value.entity, place,
                 fmt::format("whom `{}` shall {}", name.text, step.name.text));
  }
}

// Of memories in which senses make the agent aware.
void check_remembered_awareness(const Checking& c, RememberStep& remember, const Place& place) {
  if (!remember.awareness.given()) return;
  c.typer.type(remember.awareness, {ValueKind::number}, place, "`awareness`");
  Variable share;
  share.resolved = {ValueKind::number};
  share.high = 1;
  check_range(c, remember.awareness, share, "`awareness`");
  for (const auto& entry : remember.memories) {
    const std::string_view name = entry.name.text;
    const uint32_t memory = find_index(c.model.memory, name);
    if (memory == kNone || c.model.memory[memory].value.aware != kNone) continue;
    const bool is_raised = std::ranges::any_of(c.model.senses, [&](const auto& sense) {
      return sense.value.awareness.given && sense.value.remember.text == name;
    });
    if (is_raised) continue;  // what it lacks has been reported
    c.diagnostics
        .report(Code::no_awareness, remember.awareness.span,
                fmt::format("no sense says how aware the agent becomes of what `{}` remembers", name))
        .label(c.model.memory[memory].name.span, "this memory")
        .help(
            "take `awareness` out, or add to a sense that fills it: `awareness: { rise: 0.5/s, fall: 0.2/s, "
            "levels: "
            "{ alert: 1 } }`");
  }
}

// `set: { foe.checked: true }`
void check_fact_assignment(const Checking& c, Named<Formula>& assignment, const Place& place) {
  const Name& name = assignment.name;
  const size_t point = name.text.find('.');
  const std::string_view object = name.text.substr(0, point);
  const std::string_view field = name.text.substr(point + 1);
  if (place.loop != nullptr && place.loop->name.text.empty()) return;  // it may be called so
  const Named<Reference>* const loop = loop_at(place, object);
  if (loop == nullptr) return report_no_fact(c, name, object, place);
  const uint32_t index = loop->value.index;
  if (index == kNone || member_type(c.model, index).kind == ValueKind::error) return;
  const Map<Variable>& fields = own_fields(c.model, index);
  const uint32_t own = find_index(fields, field);
  if (own == kNone) return report_no_own_field(c, name, field, index);
  if (!is_memory(c.model, index) && candidates_of(c.model, index).value.scope.value != Scope::agent) {
    c.diagnostics
        .report(Code::fact_not_written, name.span,
                fmt::format("`{}` is shared with others, and only the game writes it",
                            candidates_of(c.model, index).name.text))
        .label(candidates_of(c.model, index).value.scope.span, "shared")
        .help("let a task of the game change it, or tell the game by an event");
    return;
  }
  c.model.note_use({name.span.file, name.span.begin + static_cast<uint32_t>(point + 1), name.span.end},
                   fields[own].name);
  c.model.note_use({name.span.file, name.span.begin, name.span.begin + static_cast<uint32_t>(point)},
                   loop->name);
  const Variable& variable = fields[own].value;
  if (variable.resolved.kind == ValueKind::error) return;
  Place value_place = place;
  value_place.unit = variable.unit;
  const std::string what = fmt::format("`{}`", name.text);
  c.typer.type(assignment.value, variable.resolved, value_place, what);
  check_range(c, assignment.value, variable, what);
  check_place(c, assignment.value, variable, what);
  warn_of_sign(c, assignment);
}

bool forgets_its_own(const Model& model, const Step& step, const Place& place) {
  const auto* const forget = step.as<ForgetStep>();
  if (forget == nullptr || place.loop == nullptr || step.modifiers.when.given()) return false;
  if (!forget->fact.text.empty())
    return forget->fact.text == place.loop->name.text && is_memory(model, place.loop->value.index);
  return std::ranges::any_of(forget->memories, [](const Named<Formula>& entry) {
    return entry.value.root != nullptr && entry.value.root->kind == ExpressionKind::fact &&
           !entry.value.root->is_of_step;
  });
}

}  // namespace ishi::compiler
