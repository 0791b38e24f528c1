#include <algorithm>
#include <memory>
#include <utility>

#include "asset/argument_check.h"
#include "asset/formula_check.h"
#include "asset/limits.h"
#include "asset/node_shape.h"
#include "asset/validate.h"
#include "built_features.h"
#include "ishi/types.h"
#include "planning/plan_search.h"

namespace ishi {
namespace {

class BehaviourCheck {
 public:
  BehaviourCheck(Check& check, const Tables& tables, std::span<const MemberField> member_fields)
      : check_(check),
        t_(tables),
        formulas_(check, tables, member_fields),
        options_(tables.options.size()),
        nodes_(tables.nodes.size()),
        handlers_(tables.handlers.size()),
        moments_(tables.moments.size()),
        states_(tables.states.size()),
        transitions_(tables.transitions.size()),
        state_options_(tables.state_options.size()),
        senses_(tables.senses.size()),
        levels_(tables.levels.size()),
        choices_(tables.choices.size()),
        assignments_(tables.assignments.size()),
        effects_(tables.effects.size()),
        arguments_(check, tables, formulas_) {}

  bool all() {
    if (!reserve()) return check_.out_of_memory();
    carried_ =
        static_cast<size_t>(std::count_if(t_.motives.begin(), t_.motives.end(),
                                          [](const blob::Motive& motive) { return motive.carried() != 0; }));
    // The programs of the agents come before those of the formulas, tasks' formulas before goals', these
    // before sounds', these before agents'.
    return Check::all(
               t_.agents,
               [&](const blob::Agent& agent) { return formulas_.program_of_agent(agent.program()); }) &&
           Check::all(
               t_.tasks,
               [&](const blob::Task& task) { return assumptions(task, blob::RecordKind::task, t_.tasks); }) &&
           Check::all(
               t_.goals,
               [&](const blob::Goal& goal) { return assumptions(goal, blob::RecordKind::goal, t_.goals); }) &&
           effects_.complete(check_, t_.effects.data()) &&
           Check::all(t_.sounds,
                      [&](const blob::Sound& sound) { return formulas_.owned(sound.formulas()); }) &&
           Check::all(t_.agents, [&](const blob::Agent& agent) { return one_agent(agent); }) &&
           options_.complete(check_, t_.options.data()) && nodes_.complete(check_, t_.nodes.data()) &&
           handlers_.complete(check_, t_.handlers.data()) && moments_.complete(check_, t_.moments.data()) &&
           states_.complete(check_, t_.states.data()) &&
           transitions_.complete(check_, t_.transitions.data()) &&
           state_options_.complete(check_, t_.state_options.data()) &&
           senses_.complete(check_, t_.senses.data()) && levels_.complete(check_, t_.levels.data()) &&
           choices_.complete(check_, t_.choices.data()) && arguments_.complete() &&
           assignments_.complete(check_, t_.assignments.data()) && formulas_.complete();
  }

 private:
  bool reserve() {
    return facts_.allocate(t_.nodes.size()) && planned_by_.allocate(t_.keys.size()) && arguments_.reserve();
  }

  bool one_agent(const blob::Agent& agent) {
    const bool reserved = agent.reserved() == 0 && agent.reserved_2() == 0;
    const bool profile = agent.profile() == kNoProfile || agent.profile() < t_.profiles.size();
    return options_.follows(check_, agent.options()) && nodes_.follows(check_, agent.nodes()) &&
           handlers_.follows(check_, agent.handlers()) && levels_.follows(check_, agent.levels()) &&
           choices_.follows(check_, agent.choices()) && moments_.follows(check_, agent.moments()) &&
           states_.follows(check_, agent.states()) && senses_.follows(check_, agent.senses()) &&
           check_.that(agent.levels().count() == carried_, StatusCode::level_result, &agent) &&
           check_.that(reserved, StatusCode::reserved_not_zero, &agent) &&
           check_.that(agent.ties() <= blob::Ties::MAX, StatusCode::unknown_enumerator, &agent) &&
           check_.that(profile, StatusCode::index_out_of_range, &agent) && rhythm(agent) &&
           check_finite(check_, &agent, agent.inertia(), agent.minimum()) &&
           check_.that(agent.inertia() >= 0, StatusCode::inertia_negative, &agent) && selection(agent) &&
           check_.that(agent.options().count() <= limits::kOptions, StatusCode::too_many, &agent) &&
           check_.that(agent.nodes().count() <= limits::kNodes, StatusCode::too_many, &agent) &&
           check_.that(agent.program().count() <= limits::kOperations, StatusCode::too_many, &agent) &&
           check_.that(agent.choices().count() <= limits::kChoices, StatusCode::too_many, &agent) &&
           ids_.check(check_, part(t_.options, agent.options())) &&
           ids_.check(check_, part(t_.choices, agent.choices())) &&
           ids_.check(check_, part(t_.senses, agent.senses())) &&
           Check::all(part(t_.choices, agent.choices()),
                      [&](const blob::Choice& choice) {
                        return check_.that(choice.set() < t_.sets.size(), StatusCode::index_out_of_range,
                                           &choice) &&
                               check_finite(check_, &choice, choice.inertia()) &&
                               check_.that(choice.inertia() >= 0, StatusCode::inertia_negative, &choice);
                      }) &&
           formulas_.owned(agent.formulas()) && moments(agent) && bodies(agent);
  }

  bool rhythm(const blob::Agent& agent) {
    const bool is_fixed = agent.think_interval() == kNotFound;
    const bool rises =
        is_fixed ? agent.think_least() == agent.think_most() : agent.think_least() <= agent.think_most();
    return check_.that(agent.think_unit() <= blob::ThinkUnit::MAX, StatusCode::unknown_enumerator, &agent) &&
           check_.that(agent.think_least() > 0 && rises, StatusCode::agent_without_interval, &agent);
  }

  bool selection(const blob::Agent& agent) {
    const bool is_softmax = agent.selection() == blob::SelectionKind::softmax;
    const bool unused = (agent.selection() == blob::SelectionKind::highest || agent.inertia() == 0) &&
                        (agent.selection() == blob::SelectionKind::weighted || agent.top() == 0) &&
                        (is_softmax || agent.temperature() == 0);
    return check_.that(agent.selection() <= blob::SelectionKind::MAX, StatusCode::unknown_enumerator,
                       &agent) &&
           check_finite(check_, &agent, agent.temperature()) &&
           check_.that(unused, StatusCode::unused_not_zero, &agent) &&
           check_.that(!is_softmax || agent.temperature() > 0, StatusCode::temperature_not_positive, &agent);
  }

  bool moments(const blob::Agent& agent) {
    uint64_t next = 0;
    return Check::all(part(t_.moments, agent.moments()), [&](const blob::Moment& moment) {
      if (!check_.that(moment.kind() <= blob::MomentKind::MAX, StatusCode::unknown_enumerator, &moment))
        return false;
      const bool is_option = moment.kind() == blob::MomentKind::option;
      const size_t subjects = is_option ? agent.options().count() : t_.events.size();
      const uint64_t place = uint64_t{static_cast<uint8_t>(moment.kind())} << 32 | moment.subject();
      const bool rises = place >= next;
      next = place + 1;
      return check_.that(moment.subject() < subjects, StatusCode::index_out_of_range, &moment) &&
             check_.that(rises, StatusCode::moment_order, &moment) &&
             check_.that(moment.reserved() == 0 && moment.reserved_2() == 0, StatusCode::reserved_not_zero,
                         &moment);
    });
  }

  // What planning assumes of a task or goal.
  template <typename Owner>
  bool assumptions(const Owner& owner, blob::RecordKind kind, std::span<const Owner> owners) {
    const auto index = static_cast<uint32_t>(&owner - owners.data());
    const bool is_task = kind == blob::RecordKind::task;
    const auto parameters = part(t_.parameters, owner.parameters());
    FormulaScope own{owner.formulas(), kind, index, kNotFound};
    if (is_task) own.givens = parameters;
    return formulas_.owned(owner.formulas()) && effects_.follows(check_, owner.effects()) &&
           formulas_.optional(own, owner.condition(), &owner) &&
           Check::all(part(t_.effects, owner.effects()),
                      [&](const blob::Assignment& effect) {
                        const bool is_given = is_task && effect.target() == blob::Target::given;
                        return check_.that(effect.target() == blob::Target::key || is_given,
                                           StatusCode::effect_not_on_key, &effect) &&
                               formulas_.assigns(own, effect) &&
                               check_.that(!is_given || parameters[effect.subject()].given() != 0,
                                           StatusCode::effect_not_on_key, &effect);
                      }) &&
           formulas_.distinct(part(t_.effects, owner.effects()));
  }

  // The bodies of an agent: their roots, then all nodes in order.
  bool bodies(const blob::Agent& agent) {
    steerings_ = agent.steerings().count();
    next_root_ = agent.nodes().first();
    end_ = next_root_ + agent.nodes().count();
    const bool options = Check::all(part(t_.options, agent.options()), [&](const blob::Option& option) {
      const NodeFacts body{.place = Place::option, .depth = 1, .root = true, .set = option.set()};
      const NodeFacts finally{.place = Place::instant, .depth = 1, .root = true, .set = option.set()};
      const bool set = option.set() == kNotFound || option.set() < t_.sets.size();
      return check_.that(set, StatusCode::index_out_of_range, &option) &&
             seconds(option, option.cooldown()) && seconds(option, option.cooldown_after_failure()) &&
             root(option.body(), body, &option) &&
             (option.finally() == kNotFound || root(option.finally(), finally, &option));
    });
    return options && (!is_built(Feature::events) || handlers(agent)) &&
           (!is_built(Feature::states) || states(agent)) && nodes(agent);
  }

  bool seconds(const blob::Option& option, float value) {
    return check_finite(check_, &option, value) &&
           check_.that(value >= 0 && value <= limits::kSeconds, StatusCode::cooldown_negative, &option);
  }

  bool handlers(const blob::Agent& agent) {
    uint64_t next_event = 0;
    return Check::all(part(t_.handlers, agent.handlers()), [&](const blob::Handler& handler) {
      const bool rises = handler.event() >= next_event;
      next_event = uint64_t{handler.event()} + 1;
      return check_.that(handler.event() < t_.events.size(), StatusCode::index_out_of_range, &handler) &&
             check_.that(rises, StatusCode::handler_duplicate, &handler) &&
             check_.that(handler.wakes() <= 1, StatusCode::unknown_enumerator, &handler) &&
             check_.that(handler.reserved() == 0 && handler.reserved_2() == 0, StatusCode::reserved_not_zero,
                         &handler) &&
             (handler.body() == kNotFound ||
              root(handler.body(),
                   {.place = Place::instant, .depth = 1, .root = true, .event = handler.event()}, &handler));
    });
  }

  bool states(const blob::Agent& agent) {
    const auto states = part(t_.states, agent.states());
    return check_.that(states.size() <= limits::kStates, StatusCode::too_many, &agent) &&
           ids_.check(check_, states) &&
           Check::all(states, [&](const blob::State& state) { return one_state(agent, states, state); });
  }

  bool one_state(const blob::Agent& agent, std::span<const blob::State> states, const blob::State& state) {
    const NodeFacts instant{.place = Place::instant, .depth = 1, .root = true};
    const bool profile = state.profile() == kNoProfile || state.profile() < t_.profiles.size();
    const auto own = static_cast<uint32_t>(&state - states.data());
    const FormulaScope formulas{agent.formulas()};
    uint64_t next = 0;
    return check_.that(profile, StatusCode::index_out_of_range, &state) &&
           check_.that(state.reserved() == 0, StatusCode::reserved_not_zero, &state) &&
           state_options_.follows(check_, state.options()) &&
           transitions_.follows(check_, state.transitions()) &&
           Check::all(part(t_.state_options, state.options()),
                      [&](const uint32_t& option) {
                        const bool rises = option >= next;
                        next = uint64_t{option} + 1;
                        return check_.that(option < agent.options().count(), StatusCode::index_out_of_range,
                                           &option) &&
                               check_.that(rises, StatusCode::state_order, &option);
                      }) &&
           Check::all(part(t_.transitions, state.transitions()),
                      [&](const blob::Transition& transition) {
                        return check_.that(transition.target() < states.size(),
                                           StatusCode::index_out_of_range, &transition) &&
                               check_.that(transition.target() != own, StatusCode::state_to_itself,
                                           &transition) &&
                               formulas_.given(formulas, transition.condition(), 1, &transition);
                      }) &&
           (state.enter() == kNotFound || root(state.enter(), instant, &state)) &&
           (state.finally() == kNotFound || root(state.finally(), instant, &state));
  }

  bool root(uint32_t index, const NodeFacts& facts, const void* where) {
    const bool in_order = index == next_root_ && index < end_;
    if (!check_.that(in_order, StatusCode::root_order, where)) return false;
    facts_[index] = facts;
    ++next_root_;
    return check_.that(t_.nodes[index].kind() == blob::NodeKind::sequence, StatusCode::node_not_here,
                       &t_.nodes[index]);
  }

  bool nodes(const blob::Agent& agent) {
    uint64_t next_child = next_root_;
    return Check::all(part(t_.nodes, agent.nodes()),
                      [&](const blob::Node& node) {
                        const auto index = static_cast<uint32_t>(&node - t_.nodes.data());
                        const NodeFacts& facts = facts_[index];
                        return check_.that(facts.depth != 0, StatusCode::node_before_parent, &node) &&
                               one_node(agent, node, facts) && children(node, index, facts, next_child) &&
                               (!is_built(Feature::plans) || node.kind() != blob::NodeKind::plan ||
                                has_steps(agent, node));
                      }) &&
           check_.that(next_child == end_, StatusCode::elements_left_over, &agent) &&
           ((!is_built(Feature::plans) && !is_built(Feature::goals)) || plans(agent));
  }

  // That what the plans of an agent change has room in a planned state, and what its goals foresee in a
  // foreseen one. Stops where it has not, since all of their steps may be of one task that changes a great
  // deal.
  bool plans(const blob::Agent& agent) {
    return has_room(agent,
                    [](const NodeFacts& facts) {
                      return facts.parent == blob::NodeKind::plan || facts.of_plan;
                    }) &&
           has_room(agent, [](const NodeFacts& facts) { return facts.foreseen; });
  }
  template <typename Counts>
  bool has_room(const blob::Agent& agent, Counts&& counts) {
    ++planner_;
    uint32_t values = 0;
    const auto all = [&](std::span<const blob::Assignment> changes) {
      return Check::all(changes, [&](const blob::Assignment& change) {
        if (change.target() != blob::Target::key ||
            std::exchange(planned_by_[change.subject()], planner_) == planner_)
          return true;
        values += results_of(t_.keys[change.subject()].variable().type());
        return check_.that(values <= limits::kPlannedValues, StatusCode::too_many, &agent);
      });
    };
    return Check::all(part(t_.nodes, agent.nodes()), [&](const blob::Node& node) {
      if (!counts(facts_[&node - t_.nodes.data()])) return true;
      return node.kind() == blob::NodeKind::task   ? all(part(t_.effects, t_.tasks[node.subject()].effects()))
             : node.kind() == blob::NodeKind::goal ? all(part(t_.effects, t_.goals[node.subject()].effects()))
                                                   : all(part(t_.assignments, node.assignments()));
    });
  }

  bool children(const blob::Node& node, uint32_t index, const NodeFacts& facts, uint64_t& next_child) {
    const blob::Range& range = node.children();
    const bool fits = range.first() == next_child && range.count() <= end_ - next_child;
    if (!check_.that(fits, StatusCode::range_not_tiled, &range)) return false;
    next_child += range.count();
    if (range.count() == 0) return true;
    if (!check_.that(range.first() > index, StatusCode::node_before_parent, &node) ||
        !check_.that(facts.depth < limits::kNodeDepth, StatusCode::node_too_deep, &node)) {
      return false;
    }
    const bool is_goal = node.kind() == blob::NodeKind::goal;
    for (uint32_t i = 0; i < range.count(); ++i) {
      NodeFacts& child = facts_[range.first() + i];
      child = facts;
      ++child.depth;
      child.root = false;
      child.parent = node.kind();
      child.first = i == 0;
      child.last = i + 1 == range.count();
      child.foreseen = facts.foreseen || foresees(node);
      child.of_plan = facts.parent == blob::NodeKind::plan && node.kind() == blob::NodeKind::sequence;
      if (is_goal) child.goal = node.subject();
      if (t_.nodes[range.first() + i].kind() == blob::NodeKind::cleanup) child.place = Place::instant;
    }
    return true;
  }

  // The formulas of a node; `goal` is the one whose parameters they may read.
  FormulaScope formulas_of(const blob::Agent& agent, const NodeFacts& facts, uint32_t goal) const {
    FormulaScope scope{agent.formulas(), blob::RecordKind::none, 0, facts.set,
                       part(t_.givens, agent.givens())};
    if (facts.event != kNotFound) {
      scope.record_kind = blob::RecordKind::event;
      scope.record = facts.event;
    } else if (goal != kNotFound) {
      scope.record_kind = blob::RecordKind::goal;
      scope.record = goal;
    }
    return scope;
  }

  bool one_node(const blob::Agent& agent, const blob::Node& node, const NodeFacts& facts) {
    const FormulaScope around = formulas_of(agent, facts, facts.goal);
    const bool is_goal = node.kind() == blob::NodeKind::goal;
    if (is_goal && !check_.that(node.subject() < t_.goals.size(), StatusCode::index_out_of_range, &node))
      return false;
    const FormulaScope own = is_goal ? formulas_of(agent, facts, node.subject()) : around;
    return check_.that(node.kind() <= blob::NodeKind::MAX, StatusCode::unknown_enumerator, &node) &&
           check_.that(node.continues() <= 1 && node.audience() <= blob::Audience::MAX,
                       StatusCode::unknown_enumerator, &node) &&
           check_.that((node.flags() & ~(kInvertsFlag | kOnceFlag | kReconsidersFlag | kForeseesFlag |
                                         kDrawsFlag | kClaimsFlag)) == 0,
                       StatusCode::reserved_not_zero, &node) &&
           check_node_shape(check_, node, facts) && arguments_.follow(node) &&
           assignments_.follows(check_, node.assignments()) && modifiers(own, around, node) &&
           formulas_.optional(own, node.value(), &node) && contents(around, node) &&
           (node.given() == kNotFound || has_given(agent, node, facts));
  }

  bool has_given(const blob::Agent& agent, const blob::Node& node, const NodeFacts& facts) {
    if (node.kind() == blob::NodeKind::task) return takes_given(agent, node);
    const bool may =
        node.kind() == blob::NodeKind::repeat ||
        (node.kind() == blob::NodeKind::sequence && facts.parent == blob::NodeKind::plan && !facts.root);
    const auto givens = part(t_.givens, agent.givens());
    return check_.that(may && facts.place == Place::option, StatusCode::node_unused_part, &node) &&
           check_.that(node.given() < givens.size(), StatusCode::index_out_of_range, &node) &&
           check_.that(givens[node.given()].variable().member_of() != 0,
                       StatusCode::parameter_not_of_operation, &node) &&
           check_.that(!claims_member(node) ||
                           t_.sets[givens[node.given()].variable().member_of() - 1].entities() != 0,
                       StatusCode::index_out_of_range, &node);
  }

  // That a search can count its steps. What its children are given is looked at when their turn comes.
  bool has_steps(const blob::Agent& agent, const blob::Node& plan) {
    const auto givens = part(t_.givens, agent.givens());
    uint64_t steps = 0;
    for (const blob::Node& child : part(t_.nodes, plan.children())) {
      const bool goes_over = child.kind() == blob::NodeKind::sequence && child.given() < givens.size();
      const uint32_t set = goes_over ? givens[child.given()].variable().member_of() : 0;
      steps += set != 0 && set <= t_.sets.size() ? t_.sets[set - 1].capacity() : 1;
    }
    return check_.that(steps <= kPlanSteps, StatusCode::too_many, &plan);
  }

  // That what a task gives back has its place among what the agent keeps of that.
  bool takes_given(const blob::Agent& agent, const blob::Node& node) {
    if (!check_.that(node.kind() == blob::NodeKind::task, StatusCode::node_unused_part, &node)) return false;
    const auto givens = part(t_.givens, agent.givens());
    size_t next = node.given();
    const auto follows = [&](const blob::Variable& variable, bool is_same) {
      return check_.that(is_same, StatusCode::parameter_not_of_operation, &variable);
    };
    if (!check_.that(next < givens.size(), StatusCode::index_out_of_range, &node) ||
        !follows(givens[next].variable(), givens[next].variable().type() == blob::ValueType::boolean)) {
      return false;
    }
    return Check::all(part(t_.parameters, t_.tasks[node.subject()].parameters()),
                      [&](const blob::Parameter& parameter) {
                        if (parameter.given() == 0) return true;
                        if (!check_.that(++next < givens.size(), StatusCode::index_out_of_range, &node))
                          return false;
                        const blob::Variable& a = parameter.variable();
                        const blob::Variable& b = givens[next].variable();
                        return follows(b, a.type() == b.type() && a.reference() == b.reference());
                      });
  }

  // A score is compared with those of others, and reads what they read.
  bool modifiers(const FormulaScope& own, const FormulaScope& around, const blob::Node& node) {
    for (uint32_t i = 0; i < kModifierCount; ++i) {
      const FormulaScope& scope = static_cast<Modifier>(i) == Modifier::score ? around : own;
      if (!formulas_.optional(scope, (*node.modifiers())[i], &node)) return false;
    }
    return true;
  }

  bool contents(const FormulaScope& own, const blob::Node& node) {
    switch (node.kind()) {
      case blob::NodeKind::task: return arguments_.of(own, node, t_.tasks);
      case blob::NodeKind::goal:
        return is_built(Feature::goals) ? arguments_.of(own, node, t_.goals) : is_unbuilt(node);
      case blob::NodeKind::emit:
        return is_built(Feature::events) ? arguments_.of_event(own, node) : is_unbuilt(node);
      case blob::NodeKind::sound:
        return check_.that(node.subject() < t_.sounds.size(), StatusCode::index_out_of_range, &node);
      case blob::NodeKind::walk: return is_built(Feature::walking) ? walk(own, node) : is_unbuilt(node);
      case blob::NodeKind::steer:
        return check_.that(node.subject() < steerings_, StatusCode::index_out_of_range, &node) &&
               check_.that(node.arguments().count() == 0, StatusCode::node_unused_part, &node);
      case blob::NodeKind::set:
        return Check::all(part(t_.assignments, node.assignments()),
                          [&](const blob::Assignment& assignment) {
                            if (!formulas_.assigns(own, assignment)) return false;
                            if (assignment.target() != blob::Target::key) return true;
                            const blob::Key& key = t_.keys[assignment.subject()];
                            const bool writable = key.variable().scope() == blob::Scope::agent ||
                                                  key.merge() != blob::Merge::none;
                            return check_.that(writable, StatusCode::assignment_of_shared, &assignment);
                          }) &&
               formulas_.distinct(part(t_.assignments, node.assignments()));
      default: return true;
    }
  }

  // An asset that has it was refused for its feature before.
  bool is_unbuilt(const blob::Node& node) {
    return check_.that(false, StatusCode::unknown_enumerator, &node);
  }

  bool walk(const FormulaScope& own, const blob::Node& node) {
    if (!check_.that(node.subject() < t_.navigations.size(), StatusCode::index_out_of_range, &node))
      return false;
    const bool is_bounded = t_.navigations[node.subject()].max_steps() != 0;
    return check_.that(node.count() == 0 || is_bounded, StatusCode::walk_away_unbounded, &node) &&
           formulas_.given(own, node.value(), 3, &node);
  }

  Check& check_;
  const Tables& t_;
  FormulaCheck formulas_;
  Tiling options_, nodes_, handlers_, moments_, states_, transitions_, state_options_, senses_, levels_,
      choices_, assignments_, effects_;
  ArgumentCheck arguments_;
  size_t carried_ = 0;  // motives
  DistinctIds ids_;
  Array<NodeFacts> facts_;
  // By key: the last agent whose plans change it; agents count from 1.
  Array<uint32_t> planned_by_;
  uint32_t planner_ = 0;
  uint32_t next_root_ = 0, end_ = 0;
  uint32_t steerings_ = 0;  // of the agent at hand
};

}  // namespace

bool validate_behaviour(Check& check, const Tables& t, std::span<const MemberField> member_fields) {
  return check_lookup(check, t.agents_by_id, t.agents) && BehaviourCheck(check, t, member_fields).all();
}

}  // namespace ishi
