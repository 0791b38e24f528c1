#include "simulate/thought.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "simulate/assumed_record.h"

namespace ishi::compiler {

const FactThought* Thought::facts_of(uint32_t option) const {
  const auto found = std::ranges::find(facts, option, &FactThought::option);
  return found == facts.end() ? nullptr : &*found;
}

float Thought::value(uint32_t option, uint32_t operation) const {
  const FactThought* const own = facts_of(option);
  return own != nullptr && own->best != kNone ? own->values[operation] : values[operation];
}

float Thought::inertia(uint32_t option) const {
  if (option != running) return 0;
  const FactThought* const own = facts_of(option);
  return own == nullptr || (own->best != kNone && own->best == own->running) ? agent.inertia : 0;
}

bool Thought::competes(const Asset& asset, uint32_t option) const {
  bool is_of_state = false;
  for (uint32_t i = 0; i < agent.states.count; ++i) {
    const IndexRange options = AssetParts(asset).agent_state(agent.states.first + i).options;
    for (uint32_t k = 0; k < options.count; ++k) {
      const bool is_listed = AssetParts(asset).state_option(options.first + k) == option;
      if (is_listed && i == state) return true;
      is_of_state = is_of_state || is_listed;
    }
  }
  return !is_of_state;
}

float Thought::score(const Asset& asset, uint32_t option) const {
  if (!competes(asset, option) || (!taken.empty() && taken[option]))
    return -std::numeric_limits<float>::infinity();
  if (const FactThought* const own = facts_of(option); own != nullptr) {
    return own->best == kNone ? -std::numeric_limits<float>::infinity() : own->scores[own->best];
  }
  return values[AssetParts(asset).option(agent.options.first + option).score];
}

namespace {

// A score for each member of a set: its operation, and what is added for which member.
struct Judged {
  uint32_t index = 0;  // of the option or choice
  uint32_t set = 0;
  uint32_t score = 0;
  float inertia = 0;
  bool has_favourite = false;
  Entity favourite = kNobody;  // who gets the inertia
  bool last_wins_ties = false;
  bool claims_entity = false;
};

bool claims_entity(const Asset& asset, const OptionInfo& option) {
  return option.claims.count > 0 &&
         AssetParts(asset).claim(option.claims.first + option.claims.count - 1) == kNotFound;
}

// Scores it for each member, and finds the one that is best as the runtime does.
Status judge(const StageAgent& agent, const Judged& judged, const std::vector<float>& before,
             FactThought& own) {
  own.option = judged.index;
  std::vector<float> values = before;
  const std::vector<Entity> members = agent.members(judged.set);
  float best = -std::numeric_limits<float>::infinity();
  for (uint32_t member = 0; member < members.size(); ++member) {
    const Status status = Tools(agent.population()).explain_member(agent.self(), judged.set, member, values);
    if (!status) return status;
    if (judged.claims_entity && agent.stage().is_taken(members[member]))
      values[judged.score] = -std::numeric_limits<float>::infinity();
    own.scores.push_back(values[judged.score]);
    own.names.push_back(agent.member_name(judged.set, member));
    const bool is_favourite = judged.has_favourite && members[member] == judged.favourite;
    if (is_favourite) own.running = member;
    const float score = values[judged.score] + (is_favourite ? judged.inertia : 0.0F);
    const bool wins = judged.last_wins_ties ? score >= best : score > best;
    if (!wins || score == -std::numeric_limits<float>::infinity()) continue;
    best = score;
    own.best = member;
    own.values = values;
  }
  return {};
}

}  // namespace

void read_choices(const StageAgent& agent, Thought& thought) {
  const Asset& asset = agent.asset();
  thought.choices.clear();
  for (uint32_t i = 0; i < thought.agent.choices.count; ++i) {
    const ChoiceInfo info = AssetParts(asset).choice(thought.agent.choices.first + i);
    Chosen chosen;
    (void)agent.population().chosen(agent.self(), info.id, chosen);
    const std::vector<Entity> members = agent.members(info.set);
    const auto on = std::ranges::find(members, chosen.member);
    const bool is_any = chosen.member != kNobody && on != members.end();
    thought.choices.push_back(
        {info.id, is_any ? agent.member_name(info.set, static_cast<uint32_t>(on - members.begin())) : "",
         chosen.score});
  }
}

Status judge_facts(const StageAgent& agent, Thought& thought) {
  const Asset& asset = agent.asset();
  thought.facts.clear();
  thought.taken.assign(thought.agent.options.count, false);
  for (uint32_t i = 0; i < thought.agent.options.count; ++i) {
    const OptionInfo info = AssetParts(asset).option(thought.agent.options.first + i);
    thought.taken[i] = !agent.has_tokens(i);
    if (info.set == kNotFound) continue;
    const Judged judged{.index = i,
                        .set = info.set,
                        .score = info.score,
                        .inertia = thought.agent.inertia,
                        .has_favourite = thought.running == i,
                        .favourite = agent.population().candidate(agent.self()),
                        .last_wins_ties = thought.agent.ties == ishi::Ties::last,
                        .claims_entity = claims_entity(asset, info)};
    const Status status = judge(agent, judged, thought.values, thought.facts.emplace_back());
    if (!status) return status;
  }
  return {};
}

Status judge_choices(const StageAgent& agent, Thought& thought) {
  const Asset& asset = agent.asset();
  for (uint32_t i = 0; i < thought.agent.choices.count; ++i) {
    const ChoiceInfo info = AssetParts(asset).choice(thought.agent.choices.first + i);
    Chosen before;
    (void)agent.population().chosen(agent.self(), info.id, before);
    const Judged judged{.index = i,
                        .set = info.set,
                        .score = AssetParts(asset).operation(thought.agent_index, info.score).a,
                        .inertia = info.inertia,
                        .has_favourite = before.member != kNobody,
                        .favourite = before.member};
    const Status status = judge(agent, judged, thought.values, thought.judged.emplace_back());
    if (!status) return status;
  }
  return {};
}

std::optional<Thought::Held> Thought::held_from(const Model& model, const Action& action,
                                                uint32_t option) const {
  for (const HeldToken& one : held) {
    if (std::ranges::find(action.claims, one.token, &Reference::index) != action.claims.end())
      return Held{std::string(model.tokens[one.token].name.text), one.by};
  }
  if (option >= member_held_by.size() || member_held_by[option].empty()) return std::nullopt;
  const FactThought* const own = facts_of(option);
  return Held{own->names[own->best], "`" + member_held_by[option] + "`"};
}

void note_members_held(const StageAgent& agent, Thought& thought) {
  const Asset& asset = agent.asset();
  thought.member_held_by.assign(thought.agent.options.count, {});
  for (const FactThought& own : thought.facts) {
    const OptionInfo info = AssetParts(asset).option(thought.agent.options.first + own.option);
    if (own.best == kNone || !claims_entity(asset, info)) continue;
    const std::vector<Entity> members = agent.members(info.set);
    if (own.best < members.size()) thought.member_held_by[own.option] = agent.holder_of(members[own.best]);
  }
}

Status judge_again(const StageAgent& agent, Entity candidate, Thought& thought) {
  const Asset& asset = agent.asset();
  if (thought.running != kNone && !thought.competes(asset, thought.running)) thought.running = kNone;
  Population& population = agent.population();
  const uint16_t picked = population.option(agent.self());
  const Entity picked_for = population.candidate(agent.self());
  const auto before = thought.running == kNone ? kNoOption : static_cast<uint16_t>(thought.running);
  const bool goes_on = picked == before && picked_for == candidate;
  // An option that has just been chosen does not run yet.
  Status status = goes_on ? Status() : Tools(population).set_option(agent.self(), before, candidate);
  if (status) status = Tools(population).explain(agent.self(), thought.values);
  if (status) status = judge_facts(agent, thought);
  if (status && !goes_on) status = Tools(population).set_option(agent.self(), picked, picked_for);
  return status;
}

Sensing read_sensing(const StageAgent& agent, std::vector<JudgedEntity> judged) {
  Sensing sensing{.noticed = {}, .judged = std::move(judged)};
  for (const Notice& notice : Tools(agent.population()).notices()) {
    if (notice.agent == agent.self())
      sensing.noticed.push_back({notice.sense, agent.stage().entity_index(notice.who)});
  }
  return sensing;
}

Status sense_once(const Asset& asset, const Model& model, const Situation& situation, Sensing& sensing) {
  Stage stage(asset, model, situation);
  Scratch scratch;
  Batch batch;
  std::vector<JudgedEntity> judged;
  Status status = stage.open();
  if (status) status = Scratch::create(stage.world(), scratch);
  if (status) status = stage.world().begin_frame({0, situation.time_microseconds});
  if (!status) return status;
  const StageAgent& agent = stage.agents()[0];
  status = agent.judge_all(judged);
  if (status) status = stage.sense(scratch);
  if (status) status = agent.population().begin_think(batch);
  if (status) sensing = read_sensing(agent, std::move(judged));
  return status;
}

namespace {

// Begins what was chosen, as far as it takes no time, and moves.
Status begin_and_move(const StageAgent& agent, Scratch& scratch, AgentMove& move) {
  const Asset& asset = agent.asset();
  Population& population = agent.population();
  Status status;
  while (status && population.wants_act()) {
    Round round;
    Commands commands;
    status = population.begin_act(round);
    for (uint32_t job = 0; job < round.jobs() && status; ++job) status = population.act(round, job, scratch);
    if (status) status = population.end_act(round, commands);
    if (!status) break;
    for (const Start& start : commands.starts) {
      if (!status || AssetParts(asset).task(asset.find(start.task)).takes_seconds > 0) continue;
      AssumedRecord record;
      status = Tools(population).apply_effects(start.token, record.bytes);
      if (status)
        status =
            population.report(record.report(start.token, AssetParts(asset).task(asset.find(start.task))));
    }
  }
  return status ? move_agents(agent.stage(), scratch, {&move, 1}) : status;
}

// Lets the first agent of a stage think that is as its situation says.
Status think_on(Stage& stage, Scratch& scratch, ThoughtPart part, Thought& thought) {
  const Asset& asset = stage.asset();
  const StageAgent& self = stage.agents()[0];
  thought.agent_index = self.agent_index();
  thought.agent = AssetParts(asset).agent(thought.agent_index);
  thought.running = self.running();
  Population& population = self.population();
  Batch batch;
  thought.values.resize(Tools(population).value_count());
  Status status = stage.world().begin_frame({0, stage.situation().time_microseconds});
  if (status) thought.is_locked = Tools(population).is_locked(self.self());
  thought.cooldowns.resize(thought.agent.options.count);
  for (uint32_t i = 0; i < thought.cooldowns.size(); ++i)
    thought.cooldowns[i] =
        static_cast<double>(Tools(population).cooldown_left(self.self(), static_cast<uint16_t>(i))) / 1e6;
  thought.state = population.state(self.self());
  const Entity candidate = population.candidate(self.self());
  if (status) status = population.begin_think(batch);
  if (status) status = Tools(population).explain(self.self(), thought.values);
  if (status) status = judge_facts(self, thought);
  if (status) status = judge_choices(self, thought);
  for (uint32_t job = 0; job < batch.jobs(); ++job) {
    if (status) status = population.think(batch, job, scratch);
  }
  if (status) status = population.end_think(batch);
  if (status) read_choices(self, thought);
  const uint32_t before = thought.state;
  thought.state = population.state(self.self());
  if (status && thought.state != before) status = judge_again(self, candidate, thought);
  const uint16_t option = population.option(self.self());
  thought.picked = option == kNoOption ? kNone : option;
  if (const FactThought* const own = thought.facts_of(thought.picked); status && own != nullptr) {
    const std::vector<Entity> members =
        self.members(AssetParts(asset).option(thought.agent.options.first + option).set);
    const auto on = std::ranges::find(members, population.candidate(self.self()));
    if (on != members.end()) thought.picked_for = own->names[static_cast<size_t>(on - members.begin())];
  }
  const bool moves = thought.agent.steerings.count > 0 || stage.has_grid();
  if (status && part == ThoughtPart::decision_and_move && moves)
    status = begin_and_move(self, scratch, thought.move);
  if (status) status = stage.world().position(self.self(), thought.position);
  return status ? stage.world().end_frame() : status;
}

}  // namespace

Status think_once(const Asset& asset, const Model& model, const Situation& situation, Thought& thought,
                  ThoughtPart part) {
  Stage stage(asset, model, situation);
  Scratch scratch;
  Status status = stage.open(0, part == ThoughtPart::decision_and_move);
  if (status) status = Scratch::create(stage.world(), scratch);
  return status ? think_on(stage, scratch, part, thought) : status;
}

namespace {

Status take_snapshot(const World& world, std::vector<std::byte>& snapshot) {
  snapshot.resize(world.snapshot_size());
  size_t size = 0;
  const Status status = world.save_snapshot(snapshot, size);
  snapshot.resize(size);
  return status;
}

}  // namespace

Status RepeatedDecision::open(const Situation& situation) {
  const bool is_alike = stage_ && situation_.others.empty() && situation.others.empty() &&
                        situation_.agent == situation.agent && situation_.course.changes.empty() &&
                        situation.course.changes.empty();
  if (is_alike) {
    situation_ = situation;
    Status status = stage_->world().restore_snapshot(snapshot_);
    if (status) status = stage_->populate();
    if (status) return status;  // else there was no room for so many entities
  }
  scratch_ = Scratch();
  stage_.reset();
  situation_ = situation;
  Status status = stage_.emplace(asset_, model_, situation_).make_world(0, false);
  if (status) status = Scratch::create(stage_->world(), scratch_);
  if (status) status = take_snapshot(stage_->world(), snapshot_);
  return status ? stage_->populate() : status;
}

Status RepeatedDecision::think(const Situation& situation, Thought& thought) {
  thought = {};
  const Status status = open(situation);
  if (status) return think_on(*stage_, scratch_, ThoughtPart::decision, thought);
  stage_.reset();
  return status;
}

Status RepeatedThought::open() {
  Status status = stage_.open(0, part_ == ThoughtPart::decision_and_move);
  if (status) status = Scratch::create(stage_.world(), scratch_);
  return status ? take_snapshot(stage_.world(), snapshot_) : status;
}

Status RepeatedThought::think(const Situation& changed, Thought& thought) {
  Status status = snapshot_.empty() ? open() : stage_.world().restore_snapshot(snapshot_);
  for (const SituationValue& key : changed.keys) {
    if (status) status = stage_.set_key(key);
  }
  for (const SituationValue& level : changed.levels) {
    if (status) status = stage_.set_level(level);
  }
  return status ? think_on(stage_, scratch_, part_, thought) : status;
}

}  // namespace ishi::compiler
