#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <utility>

#include "asset/limits.h"
#include "asset/node_shape.h"
#include "asset/validate.h"
#include "ishi/types.h"

namespace ishi {
namespace {

class BehaviourCheck {
 public:
  BehaviourCheck(Check& check, const Tables& tables, std::span<const MemberField> member_fields)
      : check_(check),
        t_(tables),
        member_fields_(member_fields),
        programs_(tables.operations.size()),
        formulas_(tables.formulas.size()),
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
        arguments_(tables.arguments.size()),
        assignments_(tables.assignments.size()),
        effects_(tables.effects.size()) {}

  bool all() {
    if (!reserve()) return check_.out_of_memory();
    carried_ =
        static_cast<size_t>(std::count_if(t_.motives.begin(), t_.motives.end(),
                                          [](const blob::Motive& motive) { return motive.carried() != 0; }));
    // The programs of the agents come before those of the formulas, tasks' formulas before goals', these
    // before sounds', these before agents'.
    return Check::all(t_.agents,
                      [&](const blob::Agent& agent) { return programs_.follows(check_, agent.program()); }) &&
           Check::all(
               t_.tasks,
               [&](const blob::Task& task) { return assumptions(task, blob::RecordKind::task, t_.tasks); }) &&
           Check::all(
               t_.goals,
               [&](const blob::Goal& goal) { return assumptions(goal, blob::RecordKind::goal, t_.goals); }) &&
           effects_.complete(check_, t_.effects.data()) &&
           Check::all(t_.sounds, [&](const blob::Sound& sound) { return one_sound(sound); }) &&
           Check::all(t_.agents, [&](const blob::Agent& agent) { return one_agent(agent); }) &&
           options_.complete(check_, t_.options.data()) && nodes_.complete(check_, t_.nodes.data()) &&
           handlers_.complete(check_, t_.handlers.data()) && moments_.complete(check_, t_.moments.data()) &&
           states_.complete(check_, t_.states.data()) &&
           transitions_.complete(check_, t_.transitions.data()) &&
           state_options_.complete(check_, t_.state_options.data()) &&
           senses_.complete(check_, t_.senses.data()) && levels_.complete(check_, t_.levels.data()) &&
           choices_.complete(check_, t_.choices.data()) && arguments_.complete(check_, t_.arguments.data()) &&
           assignments_.complete(check_, t_.assignments.data()) &&
           formulas_.complete(check_, t_.formulas.data()) && programs_.complete(check_, t_.operations.data());
  }

 private:
  bool reserve() {
    facts_.reset(new (std::nothrow) NodeFacts[t_.nodes.size() + 1]());
    planned_.reset(new (std::nothrow) bool[t_.keys.size() + 1]());
    return facts_ != nullptr && planned_ != nullptr;
  }

  bool one_agent(const blob::Agent& agent) {
    const bool reserved = agent.reserved() == 0 && agent.reserved_2() == 0;
    const bool profile = agent.profile() == kNoProfile || agent.profile() < t_.profiles.size();
    return options_.follows(check_, agent.options()) && nodes_.follows(check_, agent.nodes()) &&
           formulas_.follows(check_, agent.formulas()) && handlers_.follows(check_, agent.handlers()) &&
           levels_.follows(check_, agent.levels()) && choices_.follows(check_, agent.choices()) &&
           moments_.follows(check_, agent.moments()) && states_.follows(check_, agent.states()) &&
           senses_.follows(check_, agent.senses()) &&
           check_.that(agent.levels().count() == carried_, StatusCode::level_result, &agent) &&
           check_.that(reserved, StatusCode::reserved_not_zero, &agent) &&
           check_.that(agent.ties() <= blob::Ties::MAX, StatusCode::unknown_enumerator, &agent) &&
           check_.that(profile, StatusCode::index_out_of_range, &agent) &&
           check_.that(agent.think_every_frames() > 0, StatusCode::agent_without_interval, &agent) &&
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
           Check::all(part(t_.formulas, agent.formulas()),
                      [&](const blob::Formula& formula) { return one_formula(formula); }) &&
           moments(agent) && bodies(agent);
  }

  bool selection(const blob::Agent& agent) {
    const bool is_softmax = agent.selection() == blob::Selection::softmax;
    const bool unused = (agent.selection() == blob::Selection::highest || agent.inertia() == 0) &&
                        (agent.selection() == blob::Selection::weighted || agent.top() == 0) &&
                        (is_softmax || agent.temperature() == 0);
    return check_.that(agent.selection() <= blob::Selection::MAX, StatusCode::unknown_enumerator, &agent) &&
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

  bool one_formula(const blob::Formula& formula) {
    const auto record_is = [&](size_t count) {
      return check_.that(formula.record() < count, StatusCode::index_out_of_range, &formula);
    };
    const bool kind = formula.record_kind() == blob::RecordKind::none    ? record_is(1)
                      : formula.record_kind() == blob::RecordKind::task  ? record_is(t_.tasks.size())
                      : formula.record_kind() == blob::RecordKind::event ? record_is(t_.events.size())
                      : formula.record_kind() == blob::RecordKind::sense ? record_is(1)
                                                                         : record_is(t_.goals.size());
    const uint32_t count = formula.program().count();
    return check_.that(formula.record_kind() <= blob::RecordKind::MAX, StatusCode::unknown_enumerator,
                       &formula) &&
           kind &&
           check_.that(formula.set() == kNotFound || formula.set() < t_.sets.size(),
                       StatusCode::index_out_of_range, &formula) &&
           check_.that(formula.reserved() == 0 && formula.reserved_2() == 0, StatusCode::reserved_not_zero,
                       &formula) &&
           programs_.follows(check_, formula.program()) &&
           check_.that(count > 0, StatusCode::program_empty, &formula) &&
           check_.that(count <= limits::kFormulaOperations, StatusCode::too_many, &formula);
  }

  bool one_sound(const blob::Sound& sound) {
    return formulas_.follows(check_, sound.formulas()) &&
           Check::all(part(t_.formulas, sound.formulas()),
                      [&](const blob::Formula& formula) { return one_formula(formula); });
  }

  // What planning assumes of a task or goal.
  template <typename Owner>
  bool assumptions(const Owner& owner, blob::RecordKind kind, std::span<const Owner> owners) {
    const auto index = static_cast<uint32_t>(&owner - owners.data());
    if (!formulas_.follows(check_, owner.formulas()) || !effects_.follows(check_, owner.effects()))
      return false;
    const Formulas own{owner.formulas(), kind, index, kNotFound};
    return Check::all(part(t_.formulas, owner.formulas()),
                      [&](const blob::Formula& formula) { return one_formula(formula); }) &&
           optional(own, owner.condition(), &owner) &&
           Check::all(part(t_.effects, owner.effects()),
                      [&](const blob::Assignment& effect) {
                        return check_.that(effect.target() == blob::Target::key,
                                           StatusCode::effect_not_on_key, &effect) &&
                               assigns(own, effect);
                      }) &&
           distinct(part(t_.effects, owner.effects()));
  }

  // The formulas that may stand somewhere: those of an owner that read no record and no fact but this one.
  struct Formulas {
    blob::Range range;
    blob::RecordKind record_kind = blob::RecordKind::none;
    uint32_t record = 0;
    uint32_t set = kNotFound;
  };

  bool given(const Formulas& own, uint32_t index, uint32_t results, const void* where) {
    const bool owned = index >= own.range.first() && index - own.range.first() < own.range.count();
    if (!check_.that(owned, StatusCode::formula_not_of_owner, where)) return false;
    const blob::Formula& formula = t_.formulas[index];
    const bool readable = formula.record_kind() == blob::RecordKind::none ||
                          (formula.record_kind() == own.record_kind && formula.record() == own.record);
    const bool remembered = formula.set() == kNotFound || formula.set() == own.set;
    return check_.that(readable, StatusCode::formula_record, where) &&
           check_.that(remembered, StatusCode::formula_member, where) &&
           check_.that(formula.program().count() >= results, StatusCode::program_empty, where);
  }

  bool optional(const Formulas& own, uint32_t index, const void* where) {
    return index == kNotFound || given(own, index, 1, where);
  }

  static uint32_t results_of(blob::ValueType type) {
    return type == blob::ValueType::point || type == blob::ValueType::direction ? 3 : 1;
  }

  // What an effect is assumed to change, or what a step changes.
  bool assigns(const Formulas& own, const blob::Assignment& assignment) {
    const bool reserved = assignment.reserved() == 0 && assignment.reserved_2() == 0;
    if (!check_.that(assignment.target() <= blob::Target::MAX, StatusCode::unknown_enumerator, &assignment) ||
        !check_.that(reserved, StatusCode::reserved_not_zero, &assignment)) {
      return false;
    }
    switch (assignment.target()) {
      case blob::Target::key: return assigns_key(own, assignment);
      case blob::Target::member_field: return assigns_member_field(own, assignment);
      case blob::Target::level: return assigns_level(own, assignment);
      case blob::Target::remember:
      case blob::Target::forget: break;
    }
    const bool is_of_option = assignment.formula() == kNotFound && own.set == assignment.subject() &&
                              assignment.target() == blob::Target::forget;
    const bool is_memory = assignment.subject() < t_.sets.size() &&
                           t_.sets[assignment.subject()].kind() == blob::SetKind::memory;
    return check_.that(is_memory, StatusCode::index_out_of_range, &assignment) &&
           (is_of_option || given(own, assignment.formula(), 1, &assignment));
  }

  bool assigns_key(const Formulas& own, const blob::Assignment& assignment) {
    const uint32_t key = assignment.subject();
    return check_.that(key < t_.keys.size(), StatusCode::index_out_of_range, &assignment) &&
           given(own, assignment.formula(), results_of(t_.keys[key].variable().type()), &assignment);
  }

  bool assigns_level(const Formulas& own, const blob::Assignment& assignment) {
    const uint32_t motive = assignment.subject();
    return check_.that(motive < t_.motives.size(), StatusCode::index_out_of_range, &assignment) &&
           check_.that(t_.motives[motive].carried() != 0, StatusCode::level_not_carried, &assignment) &&
           given(own, assignment.formula(), 1, &assignment);
  }

  // A field that is a set's own, of the member that the option is for.
  bool assigns_member_field(const Formulas& own, const blob::Assignment& assignment) {
    const uint32_t index = assignment.subject();
    if (!check_.that(index < member_fields_.size(), StatusCode::index_out_of_range, &assignment))
      return false;
    const blob::Field* const field = member_fields_[index].field;
    const blob::Field* const first = t_.set_fields.data();
    const bool is_own = !std::less<>()(field, first) && std::less<>()(field, first + t_.set_fields.size());
    const bool is_agents = t_.sets[member_fields_[index].set].scope() == blob::Scope::agent;
    return check_.that(is_own, StatusCode::member_field_noticed, &assignment) &&
           check_.that(is_agents, StatusCode::candidates_shared, &assignment) &&
           check_.that(member_fields_[index].set == own.set, StatusCode::formula_member, &assignment) &&
           given(own, assignment.formula(), results_of(field->variable().type()), &assignment);
  }

  // That nothing is written twice; what is written rises, so that this is quickly seen.
  bool distinct(std::span<const blob::Assignment> assignments) {
    uint64_t next = 0;
    return Check::all(assignments, [&](const blob::Assignment& assignment) {
      const uint64_t place = uint64_t{static_cast<uint8_t>(assignment.target())} << 32 | assignment.subject();
      const bool rises = place >= next;
      next = place + 1;
      return check_.that(rises, StatusCode::effect_order, &assignment);
    });
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
    return options && handlers(agent) && states(agent) && nodes(agent);
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
    const Formulas formulas{agent.formulas()};
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
                               given(formulas, transition.condition(), 1, &transition);
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
                               one_node(agent, node, facts) && children(node, index, facts, next_child);
                      }) &&
           check_.that(next_child == end_, StatusCode::elements_left_over, &agent) && plans(agent);
  }

  // That what the plans of an agent change has room in a planned state.
  bool plans(const blob::Agent& agent) {
    std::fill_n(planned_.get(), t_.keys.size(), false);
    uint32_t values = 0;
    const auto add = [&](const blob::Range& effects) {
      for (const blob::Assignment& effect : part(t_.effects, effects)) {
        if (std::exchange(planned_[effect.subject()], true)) continue;
        values += results_of(t_.keys[effect.subject()].variable().type());
      }
    };
    for (const blob::Node& node : part(t_.nodes, agent.nodes())) {
      const bool is_step = facts_[&node - t_.nodes.data()].parent == blob::NodeKind::plan ||
                           facts_[&node - t_.nodes.data()].of_plan;
      if (is_step && node.kind() == blob::NodeKind::task) add(t_.tasks[node.subject()].effects());
      if (is_step && node.kind() == blob::NodeKind::goal) add(t_.goals[node.subject()].effects());
    }
    return check_.that(values <= limits::kPlannedValues, StatusCode::too_many, &agent);
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
      child.of_plan = facts.parent == blob::NodeKind::plan && node.kind() == blob::NodeKind::sequence;
      if (is_goal) child.goal = node.subject();
      if (t_.nodes[range.first() + i].kind() == blob::NodeKind::cleanup) child.place = Place::instant;
    }
    return true;
  }

  // The formulas of a node; `goal` is the one whose parameters they may read.
  static Formulas formulas_of(const blob::Agent& agent, const NodeFacts& facts, uint32_t goal) {
    if (facts.event != kNotFound) return {agent.formulas(), blob::RecordKind::event, facts.event, facts.set};
    if (goal != kNotFound) return {agent.formulas(), blob::RecordKind::goal, goal, facts.set};
    return {agent.formulas(), blob::RecordKind::none, 0, facts.set};
  }

  bool one_node(const blob::Agent& agent, const blob::Node& node, const NodeFacts& facts) {
    const Formulas around = formulas_of(agent, facts, facts.goal);
    const bool is_goal = node.kind() == blob::NodeKind::goal;
    if (is_goal && !check_.that(node.subject() < t_.goals.size(), StatusCode::index_out_of_range, &node))
      return false;
    const Formulas own = is_goal ? formulas_of(agent, facts, node.subject()) : around;
    return check_.that(node.kind() <= blob::NodeKind::MAX, StatusCode::unknown_enumerator, &node) &&
           check_.that(node.continues() <= 1 && node.audience() <= blob::Audience::MAX,
                       StatusCode::unknown_enumerator, &node) &&
           check_.that(node.reserved() == 0, StatusCode::reserved_not_zero, &node) &&
           check_node_shape(check_, node, facts) && arguments_.follows(check_, node.arguments()) &&
           assignments_.follows(check_, node.assignments()) && optional(own, node.when(), &node) &&
           optional(own, node.until(), &node) && optional(own, node.while_(), &node) &&
           optional(own, node.timeout(), &node) && optional(own, node.interruptible(), &node) &&
           optional(own, node.value(), &node) && optional(around, node.score(), &node) &&
           contents(around, node);
  }

  bool contents(const Formulas& own, const blob::Node& node) {
    switch (node.kind()) {
      case blob::NodeKind::task: return given_to(own, node, t_.tasks, t_.parameters);
      case blob::NodeKind::goal: return given_to(own, node, t_.goals, t_.parameters);
      case blob::NodeKind::emit: return event(own, node);
      case blob::NodeKind::sound:
        return check_.that(node.subject() < t_.sounds.size(), StatusCode::index_out_of_range, &node);
      case blob::NodeKind::walk: return walk(own, node);
      case blob::NodeKind::steer:
        return check_.that(node.subject() < steerings_, StatusCode::index_out_of_range, &node) &&
               check_.that(node.arguments().count() == 0, StatusCode::node_unused_part, &node);
      case blob::NodeKind::set:
        return Check::all(part(t_.assignments, node.assignments()),
                          [&](const blob::Assignment& assignment) {
                            if (!assigns(own, assignment)) return false;
                            if (assignment.target() != blob::Target::key) return true;
                            const blob::Key& key = t_.keys[assignment.subject()];
                            const bool writable = key.variable().scope() == blob::Scope::agent ||
                                                  key.merge() != blob::Merge::none;
                            return check_.that(writable, StatusCode::assignment_of_shared, &assignment);
                          }) &&
               distinct(part(t_.assignments, node.assignments()));
      default: return true;
    }
  }

  bool walk(const Formulas& own, const blob::Node& node) {
    if (!check_.that(node.subject() < t_.navigations.size(), StatusCode::index_out_of_range, &node))
      return false;
    const bool is_bounded = t_.navigations[node.subject()].max_steps() != 0;
    return check_.that(node.count() == 0 || is_bounded, StatusCode::walk_away_unbounded, &node) &&
           given(own, node.value(), 3, &node);
  }

  bool event(const Formulas& own, const blob::Node& node) {
    if (!check_.that(node.subject() < t_.events.size(), StatusCode::index_out_of_range, &node)) return false;
    // A field without an argument has its default.
    return arguments(own, node, part(t_.event_fields, t_.events[node.subject()].fields()), false);
  }

  // The parameters of a task or goal.
  template <typename Owner>
  bool given_to(const Formulas& own, const blob::Node& node, std::span<const Owner> owners,
                std::span<const blob::Parameter> parameters) {
    if (!check_.that(node.subject() < owners.size(), StatusCode::index_out_of_range, &node)) return false;
    return arguments(own, node, part(parameters, owners[node.subject()].parameters()), true);
  }

  bool arguments(const Formulas& own, const blob::Node& node, std::span<const blob::Parameter> parameters,
                 bool may_be_required) {
    const auto left_out = [&](std::span<const blob::Parameter> skipped) {
      return !may_be_required || none_required(node, skipped);
    };
    uint32_t next = 0;
    for (const blob::Argument& argument : part(t_.arguments, node.arguments())) {
      const uint32_t index = argument.parameter();
      if (!check_.that(index < parameters.size(), StatusCode::index_out_of_range, &argument) ||
          !check_.that(index >= next, StatusCode::argument_order, &argument) ||
          !left_out(parameters.subspan(next, index - next)) ||
          !given(own, argument.formula(), results_of(parameters[index].variable().type()), &argument)) {
        return false;
      }
      next = index + 1;
    }
    return left_out(parameters.subspan(next));
  }

  bool none_required(const blob::Node& node, std::span<const blob::Parameter> skipped) {
    return Check::all(skipped, [&](const blob::Parameter& parameter) {
      return check_.that(parameter.required() == 0, StatusCode::argument_missing, &node);
    });
  }

  Check& check_;
  const Tables& t_;
  std::span<const MemberField> member_fields_;
  Tiling programs_, formulas_, options_, nodes_, handlers_, moments_, states_, transitions_, state_options_,
      senses_, levels_, choices_, arguments_, assignments_, effects_;
  size_t carried_ = 0;  // motives
  DistinctIds ids_;
  std::unique_ptr<NodeFacts[]> facts_;
  std::unique_ptr<bool[]> planned_;  // by key
  uint32_t next_root_ = 0, end_ = 0;
  uint32_t steerings_ = 0;  // of the agent at hand
};

}  // namespace

bool validate_behaviour(Check& check, const Tables& t, std::span<const MemberField> member_fields) {
  return check_lookup(check, t.agents_by_id, t.agents) && BehaviourCheck(check, t, member_fields).all();
}

}  // namespace ishi
