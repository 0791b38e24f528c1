#include "compiler/oracle/trial.h"
#include "ishi/tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "compiler/oracle/arithmetic.h"
#include "compiler/oracle/choosing.h"
#include "compiler/oracle/expressions.h"
#include "compiler/oracle/living.h"

namespace ishi::compiler::oracle {

Status Trial::open() {
  Status status = stage_.open();
  if (status) status = Scratch::create(stage_.world(), scratch_);
  if (!status) return status;
  game_sets_.open(asset_, moment_);
  thought_.agent_index = agent().agent_index();
  thought_.agent = AssetParts(asset_).agent(agent().agent_index());
  thought_.values.resize(Tools(agent().population()).value_count());
  for (uint32_t choice = 0; choice < model_.choices.size(); ++choice) {
    Chosen chosen;
    if (agent().population().chosen(agent().self(), id_of_choice(choice), chosen)) choices_.push_back(choice);
  }
  return status;
}

Status Trial::think(const Change& change) {
  Status status = change_world(change);
  if (status && !change.is_in_frame) status = change_memories(change);
  if (status && !change.is_in_frame) status = change_candidates(change);
  if (status) status = ask(change);
  if (status) status = post(change);
  moment_.now += change.microseconds;
  is_settled_ = moment_.now == moment_.advanced_at || !has_carried(model_);
  moment_.begin_frame(model_);
  if (status) status = stage_.world().begin_frame({frame_++, static_cast<uint64_t>(moment_.now)});
  if (status && change.is_in_frame) status = change_memories(change);
  if (status && change.is_in_frame) status = change_candidates(change);
  if (status) status = decide();
  return status;
}

const std::vector<Member>& Trial::members_for(uint32_t option) const { return moment_.sets[set_of(option)]; }

bool Trial::is_for_facts(uint32_t option) const { return is_memory(model_, set_of(option)); }

std::string Trial::name_of_member(uint32_t option, uint32_t member) const {
  const int entity = members_for(option)[member].entity;
  if (entity == kSelf) return "self";
  if (entity >= 0 && entity < kHandles)
    return std::string(moment_.situation.entities[static_cast<size_t>(entity)].name);
  return fmt::format("{} {}", name_of_set(model_, set_of(option)).text, member + 1);
}

std::string Trial::name_of(uint32_t option, int entity) const {
  if (option == kNone || set_of(option) == kNone) return {};
  const std::vector<Member>& facts = members_for(option);
  const auto fact = std::ranges::find(facts, entity, &Member::entity);
  return fact == facts.end() ? "" : name_of_member(option, static_cast<uint32_t>(fact - facts.begin()));
}

Status Trial::go_on() {
  for (const Answer& answer : answers_) moment_.chosen[answer.choice] = {answer.member, answer.score};
  for (const LevelReading& level : levels_) moment_.levels[level.motive] = {level.level, false};
  const int whom = game_sets_.entity_of(agent().population().candidate(agent().self()));
  const bool is_new = thought_.picked != moment_.running || whom != moment_.running_for;
  if (thought_.picked != moment_.running && moment_.running != kNone)
    moment_.ended[moment_.running] = moment_.now;
  if (is_new) moment_.since = moment_.now;
  if (is_new) moment_.begun = kNever;
  moment_.running = thought_.picked;
  moment_.running_for = whom;
  Status status;
  if (acts_) status = act();
  for (const LevelReading& level : levels_) moment_.levels[level.motive] = {level.level, false};
  return status ? stage_.world().end_frame() : status;
}

void Trial::read_levels() {
  levels_.clear();
  for (uint32_t i = 0; i < moment_.levels.size(); ++i) {
    if (!motive_of(model_, i).is_carried()) continue;
    Column<float> column;
    if (agent().population().levels(AssetParts(asset_).motive(i).id, column))
      levels_.push_back({i, column[agent().slot()], moment_.levels[i]});
  }
}

Status Trial::change_world(const Change& change) {
  Status status;
  for (const SituationValue& key : change.keys) {
    if (status) status = stage_.set_key(key);
    std::erase_if(moment_.situation.keys, [&](const auto& known) { return known.index == key.index; });
    moment_.situation.keys.push_back(key);
  }
  for (const auto& [entity, place] : change.moves) {
    if (status)
      status = stage_.world().set_position(game_sets_.id_of(entity), {place[0], place[1], place[2]});
    Situation& situation = moment_.situation;
    (entity == kSelf ? situation.self.position : situation.entities[static_cast<size_t>(entity)].position) =
        place;
  }
  for (const uint32_t entity : change.gone) {
    if (status) status = stage_.world().despawn_entity(game_sets_.id_of(static_cast<int>(entity)));
    moment_.is_gone[entity] = true;
  }
  return status;
}

Status Trial::post(const Change& change) {
  Status status;
  for (const uint32_t event : change.posted) {
    if (status) status = stage_.post({.event = event, .agent = 0, .fields = {}});
    moment_.arrived[event] = moment_.now + change.microseconds;
  }
  return status;
}

Status Trial::change_memories(const Change& change) {
  Population& population = agent().population();
  Status status;
  for (const auto& [memory, entity] : change.noticed) {
    if (status) status = population.remember(agent().self(), id_of_memory(memory), game_sets_.id_of(entity));
    moment_.notice(model_, memory, entity);
  }
  for (const auto& [memory, entity] : change.forgotten) {
    if (moment_.find(memory, entity) == nullptr) continue;  // it has made room, or was forgotten
    if (status) status = population.forget(agent().self(), id_of_memory(memory), game_sets_.id_of(entity));
    moment_.forget(memory, entity);
  }
  return status;
}

Status Trial::change_candidates(const Change& change) {
  Status status;
  for (const Filling& filling : change.fillings) {
    if (status) status = game_sets_.fill(filling, moment_.handles);
    moment_.fill(filling);
  }
  return status;
}

// Before anything of the new frame. Levels are read as they are by now, but stay where they are.
Status Trial::ask(const Change& change) {
  answers_.clear();
  Status status;
  for (const uint32_t choice : change.asked) {
    if (std::ranges::find(choices_, choice) == choices_.end()) continue;
    Moment now = moment_;
    choose_as_before(model_, now);
    advance_levels(model_, now);
    choose_all(model_, now);
    moment_.choosing = now.choosing;
    Chosen chosen;
    if (status) status = agent().population().choose(agent().self(), id_of_choice(choice), scratch_, chosen);
    answers_.push_back(answer_of(choice, chosen));
    moment_.chosen[choice] = {answers_.back().member, chosen.score};
  }
  return status;
}

Answer Trial::answer_of(uint32_t choice, const Chosen& chosen) const {
  Answer answer{choice, game_sets_.entity_of(chosen.member), chosen.score, kNobody, moment_.choosing[choice]};
  const std::vector<Member>& members = moment_.sets[model_.choices[choice].value.set()];
  if (answer.expected.member != kNone) answer.expected_member = members[answer.expected.member].entity;
  return answer;
}

// What all choices have come to in a thought.
void Trial::read_answers() {
  for (const uint32_t choice : choices_) {
    Chosen chosen;
    (void)agent().population().chosen(agent().self(), id_of_choice(choice), chosen);
    answers_.push_back(answer_of(choice, chosen));
  }
}

// Where the first transition leads whose condition holds. Not certain where a condition lies too close to an
// edge.
uint32_t Trial::next_state(bool& is_certain) const {
  is_certain = true;
  const auto& states = model_.agents[moment_.situation.agent].value.states.value;
  if (states.empty()) return 0;
  for (const auto& transition : states[moment_.state].value.to) {
    Arithmetic arithmetic;
    const Place place{model_, moment_, kNone, nullptr};
    const bool holds = number_of(*transition.value.root, place, arithmetic) != 0;
    is_certain = is_certain && !arithmetic.is_fragile();
    if (holds) return find_index(states, transition.name.text);
  }
  return moment_.state;
}

void Trial::enter(uint32_t state) {
  has_changed_state_ = state != moment_.state;
  if (!has_changed_state_) return;
  moment_.state = state;
  moment_.in_state_since = moment_.now;
}

Status Trial::decide() {
  Population& population = agent().population();
  Batch batch;
  Status status = population.begin_think(batch);
  is_thinking_right_ = batch.size() != 0 || !has_ended_;
  has_ended_ = false;
  thinks_ = batch.size() != 0 && !is_bound_to_end();
  if (!thinks_) {
    choose_as_before(model_, moment_);
    thought_.picked = moment_.running;
    levels_.clear();
    has_changed_state_ = false;
    is_settled_ = true;
    for (uint32_t job = 0; job < batch.jobs(); ++job) {
      if (status) status = population.think(batch, job, scratch_);
    }
    return status ? population.end_think(batch) : status;
  }
  bool is_certain = true;
  choose_as_before(model_, moment_);
  advance_levels(model_, moment_);
  const uint32_t expected = next_state(is_certain);
  choose_all(model_, moment_);
  const uint16_t before = population.option(agent().self());
  thought_.running = before == kNoOption ? kNone : before;
  if (status) status = Tools(population).explain(agent().self(), thought_.values);
  if (status) status = judge_facts(agent(), thought_);
  for (uint32_t job = 0; job < batch.jobs(); ++job) {
    if (status) status = population.think(batch, job, scratch_);
  }
  if (status) status = population.end_think(batch);
  read_answers();
  read_levels();
  thought_.state = population.state(agent().self());
  const uint32_t state = thought_.state == kNoState ? 0 : thought_.state;
  is_state_right_ = !is_certain || state == expected;
  enter(state);
  const uint16_t option = population.option(agent().self());
  thought_.picked = option == kNoOption ? kNone : option;
  thought_.picked_for.clear();
  if (const FactThought* const own = thought_.facts_of(thought_.picked); status && own != nullptr) {
    const uint32_t set = AssetParts(asset_).option(thought_.agent.options.first + option).set;
    const std::vector<Entity> members = agent().members(set);
    const auto on = std::ranges::find(members, population.candidate(agent().self()));
    if (on != members.end()) thought_.picked_for = own->names[static_cast<size_t>(on - members.begin())];
  }
  return status;
}

uint32_t Trial::set_of(uint32_t option) const {
  return model_.actions[model_.agents[0].value.actions[option].index].value.set();
}

MemoryId Trial::id_of_memory(uint32_t memory) const {
  return MemoryId(model_.imported.id("memory", model_.memory[memory].name.text));
}

ChoiceId Trial::id_of_choice(uint32_t choice) const {
  return ChoiceId(model_.imported.id("choices", model_.choices[choice].name.text));
}

}  // namespace ishi::compiler::oracle
