#include "resolve/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/curve_units.h"
#include "language/limits.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"
#include "model/model.h"
#include "resolve/link_memories.h"
#include "resolve/link_steps.h"
#include "resolve/link_variables.h"
#include "resolve/linking.h"
#include "resolve/names.h"
#include "resolve/scopes.h"

namespace ishi::compiler {
namespace {

constexpr int32_t kMostCooling = 16;  // members of one action

class Cooldowns {
 public:
  Cooldowns(Model& model, const Scopes& scopes, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), diagnostics_(diagnostics) {}

  void add() {
    for (auto& thing : model_.things) {
      for (const auto& offer : thing.value.offers) {
        if (offer.value.cooldown_for_member.given) report_offer(offer.value.cooldown_for_member.span);
      }
    }
    for (size_t i = 0; i < model_.actions.size(); ++i) {
      Named<Action>& action = model_.actions[i];
      if (action.value.cooldown_for_member.given) add_to(action);
    }
  }

 private:
  void report_offer(Span span) {
    diagnostics_
        .report(Code::missing_field, span,
                "an offer has no `cooldown_for_member`: its thing is the only member")
        .help(
            "write `cooldown`, which counts for the offers of all such things, or let an action go over them "
            "with `for_each`");
  }

  void add_to(Named<Action>& action) {
    const Span span = action.value.cooldown_for_member.span;
    if (action.value.for_each.empty()) {
      diagnostics_
          .report_missing(
              action.name.span, Code::missing_field, span,
              fmt::format("`cooldown_for_member` is about one member of a set, but `{}` is for none",
                          action.name.text))
          .help("add `for_each`, such as `for_each: { foe: foes }`, or write `cooldown`");
      return;
    }
    const auto& [variable, set] = action.value.for_each[0];
    if (variable.text.empty() || !set.given()) return;
    Memory memory;
    if (!take_members(set, memory)) return;
    memory.forget = {action.value.cooldown_for_member.value, span, true};
    std::string name = fmt::format("{}{}", kCoolingPrefix, action.name.text);
    std::ranges::replace(name, '.', '_');
    const std::string& kept = model_.made_names.emplace_back(std::move(name));
    const std::string& asked =
        model_.made_names.emplace_back(fmt::format("count({}, it == {}) == 0", kept, variable.text));
    action.value.not_lately.text = asked;
    action.value.not_lately.span = {span.file, span.begin, span.begin + static_cast<uint32_t>(asked.size())};
    Step step;
    step.name = {"remember", span};
    Formula member;
    member.text = variable.text;
    member.span = variable.span;
    step.what.emplace<RememberStep>().memories.push_back({{kept, span}, member});
    auto& finally = action.value.finally;
    finally.value.insert(finally.value.begin(), std::move(step));  // before anything is forgotten
    if (!finally.given) finally.span = span;
    finally.given = true;
    model_.memory.push_back({{kept, span}, std::move(memory)});
  }

  // Lets the memory hold what the set holds. False if that cannot be remembered.
  bool take_members(const Reference& set, Memory& memory) {
    const std::string_view name = scopes_.find(set.span.file, Space::expressions, set.text);
    memory.of = {"entity", set.span};
    if (const uint32_t known = find_index(model_.memory, name); known != kNone) {
      const Memory& of = model_.memory[known].value;
      memory.capacity = {std::clamp(of.capacity.value, 1, kMostCooling), set.span, true};
      return true;
    }
    const uint32_t known = find_index(model_.candidates, name);
    if (known == kNone) return false;  // which is reported where names are linked
    const Candidates& candidates = model_.candidates[known].value;
    if (candidates.of.empty()) {
      diagnostics_
          .report(
              Code::missing_field, set.span,
              fmt::format("the members of `{}` are no entities, so nothing tells which one has been served",
                          set.text))
          .help(
              "let the set be `of` a thing, or write the time into a field of the member and ask for it in "
              "`when`");
      return false;
    }
    memory.capacity = {std::clamp(candidates.capacity.value, 1, kMostCooling), set.span, true};
    return true;
  }

  Model& model_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
};

// `cooldown_for_member` of an action becomes a memory of those for whom it has ended lately, which forgets
// them when the time is over: the action's `finally` remembers its member there, and no member that stands
// there is eligible (`Action::not_lately`). To be called before anything counts the memories.
void add_member_cooldowns(Model& model, const Scopes& scopes, Diagnostics& diagnostics) {
  Cooldowns(model, scopes, diagnostics).add();
}

void check_members(const Model& model, Reference& set, Diagnostics& diagnostics) {
  if (member_type(model, set.index).kind != ValueKind::candidate) return;
  diagnostics
      .report(
          Code::separate_from_nowhere, set.span,
          fmt::format("the members of `{}` are no entities, so they are nowhere to keep away from", set.text))
      .label(name_of_set(model, set.index).span, "declared here, without `of`")
      .help("say with `of` what its members are, or name a memory or a set of entities");
  set.index = kNone;
}

// Finds the sets that steerings name, whose members must be somewhere.
void link_steering(Model& model, Names& names, Diagnostics& diagnostics) {
  for (auto& steering : model.steering) {
    for (auto& behaviour : steering.value.blend) {
      if (!behaviour.value.separate.given) continue;
      Separate& separate = behaviour.value.separate.value;
      if (separate.from.given()) names.find_set(separate.from);
      if (separate.from.index != kNone) check_members(model, separate.from, diagnostics);
    }
  }
}

constexpr double kColdest = 0.0001;  // of temperatures

class Linker {
 public:
  Linker(Model& model, const Scopes& scopes, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), diagnostics_(diagnostics) {}

  void link() {
    link_variables(model_, diagnostics_);
    check_inner_names(model_, diagnostics_);
    move_plans();
    add_member_cooldowns(model_, scopes_, diagnostics_);
    link_memories(model_, diagnostics_);
    link_senses(model_, scopes_, names_, diagnostics_);
    link_candidates(model_, diagnostics_);
    link_offers(model_, scopes_, names_, diagnostics_);
    for (const auto& task : model_.tasks) steps_.link_effects(task.value.effects, true);
    for (auto* motives : {&model_.needs, &model_.drives}) {
      for (auto& motive : *motives) find_curve_of_level(motive.value.curve);
    }
    check_weight_count();
    for (auto& profile : model_.importance) link_profile(profile.value);
    for (auto& choice : model_.choices) link_action(choice.value);
    for (auto& action : model_.actions) link_action(action.value);
    for (auto& goal : model_.goals) steps_.link_goal(goal);
    for (const auto& value : model_.values) steps_.check_parameters(value.value.parameters, "a value");
    for (const auto& planner : model_.planners) check_select(planner.value.select);
    link_steering(model_, names_, diagnostics_);
    check_loop_variables(model_, scopes_, diagnostics_);
    link_claims(model_, scopes_, names_, diagnostics_);
    for (auto& agent : model_.agents) link_agent(agent);
    link_navigation(model_, scopes_, names_, diagnostics_);
    link_tests(model_, names_, diagnostics_);
  }

 private:
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

  // The planner must say what each reward of a plan is worth.
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
      const uint32_t known_reward = find_index(planner.value.rewards, reward.name.text);
      if (known_reward != kNone) {
        model_.note_use(reward.name.span, planner.value.rewards[known_reward].name);
        continue;
      }
      if (!faulty_rewards_.insert(reward.name.text.data()).second) continue;  // inherited, and said once
      auto report = diagnostics_.report(Code::unknown_name, reward.name.span,
                                        fmt::format("the planner `{}` does not say what `{}` is worth",
                                                    planner.name.text, reward.name.text));
      if (!report.is_kept()) continue;
      report.label(planner.name.span, "this planner");
      const auto known = names_of(planner.value.rewards);
      report.suggest_or(reward.name.span, reward.name.text, known, [&] {
        return fmt::format("add `{}: …` to the planner's `rewards`", reward.name.text);
      });
    }
  }

  // An agent with a planner can do its plans, and chooses as it does where it does not say how itself.
  void take_plans(Named<Agent>& agent) {
    names_.find(agent.value.planner, model_.planners, Section::planners);
    if (!agent.value.planner.given()) {
      const bool does_something = !agent.value.actions.empty() || agent.value.states.given ||
                                  !agent.value.choices.empty() || !agent.value.offers.empty();
      if (does_something) return;
      diagnostics_
          .report_missing(agent.name.span, Code::missing_field, agent.name.span,
                          "an agent needs `actions`, a `planner` or `choices`")
          .help("add `actions: […]` with what it can do");
      return;
    }
    if (agent.value.planner.index == kNone) return;
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      if (model_.actions[i].value.planner != agent.value.planner.index) continue;
      const Name& name = model_.actions[i].name;
      const std::string_view own_name = name.text.substr(name.text.rfind('.') + 1);
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
    if (!own.draws()) {  // one way to choose replaces the other
      own.weighted = planners.weighted;
      own.softmax = planners.softmax;
      if (planners.draws()) check_select(own);
      take(own.inertia, planners.inertia);
    }
    take(own.minimum, planners.minimum);
    take(own.normalize, planners.normalize);
    take(own.ties, planners.ties);
  }

  // A drawn option is not compared with the running one, and chances must not all be 0.
  void check_select(const Select& select) {
    if (select.draws() && select.inertia.given) {
      diagnostics_
          .report(Code::inertia_without_effect, select.inertia.span,
                  "inertia has no effect where actions are drawn: what runs is not compared with the others")
          .label(select.draws_span(), "drawn here")
          .help(
              "take it out: what has been drawn goes on until it ends or something of a higher rank takes "
              "over");
    }
    const Setting<int32_t>& top = select.weighted.value.top;
    if (top.given && top.value == 0) {
      diagnostics_.report(Code::number_out_of_range, top.span, "of the best 0 none can be drawn")
          .help("write among how many of the best it draws, such as `top: 3`, or leave it out for all");
    }
    const Setting<double>& temperature = select.softmax.value.temperature;
    if (temperature.given && temperature.value < kColdest) {
      diagnostics_
          .report(Code::number_out_of_range, temperature.span,
                  fmt::format("a temperature this low always takes the best: the lowest is {}", kColdest))
          .help(
              "leave `softmax` out for the best, or write how far below the best a score may lie, such as "
              "0.1");
    }
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
    constexpr std::array<std::string_view, 2> kOfNamed = {"extends", "doc"};
    for (auto& weighting : profile.weights) {
      const std::string_view name = weighting.name.text;
      const uint32_t need = find_index(model_.needs, name), drive = find_index(model_.drives, name);
      if (need != kNone || drive != kNone) {
        model_.note_use(weighting.name.span,
                        need != kNone ? model_.needs[need].name : model_.drives[drive].name);
      } else {
        names_.report_unknown(weighting.name, "need or drive", "`needs` or `drives`",
                              names_of(model_.needs, model_.drives), kOfNamed);
      }
      find_curve_of_level(weighting.value.curve);
    }
  }

  // A level goes from 0 to 1 and has no unit, and so have its curves.
  void find_curve_of_level(Reference& reference) {
    names_.find(reference, model_.curves, Section::curves);
    if (reference.index == kNone) return;
    const auto& [name, curve] = model_.curves[reference.index];
    if (!knows_input(curve) || curve_input(curve) == Quantity::number) return;
    diagnostics_
        .report(Code::unit_missing, reference.span,
                fmt::format("the curve `{}` takes {}, but is given a level, which goes from 0 to 1",
                            name.text, describe(curve_input(curve))))
        .label(name.span, "the curve is defined here")
        .help(fmt::format(
            "write a curve for 0..1; or compute the level with this one, such as `level: {}(…)`", name.text));
  }

  // Amounts are for needs under `gains` and for drives under `reduces`.
  void check_amounts(const Map<Formula>& amounts, const Map<Motive>& motives, const Map<Motive>& others,
                     Section section) {
    const bool needs = section == Section::needs;
    for (const auto& amount : amounts) {
      const uint32_t motive = find_index(motives, amount.name.text);
      if (motive != kNone) {
        model_.note_use(amount.name.span, motives[motive].name);
        continue;
      }
      if (find_index(others, amount.name.text) != kNone) {
        diagnostics_
            .report(
                Code::name_of_other_kind, amount.name.span,
                fmt::format("`{}` is a {}, but `{}` is for {}", amount.name.text, needs ? "drive" : "need",
                            needs ? "gains" : "reduces", needs ? "needs" : "drives"))
            .help(fmt::format("write it under `{}`", needs ? "reduces" : "gains"));
      } else {
        names_.report_unknown(amount.name, section, motives);
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

  // A memory, or a set of candidates.
  void find_set(Reference& set) {
    if (!set.given()) return;
    names_.find_set(set);
  }

  void link_action(Action& action) {
    if (action.offered_by == kNone) {
      for (auto& loop : action.for_each) names_.find_loop(loop);
    }
    names_.check_changes(action.after.value);
    names_.check_changes(action.during.value);
    check_amounts(action.gains.value, model_.needs, model_.drives, Section::needs);
    check_amounts(action.reduces.value, model_.drives, model_.needs, Section::drives);
    check_rewards(action);
    check_tactical(action.tactical);
    steps_.link_steps(action.steps.value);
    steps_.link_steps(action.finally.value);
  }

  // The names of a list, each of which may stand there once.
  template <class T>
  void find_each(std::vector<Reference>& list, const Map<T>& map, Section section) {
    std::unordered_map<std::string_view, Span> first;
    for (Reference& reference : list) {
      names_.find(reference, map, section);
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

  // `actions: [restock]`, where that is a plan of the agent's planner.
  void take_out_plans(Agent& agent) {
    std::erase_if(agent.actions, [&](const Reference& action) {
      if (find_index(model_.actions, action.text) != kNone) return false;
      const std::string plan = fmt::format("{}.{}", agent.planner.text, action.text);
      if (find_index(model_.actions, plan) == kNone) return false;
      diagnostics_
          .report(Code::defined_twice, action.span,
                  fmt::format("`{}` is a plan of `{}`, which this agent has already", action.text,
                              agent.planner.text))
          .label(agent.planner.span, "with all its plans")
          .help("take it out");
      return true;
    });
  }

  void link_agent(Named<Agent>& agent) {
    names_.find(agent.value.importance, model_.importance, Section::importance);
    take_out_plans(agent.value);
    take_out_offers(model_, agent.value.actions, agent.value, diagnostics_);
    for (auto& state : agent.value.states.value) {
      take_out_offers(model_, state.value.actions, agent.value, diagnostics_);
    }
    std::vector<Reference>& actions = agent.value.actions;
    find_each(actions, model_.actions, Section::actions);
    check_select(agent.value.select);
    take_plans(agent);
    take_offers(model_, agent.value, diagnostics_);
    find_each(agent.value.choices, model_.choices, Section::choices);
    find_each(agent.value.senses, model_.senses, Section::senses);
    link_states(agent, model_, names_, steps_, diagnostics_);
    find_each(agent.value.think.on, model_.events, Section::events);
    // A sense that could not be read as a whole may have more levels, which are events, too.
    const bool knows_levels = std::ranges::none_of(
        model_.senses, [&](const auto& sense) { return diagnostics_.is_in_doubt(sense.name.span); });
    for (auto& reaction : agent.value.on) {
      Reference event{reaction.name.text, reaction.name.span};
      if (knows_levels || find_index(model_.events, event.text) != kNone)
        names_.find(event, model_.events, Section::events);
      steps_.link_steps(reaction.value);
    }
    if (actions.size() > kLimits.options_per_agent) {
      diagnostics_
          .report(Code::too_many_entries, actions[kLimits.options_per_agent].span,
                  fmt::format("an agent has at most {} actions", kLimits.options_per_agent))
          .help("give it fewer, or make several agents of it");
      actions.resize(kLimits.options_per_agent);
    }
  }

  Model& model_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
  Names names_{model_, scopes_, diagnostics_};
  StepLinker steps_{model_, names_, diagnostics_};
  std::unordered_set<const char*> faulty_rewards_;  // where the names of those begin that were reported
};

// Notes where the model's names come from that imported files declare: their ids say so.
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
  note("values", Space::expressions, model.values);
  note("motives", Space::motives, model.needs);
  note("motives", Space::motives, model.drives);
  note("importance", Space::importance, model.importance);
  note("memory", Space::expressions, model.memory);
  note("choices", Space::expressions, model.choices);
  note("senses", Space::senses, model.senses);
  note("actions", Space::options, model.actions);
  note("goals", Space::goals, model.goals);
  note("planners", Space::planners, model.planners);
  note("navigation", Space::navigation, model.navigation);
  note("steering", Space::steering, model.steering);
  note("agents", Space::agents, model.agents);
  // A plan is known behind its planner's name.
  for (const auto& action : model.actions) {
    if (action.value.planner == kNone) continue;
    const Scopes::Origin planner =
        scopes.origin(Space::planners, model.planners[action.value.planner].name.text);
    if (planner.path.empty()) continue;
    const std::string_view plan = action.name.text.substr(action.name.text.rfind('.') + 1);
    model.imported.origins.emplace(
        fmt::format("actions/{}", action.name.text),
        ImportedNames::Origin{std::string(planner.path), fmt::format("{}.{}", planner.name, plan)});
  }
}

}  // namespace

Model link(Model model, Renames renames, const Scopes& scopes, NameUses* uses, Diagnostics& diagnostics) {
  model.renames = std::move(renames);
  model.uses = uses;
  Linker(model, scopes, diagnostics).link();
  note_imported(model, scopes);
  return model;
}

}  // namespace ishi::compiler
