#include <algorithm>

#include "asset/asset_state.h"
#include "asset/check.h"
#include "asset/find.h"
#include "ishi/asset_info.h"

// What a game, and the tools, may ask of an asset.

namespace ishi {
namespace {

// What is looked up by id: its entries, and the indices of its names.
struct Lookup {
  std::span<const blob::Entry> entries;
  std::span<const uint32_t> names;
};

Lookup lookup(const Tables& t, Kind kind) {
  switch (kind) {
    case Kind::enums: return {t.enums_by_id, t.debug.enums};
    case Kind::things: return {t.things_by_id, t.debug.things};
    case Kind::keys: return {t.keys_by_id, t.debug.keys};
    case Kind::events: return {t.events_by_id, t.debug.events};
    case Kind::tasks: return {t.tasks_by_id, t.debug.tasks};
    case Kind::goals: return {t.goals_by_id, t.debug.goals};
    case Kind::curves: return {t.curves_by_id, t.debug.curves};
    case Kind::motives: return {t.motives_by_id, t.debug.motives};
    case Kind::profiles: return {t.profiles_by_id, t.debug.profiles};
    case Kind::agents: return {t.agents_by_id, t.debug.agents};
    case Kind::sets: return {t.sets_by_id, t.debug.sets};
    case Kind::tokens: return {t.tokens_by_id, t.debug.tokens};
    case Kind::sounds: return {t.sounds_by_id, t.debug.sounds};
    case Kind::navigations: break;
  }
  return {t.navigations_by_id, t.debug.navigations};
}

std::string_view name_at(const Tables& t, std::span<const uint32_t> names, uint32_t index) {
  return t.debug.present ? t.debug.name(names[index]) : std::string_view();
}

IndexRange to_range(const blob::Range& range) { return {range.first(), range.count()}; }

PlaceInfo place_at(const Tables& t, std::span<const blob::Place> places, uint32_t index) {
  if (!t.debug.present) return {};
  const blob::Place& place = places[index];
  return {name_at(t, t.debug.sources, place.source()), place.line(), place.column()};
}

OperationView to_view(const blob::Operation& o) {
  return {static_cast<OperationCode>(o.code()), o.a(), o.b(), o.c(), o.gate(), o.parameter()};
}

template <typename Info>
void set_terms(Info& info, const blob::TermRange& terms) {
  info.condition = terms.condition();
  info.weight = terms.weight();
  info.terms = to_range(terms.terms());
}

}  // namespace

uint32_t record_size(std::span<const blob::Parameter> variables) {
  if (variables.empty()) return 0;
  const blob::Parameter& last = variables.back();
  return (last.offset() + size_of(static_cast<ValueType>(last.variable().type())) + 7) / 8 * 8;
}

VariableInfo to_info(const blob::Variable& v) {
  return {static_cast<ValueType>(v.type()),
          static_cast<Scope>(v.scope()),
          v.reference(),
          v.low(),
          v.high(),
          {v.fallback_x(), v.fallback_y(), v.fallback_z()}};
}

namespace {

NamedVariable to_variable(const blob::Parameter& parameter, std::string_view name) {
  return {.id = parameter.id(),
          .name = name,
          .variable = to_info(parameter.variable()),
          .offset = parameter.offset(),
          .required = parameter.required() != 0,
          .live = parameter.live() != 0,
          .given = parameter.given() != 0,
          .member_of = parameter.variable().member_of() - 1};
}

}  // namespace

std::span<const uint8_t> Asset::bytes() const { return state_->bytes; }
uint64_t Asset::contract_hash() const { return state_->contract_hash; }
Up Asset::up() const { return state_->up; }
bool Asset::has_names() const { return state_->tables.debug.present; }

uint32_t Asset::count(Kind kind) const {
  return static_cast<uint32_t>(lookup(state_->tables, kind).entries.size());
}

const blob::Awareness* find_awareness(const Tables& tables, uint32_t set) {
  const auto found =
      std::lower_bound(tables.awareness.begin(), tables.awareness.end(), set,
                       [](const blob::Awareness& awareness, uint32_t of) { return awareness.set() < of; });
  return found != tables.awareness.end() && found->set() == set ? &*found : nullptr;
}

uint32_t find_entry(std::span<const blob::Entry> entries, uint64_t id) {
  const auto found =
      std::lower_bound(entries.begin(), entries.end(), id,
                       [](const blob::Entry& entry, uint64_t wanted) { return entry.id() < wanted; });
  return found == entries.end() || found->id() != id ? kNotFound : found->index();
}

uint32_t Asset::find(Kind kind, uint64_t id) const {
  return find_entry(lookup(state_->tables, kind).entries, id);
}

std::string_view Asset::name(Kind kind, uint32_t index) const {
  return name_at(state_->tables, lookup(state_->tables, kind).names, index);
}
std::string_view AssetParts::name(Kind kind, uint32_t index) const {
  return name_at(state_->tables, lookup(state_->tables, kind).names, index);
}

EnumInfo AssetParts::enumeration(uint32_t index) const {
  const blob::Enum& e = state_->tables.enums[index];
  return {e.id(), name(Kind::enums, index), to_range(e.members())};
}
std::string_view AssetParts::member_name(uint32_t index) const {
  return name_at(state_->tables, state_->tables.debug.members, index);
}
ThingInfo AssetParts::thing(uint32_t index) const {
  const blob::Thing& thing = state_->tables.things[index];
  return {ThingId(thing.id()), name(Kind::things, index), to_range(thing.fields())};
}
NamedVariable AssetParts::field(uint32_t index) const {
  const Tables& t = state_->tables;
  return {t.fields[index].id(), name_at(t, t.debug.fields, index), to_info(t.fields[index].variable())};
}
NamedVariable AssetParts::key(uint32_t index) const {
  const blob::Key& key = state_->tables.keys[index];
  return {.id = key.id(),
          .name = name(Kind::keys, index),
          .variable = to_info(key.variable()),
          .merge = static_cast<Merge>(key.merge())};
}
EventInfo AssetParts::event(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Event& event = t.events[index];
  return {EventId(event.id()), name(Kind::events, index), to_range(event.fields()),
          record_size(part(t.event_fields, event.fields()))};
}
NamedVariable AssetParts::event_field(uint32_t index) const {
  const DebugTables& debug = state_->tables.debug;
  return to_variable(state_->tables.event_fields[index], name_at(state_->tables, debug.event_fields, index));
}
TaskInfo AssetParts::task(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Task& task = t.tasks[index];
  return {.id = TaskId(task.id()),
          .name = name(Kind::tasks, index),
          .parameters = to_range(task.parameters()),
          .record_size = record_size(part(t.parameters, task.parameters())),
          .takes_seconds = task.takes_seconds(),
          .abort = static_cast<Abort>(task.abort()),
          .condition = task.condition(),
          .effects = to_range(task.effects())};
}
GoalInfo AssetParts::goal(uint32_t index) const {
  const blob::Goal& goal = state_->tables.goals[index];
  return {goal.id(), name(Kind::goals, index), to_range(goal.parameters()), to_range(goal.effects()),
          goal.condition()};
}
NamedVariable AssetParts::given(uint32_t index) const {
  const Tables& t = state_->tables;
  return to_variable(t.givens[index], name_at(t, t.debug.givens, index));
}
NamedVariable AssetParts::parameter(uint32_t index) const {
  const DebugTables& debug = state_->tables.debug;
  return to_variable(state_->tables.parameters[index], name_at(state_->tables, debug.parameters, index));
}

CurveView AssetParts::curve(uint32_t index) const {
  const blob::Curve& curve = state_->tables.curves[index];
  return {static_cast<CurveKind>(curve.kind()),
          curve.clamped() != 0,
          curve.shift(),
          curve.scale(),
          curve.output_scale(),
          curve.output_shift(),
          state_->tables.numbers.subspan(curve.numbers().first(), curve.numbers().count())};
}
MotiveInfo AssetParts::motive(uint32_t index) const {
  const blob::Motive& motive = state_->tables.motives[index];
  return {MotiveId(motive.id()), name(Kind::motives, index), static_cast<MotiveKind>(motive.kind()),
          motive.carried() != 0, motive.start()};
}
ProfileInfo AssetParts::profile(uint32_t index) const {
  return {ProfileId(state_->tables.profiles[index].id()), name(Kind::profiles, index)};
}
float AssetParts::weight(uint32_t profile, uint32_t motive) const {
  const Tables& t = state_->tables;
  return t.weights[t.profiles[profile].weights().first() + motive].weight();
}
uint32_t AssetParts::curve_choice(uint32_t profile, uint32_t motive) const {
  const Tables& t = state_->tables;
  return t.weights[t.profiles[profile].weights().first() + motive].curve();
}

AgentInfo AssetParts::agent(uint32_t index) const {
  const blob::Agent& agent = state_->tables.agents[index];
  return {AgentId(agent.id()),
          name(Kind::agents, index),
          agent.profile(),
          static_cast<ThinkUnit>(agent.think_unit()),
          agent.think_least(),
          agent.think_most(),
          agent.think_interval(),
          agent.inertia(),
          agent.minimum(),
          static_cast<Ties>(agent.ties()),
          to_range(agent.options()),
          agent.program().count(),
          to_range(agent.handlers()),
          to_range(agent.choices()),
          to_range(agent.moments()),
          to_range(agent.states()),
          to_range(agent.steerings()),
          to_range(agent.senses()),
          to_range(agent.givens()),
          static_cast<SelectionKind>(agent.selection()),
          agent.top(),
          agent.temperature()};
}
ChoiceInfo AssetParts::choice(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Choice& choice = t.choices[index];
  ChoiceInfo info{.id = ChoiceId(choice.id()),
                  .name = name_at(t, t.debug.choices, index),
                  .set = choice.set(),
                  .best = choice.best(),
                  .score = choice.score(),
                  .inertia = choice.inertia()};
  if (t.debug.present) set_terms(info, t.debug.choice_terms[index]);
  return info;
}
OptionInfo AssetParts::option(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Option& option = t.options[index];
  OptionInfo info{.id = option.id(),
                  .name = name_at(t, t.debug.options, index),
                  .score = option.score(),
                  .rank = option.rank(),
                  .body = option.body(),
                  .finally = option.finally(),
                  .cooldown_seconds = option.cooldown(),
                  .cooldown_after_failure_seconds = option.cooldown_after_failure(),
                  .set = option.set(),
                  .claims = to_range(option.claims())};
  const auto claims = part(t.claims, option.claims());
  info.queues_for_entity = !claims.empty() && claims.back() == kNotFound - 1;
  if (t.debug.present) set_terms(info, t.debug.option_terms[index]);
  return info;
}
SetInfo AssetParts::set(uint32_t index) const {
  const Array<MemberField>& all = state_->member_fields;
  const blob::Set& set = state_->tables.sets[index];
  const auto first =
      std::find_if(all.begin(), all.end(), [index](const MemberField& field) { return field.set >= index; });
  const auto end =
      std::find_if(first, all.end(), [index](const MemberField& field) { return field.set > index; });
  const auto count = static_cast<uint32_t>(end - first);
  const blob::Awareness* const awareness = find_awareness(state_->tables, index);
  return {.id = set.id(),
          .name = name(Kind::sets, index),
          .kind = static_cast<SetKind>(set.kind()),
          .scope = static_cast<Scope>(set.scope()),
          .has_entities = set.entities() != 0,
          .capacity = set.capacity(),
          .forget_seconds = set.forget(),
          .things = to_range(set.things()),
          .noticed = count - set.fields().count(),
          .fields = {static_cast<uint32_t>(first - all.begin()), count},
          .has_noises = set.noises() != 0,
          .has_awareness = awareness != nullptr,
          .fall = awareness == nullptr ? 0.0f : awareness->fall(),
          .levels = awareness == nullptr ? IndexRange() : to_range(awareness->levels())};
}
TokenInfo AssetParts::token(uint32_t index) const {
  const blob::Token& token = state_->tables.tokens[index];
  return {TokenId(token.id()), name(Kind::tokens, index), token.count(), static_cast<Scope>(token.scope()),
          token.fifo() != 0};
}
AwarenessLevelInfo AssetParts::awareness_level(uint32_t index) const {
  const blob::AwarenessLevel& level = state_->tables.awareness_levels[index];
  return {level.level(), level.event()};
}
SoundInfo AssetParts::sound(uint32_t index) const {
  const blob::Sound& sound = state_->tables.sounds[index];
  return {SoundId(sound.id()), name(Kind::sounds, index), sound.radius(), sound.thing(), sound.scale()};
}
SenseInfo AssetParts::sense(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Sense& sense = t.senses[index];
  return {.id = sense.id(),
          .name = name_at(t, t.debug.senses, index),
          .kind = static_cast<SenseKind>(sense.kind()),
          .occlusion = sense.occlusion() != 0,
          .thing = sense.thing(),
          .range = sense.range(),
          .cosine = sense.cosine(),
          .memory = sense.memory(),
          .filter = sense.filter(),
          .when = sense.when(),
          .visibility = sense.visibility(),
          .rise = sense.rise()};
}
NavigationInfo AssetParts::navigation(uint32_t index) const {
  const blob::Navigation& navigation = state_->tables.navigations[index];
  return {.id = navigation.id(),
          .name = name(Kind::navigations, index),
          .step = navigation.step(),
          .turn_side = navigation.turn_side(),
          .turn_back = navigation.turn_back(),
          .max_steps = navigation.max_steps(),
          .neighbours = navigation.neighbours(),
          .corners = navigation.corners() != 0,
          .speed = navigation.speed(),
          .cells = navigation.cells(),
          .costs = to_range(navigation.costs())};
}
uint32_t AssetParts::travel_cost(uint32_t index) const { return state_->tables.travel_costs[index]; }
uint32_t AssetParts::claim(uint32_t index) const {
  const uint32_t claim = state_->tables.claims[index];
  return claim >= kNotFound - 1 ? kNotFound : claim;
}
uint32_t AssetParts::thing_of_set(uint32_t index) const { return state_->tables.set_things[index]; }
NamedVariable AssetParts::member_field(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Field& field = *state_->member_fields[index].field;
  const bool own = &field >= t.set_fields.data() && &field < t.set_fields.data() + t.set_fields.size();
  const auto place = static_cast<uint32_t>(&field - (own ? t.set_fields : t.fields).data());
  return {field.id(), name_at(t, own ? t.debug.set_fields : t.debug.fields, place),
          to_info(field.variable())};
}
uint32_t AssetParts::owner_of_field(uint32_t index) const { return state_->member_fields[index].set; }
NodeInfo AssetParts::node(uint32_t index) const {
  const blob::Node& node = state_->tables.nodes[index];
  NodeInfo info{.kind = static_cast<NodeKind>(node.kind()),
                .continues = node.continues() != 0,
                .inverts = inverts(node),
                .is_once = is_once(node),
                .reconsiders = reconsiders(node),
                .foresees = foresees(node),
                .draws = draws(node),
                .claims = claims_member(node),
                .audience = static_cast<Audience>(node.audience()),
                .subject = node.subject(),
                .retries = node.retries(),
                .count = node.count(),
                .given = node.given(),
                .children = to_range(node.children()),
                .arguments = to_range(node.arguments()),
                .assignments = to_range(node.assignments()),
                .value = node.value()};
  std::ranges::copy(*node.modifiers(), info.modifiers.begin());
  return info;
}
HandlerInfo AssetParts::handler(uint32_t index) const {
  const blob::Handler& handler = state_->tables.handlers[index];
  return {handler.event(), handler.wakes() != 0, handler.body()};
}
MomentInfo AssetParts::moment(uint32_t index) const {
  const blob::Moment& moment = state_->tables.moments[index];
  return {static_cast<MomentKind>(moment.kind()), moment.subject()};
}
StateInfo AssetParts::agent_state(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::State& state = t.states[index];
  return {.id = state.id(),
          .name = name_at(t, t.debug.states, index),
          .options = to_range(state.options()),
          .transitions = to_range(state.transitions()),
          .profile = state.profile(),
          .enter = state.enter(),
          .finally = state.finally()};
}
TransitionInfo AssetParts::transition(uint32_t index) const {
  const blob::Transition& transition = state_->tables.transitions[index];
  return {transition.target(), transition.condition()};
}
SteeringInfo AssetParts::steering(uint32_t index) const {
  const Tables& t = state_->tables;
  const blob::Steering& steering = t.steerings[index];
  return {.id = steering.id(),
          .name = name_at(t, t.debug.steerings, index),
          .behaviours = to_range(steering.behaviours()),
          .directions = steering.directions(),
          .interpolates = steering.interpolates() != 0,
          .formula = steering.formula(),
          .speed = steering.speed(),
          .constant = steering.constant()};
}
SteeringBehaviourInfo AssetParts::steering_behaviour(uint32_t index) const {
  const blob::SteeringBehaviour& behaviour = state_->tables.steering_behaviours[index];
  return {.kind = static_cast<SteeringKind>(behaviour.kind()),
          .when = behaviour.when(),
          .weight = behaviour.weight(),
          .known = behaviour.known(),
          .right = behaviour.right(),
          .ahead = behaviour.ahead(),
          .set = behaviour.set(),
          .constant = behaviour.constant(),
          .range = behaviour.range(),
          .stop = behaviour.stop()};
}
uint32_t AssetParts::state_option(uint32_t index) const { return state_->tables.state_options[index]; }
ArgumentInfo AssetParts::argument(uint32_t index) const {
  const blob::Argument& argument = state_->tables.arguments[index];
  return {argument.parameter(), argument.formula()};
}
AssignmentInfo AssetParts::assignment(uint32_t index) const {
  const blob::Assignment& assignment = state_->tables.assignments[index];
  return {static_cast<Target>(assignment.target()), assignment.subject(), assignment.formula(),
          assignment.member() - 1u};
}
AssignmentInfo AssetParts::effect(uint32_t index) const {
  const blob::Assignment& effect = state_->tables.effects[index];
  return {static_cast<Target>(effect.target()), effect.subject(), effect.formula()};
}
FormulaInfo AssetParts::formula(uint32_t index) const {
  const blob::Formula& formula = state_->tables.formulas[index];
  return {to_range(formula.program()), static_cast<RecordKind>(formula.record_kind()), formula.record(),
          formula.set()};
}
OperationView AssetParts::operation(uint32_t agent, uint32_t index) const {
  return to_view(state_->tables.operations[state_->tables.agents[agent].program().first() + index]);
}
OperationView AssetParts::operation(uint32_t index) const {
  return to_view(state_->tables.operations[index]);
}

TermInfo AssetParts::term(uint32_t index) const {
  const DebugTables& debug = state_->tables.debug;
  if (!debug.present) return {};
  const blob::Term& term = debug.terms[index];
  return {debug.name(term.name()), static_cast<TermKind>(term.kind()), term.input(), term.value(),
          term.contribution()};
}
PlaceInfo AssetParts::agent_place(uint32_t index) const {
  return place_at(state_->tables, state_->tables.debug.agent_places, index);
}
PlaceInfo AssetParts::option_place(uint32_t index) const {
  return place_at(state_->tables, state_->tables.debug.option_places, index);
}
PlaceInfo AssetParts::key_place(uint32_t index) const {
  return place_at(state_->tables, state_->tables.debug.key_places, index);
}

}  // namespace ishi
