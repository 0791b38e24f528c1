#include "simulate/simulated_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ishi/id.h"
#include "ishi/tools.h"
#include "simulate/members_now.h"
#include "simulate/simulation.h"

namespace ishi::compiler {
namespace {

using EventKind = SimulatedEvent::Kind;

}  // namespace

SimulatedAgent::SimulatedAgent(const StageAgent& place, Scratch& scratch)
    : place_(place), asset_(place.asset()), model_(place.stage().model()), scratch_(scratch) {
  thought_.agent_index = place.agent_index();
  thought_.agent = AssetParts(asset_).agent(place.agent_index());
  find_depths();
  goals_.resize(asset_.count(ishi::Kind::goals));
  thought_.values.resize(Tools(place.population()).value_count());
  thought_.cooldowns.resize(thought_.agent.options.count);
  keys_.open(place_);
  for (uint32_t key = 0; key < keys_.size(); ++key) known_.push_back(keys_.read(key));
  facts_.open(place_);
  for (uint32_t set = 0; set < asset_.count(ishi::Kind::sets); ++set) {
    if (AssetParts(asset_).set(set).has_awareness) aware_memories_.push_back(set);
  }
  levels_.resize(asset_.count(ishi::Kind::motives));
  for (uint32_t motive = 0; motive < levels_.size(); ++motive) {
    // Never refused for what an agent carries.
    if (AssetParts(asset_).motive(motive).is_carried)
      static_cast<void>(place.population().levels(AssetParts(asset_).motive(motive).id, levels_[motive]));
  }
}

void SimulatedAgent::go_on_from(SimulatedAgent& before) {
  known_ = std::move(before.known_);
  facts_.go_on_from(before.facts_);
  aware_ = std::move(before.aware_);
  goals_ = std::move(before.goals_);
  thought_ = std::move(before.thought_);
  events_ = std::move(before.events_);
}

double SimulatedAgent::seconds() const { return seconds_; }

void SimulatedAgent::begin_frame(uint64_t frame, double seconds) {
  frame_ = frame;
  seconds_ = seconds;
  events_.clear();
  node_events_.clear();
  sounds_.clear();
  has_sensed_ = false;
}

Status SimulatedAgent::before_senses() {
  return judges_senses_ && place_.is_alive() ? place_.judge_all(judged_) : Status();
}

Status SimulatedAgent::before_thought(bool thinks) {
  Population& population = place_.population();
  option_before_ = option();
  candidate_before_ = population.candidate(place_.self());
  state_before_ = state();
  thought_.state = state_before_;
  has_thought_ = thinks && !Tools(population).puts_off_thought(place_.self());
  if (!is_observed_) return {};
  if (is_light_) {
    note_awareness();
    return {};
  }
  if (place_.has_senses()) {
    if (thinks) sensing_ = read_sensing(place_, judged_);
    has_sensed_ = thinks;
    note_changes();
    note_awareness();
  }
  if (!has_thought_) return {};
  thought_frame_ = frame_;
  thought_.running = option_before_ == kNoOption ? kNone : option_before_;
  thought_.is_locked = Tools(population).is_locked(place_.self());
  for (uint32_t i = 0; i < thought_.cooldowns.size(); ++i) {
    const uint64_t left = Tools(population).cooldown_left(place_.self(), static_cast<uint16_t>(i));
    thought_.cooldowns[i] = static_cast<double>(left) / 1e6;
  }
  thought_at_ = microseconds_of(frame_);
  thought_state_ = state_before_;
  thought_for_ = {};
  if (candidate_before_ != kNobody) {
    thought_for_.entity = place_.stage().entity_index(candidate_before_);
    if (thought_for_.entity == kNone) thought_for_.member = member_before();
  }
  if (notes_entities_) {
    thought_entities_ = entities_now();
    thought_facts_ = facts_now(place_, thought_at_);
    thought_candidates_ = candidates_now(place_);
  }
  Vector3 at;
  Vector3 facing;
  Status status = place_.world().position(place_.self(), at);
  if (status) status = place_.world().facing(place_.self(), facing);
  thought_position_ = to_array(at);
  thought_facing_ = to_array(facing);
  thought_keys_.resize(keys_.size());
  for (uint32_t key = 0; key < keys_.size(); ++key) thought_keys_[key] = keys_.read(key);
  thought_levels_.clear();
  for (uint32_t motive = 0; motive < levels_.size(); ++motive) {
    if (!levels_[motive].empty()) thought_levels_.push_back({motive, {levels_[motive][place_.slot()]}});
  }
  if (status) status = Tools(population).explain(place_.self(), thought_.values);
  return status ? judge_facts(place_, thought_) : status;
}

Status SimulatedAgent::after_thought() {
  Status status;
  events_before_thought_ = events_.size();
  if (!is_observed_) {
    note_choice({}, {});
    return status;
  }
  if (is_light_) {
    if (state() != state_before_) note(EventKind::state_changed, state());
    if (has_thought_) thought_.picked = option() == kNoOption ? kNone : option();
    note_choice({}, {});
    return status;
  }
  if (state() != state_before_) {
    note(EventKind::state_changed, state());
    thought_.state = state();
    status = judge_again(place_, candidate_before_, thought_);
    note_changes();
  }
  const uint16_t after = option();
  const std::string whom = after == kNoOption ? "" : candidate_name();
  if (has_thought_) {
    thought_.picked = after == kNoOption ? kNone : after;
    thought_.picked_for = whom;
    if (notes_holders_) {
      thought_.held = place_.held_tokens();
      note_members_held(place_, thought_);
    }
    if (notes_entities_) note_members_taken();
    read_choices(place_, thought_);
  }
  const bool has_left = option_before_ != kNoOption && has_changed_option();
  note_choice(has_left ? why_left(option_before_) : std::string(), whom);
  return status;
}

bool SimulatedAgent::has_changed_option() const {
  return option() != option_before_ || place_.population().candidate(place_.self()) != candidate_before_;
}

void SimulatedAgent::note_choice(std::string why, std::string whom) {
  if (!has_changed_option()) return;
  if (option_before_ != kNoOption) note(EventKind::option_left, option_before_, std::move(why));
  if (option() != kNoOption) note(EventKind::option_chosen, option(), std::move(whom));
}

// The reason why the last thought no longer allowed an option; empty if another one is better.
std::string SimulatedAgent::why_left(uint16_t option) const {
  if (!thought_.competes(asset_, option)) return "this state lacks it";
  const auto& actions = model_.agents[place_.situation().agent].value.actions;
  const bool is_asked = model_.actions[actions[option].index].value.when.given();
  const bool holds = std::isfinite(thought_.score(asset_, option));
  return is_asked && !holds ? "its `when` no longer holds" : "";
}

// The place in its set of the candidate that ran before the thought; kNone if it is gone.
uint32_t SimulatedAgent::member_before() const {
  if (option_before_ == kNoOption) return kNone;
  const uint32_t set = AssetParts(asset_).option(thought_.agent.options.first + option_before_).set;
  if (set == kNotFound) return kNone;
  const std::vector<Entity> members = place_.members(set);
  const auto on = std::ranges::find(members, candidate_before_);
  return on == members.end() ? kNone : static_cast<uint32_t>(on - members.begin());
}

// The name of the candidate that the running option is for; empty if it is for nobody.
std::string SimulatedAgent::candidate_name() const {
  const uint32_t set = AssetParts(asset_).option(thought_.agent.options.first + option()).set;
  if (set == kNotFound) return {};
  const std::vector<Entity> members = place_.members(set);
  const auto on = std::ranges::find(members, place_.population().candidate(place_.self()));
  return on == members.end() ? "" : place_.member_name(set, static_cast<uint32_t>(on - members.begin()));
}

void SimulatedAgent::before_round() { option_before_ = option(); }

void SimulatedAgent::note_round(const Commands& commands, bool has_planned) {
  has_planned_ = has_planned;
  for (const NodeEvent& event : commands.nodes) {
    if (event.agent == place_.self()) note_node(event);
  }
  if (!is_observed_ || is_light_) return;
  note_plans();
  note_foresight();
}

void SimulatedAgent::after_round(const Commands& commands) {
  if (option_before_ == kNoOption || option() != kNoOption) return;
  const uint32_t body = AssetParts(asset_).option(thought_.agent.options.first + option_before_).body;
  const bool failed = std::ranges::any_of(commands.nodes, [&](const NodeEvent& event) {
    return event.agent == place_.self() && event.node == body && event.change == NodeChange::failed;
  });
  note(failed ? EventKind::option_failed : EventKind::option_ended, option_before_);
}

// Notes where the agent goes from now on, if that is elsewhere than before.
void SimulatedAgent::take_move(const AgentMove& move) {
  const AgentMove before = std::exchange(move_, move);
  if (!is_observed_ || is_light_) return;
  if (move_.steering != kNone && (before.steering != move_.steering || before.direction != move_.direction))
    note(EventKind::heads, move_.steering, heading_text(move_));
  if (move_.cells == 0) return;
  const bool is_new = move_.cells > before.cells || place_text(move_.way_end) != place_text(before.way_end);
  if (is_new)
    note(EventKind::walks, 0,
         fmt::format("{}, {} cell{}", place_text(move_.way_end), move_.cells, move_.cells == 1 ? "" : "s"));
}

// The agent goes where it heads, and looks there; only its steering avoids anything.
Status SimulatedAgent::walk_on() {
  if (!place_.is_alive()) return {};
  Status reached = look_where_it_is();
  if (!reached || move_.speed == 0) return reached;
  const Entity self = place_.self();
  float way = move_.speed / static_cast<float>(kFramesPerSecond);
  Vector3 at;
  Status status = place_.world().position(self, at);
  if (move_.steering == kNone) {  // not beyond the next cell
    const float x = move_.way_point.x - at.x, y = move_.way_point.y - at.y, z = move_.way_point.z - at.z;
    way = std::min(way, std::sqrt(x * x + y * y + z * z));
  }
  at = {at.x + move_.heading.x * way, at.y + move_.heading.y * way, at.z + move_.heading.z * way};
  if (status) status = place_.world().set_position(self, at);
  if (status) status = place_.world().set_facing(self, move_.heading);
  return status;
}

// Notes when it is where it is expected to come.
Status SimulatedAgent::look_where_it_is() {
  const Status status = place_.world().position(place_.self(), position_);
  const Stage& stage = place_.stage();
  const std::optional<Vector>& reaches = place_.situation().reaches;
  if (reaches && reached_at_ < 0 && is_there(position_, *reaches, stage.up())) reached_at_ = seconds();
  return status;
}

std::optional<float> SimulatedAgent::level(uint32_t motive) const {
  float level = 0;
  const bool is_carried = bool(
      place_.population().level_now(place_.self(), AssetParts(asset_).motive(motive).id, scratch_, level));
  return is_carried ? std::optional(level) : std::nullopt;
}

// An entity in a situation of this agent alone.
uint32_t SimulatedAgent::entity_for_one(uint32_t entity) const {
  if (entity == kNone || !is_agent(entity)) return entity;
  const uint32_t agent = agent_of_entity(entity);
  if (agent == place_.index()) return kSelfEntity;
  const auto first = static_cast<uint32_t>(place_.stage().situation().entities.size());
  return first + (agent < place_.index() ? agent : agent - 1);
}

// The inverse of entity_for_one().
uint32_t SimulatedAgent::entity_of_all(uint32_t entity) const {
  if (entity == kNone) return kNone;
  if (entity == kSelfEntity) return entity_of_agent(place_.index());
  const auto first = static_cast<uint32_t>(place_.stage().situation().entities.size());
  if (entity < first) return entity;
  const uint32_t other = entity - first;
  return entity_of_agent(other < place_.index() ? other : other + 1);
}

namespace {

template <class Change>
void change_entities(std::vector<SituationValue>& values, Change change) {
  for (SituationValue& value : values) value.entity = change(value.entity);
}

}  // namespace

// Everybody as they are now: first the entities of the situation, then the other agents.
std::vector<SituationEntity> SimulatedAgent::entities_now() const {
  const Stage& stage = place_.stage();
  const Situation& all = stage.situation();
  std::vector<SituationEntity> entities = all.entities;
  for (uint32_t i = 0; i < all.agent_count(); ++i) {
    if (i == place_.index()) continue;
    entities.push_back(all.agent_at(i).self);
    entities.back().name = all.agent_at(i).name;
  }
  for (uint32_t i = 0; i < entities.size(); ++i) {
    SituationEntity& entity = entities[i];
    const Entity handle = stage.handle(entity_of_all(i));
    Vector3 at, facing;
    const bool is_there = place_.world().position(handle, at) && place_.world().facing(handle, facing);
    entity.comes_at = is_there ? -kForever : kForever;
    entity.leaves_at = kForever;
    if (!is_there) continue;
    entity.position = to_array(at);
    entity.facing = to_array(facing);
    entity.fields.clear();
    if (entity.thing == kNone) continue;
    const auto& fields = model_.things[entity.thing].value.fields;
    for (uint32_t field = 0; field < fields.size(); ++field) {
      SituationValue value = stage.field_of(handle, entity.thing, field);
      value.entity = entity_for_one(value.entity);
      entity.fields.push_back(value);
    }
  }
  return entities;
}

void SimulatedAgent::note_members_taken() {
  thought_taken_.clear();
  const auto note = [this](uint32_t entity) {
    if (entity == kNone || place_.holder_of(place_.stage().handle(entity)).empty()) return;
    if (std::ranges::find(thought_taken_, entity) == thought_taken_.end()) thought_taken_.push_back(entity);
  };
  for (const SituationFact& fact : thought_facts_) note(fact.entity);
  for (const SituationCandidate& candidate : thought_candidates_) note(candidate.entity);
}

Situation SimulatedAgent::situation_of_thought() const {
  const Situation& all = place_.stage().situation();
  Situation then = all;
  static_cast<SituationAgent&>(then) = place_.situation();
  then.course = {};
  then.others.clear();
  then.entities = thought_entities_ ? *thought_entities_ : entities_now();
  if (thought_entities_) {
    then.facts = thought_facts_;
    then.candidates = thought_candidates_;
  }
  const auto for_one = [this](uint32_t entity) { return entity_for_one(entity); };
  change_entities(then.self.fields, for_one);
  for (SituationFact& fact : then.facts) {
    fact.entity = for_one(fact.entity);
    change_entities(fact.fields, for_one);
  }
  for (SituationCandidate& candidate : then.candidates) {
    candidate.entity = for_one(candidate.entity);
    change_entities(candidate.fields, for_one);
  }
  for (SituationSound& sound : then.sounds) sound.entity = for_one(sound.entity);
  for (uint32_t& entity : then.hidden) entity = for_one(entity);
  then.taken = place_.stage().taken();
  for (const HeldToken& held : thought_.held) then.taken.tokens.push_back(held.token);
  then.taken.entities.insert(then.taken.entities.end(), thought_taken_.begin(), thought_taken_.end());
  for (uint32_t& entity : then.taken.entities) entity = for_one(entity);
  then.time_microseconds = thought_at_;
  const auto& actions = model_.agents[then.agent].value.actions;
  then.state = thought_state_ == kNoState ? kNone : thought_state_;
  then.running_for = {for_one(thought_for_.entity), thought_for_.member};
  then.running = thought_.running == kNone ? kNone : actions[thought_.running].index;
  then.levels = thought_levels_;
  then.self.position = thought_position_;
  then.self.facing = thought_facing_;
  then.keys.clear();
  if (thought_keys_.empty()) return then;  // it was gone before it could think
  for (uint32_t i = 0; i < model_.blackboard.size(); ++i) then.keys.push_back(key_of_thought(i));
  return then;
}

SituationValue SimulatedAgent::key_of_thought(uint32_t index) const {
  const uint32_t key = asset_.find(ishi::Kind::keys, id_of("blackboard", model_.blackboard[index].name.text));
  const RawValue& raw = thought_keys_[key];
  SituationValue value = with_value_type(AssetParts(asset_).key(key).variable.type, [&]<class T>(T) {
    return place_.stage().from_runtime(index, value_as<T>(raw.data()));
  });
  value.entity = entity_for_one(value.entity);
  return value;
}

}  // namespace ishi::compiler
