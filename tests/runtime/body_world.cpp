#include "runtime/body_world.h"

namespace ishi::testing {
namespace {

raw::Key key(std::string_view name, const raw::Variable& variable, Merge merge = Merge::none) {
  return {id_of("blackboard", name), variable, static_cast<uint8_t>(merge)};
}

}  // namespace

void BodyContent::add_contract() {
  BlobContent& c = content;
  c.keys = {key("flag_0", boolean_variable()),
            key("flag_1", boolean_variable()),
            key("flag_2", boolean_variable()),
            key("count", number_variable(0, 100, 0)),
            key("ammo", integer_variable(0, 12, 12)),
            key("target", entity_variable()),
            key("alarm", number_variable(0, 1, 0, Scope::team), Merge::max),
            key("tally", integer_variable(-1000, 1000, 0, Scope::world), Merge::sum),
            key("word", number_variable(0, 1000, 0, Scope::world), Merge::last)};
  c.tasks = {
      {id_of("tasks", "walk")}, {id_of("tasks", "aim")}, {id_of("tasks", "slow")}, {id_of("tasks", "picky")}};
  c.tasks[bodies::slow].abort = static_cast<uint8_t>(Abort::wait);
  c.parameters = {{id_of("tasks/aim", "at"), entity_variable(), 0, 1, 1},
                  {id_of("tasks/aim", "count"), number_variable(0, 100, 7), 8},
                  {id_of("tasks/picky", "need"), number_variable(-1, 1, 0), 0},
                  {id_of("goals/fetch", "amount"), number_variable(0, 100, 5), 0}};
  c.goals = {{id_of("goals", "fetch"), {3, 1}}, {id_of("goals", "plain"), {4, 0}}};
  c.tasks[bodies::aim].parameters = {0, 2};
  c.tasks[bodies::slow].parameters = {2, 0};
  c.tasks[bodies::picky].parameters = {2, 1};
  c.events = {{id_of("events", "hit"), {0, 1}}};
  c.event_fields = {{id_of("events/hit", "amount"), number_variable(0, 50, 0), 0}};
}

uint32_t BodyContent::formula(const Value& value, RecordKind kind, uint32_t record) {
  if (value.kind == Value::Kind::none) return raw::kMissing;
  ProgramBuilder p(content);
  bool reads = false;
  switch (value.kind) {
    case Value::Kind::constant: p.constant(value.number); break;
    case Value::Kind::key: {
      const bool is_entity = value.index == bodies::target;
      p.with_parameter(is_entity ? OperationCode::key_entity : OperationCode::key, value.index);
      break;
    }
    case Value::Kind::elapsed_over:
      p.add(OperationCode::less, p.spread(p.constant(value.number)),
            p.with_parameter(OperationCode::step_elapsed, 0));
      break;
    case Value::Kind::place:
      p.with_parameter(OperationCode::key_x, place_);
      p.with_parameter(OperationCode::key_y, place_);
      p.with_parameter(OperationCode::key_z, place_);
      break;
    default:
      p.with_parameter(OperationCode::record, value.index);
      reads = true;
      break;
  }
  const auto first = static_cast<uint32_t>(content.operations.size());
  for (const raw::Operation& operation : p.finish()) content.operations.push_back(operation);
  const auto count = static_cast<uint32_t>(content.operations.size()) - first;
  content.formulas.push_back(
      {{first, count}, static_cast<uint8_t>(reads ? kind : RecordKind::none), 0, 0, reads ? record : 0});
  return static_cast<uint32_t>(content.formulas.size() - 1);
}

void BodyContent::add_node(const Body& body, uint32_t first_child, RecordKind kind, uint32_t record) {
  raw::Node node;
  node.kind = static_cast<uint8_t>(body.kind);
  node.continues = body.continues ? 1 : 0;
  node.flags = body.flags;
  node.audience = static_cast<uint8_t>(body.audience);
  node.subject = body.subject;
  node.retries = body.retries;
  node.count = body.count;
  node.children = {first_child, static_cast<uint32_t>(body.children.size())};
  node.arguments = {static_cast<uint32_t>(content.arguments.size()),
                    static_cast<uint32_t>(body.arguments.size())};
  node.assignments = {static_cast<uint32_t>(content.assignments.size()),
                      static_cast<uint32_t>(body.writes.size())};
  for (const auto& [parameter, value] : body.arguments) {
    content.arguments.push_back({parameter, formula(value, kind, record)});
  }
  for (const auto& [key, value] : body.writes) {
    content.assignments.push_back({key, formula(value, kind, record)});
  }
  node[Modifier::score] = formula(body.score, kind, record);
  if (body.kind == NodeKind::goal) {
    kind = RecordKind::goal;
    record = body.subject;
  }
  node.value = formula(body.value, kind, record);
  node[Modifier::when] = formula(body.when, kind, record);
  node[Modifier::until] = formula(body.until, kind, record);
  node[Modifier::while_true] = formula(body.while_true, kind, record);
  node[Modifier::timeout] = formula(body.timeout, kind, record);
  node[Modifier::interruptible] = formula(body.interruptible, kind, record);
  content.nodes.push_back(node);
}

void BodyContent::add_agent_of(const BodySpec& spec) {
  std::vector<std::string> names;
  for (size_t i = 0; i < spec.options.size(); ++i) {
    names.push_back("option_" + std::to_string(i));
    content.keys.push_back(key("want_" + std::to_string(i), number_variable(0, 10, 0)));
  }
  ProgramBuilder program(content);
  std::vector<ScoredOption> scored;
  const auto always = program.spread(program.constant(1));
  for (uint32_t i = 0; i < names.size(); ++i) {
    const auto want = program.with_parameter(OperationCode::key, bodies::kKeys + i);
    scored.push_back({names[i], program.add(OperationCode::gate, always, want), spec.options[i].rank});
  }
  add_agent(content, "doer", program, scored);
  content.navigations = spec.navigations;
  place_ = static_cast<uint32_t>(content.keys.size());
  if (!spec.navigations.empty()) content.keys.push_back(key("place", point_variable({})));
  raw::Agent& agent = content.agents.back();
  agent.think_least = agent.think_most = spec.think_every_frames;

  // What the task `picky` requires: formulas of tasks come first.
  content.nodes.clear();
  for (uint32_t i = 0; i < content.tasks.size(); ++i) {
    raw::Task& task = content.tasks[i];
    task.formulas = {static_cast<uint32_t>(content.formulas.size()), 0};
    task.effects = {static_cast<uint32_t>(content.effects.size()), 0};
    Value condition = i == bodies::picky ? Value::of_record(0) : Value();
    for (const auto& [of, given] : spec.task_conditions) {
      if (of == i) condition = given;
    }
    task.condition = formula(condition, RecordKind::task, i);
    for (const auto& [of, effects] : spec.task_effects) {
      if (of != i) continue;
      for (const auto& [key, value] : effects)
        content.effects.push_back({key, formula(value, RecordKind::task, i)});
    }
    for (const auto& [of, seconds] : spec.task_seconds) {
      if (of == i) task.takes_seconds = seconds;
    }
    task.formulas.count = static_cast<uint32_t>(content.formulas.size()) - task.formulas.first;
    task.effects.count = static_cast<uint32_t>(content.effects.size()) - task.effects.first;
  }
  for (uint32_t i = 0; i < content.goals.size(); ++i) {
    raw::Goal& goal = content.goals[i];
    goal.formulas = {static_cast<uint32_t>(content.formulas.size()), 0};
    goal.effects = {static_cast<uint32_t>(content.effects.size()), 0};
    for (const auto& [of, effects] : spec.goal_effects) {
      if (of != i) continue;
      for (const auto& [key, value] : effects)
        content.effects.push_back({key, formula(value, RecordKind::goal, i)});
    }
    goal.formulas.count = static_cast<uint32_t>(content.formulas.size()) - goal.formulas.first;
    goal.effects.count = static_cast<uint32_t>(content.effects.size()) - goal.effects.first;
  }
  agent.formulas.first = static_cast<uint32_t>(content.formulas.size());

  // Level by level.
  struct Planned {
    const Body* body;
    RecordKind kind;
    uint32_t record;
  };
  std::vector<Planned> order;
  for (uint32_t i = 0; i < spec.options.size(); ++i) {
    raw::Option& option = content.options[i];
    option.cooldown = spec.options[i].cooldown;
    option.cooldown_after_failure = spec.options[i].cooldown_after_failure;
    option.body = static_cast<uint32_t>(order.size());
    order.push_back({&spec.options[i].body, RecordKind::none, 0});
    if (spec.options[i].finally.children.empty()) continue;
    option.finally = static_cast<uint32_t>(order.size());
    order.push_back({&spec.options[i].finally, RecordKind::none, 0});
  }
  for (const BodyHandler& handler : spec.handlers) {
    raw::Handler& added = content.handlers.emplace_back();
    added.event = bodies::kHit;
    added.wakes = handler.wakes ? 1 : 0;
    if (handler.body.children.empty()) continue;
    added.body = static_cast<uint32_t>(order.size());
    order.push_back({&handler.body, RecordKind::event, bodies::kHit});
  }
  agent.handlers = {0, static_cast<uint32_t>(spec.handlers.size())};
  const auto add_instant = [&](const Body& body) {
    if (body.children.empty()) return raw::kMissing;
    order.push_back({&body, RecordKind::none, 0});
    return static_cast<uint32_t>(order.size() - 1);
  };
  for (const BodyState& state : spec.states) {
    raw::State& added = content.states.emplace_back();
    added.id = id_of("agents/doer", "state_" + std::to_string(content.states.size()));
    added.options = {static_cast<uint32_t>(content.state_options.size()),
                     static_cast<uint32_t>(state.options.size())};
    content.state_options.insert(content.state_options.end(), state.options.begin(), state.options.end());
    added.transitions = {static_cast<uint32_t>(content.transitions.size()),
                         static_cast<uint32_t>(state.to.size())};
    for (const auto& [target, condition] : state.to)
      content.transitions.push_back({target, formula(condition)});
    added.profile = state.profile;
    added.enter = add_instant(state.enter);
    added.finally = add_instant(state.finally);
  }
  agent.states = {0, static_cast<uint32_t>(spec.states.size())};
  for (size_t i = 0; i < order.size(); ++i) {
    const Planned planned = order[i];
    const auto first_child = static_cast<uint32_t>(order.size());
    const bool is_goal = planned.body->kind == NodeKind::goal;
    const RecordKind kind = is_goal ? RecordKind::goal : planned.kind;
    const uint32_t record = is_goal ? planned.body->subject : planned.record;
    for (const Body& child : planned.body->children) order.push_back({&child, kind, record});
    add_node(*planned.body, first_child, planned.kind, planned.record);
  }
  agent.nodes = {0, static_cast<uint32_t>(content.nodes.size())};
  agent.formulas.count = static_cast<uint32_t>(content.formulas.size()) - agent.formulas.first;
}

uint32_t begun(BodyWorld& w) {
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  return slot;
}

bool idle(const BodyWorld& w, uint32_t slot) {
  return w.population.option(w.population.agent_of(slot)) == kNoOption;
}

void set_flag(BodyWorld& w, uint32_t slot, const char* flag, bool value) {
  w.column<uint8_t>(flag)[slot] = value ? 1 : 0;
}

Tasks started(const BodyWorld& w) {
  Tasks tasks;
  for (const Start& start : w.commands.starts) tasks.push_back(w.asset.find(start.task));
  return tasks;
}

Tasks aborted(const BodyWorld& w) {
  Tasks tasks;
  for (const End& end : w.commands.ends) tasks.push_back(w.asset.find(end.task));
  return tasks;
}

}  // namespace ishi::testing
