#include "resolve/link_memories.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

// `facing` is no part of a fact, but would be read as one of the entity.
constexpr std::array<std::string_view, 8> kFactMembers = {
    "known", "position", "facing", "age", "confidence", "first_seen", "last_seen", "awareness"};

class MemoryLinker {
 public:
  MemoryLinker(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void link() {
    for (auto& memory : model_.memory) {
      resolve_thing(memory.value);
      check_own_fields(memory);
      if (memory.value.has_thing()) check_thing(memory);
    }
  }

 private:
  void resolve_thing(Memory& memory) {
    const Reference& of = memory.of;
    if (!of.given()) return;
    if (of.text == "entity") {
      memory.entity = {ValueKind::entity};
      return;
    }
    if (of.text == "sound") return resolve_noises(memory);
    const uint32_t thing = find_index(model_.things, of.text);
    if (thing != kNone) {
      model_.note_use(of.span, model_.things[thing].name);
      memory.entity = {ValueKind::entity, Quantity::number, thing};
      return;
    }
    report_no_thing(of);
  }

  // A noise is about who made it; what was heard, and how loud, are fields before the memory's own.
  void resolve_noises(Memory& memory) {
    if (model_.sounds.empty()) {
      diagnostics_.report(Code::unknown_name, memory.of.span, "there is no sound that could be remembered")
          .help(
              "declare it under `sounds`, such as `sounds: { bottle: { radius: 14m } }`, or include the file "
              "that does");
      return;
    }
    memory.entity = {ValueKind::entity};
    memory.has_noises = true;
    Map<Variable> fields;
    Variable sound;
    sound.resolved = {ValueKind::enumeration, Quantity::number, enum_of_sounds()};
    sound.high = static_cast<float>(model_.sounds.size() - 1);
    Variable loudness;
    loudness.resolved = {ValueKind::number};
    loudness.range = {{}, memory.of.span, true};
    loudness.high = 1;
    fields.push_back({{"sound", memory.of.span}, sound});
    fields.push_back({{"loudness", memory.of.span}, loudness});
    for (auto& field : memory.fields) {
      if (find_index(fields, field.name.text) == kNone && field.name.text != kMaker) {
        fields.push_back(field);
        continue;
      }
      diagnostics_
          .report(Code::memory_field_taken, field.name.span,
                  fmt::format("every noise has its `{}` already", field.name.text))
          .help("choose another name for what this memory adds");
    }
    memory.fields = std::move(fields);
  }

  uint32_t enum_of_sounds() {
    uint32_t index = find_index(model_.enums, "sound");
    if (index != kNone) return index;
    index = static_cast<uint32_t>(model_.enums.size());
    Enum sounds;
    for (const auto& sound : model_.sounds) sounds.members.push_back(sound.name);
    model_.enums.push_back({{"sound", model_.sounds[0].name.span}, sounds});
    return index;
  }

  void report_no_thing(const Reference& of) {
    const bool is_type = std::ranges::find(type_names(), of.text) != type_names().end() ||
                         find_index(model_.enums, of.text) != kNone;
    auto report =
        diagnostics_.report(is_type ? Code::name_of_other_kind : Code::unknown_name, of.span,
                            is_type ? fmt::format("`{}` is no thing: facts are about entities", of.text)
                                    : fmt::format("there is no thing `{}`", of.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known = {"entity", "sound"};
    for (const auto& thing : model_.things) known.push_back(thing.name.text);
    const auto near = report.suggestions(of.text, known);
    if (!is_type && !near.empty()) {
      report.suggest(of.span, near[0]);
    } else if (model_.things.empty()) {
      report.help("declare it under `things`, include the file that does, or write `entity` for any entity");
    } else {
      report.help(fmt::format("write one of {}", quoted_list(known, "or")));
    }
  }

  // A name of a fact means one thing.
  void check_own_fields(const Named<Memory>& memory) {
    for (const auto& field : memory.value.fields) {
      if (!check_new_name(field.name.text, field.name.span, diagnostics_)) continue;
      const Map<Variable>* of_thing =
          memory.value.has_thing() ? &model_.things[memory.value.entity.reference].value.fields : nullptr;
      const uint32_t same = of_thing == nullptr ? kNone : find_index(*of_thing, field.name.text);
      if (is_fact_member(field.name.text)) {
        diagnostics_
            .report(Code::memory_field_taken, field.name.span,
                    fmt::format("every fact has its `{}` already", field.name.text))
            .help("choose another name for what this memory adds");
      } else if (same != kNone) {
        diagnostics_
            .report(Code::memory_field_taken, field.name.span,
                    fmt::format("a fact of `{}` has `{}` already: it is a field of `{}`", memory.name.text,
                                field.name.text, memory.value.of.text))
            .label((*of_thing)[same].name.span, "declared here")
            .help("choose another name for what this memory adds");
      }
    }
  }

  void check_thing(const Named<Memory>& memory) {
    for (const auto& field : model_.things[memory.value.entity.reference].value.fields) {
      if (!is_fact_member(field.name.text)) continue;
      diagnostics_
          .report(Code::memory_field_taken, memory.value.of.span,
                  fmt::format(
                      "a `{0}` cannot be remembered: its field `{1}` would be one with the `{1}` of the fact",
                      memory.value.of.text, field.name.text))
          .label(field.name.span, "this field")
          .help("rename the field of the thing");
    }
  }

  Model& model_;
  Diagnostics& diagnostics_;
};

class LoopVariables {
 public:
  LoopVariables(const Model& model, const Scopes& scopes, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), diagnostics_(diagnostics) {}

  void check(const Name& name) {
    if (name.text.empty()) return;  // it could not be read, which has been reported
    if (!check_new_name(name.text, name.span, diagnostics_)) return;
    if (const std::string_view taken = meaning_in_expressions(name.text); !taken.empty()) {
      diagnostics_
          .report(Code::reserved_name, name.span,
                  fmt::format("`{}` is {}, so a loop variable cannot have that name", name.text, taken))
          .help("choose another name");
      return;
    }
    if (!report_hidden_name(name, "key", model_.blackboard, name.text)) return;
    const uint32_t file = name.span.file;
    if (scopes_.is_hidden(file, Space::expressions, name.text)) return;
    const std::string_view in_model = scopes_.find(file, Space::expressions, name.text);
    if (!report_hidden_name(name, "value", model_.values, in_model) ||
        !report_hidden_name(name, "curve", model_.curves, in_model) ||
        !report_hidden_name(name, "memory", model_.memory, in_model) ||
        !report_hidden_name(name, "choice", model_.choices, in_model) ||
        !report_hidden_name(name, "set of candidates", model_.candidates, name.text) ||
        !report_hidden_name(name, "token", model_.tokens, name.text)) {
      return;
    }
    for (const Scopes::Alias& alias : scopes_.aliases(file)) {
      if (alias.name == name.text) report(name, "an import", alias.span);
    }
  }

 private:
  // False after a report.
  template <class T>
  bool report_hidden_name(const Name& name, std::string_view noun, const Map<T>& map,
                          std::string_view hidden) {
    const uint32_t index = find_index(map, hidden);
    if (index == kNone) return true;
    report(name, fmt::format("a {}", noun), map[index].name.span);
    return false;
  }

  void report(const Name& name, std::string_view what, Span where) {
    diagnostics_
        .report(Code::loop_variable_hides, name.span,
                fmt::format("`{}` is {}, which this loop variable would hide", name.text, what))
        .label(where, "defined here")
        .help("choose another name for the loop variable");
  }

  const Model& model_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool is_fact_member(std::string_view name) {
  return std::ranges::find(kFactMembers, name) != kFactMembers.end();
}

void link_memories(Model& model, Diagnostics& diagnostics) { MemoryLinker(model, diagnostics).link(); }

void check_loop_variables(const Model& model, const Scopes& scopes, Diagnostics& diagnostics) {
  LoopVariables variables(model, scopes, diagnostics);
  for (const auto* actions : {&model.choices, &model.actions}) {
    for (const auto& action : *actions) {
      if (action.value.offered_by != kNone) continue;
      for (const auto& loop : action.value.for_each) variables.check(loop.name);
    }
  }
  for_each_step(model, [&](const Step& step) {
    if (const auto* const repeat = step.as<RepeatStep>()) {
      for (const auto& loop : repeat->for_each) variables.check(loop.name);
    }
    for (const auto& loop : step.modifiers.for_each) variables.check(loop.name);
  });
}

}  // namespace ishi::compiler
