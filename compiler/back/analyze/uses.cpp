#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "analyze/kinds_of_findings.h"
#include "analyze/words_of_texts.h"
#include "model/steps_within.h"
#include "resolve/include.h"

// Declarations that are never used: by name and by where names stand, since a name that no text mentions
// means nothing to anybody. Tests do not count: they use nothing, they look.

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

struct Declaring {
  std::string_view section;
  std::string_view caption;  // of a name that is never used
  std::string_view use{};    // how it is used
};

// Senses are no part of it: `link_senses` reports those that no agent has.
constexpr auto kDeclaring = std::to_array<Declaring>({
    {"blackboard", "nothing reads it and nothing sets it"},
    {"enums", "nothing is of this type"},
    {"tasks", "no step does it", "name it in the steps of an action or goal"},
    {"events", "nothing emits it and nothing waits for it",
     "let a step `emit` it, or an agent wait for it under `on`"},
    {"curves", "nothing goes through it"},
    {"values", "nothing reads it"},
    {"needs", "no action satisfies it, and nothing reads it"},
    {"drives", "no action reduces it, and nothing reads it"},
    {"memory", "nothing is remembered in it, and nothing reads it"},
    {"choices", "no agent makes it, and nothing reads what it chose",
     "name it in an agent's `choices`, which the game asks for"},
    {"actions", "no agent can do it", "name it in the `actions` of an agent"},
    {"goals", "no step pursues it", "name it in the steps of an action or goal"},
    {"planners", "no agent plans with it", "name it as the `planner` of an agent"},
});

// The places in which a section's names are used.
size_t count_uses(std::string_view section, const Uses& uses) {
  if (section == "actions") return uses.as(Role::option) + uses.as(Role::extended);
  const bool is_motive = section == "needs" || section == "drives";
  return uses.as(Role::extended) +
         (is_motive ? uses.as(Role::amount) + uses.as(Role::level) : uses.as(Role::other));
}

// Sections that only behaviours use, in shared files, too. Keys and enums are left out since the game uses
// them as well, needs and drives since IS431 reports them.
constexpr auto kOfBehaviours = std::to_array<std::string_view>(
    {"tasks", "events", "curves", "values", "memory", "choices", "actions", "goals"});

void report_unused(const Entry& entry, const Declaring& declaring, Diagnostics& diagnostics) {
  diagnostics.report(Code::never_used, entry.key_span, fmt::format("`{}` is never used", entry.key))
      .caption(std::string(declaring.caption))
      .note("proved: no text of this file, or of those that it includes, uses it, tests aside")
      .help(fmt::format("take it out, or {}; what other files share stands in a file that they include",
                        declaring.use.empty() ? "use it" : declaring.use));
}

// Reports a memory that senses or steps fill and that nothing reads. The caller leaves out memories with
// awareness, which post events without being read.
void report_unread(const Entry& entry, Diagnostics& diagnostics) {
  diagnostics.report(Code::never_used, entry.key_span, fmt::format("nothing reads `{}`", entry.key))
      .caption("facts are remembered in it, and no score, condition or step asks for them")
      .note("proved: no text of this file, or of those that it includes, reads it, tests aside")
      .help(
          fmt::format("go over it, such as `for_each: {{ one: {0} }}`, ask `count({0})`, or take it out with "
                      "what fills it",
                      entry.key));
}

// Files without agents share their declarations, and other files may use them. Findings about these count
// only if all files of the project are analyzed.
bool has_agents(const SourceUnit& unit) {
  return unit.tree.root != nullptr && unit.tree.root->find("agents") != nullptr;
}
bool has_agents(const Units& units, uint32_t file) {
  const auto unit = std::ranges::find(units.units, file, &SourceUnit::file);
  return unit != units.units.end() && has_agents(*unit);
}

// A file that others import is a library, which offers more than each of them takes.
bool is_imported(const Units& units, const SourceUnit& unit) {
  const auto place = static_cast<uint32_t>(std::ranges::find(units.units, unit.file, &SourceUnit::file) -
                                           units.units.begin());
  return std::ranges::any_of(units.units, [&](const SourceUnit& other) {
    return std::ranges::find(other.imports, place, &Import::unit) != other.imports.end();
  });
}

// Fields of facts that are read: only behaviours know what they are for.
void find_unset_fields(const Model& model, const Units& units, Diagnostics& diagnostics) {
  std::unordered_set<std::string_view> set;
  UsesOfNames all = uses_of_names(units);
  const auto collect = [&](const Step& step) {
    const auto* const written = step.as<SetStep>();
    if (written == nullptr) return;
    for (const auto& assignment : written->values) {
      const size_t point = assignment.name.text.find('.');
      if (point != std::string_view::npos) set.insert(assignment.name.text.substr(point + 1));
    }
  };
  for_each_written_step(model, collect);
  for (const auto& memory : model.memory) {
    if (!has_agents(units, memory.name.span.file)) continue;
    for (const auto& field : memory.value.fields) {
      const bool is_built_in = field.name.span == memory.value.of.span;  // of noises
      if (is_built_in || set.contains(field.name.text)) continue;
      const bool is_read = all[field.name.text].as(Role::other) > 1;
      auto report =
          diagnostics.report(is_read ? Code::never_written : Code::never_used, field.name.span,
                             is_read ? fmt::format("`{}` is read, but no step ever sets it", field.name.text)
                                     : fmt::format("`{}` is never used", field.name.text));
      if (is_read) {
        report.caption("so it has its default for ever, unless the game sets it")
            .note("proved: every step of every action, goal and agent was looked at")
            .help(fmt::format("set it where it becomes true, such as `set: {{ foe.{}: … }}`, or take it out",
                              field.name.text));
      } else {
        report.caption("nothing reads it and nothing sets it")
            .note("proved: no text of this file, or of those that it includes, names it")
            .help("take it out, or use it");
      }
    }
  }
}

// Private keys, which the game does not write.
void find_unset_keys(const Model& model, const Units& units, Diagnostics& diagnostics) {
  std::unordered_set<std::string_view> set;
  for_each_written_step(model, [&set](const Step& step) {
    const auto* const written = step.as<SetStep>();
    if (written == nullptr) return;
    for (const auto& assignment : written->values) set.insert(assignment.name.text);
  });
  for (const auto& [name, key] : model.blackboard) {
    if (!key.is_private.value || set.contains(name.text) || !has_agents(units, name.span.file)) continue;
    diagnostics
        .report(Code::never_written, name.span,
                fmt::format("`{}` is private, and no step ever sets it", name.text))
        .caption("so it has its default for ever: the game does not know it")
        .note("proved: every step of every action, goal and agent was looked at")
        .help(fmt::format("set it where it changes, such as `set: {{ {}: … }}`, or take `private` out",
                          name.text));
  }
}

// Reports what no formula reads: fields of events that no step sends to the game, and what tasks give back.
class UnreadValues {
 public:
  UnreadValues(const Model& model, const Units& units, Diagnostics& diagnostics)
      : model_(model), units_(units), diagnostics_(diagnostics) {
    for_each_written_step(model, [&](const Step& step) {
      const auto* const emit = step.as<EmitStep>();
      if (emit != nullptr && step.modifiers.audience.value == Audience::game)
        to_game_.insert(emit->event.index);
    });
  }

  void report() const {
    for (uint32_t i = 0; i < model_.events.size(); ++i) {
      const auto& [name, event] = model_.events[i];
      if (event.of_memory != kNone || to_game_.contains(i) || !is_minded(i)) continue;
      for (const auto& [field, variable] : event.fields)
        report(
            field, variable, "no agent reads it when the event comes",
            fmt::format("read it under `on`, such as `set: {{ … : event.{} }}`, or take it out", field.text));
    }
    for (const auto& [name, task] : model_.tasks) report_given(task.gives);
    for (const auto& [name, goal] : model_.goals) report_given(goal.gives);
  }

 private:
  // An event for which no agent waits is reported itself.
  [[nodiscard]] bool is_minded(uint32_t event) const {
    return std::ranges::any_of(model_.agents, [&](const auto& agent) {
      const Agent& minding = agent.value;
      return minding.on.find(model_.events[event].name.text) != kNone ||
             std::ranges::find(minding.think.on, event, &Reference::index) != minding.think.on.end();
    });
  }

  void report_given(const Map<Variable>& gives) const {
    for (const auto& [name, variable] : gives)
      report(name, variable, "no step reads it",
             fmt::format("let the step say `as: found`, and a later one read `found.{}`, or take it out",
                         name.text));
  }

  void report(const Name& name, const Variable& variable, std::string caption, std::string help) const {
    if (variable.is_read || name.span.end == 0 || !has_agents(units_, name.span.file)) return;
    diagnostics_.report(Code::never_used, name.span, fmt::format("`{}` is never used", name.text))
        .caption(std::move(caption))
        .note("proved: no formula of this file, or of those that it includes, reads it, tests aside")
        .help(std::move(help));
  }

  const Model& model_;
  const Units& units_;
  Diagnostics& diagnostics_;
  std::unordered_set<uint32_t> to_game_;  // events
};

}  // namespace

void find_unused(const Model& model, const Units& units, Diagnostics& diagnostics) {
  if (!units.is_complete) return;
  UsesOfNames all = uses_of_names(units);
  for (const SourceUnit& unit : units.units) {
    const bool is_shared = !has_agents(unit);
    if (is_shared && (unit.file == units.main_file || unit.tree.root == nullptr || is_imported(units, unit)))
      continue;
    for (const Declaring& declaring : kDeclaring) {
      if (is_shared && std::ranges::find(kOfBehaviours, declaring.section) == kOfBehaviours.end()) continue;
      const Node* const section = unit.tree.root->find(declaring.section);
      if (section == nullptr) continue;
      for (const Entry& entry : section->entries) {
        UsesOfNames own = uses_of_names(declaring.section, entry);
        const auto count = [&](UsesOfNames& uses) { return count_uses(declaring.section, uses[entry.key]); };
        if (count(all) != count(own)) continue;
        if (declaring.section != "memory" || all[entry.key].as(Role::filled) == 0)
          report_unused(entry, declaring, diagnostics);
        else if (const uint32_t memory = find_index(model.memory, entry.key);
                 memory != kNone && model.memory[memory].value.aware == kNone)
          report_unread(entry, diagnostics);
      }
    }
  }
  find_unset_fields(model, units, diagnostics);
  find_unset_keys(model, units, diagnostics);
  UnreadValues(model, units, diagnostics).report();
}

}  // namespace ishi::compiler
