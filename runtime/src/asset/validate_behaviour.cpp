#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"
#include "planning/plan_search.h"

namespace ishi {
namespace {

// Where a body stands, which says what its nodes may be.
enum class Place : uint8_t { option, instant };

class BehaviourCheck {
 public:
  BehaviourCheck(Check& check, const Tables& tables)
      : check_(check),
        t_(tables),
        programs_(tables.operations.size()),
        formulas_(tables.formulas.size()),
        options_(tables.options.size()),
        nodes_(tables.nodes.size()),
        handlers_(tables.handlers.size()),
        arguments_(tables.arguments.size()),
        assignments_(tables.assignments.size()),
        effects_(tables.effects.size()) {}

  bool all() {
    if (!reserve()) return check_.out_of_memory();
    // The programs of the agents come before those of the formulas, tasks' formulas before goals', these
    // before agents'.
    return Check::all(t_.agents,
                      [&](const blob::Agent& agent) { return programs_.follows(check_, agent.program()); }) &&
           Check::all(
               t_.tasks,
               [&](const blob::Task& task) { return assumptions(task, blob::RecordKind::task, t_.tasks); }) &&
           Check::all(
               t_.goals,
               [&](const blob::Goal& goal) { return assumptions(goal, blob::RecordKind::goal, t_.goals); }) &&
           effects_.complete(check_, t_.effects.data()) &&
           Check::all(t_.agents, [&](const blob::Agent& agent) { return one_agent(agent); }) &&
           options_.complete(check_, t_.options.data()) && nodes_.complete(check_, t_.nodes.data()) &&
           handlers_.complete(check_, t_.handlers.data()) &&
           arguments_.complete(check_, t_.arguments.data()) &&
           assignments_.complete(check_, t_.assignments.data()) &&
           formulas_.complete(check_, t_.formulas.data()) && programs_.complete(check_, t_.operations.data());
  }

 private:
  // What a node is known to be before it is reached: set by its parent.
  struct NodeFacts {
    Place place = Place::option;
    uint8_t depth = 0;  // 0: no parent has named it
    blob::NodeKind parent = blob::NodeKind::sequence;
    bool root = false;
    bool first = false;  // among its siblings
    bool last = false;
    bool of_plan = false;         // the one child of a sequence that is a child of a plan
    uint32_t event = kNotFound;   // whose fields its formulas may read
    uint32_t goal = kNotFound;    // the innermost one around it, whose parameters they may read
    uint32_t memory = kNotFound;  // whose fact
  };

  bool reserve() {
    facts_.reset(new (std::nothrow) NodeFacts[t_.nodes.size() + 1]());
    planned_.reset(new (std::nothrow) bool[t_.keys.size() + 1]());
    return facts_ != nullptr && planned_ != nullptr;
  }

  bool one_agent(const blob::Agent& agent) {
    const bool reserved = agent.reserved() == 0 && agent.reserved_2() == 0 && agent.reserved_3() == 0;
    const bool profile = agent.profile() == kNoProfile || agent.profile() < t_.profiles.size();
    return options_.follows(check_, agent.options()) && nodes_.follows(check_, agent.nodes()) &&
           formulas_.follows(check_, agent.formulas()) && handlers_.follows(check_, agent.handlers()) &&
           check_.that(reserved, StatusCode::reserved_not_zero, &agent) &&
           check_.that(agent.ties() <= blob::Ties::MAX, StatusCode::unknown_enumerator, &agent) &&
           check_.that(profile, StatusCode::index_out_of_range, &agent) &&
           check_.that(agent.think_every_frames() > 0, StatusCode::agent_without_interval, &agent) &&
           check_finite(check_, &agent, agent.inertia(), agent.minimum()) &&
           check_.that(agent.inertia() >= 0, StatusCode::inertia_negative, &agent) &&
           check_.that(agent.options().count() <= limits::kOptions, StatusCode::too_many, &agent) &&
           check_.that(agent.nodes().count() <= limits::kNodes, StatusCode::too_many, &agent) &&
           check_.that(agent.program().count() <= limits::kOperations, StatusCode::too_many, &agent) &&
           ids_.check(check_, part(t_.options, agent.options())) &&
           Check::all(part(t_.formulas, agent.formulas()),
                      [&](const blob::Formula& formula) { return one_formula(formula); }) &&
           bodies(agent);
  }

  bool one_formula(const blob::Formula& formula) {
    const auto record_is = [&](size_t count) {
      return check_.that(formula.record() < count, StatusCode::index_out_of_range, &formula);
    };
    const bool kind = formula.record_kind() == blob::RecordKind::none    ? record_is(1)
                      : formula.record_kind() == blob::RecordKind::task  ? record_is(t_.tasks.size())
                      : formula.record_kind() == blob::RecordKind::event ? record_is(t_.events.size())
                                                                         : record_is(t_.goals.size());
    const uint32_t count = formula.program().count();
    return check_.that(formula.record_kind() <= blob::RecordKind::MAX, StatusCode::unknown_enumerator,
                       &formula) &&
           kind &&
           check_.that(formula.memory() == kNotFound || formula.memory() < t_.memories.size(),
                       StatusCode::index_out_of_range, &formula) &&
           check_.that(formula.reserved() == 0 && formula.reserved_2() == 0, StatusCode::reserved_not_zero,
                       &formula) &&
           programs_.follows(check_, formula.program()) &&
           check_.that(count > 0, StatusCode::program_empty, &formula) &&
           check_.that(count <= limits::kFormulaOperations, StatusCode::too_many, &formula);
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
                      [&](const blob::Assignment& effect) { return assigns(own, effect); }) &&
           distinct(part(t_.effects, owner.effects()));
  }

  // The formulas that may stand somewhere: those of an owner that read no record and no fact but this one.
  struct Formulas {
    blob::Range range;
    blob::RecordKind record_kind = blob::RecordKind::none;
    uint32_t record = 0;
    uint32_t memory = kNotFound;
  };

  bool given(const Formulas& own, uint32_t index, uint32_t results, const void* where) {
    const bool owned = index >= own.range.first() && index - own.range.first() < own.range.count();
    if (!check_.that(owned, StatusCode::formula_not_of_owner, where)) return false;
    const blob::Formula& formula = t_.formulas[index];
    const bool readable = formula.record_kind() == blob::RecordKind::none ||
                          (formula.record_kind() == own.record_kind && formula.record() == own.record);
    const bool remembered = formula.memory() == kNotFound || formula.memory() == own.memory;
    return check_.that(readable, StatusCode::formula_record, where) &&
           check_.that(remembered, StatusCode::formula_fact, where) &&
           check_.that(formula.program().count() >= results, StatusCode::program_empty, where);
  }

  bool optional(const Formulas& own, uint32_t index, const void* where) {
    return index == kNotFound || given(own, index, 1, where);
  }

  static uint32_t results_of(blob::ValueType type) {
    return type == blob::ValueType::point || type == blob::ValueType::direction ? 3 : 1;
  }

  bool assigns(const Formulas& own, const blob::Assignment& assignment) {
    return check_.that(assignment.key() < t_.keys.size(), StatusCode::index_out_of_range, &assignment) &&
           given(own, assignment.formula(), results_of(t_.keys[assignment.key()].variable().type()),
                 &assignment);
  }

  // That no key is written twice; the keys rise, so that this is quickly seen.
  bool distinct(std::span<const blob::Assignment> assignments) {
    uint64_t next = 0;
    return Check::all(assignments, [&](const blob::Assignment& assignment) {
      const bool rises = assignment.key() >= next;
      next = uint64_t{assignment.key()} + 1;
      return check_.that(rises, StatusCode::effect_order, &assignment);
    });
  }

  // The bodies of an agent: their roots, then all nodes in order.
  bool bodies(const blob::Agent& agent) {
    next_root_ = agent.nodes().first();
    end_ = next_root_ + agent.nodes().count();
    const bool options = Check::all(part(t_.options, agent.options()), [&](const blob::Option& option) {
      const NodeFacts body{.place = Place::option, .depth = 1, .root = true, .memory = option.memory()};
      const NodeFacts finally{.place = Place::instant, .depth = 1, .root = true, .memory = option.memory()};
      const bool memory = option.memory() == kNotFound || option.memory() < t_.memories.size();
      return check_.that(memory, StatusCode::index_out_of_range, &option) &&
             check_.that(option.reserved() == 0, StatusCode::reserved_not_zero, &option) &&
             seconds(option, option.cooldown()) && seconds(option, option.cooldown_after_failure()) &&
             root(option.body(), body, &option) &&
             (option.finally() == kNotFound || root(option.finally(), finally, &option));
    });
    return options && handlers(agent) && nodes(agent);
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
        if (std::exchange(planned_[effect.key()], true)) continue;
        values += results_of(t_.keys[effect.key()].variable().type());
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
    if (facts.event != kNotFound)
      return {agent.formulas(), blob::RecordKind::event, facts.event, facts.memory};
    if (goal != kNotFound) return {agent.formulas(), blob::RecordKind::goal, goal, facts.memory};
    return {agent.formulas(), blob::RecordKind::none, 0, facts.memory};
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
           check_.that(stands_right(node, facts), StatusCode::node_not_here, &node) &&
           check_.that(node.retries() <= limits::kRetries && node.count() <= limits::kRounds,
                       StatusCode::too_many, &node) &&
           parts(node, facts) && modifiers(node, facts) && optional(own, node.when(), &node) &&
           optional(own, node.until(), &node) && optional(own, node.while_(), &node) &&
           optional(own, node.timeout(), &node) && optional(own, node.interruptible(), &node) &&
           optional(own, node.value(), &node) && optional(around, node.score(), &node) &&
           contents(around, node);
  }

  // That a node of its kind may stand where it stands.
  static bool stands_right(const blob::Node& node, const NodeFacts& facts) {
    using Kind = blob::NodeKind;
    const Kind kind = node.kind();
    if (facts.place == Place::instant) {
      const bool takes_no_time = kind == Kind::sequence || kind == Kind::set || kind == Kind::emit;
      return takes_no_time ||
             (kind == Kind::cleanup && facts.parent == Kind::goal && facts.last && !facts.first);
    }
    if (facts.root) return kind == Kind::sequence;
    const bool is_part = kind == Kind::interjection || kind == Kind::cleanup;
    if (facts.parent == Kind::goal) return is_part != facts.first;
    if (facts.parent == Kind::plan) return kind == Kind::task || kind == Kind::goal || kind == Kind::sequence;
    if (facts.of_plan) return kind == Kind::goal;
    if (kind == Kind::succeed) return facts.parent == Kind::sequence || facts.parent == Kind::interjection;
    return !is_part;
  }

  // That a node has what its kind has and nothing else.
  bool parts(const blob::Node& node, const NodeFacts& facts) {
    using Kind = blob::NodeKind;
    const Kind kind = node.kind();
    const uint32_t children = node.children().count();
    const bool chooses = kind == Kind::first || kind == Kind::best || kind == Kind::all ||
                         kind == Kind::any || kind == Kind::plan;
    const bool in_order = kind == Kind::sequence || kind == Kind::interjection || kind == Kind::cleanup;
    const bool enough = chooses                ? children >= 1 && children <= limits::kBranches
                        : kind == Kind::repeat ? children == 1
                        : kind == Kind::goal   ? children >= 1 && children <= limits::kBranches + 2
                                               : in_order || children == 0;
    const bool has_subject = kind == Kind::task || kind == Kind::goal || kind == Kind::emit;
    const bool scored = facts.parent == Kind::best && !facts.root;
    const bool may_have_cost = facts.parent == Kind::plan && !facts.root;
    const bool counts = kind == Kind::repeat || kind == Kind::plan;
    const bool is_wrapper = kind == Kind::sequence && facts.parent == Kind::plan && !facts.root;
    const bool valid = enough && (has_subject || (node.subject() == 0 && node.arguments().count() == 0)) &&
                       (kind == Kind::wait || kind == Kind::plan || node.value() == kNotFound) &&
                       (kind == Kind::set || node.assignments().count() == 0) &&
                       (counts || node.count() == 0) && (!is_wrapper || children == 1) &&
                       (kind != Kind::plan || (node.count() >= 1 && node.count() <= kPlanDepth)) &&
                       (kind == Kind::emit || node.audience() == blob::Audience::game) &&
                       (scored || may_have_cost || node.score() == kNotFound);
    const bool needs_value = kind == Kind::wait || kind == Kind::plan;
    const bool complete =
        (!needs_value || node.value() != kNotFound) && (!scored || node.score() != kNotFound);
    return check_.that(valid, StatusCode::node_unused_part, &node) &&
           check_.that(complete, StatusCode::node_without_value, &node) &&
           arguments_.follows(check_, node.arguments()) && assignments_.follows(check_, node.assignments());
  }

  bool modifiers(const blob::Node& node, const NodeFacts& facts) {
    const auto absent = [](uint32_t modifier) { return modifier == kNotFound; };
    const bool plain =
        absent(node.until()) && absent(node.timeout()) && node.retries() == 0 && node.continues() == 0;
    bool valid = true;
    if (facts.root) valid = plain && absent(node.when());
    const bool is_part = node.kind() == blob::NodeKind::interjection;
    if (facts.place == Place::instant || is_part)
      valid &= plain && absent(node.while_()) && absent(node.interruptible());
    if (node.kind() == blob::NodeKind::cleanup) valid &= absent(node.when());
    return check_.that(valid, StatusCode::modifier_not_here, &node);
  }

  bool contents(const Formulas& own, const blob::Node& node) {
    switch (node.kind()) {
      case blob::NodeKind::task: return given_to(own, node, t_.tasks, t_.parameters);
      case blob::NodeKind::goal: return given_to(own, node, t_.goals, t_.parameters);
      case blob::NodeKind::emit: return event(own, node);
      case blob::NodeKind::set:
        return Check::all(part(t_.assignments, node.assignments()),
                          [&](const blob::Assignment& assignment) {
                            if (!assigns(own, assignment)) return false;
                            const blob::Key& key = t_.keys[assignment.key()];
                            const bool writable = key.variable().scope() == blob::Scope::agent ||
                                                  key.merge() != blob::Merge::none;
                            return check_.that(writable, StatusCode::assignment_of_shared, &assignment);
                          }) &&
               distinct(part(t_.assignments, node.assignments()));
      default: return true;
    }
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
  Tiling programs_, formulas_, options_, nodes_, handlers_, arguments_, assignments_, effects_;
  DistinctIds ids_;
  std::unique_ptr<NodeFacts[]> facts_;
  std::unique_ptr<bool[]> planned_;  // by key
  uint32_t next_root_ = 0, end_ = 0;
};

}  // namespace

bool validate_behaviour(Check& check, const Tables& t) {
  return check_lookup(check, t.agents_by_id, t.agents) && BehaviourCheck(check, t).all();
}

}  // namespace ishi
