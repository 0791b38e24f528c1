#include "resolve/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"
#include "resolve/link_memories.h"
#include "resolve/link_variables.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostListed = 12;  // names that a message lists

std::string quoted(Section section) { return fmt::format("`{}`", section_name(section)); }

template <class... Maps>
std::vector<std::string_view> names_of(const Maps&... maps) {
  std::vector<std::string_view> names;
  const auto add = [&](const auto& map) {
    for (const auto& entry : map) names.push_back(entry.name.text);
  };
  (add(maps), ...);
  return names;
}

class Linker {
 public:
  Linker(Model& model, const Scopes& scopes, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), diagnostics_(diagnostics) {}

  void link() {
    link_variables(model_, diagnostics_);
    move_plans();
    link_memories(model_, diagnostics_);
    for (auto& task : model_.tasks) link_effects(task.value);
    for (auto* motives : {&model_.needs, &model_.drives}) {
      for (auto& motive : *motives) find(motive.value.curve, model_.curves, Section::curves);
    }
    check_weight_count();
    for (auto& profile : model_.importance) link_profile(profile.value);
    for (auto& action : model_.actions) link_action(action.value);
    for (auto& goal : model_.goals) link_goal(goal);
    check_loop_variables(model_, scopes_, diagnostics_);
    for (auto& agent : model_.agents) link_agent(agent);
    for (auto& test : model_.tests) link_test(test.value);
  }

 private:
  // `sections` is where such a name can be defined: "`curves`".
  template <class... Maps>
  void report_unknown(std::string_view name, Span span, std::string_view noun, std::string_view sections,
                      const Maps&... maps) {
    if (is_mended_name(name, maps...)) return;
    auto report =
        diagnostics_.report(Code::unknown_name, span, fmt::format("there is no {} `{}`", noun, name));
    if (!report.is_kept()) return;
    std::deque<std::string> spelled;
    const std::vector<std::string_view> known = names_in(span.file, names_of(maps...), spelled);
    const auto near = report.suggestions(name, known);
    const std::string_view behind_point = name.substr(name.rfind('.') + 1);
    if (behind_point != name && std::ranges::find(known, behind_point) != known.end()) {
      report
          .help(fmt::format("{}s are the whole game's and have no alias: write `{}`",
                            noun.substr(0, noun.find(' ')), behind_point))
          .edit(span, std::string(behind_point));
    } else if (!near.empty()) {
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(span, std::string(near[0]));
    } else if (const std::string behind = behind_an_alias(span.file, name); !behind.empty()) {
      report.help(fmt::format("did you mean `{}`?", behind)).edit(span, behind);
    } else if (name.find(',') != std::string_view::npos) {
      report.help(fmt::format("for several names write a list: [{}]", name));
    } else if (const size_t blank = name.find(' '); blank != std::string_view::npos) {
      const bool is_amount = name.find_first_of("+-.0123456789", blank) == blank + 1;
      report.help(is_amount ? fmt::format("perhaps a colon is missing: `{}: {}`", name.substr(0, blank),
                                          name.substr(blank + 1))
                            : "a name has no spaces; perhaps a comma is missing");
    } else if (const std::string_view other = noun_elsewhere(name); !other.empty()) {
      report.help(fmt::format("`{}` is {}, but here stands the name of {} {}", name, other,
                              std::string_view("aeiou").find(noun[0]) != std::string_view::npos ? "an" : "a",
                              noun));
    } else if (known.empty() || known.size() > kMostListed) {
      report.help(fmt::format("define it under {}, or include the file that does", sections));
    } else {
      const bool is_one = sections.find(' ') == std::string_view::npos;
      report.help(fmt::format("{} {} {}; define `{}` there, or include the file that does", sections,
                              is_one ? "has" : "have", quoted_list(known, "and"), name));
    }
  }

  // Is it the right form of a wrong name that one of them declares, which has been reported?
  template <class... Maps>
  static bool is_mended_name(std::string_view name, const Maps&... maps) {
    const auto declares = [&](const auto& map) {
      return std::ranges::any_of(map, [&](const auto& entry) {
        return !is_name(entry.name.text) && mended_name(entry.name.text) == name;
      });
    };
    return (declares(maps) || ...);
  }

  // Names of the model as a file writes them; those that it cannot name are left out.
  [[nodiscard]] std::vector<std::string_view> names_in(uint32_t file, std::vector<std::string_view> names,
                                                       std::deque<std::string>& spelled) const {
    if (!scopes_.has_imports()) return names;
    for (std::string_view& name : names) {
      for (size_t space = 0; space < kSpaceCount; ++space) {
        if (scopes_.knows(static_cast<Space>(space), name)) {
          name = spelled.emplace_back(scopes_.spelled(file, static_cast<Space>(space), name));
          break;
        }
      }
    }
    std::erase(names, "");
    return names;
  }

  [[nodiscard]] std::string behind_an_alias(uint32_t file, std::string_view name) const {
    for (size_t space = 0; space < kSpaceCount; ++space) {
      std::string found = scopes_.behind_an_alias(file, static_cast<Space>(space), name);
      if (!found.empty()) return found;
    }
    return {};
  }

  // What a name is that was looked for in the wrong section, or nothing.
  [[nodiscard]] std::string_view noun_elsewhere(std::string_view name) const {
    if (find_index(model_.actions, name) != kNone) return "an action";
    if (find_index(model_.tasks, name) != kNone) return "a task";
    if (find_index(model_.goals, name) != kNone) return "a goal";
    if (find_index(model_.curves, name) != kNone) return "a curve";
    if (find_index(model_.values, name) != kNone) return "a value";
    if (find_index(model_.blackboard, name) != kNone) return "a key";
    if (find_index(model_.needs, name) != kNone) return "a need";
    if (find_index(model_.drives, name) != kNone) return "a drive";
    if (find_index(model_.importance, name) != kNone) return "an importance profile";
    if (find_index(model_.agents, name) != kNone) return "an agent";
    if (find_index(model_.events, name) != kNone) return "an event";
    if (find_index(model_.things, name) != kNone) return "a thing";
    if (find_index(model_.memory, name) != kNone) return "a memory";
    return {};
  }

  template <class T>
  void find(Reference& reference, const Map<T>& map, Section section) {
    if (!reference.given()) return;
    reference.index = find_index(map, reference.text);
    if (reference.index == kNone)
      report_unknown(reference.text, reference.span, section_noun(section), quoted(section), map);
  }

  void link_effects(const Task& task) {
    for (const auto& effect : task.effects) {
      if (find_index(model_.blackboard, effect.name.text) == kNone) {
        report_unknown(effect.name.text, effect.name.span, section_noun(Section::blackboard),
                       quoted(Section::blackboard), model_.blackboard);
      }
    }
  }

  // The plans of planners become actions, as "thrifty.refill"; agents know them by their own names.
  void move_plans() {
    for (uint32_t i = 0; i < model_.planners.size(); ++i) {
      auto& [planner, value] = model_.planners[i];
      for (auto& [name, plan] : value.plans) {
        const std::string& text =
            model_.made_names.emplace_back(fmt::format("{}.{}", planner.text, name.text));
        plan.planner = i;
        model_.actions.push_back({{text, name.span}, std::move(plan)});
      }
      value.plans = {};
    }
  }

  // What a plan brings must be worth something to its planner.
  void check_rewards(const Action& action) {
    if (!action.rewards.given) return;
    if (action.planner == kNone) {
      diagnostics_
          .report(Code::reward_without_planner, action.rewards.span,
                  "`rewards` are worth what a planner says, but this is an action of its own")
          .help("write it under the `plans` of a planner, or give it another score");
      return;
    }
    const auto& planner = model_.planners[action.planner];
    for (const auto& reward : action.rewards.value) {
      if (find_index(planner.value.rewards, reward.name.text) != kNone) continue;
      auto report = diagnostics_.report(Code::unknown_name, reward.name.span,
                                        fmt::format("the planner `{}` does not say what `{}` is worth",
                                                    planner.name.text, reward.name.text));
      if (!report.is_kept()) continue;
      report.label(planner.name.span, "this planner");
      const auto known = names_of(planner.value.rewards);
      const auto near = report.suggestions(reward.name.text, known);
      if (!near.empty())
        report.help(fmt::format("did you mean `{}`?", near[0])).edit(reward.name.span, std::string(near[0]));
      else
        report.help(fmt::format("add `{}: …` to the planner's `rewards`", reward.name.text));
    }
  }

  // An agent with a planner can do its plans, and chooses as it does where it does not say how itself.
  void take_plans(Named<Agent>& agent) {
    find(agent.value.planner, model_.planners, Section::planners);
    if (!agent.value.planner.given()) {
      if (!agent.value.actions.empty() || !agent.value.is_whole) return;
      diagnostics_.report(Code::missing_field, agent.name.span, "an agent needs `actions` or a `planner`")
          .help("add `actions: […]` with what it can do");
      return;
    }
    if (agent.value.planner.index == kNone) return;
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      if (model_.actions[i].value.planner != agent.value.planner.index) continue;
      const Name& name = model_.actions[i].name;
      const std::string_view own_name = name.text.substr(name.text.find('.') + 1);
      const auto same = std::ranges::find(agent.value.actions, own_name, &Reference::text);
      if (same != agent.value.actions.end()) {
        diagnostics_
            .report(Code::defined_twice, same->span,
                    fmt::format("`{}` is also a plan of `{}`, so nobody could tell which of the two is meant",
                                own_name, agent.value.planner.text))
            .label(name.span, "the plan")
            .help("give one of the two another name");
        continue;
      }
      agent.value.actions.push_back({own_name, agent.value.planner.span, i});
    }
    Select& own = agent.value.select;
    const Select& planners = model_.planners[agent.value.planner.index].value.select;
    const auto take = [](auto& mine, const auto& other) {
      if (!mine.given) mine = other;
    };
    take(own.inertia, planners.inertia);
    take(own.minimum, planners.minimum);
    take(own.normalize, planners.normalize);
    take(own.ties, planners.ties);
  }

  // Every profile has a weight for every need and drive, written or not.
  void check_weight_count() {
    const size_t motives = model_.needs.size() + model_.drives.size();
    if (motives * model_.importance.size() <= kLimits.profile_weights) return;
    const size_t most = kLimits.profile_weights / motives;
    diagnostics_
        .report(Code::too_many_entries, model_.importance[most].name.span,
                fmt::format("for {} needs and drives there can be at most {} profiles", motives, most))
        .note(fmt::format("each profile has a weight for each of them; a file holds at most {}",
                          kLimits.profile_weights))
        .help("take out what is not used; what a program has made belongs into the game itself");
  }

  void link_profile(Profile& profile) {
    for (auto& weighting : profile.weights) {
      const std::string_view name = weighting.name.text;
      if (find_index(model_.needs, name) == kNone && find_index(model_.drives, name) == kNone) {
        report_unknown(name, weighting.name.span, "need or drive", "`needs` or `drives`", model_.needs,
                       model_.drives);
      }
      find(weighting.value.curve, model_.curves, Section::curves);
    }
  }

  // Amounts are for needs under `gains` and for drives under `reduces`.
  void check_amounts(const Map<Formula>& amounts, const Map<Motive>& motives, const Map<Motive>& others,
                     Section section) {
    const bool needs = section == Section::needs;
    for (const auto& amount : amounts) {
      if (find_index(motives, amount.name.text) != kNone) continue;
      if (find_index(others, amount.name.text) != kNone) {
        diagnostics_
            .report(
                Code::name_of_other_kind, amount.name.span,
                fmt::format("`{}` is a {}, but `{}` is for {}", amount.name.text, needs ? "drive" : "need",
                            needs ? "gains" : "reduces", needs ? "needs" : "drives"))
            .help(fmt::format("write it under `{}`", needs ? "reduces" : "gains"));
      } else {
        report_unknown(amount.name.text, amount.name.span, section_noun(section), quoted(section), motives);
      }
    }
  }

  // Risk and cost only take away from what the expectation gives.
  void check_tactical(const Setting<Tactical>& tactical) {
    if (!tactical.given || tactical.value.expectation.span.end != 0) return;
    diagnostics_
        .report(Code::empty_model, tactical.span, "without an `expectation` a tactical score is always 0")
        .help("say how good success would be, such as `expectation: 0.8`");
  }

  void link_action(Action& action) {
    for (auto& loop : action.for_each) find(loop.value, model_.memory, Section::memory);
    check_amounts(action.gains.value, model_.needs, model_.drives, Section::needs);
    check_amounts(action.reduces.value, model_.drives, model_.needs, Section::drives);
    check_rewards(action);
    check_tactical(action.tactical);
    link_steps(action.steps.value);
    link_steps(action.finally.value);
  }

  void link_steps(std::vector<Step>& steps) {
    if (steps.size() > kLimits.steps_per_body) {
      diagnostics_
          .report(Code::too_many_entries, steps[kLimits.steps_per_body].task.span,
                  fmt::format("a body has at most {} steps", kLimits.steps_per_body))
          .help("let one task of the game do what several of these steps do");
      steps.resize(kLimits.steps_per_body);
    }
    for (Step& step : steps) {
      link_step(step);
      if (step.score.given()) report_score(step);
      if (step.cost.given()) report_cost(step);
    }
  }

  void report_cost(const Step& step) {
    diagnostics_
        .report(Code::modifier_not_here, step.cost.span,
                "`cost` is for the steps of a plan, which is chosen by it")
        .help("take it out, or write the step under `using`");
  }

  // What a plan is made of says what it changes: that is all that is known of it.
  void link_plan(Step& step) {
    check_branches(step.plan.steps.size(), step);
    for (Step& one : step.plan.steps) {
      link_step(one);
      if (one.score.given()) report_score(one);
      if (one.is_poisoned || (one.kind <= StepKind::goal && one.task.index == kNone)) continue;
      if (one.kind > StepKind::goal) {
        diagnostics_
            .report(Code::not_for_plans, one.task.span,
                    fmt::format("a plan is made of tasks and goals, but `{}` is neither", one.task.text))
            .help("let a goal do it that says with `effects` what comes of it");
      } else if (effects_of(one).empty()) {
        diagnostics_
            .report(
                Code::not_for_plans, one.task.span,
                fmt::format("`{}` says nothing of what it changes, so no plan can need it", one.task.text))
            .label(declared(one).span, "declared here, without `effects`")
            .help("say under `effects` which keys it changes, and to what");
      } else if (one.kind == StepKind::goal && !one.cost.given()) {
        diagnostics_
            .report(
                Code::missing_field, one.task.span,
                fmt::format("what `{}` costs in a plan is not known: a goal has no `takes`", one.task.text))
            .help("write `cost: 2s` below it, in the same column");
      }
    }
  }

  [[nodiscard]] const Map<Formula>& effects_of(const Step& step) const {
    return step.kind == StepKind::goal ? model_.goals[step.task.index].value.effects
                                       : model_.tasks[step.task.index].value.effects;
  }

  void link_step(Step& step) {
    switch (step.kind) {
      case StepKind::task:
      case StepKind::goal: link_verb(step); break;
      case StepKind::set: link_set(step); break;
      case StepKind::emit: link_emit(step); break;
      case StepKind::all:
      case StepKind::any: check_branches(step.steps.size(), step); [[fallthrough]];
      case StepKind::body: link_steps(step.steps); break;
      case StepKind::repeat: link_steps(step.repeat.steps); break;
      case StepKind::plan: link_plan(step); break;
      case StepKind::first:
      case StepKind::best: link_methods(step); break;
      case StepKind::wait:
      case StepKind::succeed:
      case StepKind::fail: break;
    }
    if (step.audience.given && step.kind != StepKind::emit && !step.is_poisoned) {
      diagnostics_
          .report(Code::modifier_not_here, step.audience.span,
                  "`to` says who is told of an event, but this step is no `emit`")
          .help("take it out");
    }
  }

  void report_score(const Step& step) {
    diagnostics_
        .report(Code::modifier_not_here, step.score.span,
                "`score` is for the methods of `best`, which is chosen by it")
        .help("take it out, or write the methods under `best`");
  }

  void check_branches(size_t count, const Step& step) {
    if (count <= kLimits.branches) return;
    diagnostics_
        .report(Code::too_many_entries, step.task.span,
                fmt::format("`{}` has at most {} parts", step.task.text, kLimits.branches))
        .help("put some of them into a body of their own");
  }

  void link_methods(Step& step) {
    check_branches(step.methods.size(), step);
    const bool is_best = step.kind == StepKind::best;
    for (auto& method : step.methods) {
      link_step(method.value);
      if (method.value.cost.given()) report_cost(method.value);
      if (!is_best && method.value.score.given()) report_score(method.value);
      if (!is_best || method.value.score.given() || method.value.is_poisoned) continue;
      diagnostics_
          .report(Code::missing_field, method.name.span,
                  fmt::format("`best` compares scores, but `{}` has none", method.name.text))
          .help(fmt::format("add `score: …` to it, or write `first` if the order of the text decides"));
    }
  }

  void link_emit(Step& step) {
    find(step.event, model_.events, Section::events);
    if (step.event.index == kNone) return;
    const auto& event = model_.events[step.event.index];
    if (step.bare.span.end != 0) {
      diagnostics_
          .report(Code::wrong_shape, step.bare.span,
                  fmt::format("the fields of `{}` are named, but here is `{}` alone", event.name.text,
                              step.bare.text))
          .label(event.name.span, "the event is declared here")
          .help(event.value.fields.empty() ? fmt::format("write `emit: {}`", event.name.text)
                                           : fmt::format("write `{}: {{ {}: {} }}`", event.name.text,
                                                         event.value.fields[0].name.text, step.bare.text));
    }
    if (!step.is_poisoned) check_given(step, event.name, event.value.fields, "field", "event");
  }

  void link_goal(Named<Goal>& goal) {
    for (const auto& parameter : goal.value.parameters) check_shadowing(parameter.name);
    // What is wrong with its body as a whole is shown at its name.
    if (goal.value.body.kind != StepKind::task) goal.value.body.task = {goal.name.text, goal.name.span};
    link_step(goal.value.body);
    check_branches(goal.value.interject.size(), goal.value.body);
    for (auto& interjection : goal.value.interject) link_steps(interjection.value.steps);
    link_steps(goal.value.finally.value);
    for (const auto& effect : goal.value.effects) {
      if (find_index(model_.blackboard, effect.name.text) == kNone) {
        report_unknown(effect.name.text, effect.name.span, section_noun(Section::blackboard),
                       quoted(Section::blackboard), model_.blackboard);
      }
    }
  }

  // A name means one thing wherever an expression of the goal can stand.
  void check_shadowing(const Name& name) {
    const auto shadow = [&](const auto& map, std::string_view noun) {
      const uint32_t index = find_index(map, name.text);
      if (index == kNone) return false;
      diagnostics_.report(Code::defined_twice, name.span, fmt::format("`{}` is {} already", name.text, noun))
          .label(map[index].name.span, "declared here")
          .help("give the parameter another name: in the goal both could be meant");
      return true;
    };
    static_cast<void>(shadow(model_.blackboard, "a key") || shadow(model_.values, "a value") ||
                      shadow(model_.curves, "a curve"));
  }

  void report_modifier_in(std::string_view verb, const Name& modifier) {
    diagnostics_
        .report(Code::modifier_in_arguments, modifier.span,
                fmt::format("`{}` modifies the step and is no argument of `{}`", modifier.text, verb))
        .help(fmt::format("take it out of the {{ }} and write it below `{}`, in the same column", verb));
  }

  // A behaviour writes the keys of its agent, and those shared ones that say how writes meet.
  void link_set(Step& step) {
    for (const auto& entry : step.set) {
      const uint32_t index = find_index(model_.blackboard, entry.name.text);
      if (index == kNone && is_step_modifier(entry.name.text)) {
        report_modifier_in("set", entry.name);
      } else if (const Named<Task>* task = index == kNone ? task_with_parameter(entry.name.text) : nullptr) {
        diagnostics_
            .report(Code::unknown_name, entry.name.span, fmt::format("there is no key `{}`", entry.name.text))
            .help(fmt::format("`{}` is a parameter of `{}`: it is given where the step stands that starts it",
                              entry.name.text, task->name.text));
      } else if (index == kNone) {
        report_unknown(entry.name.text, entry.name.span, section_noun(Section::blackboard),
                       quoted(Section::blackboard), model_.blackboard);
      } else {
        check_writable(entry.name, model_.blackboard[index]);
      }
    }
  }

  [[nodiscard]] const Named<Task>* task_with_parameter(std::string_view name) const {
    for (const auto& task : model_.tasks) {
      if (find_index(task.value.parameters, name) != kNone) return &task;
    }
    return nullptr;
  }

  void check_writable(const Name& name, const Named<Variable>& key) {
    const Scope scope = key.value.scope.value;
    if (scope == Scope::agent || key.value.merge.given || !key.value.is_whole) return;
    diagnostics_
        .report(Code::shared_key_not_written, name.span,
                fmt::format("`{}` belongs to the {}, and only the game writes it", name.text,
                            scope == Scope::team ? "team" : "world"))
        .label(key.name.span, "declared here, without `merge`")
        .help("declare how the writes of several agents become one, such as `merge: last`");
  }

  // The name of a task or a goal.
  void link_verb(Step& step) {
    step.kind = StepKind::task;
    step.task.index = find_index(model_.tasks, step.task.text);
    if (step.task.index == kNone) {
      step.task.index = find_index(model_.goals, step.task.text);
      if (step.task.index != kNone) step.kind = StepKind::goal;
    }
    if (step.task.index == kNone) {
      if (step.task.given())
        report_unknown(step.task.text, step.task.span, "task or goal", "`tasks` and `goals`", model_.tasks,
                       model_.goals);
      return;
    }
    if (step.bare.span.end != 0) report_bare(step);
    if (!step.is_poisoned) check_given(step, declared(step), parameters_of(step), "parameter", "task");
  }

  [[nodiscard]] const Name& declared(const Step& step) const {
    return step.kind == StepKind::goal ? model_.goals[step.task.index].name
                                       : model_.tasks[step.task.index].name;
  }
  [[nodiscard]] const Map<Variable>& parameters_of(const Step& step) const {
    return step.kind == StepKind::goal ? model_.goals[step.task.index].value.parameters
                                       : model_.tasks[step.task.index].value.parameters;
  }

  // That what a step is given exists, and that what must be given is.
  void check_given(const Step& step, const Name& owner, const Map<Variable>& variables, std::string_view noun,
                   std::string_view owner_noun) {
    bool is_whole = true;
    for (const auto& argument : step.arguments) {
      const std::string_view name = argument.name.text;
      if (find_index(variables, name) != kNone) continue;
      is_whole = false;
      if (is_step_modifier(name)) {
        report_modifier_in(owner.text, argument.name);
        continue;
      }
      auto report = diagnostics_.report(Code::unknown_argument, argument.name.span,
                                        fmt::format("`{}` has no {} `{}`", owner.text, noun, name));
      if (!report.is_kept()) continue;
      report.label(owner.span,
                   fmt::format("the {} is declared here", step.kind == StepKind::goal ? "goal" : owner_noun));
      const auto known = names_of(variables);
      const auto near = report.suggestions(name, known);
      if (!near.empty()) {
        report.help(fmt::format("did you mean `{}`?", near[0]))
            .edit(argument.name.span, std::string(near[0]));
      } else if (known.empty()) {
        report.help(step.kind == StepKind::emit ? "it has no fields" : "it takes no arguments");
      } else {
        report.help(known.size() == 1 ? fmt::format("its only {} is `{}`", noun, known[0])
                                      : fmt::format("its {}s are {}", noun, quoted_list(known, "and")));
      }
    }
    // A misspelt argument is not missing as well; a field of an event has its default.
    if (!is_whole || step.kind == StepKind::emit) return;
    std::vector<Name> missing;
    for (const auto& parameter : variables) {
      if (parameter.value.fallback_node != nullptr) continue;
      if (find_index(step.arguments, parameter.name.text) != kNone) continue;
      missing.push_back(parameter.name);
      if (diagnostics_.is_full()) break;  // nobody will read of the others
    }
    if (!missing.empty()) report_missing(step, missing);
  }

  // `sneak_to: mark` for `sneak_to: { who: mark }`.
  void report_bare(const Step& step) {
    const Map<Variable>& parameters = parameters_of(step);
    const std::string_view value = step.bare.text.empty() ? "…" : step.bare.text;
    auto report = diagnostics_.report(
        Code::wrong_shape, step.bare.span,
        parameters.empty()
            ? fmt::format("`{}` takes no arguments, but here is `{}`", step.task.text, value)
            : fmt::format("the arguments of `{}` are named, but here is `{}` alone", step.task.text, value));
    if (!report.is_kept()) return;
    report.label(declared(step).span,
                 step.kind == StepKind::goal ? "the goal is declared here" : "the task is declared here");
    if (parameters.empty()) {
      report.help(fmt::format("write `{}` alone", step.task.text));
      return;
    }
    // It is for the one that must be given, else for the first; what else must be given is shown, too.
    const auto must = [](const auto& parameter) { return parameter.value.fallback_node == nullptr; };
    const auto first = std::ranges::find_if(parameters, must);
    const auto meant = first == parameters.end() ? parameters.begin() : first;
    const uint32_t key = find_index(model_.blackboard, value);
    const bool is_entity = key != kNone && model_.blackboard[key].value.resolved.kind == ValueKind::entity;
    const bool is_place = meant->value.resolved.kind == ValueKind::point;
    std::string arguments =
        fmt::format("{}: {}{}", meant->name.text, value, is_entity && is_place ? ".position" : "");
    size_t listed = 1;
    for (auto other = meant + 1; other != parameters.end() && listed <= kMostListed; ++other) {
      if (!must(*other)) continue;
      arguments += ++listed > kMostListed ? ", …" : fmt::format(", {}: …", other->name.text);
    }
    report.help(fmt::format("write `{}: {{ {} }}`", step.task.text, arguments));
    if (arguments.find("…") == std::string::npos)
      report.edit(step.bare.span, fmt::format("{{ {} }}", arguments));
  }

  void report_missing(const Step& step, const std::vector<Name>& missing) {
    std::vector<std::string_view> names;
    names.reserve(missing.size());
    for (const Name& name : missing) names.push_back(name.text);
    auto report = diagnostics_.report(
        Code::missing_argument, step.task.span,
        fmt::format("`{}` must be told its {}", step.task.text, quoted_list(names, "and")));
    if (!report.is_kept()) return;
    std::string arguments;
    for (const Name& name : std::span(missing).first(std::min(missing.size(), kMostListed))) {
      arguments += fmt::format("{}{}: …", arguments.empty() ? "" : ", ", name.text);
      report.label(name.span, "declared here, without a default");
    }
    if (missing.size() > kMostListed) arguments += ", …";
    report.help(step.arguments.empty() ? fmt::format("write `{}: {{ {} }}`", step.task.text, arguments)
                                       : fmt::format("add `{}` to its arguments", arguments));
  }

  // The names of a list, each of which may stand there once.
  template <class T>
  void find_each(std::vector<Reference>& list, const Map<T>& map, Section section) {
    std::unordered_map<std::string_view, Span> first;
    for (Reference& reference : list) {
      find(reference, map, section);
      const auto [same, is_new] = first.emplace(reference.text, reference.span);
      if (is_new || reference.index == kNone) continue;
      diagnostics_
          .report(Code::defined_twice, reference.span,
                  fmt::format("`{}` stands twice in this list", reference.text))
          .label(same->second, "here already")
          .help("take one of the two out");
      reference.index = kNone;
    }
  }

  void link_agent(Named<Agent>& agent) {
    find(agent.value.importance, model_.importance, Section::importance);
    std::vector<Reference>& actions = agent.value.actions;
    find_each(actions, model_.actions, Section::actions);
    take_plans(agent);
    find_each(agent.value.think.on, model_.events, Section::events);
    for (auto& reaction : agent.value.on) {
      Reference event{reaction.name.text, reaction.name.span};
      find(event, model_.events, Section::events);
      link_steps(reaction.value);
    }
    if (actions.size() > kLimits.options_per_agent) {
      diagnostics_
          .report(Code::too_many_entries, actions[kLimits.options_per_agent].span,
                  fmt::format("an agent has at most {} actions", kLimits.options_per_agent))
          .help("give it fewer, or make several agents of it");
      actions.resize(kLimits.options_per_agent);
    }
  }

  // An action that the agent of a test has.
  void find_option(Reference& reference, const Agent* agent, std::string_view agent_name) {
    if (!reference.given()) return;
    if (agent == nullptr) {
      find(reference, model_.actions, Section::actions);
      return;
    }
    std::vector<std::string_view> known;
    for (const Reference& action : agent->actions) {
      if (action.text == reference.text) {
        reference.index = action.index;
        return;
      }
      known.push_back(action.text);
    }
    if (known.empty()) return;  // its list could not be read
    auto report = diagnostics_.report(Code::unknown_name, reference.span,
                                      fmt::format("`{}` has no action `{}`", agent_name, reference.text));
    const auto imported = std::ranges::find_if(known, [&](std::string_view name) {
      return name.ends_with(reference.text) &&
             name.substr(0, name.size() - reference.text.size()).ends_with('.');
    });
    auto near = report.suggestions(reference.text, known);
    if (near.empty() && imported != known.end()) near = {*imported};
    if (!near.empty()) {
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(reference.span, std::string(near[0]));
    } else if (find_index(model_.actions, reference.text) != kNone) {
      report.help(fmt::format("add it to the `actions` of `{}`, or name one of these: {}", agent_name,
                              quoted_list(known, "or")));
    } else if (known.size() <= kMostListed) {
      report.help(fmt::format("its actions are {}", quoted_list(known, "and")));
    } else {
      report.help("look at the list of its `actions`");
    }
  }

  void link_test(Test& test) {
    find(test.agent, model_.agents, Section::agents);
    find(test.importance, model_.importance, Section::importance);
    for (auto& entity : test.world) find(entity.value.is, model_.things, Section::things);
    for (const auto& remembered : test.remembers) {
      Reference memory{remembered.name.text, remembered.name.span};
      find(memory, model_.memory, Section::memory);
    }
    const bool has_agent = test.agent.index != kNone;
    const Agent* agent = has_agent ? &model_.agents[test.agent.index].value : nullptr;
    if (!has_agent && test.agent.given()) return;
    find_option(test.running, agent, test.agent.text);
    Expectation& expect = test.expect.value;
    if (expect.picks.given && expect.picks.value.text != "nothing") {
      Reference picks{expect.picks.value.text, expect.picks.value.span};
      find_option(picks, agent, test.agent.text);
      expect.picked = picks.index;
    }
    for (Reference& option : expect.order) find_option(option, agent, test.agent.text);
    for (Reference& task : expect.does) find(task, model_.tasks, Section::tasks);
    for (const auto& goal : expect.goals) {
      if (find_index(model_.goals, goal.name.text) == kNone)
        report_unknown(goal.name.text, goal.name.span, section_noun(Section::goals), quoted(Section::goals),
                       model_.goals);
    }
    for (auto& score : expect.score) {
      Reference option{score.name.text, score.name.span};
      find_option(option, agent, test.agent.text);
    }
  }

  Model& model_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link(Model& model, const Scopes& scopes, Diagnostics& diagnostics) {
  Linker(model, scopes, diagnostics).link();
}

void note_imported(Model& model, const Scopes& scopes) {
  if (!scopes.has_imports()) return;
  const auto note = [&](std::string_view section, Space space, const auto& map) {
    for (const auto& entry : map) {
      const Scopes::Origin origin = scopes.origin(space, entry.name.text);
      if (origin.path.empty()) continue;
      model.imported.origins.emplace(
          fmt::format("{}/{}", section, entry.name.text),
          ImportedNames::Origin{std::string(origin.path), std::string(origin.name)});
    }
  };
  note("curves", Space::expressions, model.curves);
  note("motives", Space::motives, model.needs);
  note("motives", Space::motives, model.drives);
  note("importance", Space::importance, model.importance);
  note("memory", Space::expressions, model.memory);
  note("actions", Space::options, model.actions);
  note("goals", Space::goals, model.goals);
  note("agents", Space::agents, model.agents);
}

}  // namespace ishi::compiler
