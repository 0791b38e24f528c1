#include "simulate/course.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/node_words.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "resolve/literal.h"
#include "resolve/meant_in_tests.h"
#include "simulate/field_formula.h"
#include "simulate/situation_candidates.h"
#include "simulate/situation_facts.h"
#include "simulate/walls.h"

namespace ishi::compiler {
namespace {

bool changes_something(const Moment& moment) {
  return moment.hidden.given || moment.taken.given || !moment.sounds.empty() || !moment.set.empty() ||
         !moment.each_second.empty() || !moment.remembers.empty() || !moment.candidates.empty() ||
         !moment.emit.empty() || !moment.remove.empty() || !moment.add.empty() || !moment.place.empty() ||
         !moment.open.empty() || !moment.close.empty();
}

class CourseReader {
 public:
  CourseReader(const Model& model, const WrittenCourse& written, SituationValues& values,
               Situation& situation, Diagnostics& diagnostics)
      : model_(model),
        run_(written.run),
        at_(written.at),
        fails_(written.fails),
        around_(written.around),
        values_(values),
        situation_(situation),
        course_(situation.course),
        diagnostics_(diagnostics) {}

  void read() {
    course_.seconds = run_.value;
    for (const auto& moment : at_) {
      if (moment.time.given) check_time(moment.time);
      if (moment.time.given && !changes_something(moment.value)) report_idle(moment.time);
      Course::Change change;
      change.seconds = moment.time.value;
      values_.set_time(change.seconds);
      read_moment(moment.value, change);
      course_.changes.push_back(std::move(change));
    }
    for (const auto& task : fails_) read_failures(task, false);
    for (const auto& task : around_.without_effect) read_failures(task, true);
    for (const auto& key : around_.each_second) read_flow(key, course_.flows);
    values_.set_any_time();
    for (const auto& task : around_.gives) read_result(task);
    for (const auto& task : around_.changes) read_effects(task);
    std::ranges::stable_sort(course_.changes, {}, &Course::Change::seconds);
    std::ranges::stable_sort(course_.failures, {}, &Course::Failure::seconds);
  }

 private:
  void read_moment(const Moment& moment, Course::Change& change) {
    if (moment.hidden.given) change.hidden = values_.find_entities(moment.hidden.value, true, true);
    if (moment.taken.given) change.taken = values_.find_taken(moment.taken.value, true);
    change.sounds = values_.find_sounds(moment.sounds);
    GivenValues given{change.set, change.levels, change.moments};
    values_.read_all(moment.set, {"cannot be set", "set"}, KeyPlace::set, given);
    for (const auto& key : moment.each_second) read_flow(key, change.flows);
    for (const auto& [name, placement] : moment.add) {
      const uint32_t entity = find_named(situation_, name.text);
      if (entity != kNone && !is_agent(entity)) change.add.push_back(entity);
    }
    change.remove = values_.find_entities(moment.remove, values_.is_scene(), true);
    check_removed(moment, change.seconds);
    for (const auto& place : moment.place) read_place(place, change);
    const size_t known = situation_.entities.size();
    for (const auto& remembered : moment.remembers) read_memory(remembered, change);
    for (const auto& candidates : moment.candidates) read_set(candidates, change);
    for (size_t i = known; i < situation_.entities.size(); ++i) {  // entities without a name that it brings
      situation_.entities[i].comes_at = change.seconds;
      change.add.push_back(static_cast<uint32_t>(i));
    }
    for (const auto& event : moment.emit) read_event(event, change);
    for (const Reference& door : moment.open) read_door(door, change.open);
    for (const Reference& door : moment.close) {
      if (std::ranges::find(moment.open, door.text, &Reference::text) != moment.open.end())
        report_open_and_close(door);
      else
        read_door(door, change.close);
    }
  }

  void read_door(const Reference& named, std::vector<uint32_t>& doors) {
    const auto door = std::ranges::find(situation_.doors, named.text, &SituationDoor::name);
    if (door != situation_.doors.end()) {
      if (model_.uses != nullptr) model_.uses->note(named.span, door->name);
      doors.push_back(static_cast<uint32_t>(door - situation_.doors.begin()));
      return;
    }
    std::vector<std::string_view> known;
    for (const SituationDoor& one : situation_.doors) known.push_back(one.name);
    if (known.empty()) {
      diagnostics_
          .report(Code::unknown_name, named.span,
                  fmt::format("there is no door `{}`: this {} has no `doors`", named.text,
                              values_.is_scene() ? "scene" : "test"))
          .help(fmt::format("say where it is: `doors: {{ {}: {{ wall: [[8, 0, -2], [8, 0, 4]] }} }}`",
                            named.text));
      return;
    }
    values_.report_unknown({named.text, named.span},
                           values_.is_scene() ? "door of this scene called" : "door of this test called",
                           known);
  }

  void report_open_and_close(const Reference& door) {
    diagnostics_
        .report(Code::given_not_allowed, door.span,
                fmt::format("`{}` cannot open and close at the same time", door.text))
        .help("take it out of one of the two, or let it close at a later time");
  }

  // `hour: 10min`, or `ann.heat: -0.1` of one agent, or `watch.alarm: 1` of one team.
  void read_flow(const Named<const Node*>& written, std::vector<SituationFlow>& flows) {
    Name name = written.name;
    SituationFlow flow;
    if (!take_owner(name, flow.owner)) return;
    const bool is_of_agent = values_.is_scene() && flow.owner != kNone;
    uint32_t team = kNone;
    if (const size_t point = name.text.find('.');
        values_.is_scene() && !is_of_agent && point != std::string_view::npos) {
      team = find_index(model_.teams, name.text.substr(0, point));
      if (team != kNone) {
        const auto length = static_cast<uint32_t>(point);
        model_.note_use({name.span.file, name.span.begin, name.span.begin + length}, model_.teams[team].name);
        name.text = name.text.substr(point + 1);
        name.span.begin += length + 1;
      } else if (report_wrong_owner(name, model_.blackboard)) {
        return;
      }
    }
    flow.key = values_.find_key(name, {"does not run by itself", "name"});
    if (flow.key == kNone || written.value == nullptr) return;
    const Variable& variable = model_.blackboard[flow.key].value;
    const Scope scope = variable.scope.value;
    if (scope == Scope::agent && flow.owner == kNone) return report_no_owner(name);
    if (scope != Scope::agent && (is_of_agent || (team != kNone && scope == Scope::world))) {
      diagnostics_
          .report(Code::given_not_allowed, written.name.span,
                  fmt::format("`{}` is a key of {}, not of one {}", name.text,
                              scope == Scope::world ? "the world" : "a team", is_of_agent ? "agent" : "team"))
          .help(fmt::format("write `{}`", name.text));
      return;
    }
    if (!read_speed(name, variable, *written.value, flow.per_second)) return;
    if (scope == Scope::world) flow.owner = 0;
    if (scope == Scope::team) flow.owner = values_.is_scene() ? team : 0;
    const auto count = static_cast<uint32_t>(std::max<size_t>(1, model_.teams.size()));
    if (flow.owner != kNone) return add_flow(flow, flows);
    for (flow.owner = 0; flow.owner < count; ++flow.owner) add_flow(flow, flows);
  }

  // An entry of the test replaces that of its scene for the same key.
  static void add_flow(const SituationFlow& flow, std::vector<SituationFlow>& flows) {
    std::erase_if(flows, [&](const SituationFlow& one) { return one.is_of_same_key(flow); });
    flows.push_back(flow);
  }

  bool read_speed(const Name& name, const Variable& variable, const Node& node, double& per_second) {
    const Type& type = variable.resolved;
    if (type.kind != ValueKind::number && type.kind != ValueKind::integer) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` is no number, so nothing can be added to it", name.text))
          .help("let it change at a time instead: `at: { 2s: { set: … } }`");
      return false;
    }
    if (node.kind != NodeKind::scalar) {
      if (node.kind != NodeKind::poisoned)
        diagnostics_
            .report(Code::wrong_shape, node.span,
                    fmt::format("`{}` takes what is added to it in a second", name.text))
            .help(fmt::format("such as `{}: {}`", name.text, show(1, type.quantity)));
      return false;
    }
    if (const size_t slash = node.text.find('/'); slash != std::string_view::npos &&
                                                  type.quantity != Quantity::speed &&
                                                  type.quantity != Quantity::rate) {
      auto report =
          diagnostics_.report(Code::unit_unexpected, node.span,
                              fmt::format("`each_second` counts in seconds already, so `{}` has no `{}`",
                                          name.text, node.text.substr(slash)));
      report.help(fmt::format("write what is added in a second, such as `{}`", node.text.substr(0, slash)));
      if (node.text.substr(slash) == "/s")
        report.edit(inner_span(node), std::string(node.text.substr(0, slash)));
      return false;
    }
    return read_quantity(node.text, inner_span(node), type.quantity, fmt::format("`{}`", name.text),
                         diagnostics_, per_second);
  }

  void report_idle(const Setting<double>& time) {
    diagnostics_.report_missing(time.span, Code::missing_field, time.span, "at this time nothing changes")
        .help(fmt::format("say what does, such as `{}: {{ set: {{ {}{}: … }} }}`, or take it out",
                          show(time.value, Quantity::duration),
                          values_.is_scene() ? fmt::format("{}.", situation_.name) : "",
                          model_.blackboard.empty() ? "hp" : model_.blackboard[0].name.text));
  }

  // Reports an entity that leaves twice.
  void check_removed(const Moment& moment, double seconds) {
    for (const Reference& name : moment.remove) {
      const uint32_t entity = find_named(situation_, name.text);
      if (entity == kNone || (is_agent(entity) && !values_.is_scene())) continue;
      const double leaves_at = is_agent(entity) ? situation_.agent_at(agent_of_entity(entity)).leaves_at
                                                : situation_.entities[entity].leaves_at;
      if (leaves_at >= seconds) continue;
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` has left at {} and is not there any more", name.text,
                              show(leaves_at, Quantity::duration)))
          .help("take one of the two out");
    }
  }

  void read_place(const Named<Placement>& placement, Course::Change& change) {
    const Name& name = placement.name;
    const uint32_t entity =
        name.text == "self" && !values_.is_scene() ? kSelfEntity : find_named(situation_, name.text);
    if (entity == kNone) {
      values_.report_unknown(name, std::string(values_.noun_of_entities(true)), values_.named_entities(true));
      return;
    }
    if (name.text != "self" || values_.is_scene()) values_.note_entity(entity, name.span);
    if (!values_.check_presence(entity, name)) return;
    SituationPlace place;
    place.entity = entity;
    const SituationEntity& who =
        is_agent(entity) ? situation_.agent_at(agent_of_entity(entity)).self : situation_.entities[entity];
    if (!read_change(placement, who.thing, place)) return;
    if (place.position && is_agent(entity)) check_wall(*place.position, *placement.value.position, name);
    change.place.push_back(std::move(place));
  }

  void check_wall(const Vector& at, const Node& written, const Name& agent) {
    if (!is_in_cells(situation_.wall_cells, at, model_.up.value)) return;
    diagnostics_
        .report(Code::given_not_allowed, written.span, fmt::format("`{}` would stand in a wall", agent.text))
        .help(
            "a wall fills the cells of one metre, centred on whole metres, that it touches: name a place "
            "beside it");
  }

  // Reads which keys of an entity of that thing change. False after a report.
  bool read_change(const Named<Placement>& placement, uint32_t thing, SituationPlace& place) {
    const Name& name = placement.name;
    const Placement& where = placement.value;
    const uint32_t entity = place.entity;
    const bool goes =
        std::ranges::find(situation_.moves, entity, &SituationMove::entity) != situation_.moves.end();
    if (goes && (where.position != nullptr || where.facing != nullptr)) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` goes along its path in every frame, so it cannot be put elsewhere",
                              name.text))
          .help("let its path under `moves` lead there, or take one of the two out");
      return false;
    }
    if (where.is.given()) {
      diagnostics_.report(Code::given_not_allowed, where.is.span, "what somebody is does not change")
          .help("take `is` out");
      return false;
    }
    Vector at{};
    if (where.position != nullptr && read_vector(*where.position, false, "`position`", diagnostics_, at))
      place.position = at;
    if (where.facing != nullptr && read_vector(*where.facing, true, "`facing`", diagnostics_, at))
      place.facing = at;
    if (where.fields.empty()) return true;
    if (thing == kNone) {
      diagnostics_
          .report(Code::given_not_allowed, where.fields[0].name.span,
                  fmt::format("it is not said what `{}` is, so it has no fields", name.text))
          .help(entity == kNone ? "let the parameter be of a thing: `params: { what: { type: … } }`"
                                : "give it an `is` where it is declared");
      return true;
    }
    const Map<Variable>& declared = model_.things[thing].value.fields;
    Map<const Node*> literals;
    for (const auto& field : where.fields) {
      const uint32_t index = find_index(declared, field.name.text);
      const ValueKind kind = index == kNone ? ValueKind::error : declared[index].value.resolved.kind;
      const bool may_be_computed =
          kind == ValueKind::number || kind == ValueKind::integer || kind == ValueKind::boolean;
      if (!may_be_computed || field.value == nullptr || !FieldFormula::is_meant(*field.value, declared)) {
        literals.push_back(field);
        continue;
      }
      model_.note_use(field.name.span, declared[index].name);
      if (auto formula = FieldFormula::read(*field.value, declared, index, diagnostics_))
        place.formulas.push_back({index, std::move(formula)});
    }
    values_.read_fields(literals, model_.things[thing].name.text, declared, {"position", "facing"},
                        place.fields);
    return true;
  }

  // `find_spot`, or `ann.find_spot` of one agent; kNone after a report.
  uint32_t find_task(Name& name, uint32_t& agent) {
    if (!take_owner(name, agent)) return kNone;
    const uint32_t task = find_index(model_.tasks, name.text);
    if (task == kNone) {
      if (!report_wrong_owner(name, model_.tasks)) values_.report_unknown(name, "task", {}, model_.tasks);
      return kNone;
    }
    model_.note_use(name.span, model_.tasks[task].name);
    return task;
  }

  void read_result(const Named<Posting>& given) {
    Name name = given.name;
    Course::Result result;
    result.task = find_task(name, result.agent);
    if (result.task == kNone) return;
    const Map<Variable>& gives = model_.tasks[result.task].value.gives;
    if (gives.empty()) {
      diagnostics_
          .report(Code::given_not_allowed, name.span, fmt::format("`{}` gives nothing back", name.text))
          .help(
              fmt::format("let the contract say what it gives, such as `{}: {{ gives: {{ spot: point }} }}`, "
                          "or take it out here",
                          name.text));
      return;
    }
    values_.read_fields(given.value.fields, name.text, gives, {}, result.gives);
    course_.results.push_back(std::move(result));
  }

  void read_effects(const Named<TaskChanges>& changes) {
    Name name = changes.name;
    uint32_t agent = kNone;
    const uint32_t task = find_task(name, agent);
    if (task == kNone) return;
    for (const auto& who : changes.value.who) {
      Course::Effect effect{task, agent, kNone, {}};
      effect.place.entity = who.name.text == "self" && !values_.is_scene() ? kSelfEntity
                            : holds_entity(task, who.name.text)            ? kNone
                                                                : find_named(situation_, who.name.text);
      uint32_t thing = kNone;
      if (effect.place.entity != kNone) {
        values_.note_entity(effect.place.entity, who.name.span);
        thing = is_agent(effect.place.entity)
                    ? situation_.agent_at(agent_of_entity(effect.place.entity)).self.thing
                    : situation_.entities[effect.place.entity].thing;
      } else if (!find_parameter(who.name, task, effect.parameter, thing)) {
        continue;
      }
      if (read_change(who, thing, effect.place)) course_.effects.push_back(std::move(effect));
    }
  }

  // True if the task has a parameter of that name which holds an entity: then the name means it, also where
  // an entity has the same name.
  [[nodiscard]] bool holds_entity(uint32_t task, std::string_view name) const {
    const Map<Variable>& parameters = model_.tasks[task].value.parameters;
    const uint32_t parameter = find_index(parameters, name);
    return parameter != kNone && parameters[parameter].value.resolved.kind == ValueKind::entity;
  }

  // Reads the name of a parameter of the task; the parameter must be an entity. False after a report.
  bool find_parameter(const Name& name, uint32_t task, uint32_t& parameter, uint32_t& thing) {
    const auto& [called, declared] = model_.tasks[task];
    parameter = find_index(declared.parameters, name.text);
    if (parameter == kNone) {
      std::vector<std::string_view> known = values_.named_entities(true);
      for (const auto& one : declared.parameters) known.push_back(one.name.text);
      values_.report_unknown(name, fmt::format("entity here, or parameter of `{}`, called", called.text),
                             known);
      return false;
    }
    const Variable& variable = declared.parameters[parameter].value;
    model_.note_use(name.span, declared.parameters[parameter].name);
    if (variable.resolved.kind != ValueKind::entity) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` of `{}` holds nobody who could change", name.text, called.text))
          .help(
              "name an entity of the situation, or a parameter that holds one; keys change under `effects` "
              "of the task");
      return false;
    }
    thing = variable.resolved.reference;
    return true;
  }

  void check_time(const Setting<double>& time) {
    const Setting<double>& run = run_;
    const bool is_in_run = !run.given || run.value == 0 || time.value < run.value;
    if (time.value >= 0 && is_in_run) return;
    const std::string end = show(run.value, Quantity::duration);
    auto report =
        diagnostics_.report(Code::time_outside_run, time.span,
                            time.value < 0 ? std::string("this is before the run begins")
                                           : fmt::format("by then the run is over: it lasts {}", end));
    if (run.given && run.span.end != 0) report.label(run.span, "the run");
    report.help(time.value < 0 ? std::string("write the time since the run began, such as 0s")
                               : fmt::format("write a time below {}, or let it run longer", end));
  }

  // `ann.foes` in a scene means one agent's: cuts her name off and gives her index, kNone where no agent is
  // named. False after a report.
  bool take_owner(Name& name, uint32_t& owner) {
    owner = values_.is_scene() ? kNone : 0;
    if (!values_.is_scene()) return true;
    const size_t point = name.text.find('.');
    const uint32_t agent =
        point == std::string_view::npos ? kNone : find_named(situation_, name.text.substr(0, point));
    if (agent == kNone || !is_agent(agent)) return true;
    if (!values_.check_presence(agent, {name.text.substr(0, point), name.span})) return false;
    values_.note_entity(agent,
                        {name.span.file, name.span.begin, name.span.begin + static_cast<uint32_t>(point)});
    owner = agent_of_entity(agent);
    name.text = name.text.substr(point + 1);
    name.span.begin += static_cast<uint32_t>(point + 1);
    return true;
  }

  // Reports `cid.shot` where no agent who could have it is called `cid`. False if something else is wrong.
  bool report_wrong_owner(const Name& name, const auto& declared) {
    const size_t point = name.text.find('.');
    if (!values_.is_scene() || point == std::string_view::npos) return false;
    const std::string_view own = name.text.substr(point + 1);
    if (find_index(declared, own) == kNone) return false;
    const Name owner{name.text.substr(0, point),
                     {name.span.file, name.span.begin, name.span.begin + static_cast<uint32_t>(point)}};
    values_.report_no_agent(owner, own);
    return true;
  }

  void report_no_owner(const Name& name) {
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` is each agent's own, and it is not said whose", name.text))
        .help(fmt::format("name the agent, such as `{}.{}`", situation_.name, name.text));
  }

  void read_memory(const Named<std::vector<RememberedFact>>& remembered, Course::Change& change) {
    Name name = remembered.name;
    SituationMemory memory;
    if (!take_owner(name, memory.agent)) return;
    memory.memory = find_index(model_.memory, name.text);
    if (memory.memory == kNone && report_wrong_owner(name, model_.memory)) return;
    if (memory.memory == kNone) return values_.report_unknown(name, "memory", {}, model_.memory);
    model_.note_use(name.span, model_.memory[memory.memory].name);
    if (memory.agent == kNone) return report_no_owner(name);
    Map<std::vector<RememberedFact>> written;
    written.push_back({name, remembered.value});
    SituationAgent reading;
    values_.speak_of(memory.agent);
    read_facts(model_, written, true, values_, situation_, reading, diagnostics_);
    values_.speak_of_all();
    memory.facts = std::move(reading.facts);
    change.memories.push_back(std::move(memory));
  }

  void read_set(const Named<std::vector<CandidateRow>>& candidates, Course::Change& change) {
    Name name = candidates.name;
    SituationSet set;
    if (!take_owner(name, set.agent)) return;
    set.set = find_index(model_.candidates, name.text);
    if (set.set == kNone && report_wrong_owner(name, model_.candidates)) return;
    if (set.set == kNone) return values_.report_unknown(name, "set of candidates", {}, model_.candidates);
    model_.note_use(name.span, model_.candidates[set.set].name);
    const bool is_own = model_.candidates[set.set].value.scope.value == Scope::agent;
    if (is_own && set.agent == kNone) return report_no_owner(name);
    if (!is_own && values_.is_scene() && set.agent != kNone) {
      diagnostics_.report(Code::given_not_allowed, name.span, fmt::format("agents share `{}`", name.text))
          .help("take the agent's name out");
      return;
    }
    if (set.agent == kNone) set.agent = 0;
    Map<std::vector<CandidateRow>> written;
    written.push_back({name, candidates.value});
    SituationAgent reading;
    is_own ? values_.speak_of(set.agent) : values_.speak_of_all();
    read_candidates(model_, written, !is_own, values_, situation_, reading, diagnostics_);
    values_.speak_of_all();
    set.members = std::move(reading.candidates);
    change.sets.push_back(std::move(set));
  }

  // In a scene `ann.shot` is for one agent, `shot` for all of them.
  void read_event(const Named<Posting>& posting, Course::Change& change) {
    Name name = posting.name;
    SituationEvent event;
    if (!take_owner(name, event.agent)) return;
    event.event = find_index(model_.events, name.text);
    if (event.event == kNone && report_wrong_owner(name, model_.events)) return;
    if (event.event == kNone) {
      values_.report_unknown(name, "event", {}, model_.events);
      return;
    }
    model_.note_use(name.span, model_.events[event.event].name);
    const Map<Variable>& fields = model_.events[event.event].value.fields;
    if (fields.empty() && !posting.value.fields.empty()) {
      diagnostics_
          .report(Code::unknown_name, posting.value.fields[0].name.span,
                  fmt::format("`{}` has no fields: it tells nothing but that it happened", name.text))
          .help(fmt::format("write `{}: {{}}`", name.text));
      return;
    }
    values_.read_fields(posting.value.fields, name.text, fields, {}, event.fields);
    change.emit.push_back(std::move(event));
  }

  // `completes`: the task completes then, but without its effect.
  void read_failures(const Named<std::vector<Setting<double>>>& failures, bool completes) {
    const Name& name = failures.name;
    const uint32_t task = find_index(model_.tasks, name.text);
    const size_t point = name.text.find('.');
    const std::string_view own = point == std::string_view::npos ? "" : name.text.substr(point + 1);
    if (task == kNone && find_index(model_.tasks, own) != kNone) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("{} is the first `{}` that runs then, whoever does it",
                              completes ? "what has no effect" : "what fails", own))
          .help(fmt::format("write `{}`", own));
      return;
    }
    const uint32_t action = task == kNone ? find_index(model_.actions, name.text) : kNone;
    const std::string tasks = action == kNone ? "" : tasks_done_by(model_, model_.actions[action].value);
    if (!tasks.empty()) {
      diagnostics_.report(Code::unknown_name, name.span, fmt::format("there is no task `{}`", name.text))
          .help(fmt::format("`{}` is an action, which does {}: name the task that {}", name.text, tasks,
                            completes ? "has no effect" : "fails"));
      return;
    }
    if (task == kNone) {
      values_.report_unknown(name, "task", {}, model_.tasks);
      return;
    }
    model_.note_use(name.span, model_.tasks[task].name);
    for (const Setting<double>& time : failures.value) {
      if (!time.given) continue;
      check_time(time);
      course_.failures.push_back({time.value, task, completes});
    }
  }

  const Model& model_;
  const Setting<double>& run_;
  const std::vector<Timed<Moment>>& at_;
  const Map<std::vector<Setting<double>>>& fails_;
  const Surroundings& around_;
  SituationValues& values_;
  Situation& situation_;
  Course& course_;
  Diagnostics& diagnostics_;
};

}  // namespace

void read_course(const Model& model, const WrittenCourse& written, SituationValues& values,
                 Situation& situation, Diagnostics& diagnostics) {
  CourseReader(model, written, values, situation, diagnostics).read();
}

}  // namespace ishi::compiler
