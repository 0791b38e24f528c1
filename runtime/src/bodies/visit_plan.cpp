#include <algorithm>
#include <atomic>
#include <utility>

#include "asset/check.h"
#include "asset/limits.h"
#include "blackboard/record.h"
#include "bodies/acting.h"
#include "bodies/visit.h"

// Planning: what the steps of a plan node are assumed to need, to change and to cost, searched for the
// cheapest order of them that makes its value true; and doing them in it.

namespace ishi {

// The steps of a plan node as PlanSearch sees them. Formulas of the node and of what its steps are given read
// the keys that are planned, and the parameters of the goal around it.
class PlannedSteps {
 public:
  PlannedSteps(Visit& visit, uint32_t node) : v_(visit), node_(visit.t_.nodes[node]) {
    v_.row_.planned_keys = v_.a_.layout.planned_keys.data();
    least_ = steps() == 0 ? 0 : fixed_cost(0);
    for (uint32_t i = 1; i < steps(); ++i) least_ = std::min(least_, fixed_cost(i));
  }
  PlannedSteps(const PlannedSteps&) = delete;
  PlannedSteps& operator=(const PlannedSteps&) = delete;
  ~PlannedSteps() { v_.row_.planned = nullptr; }

  [[nodiscard]] uint32_t steps() const { return node_.children().count(); }
  [[nodiscard]] float least_cost() const { return least_; }

  bool reached(const float* state) {
    v_.row_.planned = state;
    return v_.truth(node_.value()) == Visit::Truth::yes;
  }

  bool apply(uint32_t step, const float* state, float* next, float& seconds) {
    v_.row_.planned = state;
    const blob::Node& child = v_.t_.nodes[node_.children().first() + step];
    if (v_.truth(modifier(child, Modifier::when)) == Visit::Truth::no) return false;
    const blob::Node& what = subject(child);
    const bool is_task = what.kind() == blob::NodeKind::task;
    const blob::Task* const task = is_task ? &v_.t_.tasks[what.subject()] : nullptr;
    const blob::Goal* const goal = is_task ? nullptr : &v_.t_.goals[what.subject()];
    seconds = modifier(child, Modifier::score) != kNotFound ? v_.number(modifier(child, Modifier::score))
              : is_task                                     ? task->takes_seconds()
                                                            : 0;

    const auto parameters = part(v_.t_.parameters, is_task ? task->parameters() : goal->parameters());
    alignas(8) std::byte record[limits::kRecordBytes];
    v_.write_arguments(what, parameters, record, false);
    if (is_given_nobody(parameters, record)) return false;
    const std::byte* const outer = std::exchange(v_.row_.record, record);
    const blob::Parameter* const outer_variables = std::exchange(v_.row_.variables, parameters.data());
    const bool possible = v_.truth(is_task ? task->condition() : goal->condition()) != Visit::Truth::no;
    if (possible) change(part(v_.t_.effects, is_task ? task->effects() : goal->effects()), next);
    v_.row_.record = outer;
    v_.row_.variables = outer_variables;
    return possible;
  }

  // The values of the planned keys as they are.
  void read_now(float* state) const {
    v_.row_.planned = nullptr;
    for (uint32_t key = 0; key < v_.p_.keys.size(); ++key) {
      const uint32_t place = v_.a_.layout.planned_keys[key];
      if (place == kNotFound) continue;
      const Variable& variable = v_.p_.keys[key];
      const uint32_t row = variable.scope == Scope::agent  ? v_.row_.slot
                           : variable.scope == Scope::team ? v_.row_.team
                                                           : 0;
      const uint32_t axes = variable.storage == Storage::vector ? 3 : 1;
      for (uint32_t axis = 0; axis < axes; ++axis)
        state[place + axis] = variable.read(row, axis, v_.p_.binding.entities);
    }
  }

 private:
  // The task or goal: a goal with modifiers of its own stands in a sequence that has them.
  [[nodiscard]] const blob::Node& subject(const blob::Node& child) const {
    return child.kind() == blob::NodeKind::sequence ? v_.t_.nodes[child.children().first()] : child;
  }

  // What a step costs wherever it is taken; 0 if that depends.
  [[nodiscard]] float fixed_cost(uint32_t step) const {
    const blob::Node& child = v_.t_.nodes[node_.children().first() + step];
    if (modifier(child, Modifier::score) != kNotFound) {
      const auto program = part(v_.t_.operations, v_.t_.formulas[modifier(child, Modifier::score)].program());
      return program.size() == 1 && program[0].code() == blob::OperationCode::constant
                 ? v_.number(modifier(child, Modifier::score))
                 : 0;
    }
    const blob::Node& what = subject(child);
    return what.kind() == blob::NodeKind::task ? v_.t_.tasks[what.subject()].takes_seconds() : 0;
  }

  static bool is_given_nobody(std::span<const blob::Parameter> parameters, const std::byte* record) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const blob::Parameter& parameter) {
      const bool is_entity =
          storage_of(static_cast<ValueType>(parameter.variable().type())) == Storage::entity;
      return is_entity && parameter.required() != 0 &&
             read_at<EntityId>(record, parameter.offset()) == kNobody;
    });
  }

  void change(std::span<const blob::Assignment> effects, float* next) {
    v_.evaluate_all(effects);
    const float* from = v_.values_to_write(effects);
    for (const blob::Assignment& effect : effects) {
      const Variable& key = v_.p_.keys[effect.subject()];
      const float value[3] = {from[0], from[1], from[2]};
      from += 3;
      float read[3];
      key.as_written(value, v_.p_.binding.entities, read);
      std::copy_n(read, key.storage == Storage::vector ? 3 : 1,
                  next + v_.a_.layout.planned_keys[effect.subject()]);
    }
  }

  Visit& v_;
  const blob::Node& node_;
  float least_ = 0;
};

// `due`: whether there is a plan.
Outcome Visit::plan(uint32_t index) {
  if (state_of(index).due == 0) {
    if (const Outcome outcome = make_plan(index); outcome != Outcome::running || state_of(index).due == 0)
      return outcome;
  }
  return follow_plan(index);
}

// Running without a plan: the search goes on, or waits for its turn.
Outcome Visit::make_plan(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  row_.step_started = state_of(index).started;
  if (truth(node.value()) == Truth::yes) {
    give_back_search(index);
    return Outcome::completed;
  }
  watches_ = true;
  const uint32_t place = search_of(index);
  if (place == kNotFound) {
    Acting::raise(a_.wants_search, row_.slot);
    if (first_round_) again_ = true;  // a search may be free in this frame
    return Outcome::running;
  }
  SearchOwner& owner = a_.search_owners[place];
  PlanShape shape = a_.search_shape;
  shape.depth = node.count();
  PlanSearch search(a_.search(place), shape);
  PlannedSteps steps(*this, index);
  if (owner.node == SearchOwner::kNobodyPlans) {
    float initial[limits::kPlannedValues];
    steps.read_now(initial);
    owner.node = index;
    search.begin(initial);
  } else if (!first_round_) {
    return Outcome::running;  // it has looked far enough in this frame
  }
  const uint32_t before = search.expanded();
  const PlanStatus status = search.expand(steps, a_.expansions);
  counters_.planned_situations += search.expanded() - before;
  if (status == PlanStatus::running) return Outcome::running;
  NodeState& state = state_of(index);
  if (status == PlanStatus::found) {
    PlanState& made = plan_state(index);
    made = {.cost = search.cost_microseconds(), .count = static_cast<uint32_t>(search.plan().size())};
    std::copy(search.plan().begin(), search.plan().end(), made.steps);
    state.due = 1;
    state.child = 0;
    ++counters_.plans;
    for (uint32_t i = 0; i < node.children().count(); ++i) state_of(node.children().first() + i).phase = 0;
  }
  give_back_search(index);
  if (state.due != 0) return Outcome::running;
  // There is none, or it could not be found, and another attempt would not find one.
  state.retries_left = 0;
  cause_ = status == PlanStatus::full ? NodeCause::search_full : NodeCause::requirement;
  if (status == PlanStatus::full) ++counters_.plans_given_up;
  return Outcome::failed;
}

// The steps in order. What is done without having brought about what was planned is planned anew, as what
// fails.
Outcome Visit::follow_plan(uint32_t index) {
  const blob::Range& children = t_.nodes[index].children();
  NodeState& state = state_of(index);
  const PlanState& plan = plan_state(index);
  uint64_t begun = 0;  // in this visit: no node begins twice in one
  while (state.child < plan.count) {
    const uint32_t step = plan.steps[state.child];
    const uint32_t child = children.first() + step;
    const bool is_new = !is_at_work(child);
    if (is_new && (begun & uint64_t{1} << step) != 0) {
      again_ = true;
      return Outcome::running;
    }
    if (is_new) begun |= uint64_t{1} << step;
    row_.step_started = state.started;
    const Outcome outcome = is_new ? enter(child) : tick(child);
    cause_ = NodeCause::none;  // a plan whose step failed is not without one
    if (outcome != Outcome::completed) return outcome;
    ++state.child;
  }
  row_.step_started = state.started;
  return truth(t_.nodes[index].value()) == Truth::yes ? Outcome::completed : Outcome::failed;
}

// The search that the agent has for a node, else one that it has just been given; kNotFound if there is none.
// Others take and give back theirs at the same time.
uint32_t Visit::search_of(uint32_t node) const {
  uint32_t free = kNotFound;
  for (uint32_t i = 0; i < a_.search_count; ++i) {
    SearchOwner& owner = a_.search_owners[i];
    if (std::atomic_ref(owner.slot).load(std::memory_order_relaxed) != row_.slot) continue;
    if (owner.node == node) return i;
    if (owner.node == SearchOwner::kNobodyPlans) free = i;
  }
  return free;
}

void Visit::give_back(uint32_t search) {
  SearchOwner& owner = a_.search_owners[search];
  owner.node = SearchOwner::kNobodyPlans;
  std::atomic_ref(owner.slot).store(SearchOwner::kNobodyPlans, std::memory_order_relaxed);
}

void Visit::give_back_search(uint32_t node) {
  Acting::lower(a_.wants_search, row_.slot);
  if (const uint32_t place = search_of(node); place != kNotFound) give_back(place);
}

// Nothing plans any more.
void Visit::give_back_searches() {
  if (a_.search_count == 0) return;
  Acting::lower(a_.wants_search, row_.slot);
  for (uint32_t i = 0; i < a_.search_count; ++i) {
    if (std::atomic_ref(a_.search_owners[i].slot).load(std::memory_order_relaxed) == row_.slot) give_back(i);
  }
}

bool Visit::plan_of(uint32_t node, PlanInfo& plan) const {
  if (t_.nodes[node].kind() != blob::NodeKind::plan || state_of(node).due == 0) return false;
  const PlanState& made = plan_state(node);
  plan = {.count = made.count,
          .current = state_of(node).child,
          .cost_seconds = static_cast<double>(made.cost) / 1e6};
  std::copy_n(made.steps, made.count, plan.steps);
  return true;
}

}  // namespace ishi
