#include "lower/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "diagnostics/diagnostics.h"
#include "ishi/types.h"
#include "language/limits.h"
#include "lower/body_lowerer.h"
#include "lower/curve_data.h"
#include "lower/lowered.h"
#include "lower/score_lowerer.h"
#include "model/model.h"
#include "resolve/link_variables.h"

namespace ishi::compiler {
namespace {

template <typename Visit>
void for_each_body(const LoweredAgent& agent, Visit&& visit) {
  const auto visit_if_there = [&](const LoweredNode& body) {
    if (!body.children.empty()) visit(body);
  };
  for (const LoweredOption& option : agent.options) {
    visit(option.body);
    visit_if_there(option.finally);
  }
  for (const LoweredHandler& handler : agent.handlers) visit_if_there(handler.body);
  for (const LoweredState& state : agent.states) {
    visit_if_there(state.enter);
    visit_if_there(state.finally);
  }
}

size_t count_nodes(const LoweredNode& node) {
  size_t count = 1;
  for (const LoweredNode& child : node.children) count += count_nodes(child);
  return count;
}

// They stand in one record an agent.
uint32_t record_bytes(const std::vector<LoweredGiven>& givens) {
  uint32_t size = 0;
  for (const LoweredGiven& given : givens) {
    const ishi::ValueType type = given.member_of != kNoRef   ? ishi::ValueType::entity
                                 : given.variable == nullptr ? ishi::ValueType::boolean
                                                             : record_type(given.variable->resolved.kind);
    size = place_in_record(size, type) + size_of(type);
  }
  return size;
}

// The keys that steps change, each once.
class ChangedKeys {
 public:
  explicit ChangedKeys(const Model& model) : model_(model) {}

  void add(const LoweredNode& node) {
    if (node.kind == ishi::NodeKind::task) {
      add(model_.tasks[node.subject].value.effects);
    } else if (node.kind == ishi::NodeKind::goal) {
      add(model_.goals[node.subject].value.effects);
    } else {
      for (const LoweredAssignment& assignment : node.assignments) {
        if (assignment.target == Target::key) keys_.insert(assignment.subject);
      }
    }
  }
  // A number each, three of a point or direction.
  [[nodiscard]] size_t values() const {
    size_t count = 0;
    for (const uint32_t key : keys_) {
      const ishi::ValueType type = record_type(model_.blackboard[key].value.resolved.kind);
      count += type == ishi::ValueType::point || type == ishi::ValueType::direction ? 3 : 1;
    }
    return count;
  }

 private:
  void add(const Map<Formula>& effects) {
    for (const auto& effect : effects) {
      if (const uint32_t key = find_index(model_.blackboard, effect.name.text); key != kNone)
        keys_.insert(key);
    }
  }

  const Model& model_;
  std::set<uint32_t> keys_;
};

void add_planned(const LoweredNode& node, ChangedKeys& keys) {
  for (const LoweredNode& child : node.children) {
    if (node.kind == ishi::NodeKind::plan) {
      keys.add(child);
      if (child.kind == ishi::NodeKind::sequence) {
        for (const LoweredNode& step : child.children) keys.add(step);
      }
    }
    add_planned(child, keys);
  }
}

void add_foreseen(const LoweredNode& node, bool is_foreseen, ChangedKeys& keys) {
  if (is_foreseen) keys.add(node);
  for (const LoweredNode& child : node.children) add_foreseen(child, is_foreseen || node.foresees, keys);
}

void check_changed(const Named<Agent>& agent, const ChangedKeys& keys, std::string_view what,
                   std::string_view help, Diagnostics& diagnostics) {
  if (keys.values() <= kLimits.planned_values) return;
  diagnostics
      .report(Code::too_many_entries, agent.name.span,
              fmt::format("`{}` has {} whose steps change more than {} keys together", agent.name.text, what,
                          kLimits.planned_values))
      .note("a key that is a point or direction counts as three")
      .help(std::string(help));
}

// Reports what the bodies of an agent have more of than the runtime has room for: steps, values that steps
// are given back, steerings, and keys that its plans change or its foreseeing goals look ahead at.
void check_limits(const Model& model, const LoweredAgent& lowered, Diagnostics& diagnostics) {
  const Named<Agent>& agent = model.agents[lowered.agent];
  if (record_bytes(lowered.givens) > kLimits.record_bytes) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("what the steps of `{}` are given back takes more than {} bytes together",
                            agent.name.text, kLimits.record_bytes))
        .note(
            "a number takes 4 bytes, an entity 8, a point or direction 12; what a goal names counts wherever "
            "it is used")
        .help("name with `as` what later steps read, and nothing else, or let a step `set` a key");
  }
  size_t nodes = 0;
  ChangedKeys planned(model), foreseen(model);
  for_each_body(lowered, [&](const LoweredNode& body) {
    nodes += count_nodes(body);
    add_planned(body, planned);
    add_foreseen(body, false, foreseen);
  });
  if (nodes > kLimits.nodes_per_agent) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("the bodies of all that `{}` can do have more than {} steps", agent.name.text,
                            kLimits.nodes_per_agent))
        .help("give it fewer actions, or let tasks of the game do what several steps do");
  }
  if (lowered.senses.size() > kLimits.senses_per_agent) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("an agent has at most {} senses", kLimits.senses_per_agent))
        .help("let one sense notice what several do, with a `when`");
  }
  if (lowered.steerings.size() > kLimits.steerings_per_agent) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("the bodies of `{}` name more than {} steerings", agent.name.text,
                            kLimits.steerings_per_agent))
        .help("let one steering do what several do, with amounts and a `when` that read keys");
  }
  check_changed(agent, planned, "plans",
                "give the plans fewer steps to choose from, or let these change fewer keys", diagnostics);
  check_changed(agent, foreseen, "goals with `foresee`",
                "take `foresee` away, or let the steps change fewer keys", diagnostics);
}

// The weight and curve of each motive in a profile.
std::vector<LoweredWeight> lower_profile(const Model& model, std::span<const MotiveWeights> motives,
                                         const Profile& profile) {
  std::vector<LoweredWeight> weights;
  const auto add = [&](std::string_view name) {
    const std::vector<uint32_t>& curves = motives[weights.size()].curves;
    LoweredWeight& result = weights.emplace_back();
    const uint32_t index = find_index(profile.weights, name);
    if (index == kNone) return;
    const Weighting& weighting = profile.weights[index].value;
    result.weight = static_cast<float>(weighting.weight.value);
    if (!weighting.curve.given()) return;
    result.curve = static_cast<uint32_t>(std::ranges::find(curves, weighting.curve.index) - curves.begin());
  };
  for (const auto& need : model.needs) add(need.name.text);
  for (const auto& drive : model.drives) add(drive.name.text);
  return weights;
}

void lower_bodies(const Model& model, BodyLowerer& bodies, ChoiceSource& choices, LoweredAgent& lowered,
                  Diagnostics& diagnostics) {
  bodies.set_choices(choices);
  const Named<Agent>& agent = model.agents[lowered.agent];
  bodies.begin_agent(agent, lowered);
  for (uint32_t i = 0; i < lowered.options.size() && !bodies.is_full(); ++i)
    bodies.lower_option(i, model.actions[lowered.options[i].action].value, lowered.options[i]);
  lowered.handlers = bodies.lower_handlers(agent.value);
  lowered.states = bodies.lower_states(agent.value);
  lowered.senses = bodies.lower_senses(agent.value);
  lowered.steerings = bodies.lower_steerings();
  check_limits(model, lowered, diagnostics);
}

void add_terms(std::vector<LoweredTerm>& terms, std::vector<Ref*>& roots) {
  for (LoweredTerm& term : terms) roots.insert(roots.end(), {&term.input, &term.value, &term.contribution});
}

LoweredAgent lower_agent(const Model& model, uint32_t index, std::span<const CurveData> curves,
                         std::span<const MotiveWeights> weights, BodyLowerer& bodies,
                         Diagnostics& diagnostics, size_t& total) {
  const Agent& agent = model.agents[index].value;
  LoweredAgent lowered;
  lowered.agent = index;
  ProgramBuilder builder(curves);
  size_t terms = 0;
  AgentChoices choices(model, weights, model.agents[index], lowered.moments, builder, diagnostics);
  ScoreLowerer scores(model, weights, model.agents[index], lowered.moments, builder, choices, diagnostics);
  for (uint32_t i = 0; i < agent.actions.size(); ++i) {
    lowered.options.push_back(scores.lower_option(i));
    if (builder.size() > kLimits.operations_per_agent) {
      diagnostics
          .report(Code::program_too_large, model.agents[index].name.span,
                  fmt::format("the scores of `{}` take more than {} operations",
                              model.agents[index].name.text, kLimits.operations_per_agent))
          .help("give it fewer actions, or simpler ones");
      return lowered;
    }
    terms += lowered.options.back().terms.size();
    if (total + builder.size() + terms > kLimits.operations_per_file) break;
  }
  const size_t in_scores = builder.size();
  total += in_scores + terms;
  if (total > kLimits.operations_per_file) return lowered;
  std::vector<Ref*> roots;
  for (LoweredOption& option : lowered.options) {
    std::vector<Ref*> own = {&option.score, &option.condition, &option.weight};
    add_terms(option.terms, own);
    if (option.each != kNoRef)
      builder.add_pass({option.each, option.score, &option.each, std::move(own)});
    else
      roots.insert(roots.end(), own.begin(), own.end());
  }
  const size_t needs = model.needs.size();
  for (uint32_t i = 0; i < needs + model.drives.size(); ++i) {
    const Motive& motive = i < needs ? model.needs[i].value : model.drives[i - needs].value;
    if (motive.is_carried()) lowered.levels.push_back(scores.lower_level(i));
  }
  for (Ref& level : lowered.levels) roots.push_back(&level);
  lowered.rhythm = scores.lower_rhythm(agent.think.every);
  if (lowered.rhythm.interval != kNoRef) roots.push_back(&lowered.rhythm.interval);
  lower_bodies(model, bodies, choices, lowered, diagnostics);  // which may name more choices
  lowered.choices = choices.lower_all();
  if (lowered.choices.size() > kLimits.choices_per_agent) {
    diagnostics
        .report(Code::too_many_entries, model.agents[index].name.span,
                fmt::format("`{}` makes more than {} choices, those included that its expressions name",
                            model.agents[index].name.text, kLimits.choices_per_agent))
        .help("take out what is not used, or make several agents of it");
  }
  for (LoweredChoice& choice : lowered.choices) {
    for (Ref* const result : {&choice.best, &choice.score}) {
      builder.keep(*result);
      roots.push_back(result);
    }
    std::vector<Ref*> own = {&choice.condition, &choice.weight};
    add_terms(choice.terms, own);
    builder.add_pass({choice.each, choice.member_score, &choice.each, std::move(own)});
  }
  total += builder.size() - in_scores;
  lowered.program = builder.finish(roots, &lowered.ranges);
  lowered.folded_curves = builder.folded_curves();
  return lowered;
}

}  // namespace

Lowered lower(const Model& model, uint32_t main_file, Diagnostics& diagnostics) {
  Lowered lowered;
  const std::vector<MotiveWeights> weights = gather_weights(model);
  size_t total = 0;
  for (const auto& curve : model.curves) lowered.curves.push_back(lower_curve(curve.value));
  for (const auto& profile : model.importance)
    lowered.weights.push_back(lower_profile(model, weights, profile.value));
  BodyLowerer bodies(model, lowered.curves, diagnostics);
  for (uint32_t i = 0; i < model.tasks.size(); ++i) lowered.tasks.push_back(bodies.lower_task(i));
  for (uint32_t i = 0; i < model.goals.size(); ++i) lowered.goals.push_back(bodies.lower_goal(i));
  for (const auto& sound : model.sounds) lowered.scales.push_back(bodies.lower_scale(sound.value));
  for (uint32_t i = 0; i < model.agents.size(); ++i) {
    if (main_file != kNone && !is_own(model.agents[i], main_file)) continue;
    lowered.agents.push_back(lower_agent(model, i, lowered.curves, weights, bodies, diagnostics, total));
    if (total + bodies.size() <= kLimits.operations_per_file) continue;
    diagnostics
        .report(Code::program_too_large, model.agents[i].name.span,
                fmt::format("up to here the agents of this file take more than {} operations together",
                            kLimits.operations_per_file))
        .help("spread them over several files, or give them fewer or simpler actions");
    return lowered;
  }
  return lowered;
}

}  // namespace ishi::compiler
