#include "heist.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ishi/asset_info.h"
#include "ishi/tools.h"
#include "program.h"

namespace thief {
namespace {

using games::distance;
using games::require;

constexpr const char* kAgents[] = {"guard", "thief"};
constexpr Place kJewel{35.5F, 21.5F}, kDoor{0.5F, 1.5F};
constexpr float kArm = 1.1F;               // metres: how far somebody reaches
constexpr uint32_t kDirections = 16;       // of the guards' steering
constexpr float kAhead = 0.6F;             // metres: how far ahead they mind walls
constexpr float kGlass = 15, kThrow = 14;  // metres: how far a bottle is heard, and thrown
constexpr Place kSpots[] = {{3.5F, 20.5F}, {10.5F, 3.5F}, {20.5F, 16.5F},
                            {31.5F, 9.5F}, {42.5F, 3.5F}, {42.5F, 14.5F}};

Place place_of(const ishi::Vector3& at) { return {at.x, at.z}; }

float pace_of(game::Posture posture) {
  switch (posture) {
    case game::Posture::upright: return 1.6F;
    case game::Posture::crouched: return 1;
    case game::Posture::lying: return 0;
  }
  return 1;
}

}  // namespace

Heist::Heist(const ishi::Asset& asset, uint64_t seed) : asset_(asset) {
  require(ishi::World::create({.seed = seed, .entities = 64, .teams = 2, .contract = game::contract}, world_),
          "the world");
  games::record(world_);
  for (size_t i = 0; i < populations_.size(); ++i)
    games::add_agents(world_, asset, kAgents[i], 4, populations_[i]);
  build_grid();
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  spawn('A', game::Side::guard, {36.5F, 8.5F}, {{42.5F, 9.5F}, {42.5F, 3.5F}, {30.5F, 2.5F}, {32.5F, 7.5F}});
  spawn('B', game::Side::guard, {20.5F, 8.5F}, {{20.5F, 6.5F}, {11.5F, 6.5F}, {25.5F, 2.5F}, {36.5F, 3.5F}});
  spawn('C', game::Side::guard, {30.5F, 14.5F},
        {{30.5F, 14.5F}, {42.5F, 10.5F}, {34.5F, 19.5F}, {20.5F, 14.5F}});
  spawn('t', game::Side::thief, kDoor, {});
  Person& robber = the_thief();
  for (const Place place : kSpots) {
    ishi::Entity spot;
    ishi::Population& population = population_of(robber);
    require(population.candidates(robber.agent, game::spots::id).add(spot), "a spot");
    require(population.candidates(robber.agent, game::spots::id)
                .set_field(spot, game::spots::place, point(place)),
            "its place");
    spots_.push_back(spot);
  }
  for (const Place place : {Place{16.5F, 5.5F}, Place{29.5F, 15.5F}, Place{26.5F, 3.5F}}) {
    Barrel barrel{.place = place};
    require(world_.spawn_entity({.position = point(place), .thing = game::barrel::id}, barrel.entity),
            "a barrel");
    barrels_.push_back(barrel);
  }
}

void Heist::build_grid() {
  require(world_.create_grid({.columns = kColumns, .rows = kRows, .cell = 1}), "the grid");
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const Place centre{static_cast<float>(column) + 0.5F, static_cast<float>(row) + 0.5F};
      const auto cell =
          is_solid(column, row) ? ishi::kImpassableCell : static_cast<uint8_t>(ground_at(centre));
      require(world_.set_cell(static_cast<uint32_t>(column), static_cast<uint32_t>(row), cell), "a cell");
    }
  }
}

void Heist::spawn(char letter, game::Side side, Place place, std::vector<Place> beat) {
  Person person{.letter = letter, .side = side, .place = place, .beat = std::move(beat)};
  ishi::Population& population = population_of(person);
  require(population.spawn({.position = point(place),
                            .team = ishi::TeamId(static_cast<uint32_t>(side)),
                            .user = people_.size(),
                            .thing = game::person::id},
                           person.agent),
          "somebody");
  require(population.slot_of(person.agent, person.slot), "its slot");
  ishi::Column<game::Side> sides;
  ishi::Column<float> cloths;
  require(world_.field(game::person::side, sides), "sides");
  require(world_.field(game::person::cloth, cloths), "cloths");
  sides[person.agent.index] = side;
  cloths[person.agent.index] = side == game::Side::thief ? 0.8F : 0.0F;
  people_.push_back(std::move(person));
}

void Heist::frame() {
  games::between_frames(world_, kStep);
  move();
  ++frame_;
  require(world_.begin_frame({frame_, frame_ * static_cast<uint64_t>(kStep * 1e6F)}), "begin_frame");
  tell_people();
  for (ishi::Population& population : populations_) sense(population);
  for (ishi::Population& population : populations_) {
    games::think(population, scratch_);
    games::act(population, scratch_,
               [&](const ishi::Commands& commands) { carry_out(population, commands); });
  }
  require(world_.find_paths({}), "find_paths");
  for (ishi::Population& population : populations_) steer(population);
  require(world_.end_frame(), "end_frame");
  note();
}

void Heist::move() {
  for (Person& person : people_) {
    walk(person);
    if (person.side == game::Side::thief) step_loudly(person);
    if (person.activity != Activity::none && time() >= person.until) finish(person);
  }
  for (Person& person : people_) {
    require(world_.set_position(person.agent, point(person.place)), "a place");
    require(world_.set_facing(person.agent, point(person.facing)), "a facing");
  }
  if (has_jewel_ && distance(the_thief().place, kDoor) < 0.7F && outcome_ == Outcome::open) {
    outcome_ = Outcome::escaped;
    tell("t is out of the door, with the jewel");
  }
}

// Goes where its last move said, and looks where it goes.
void Heist::walk(Person& person) {
  const Place heading{person.move.heading.x, person.move.heading.z};
  float pace = person.move.speed;
  const auto posture = static_cast<game::Posture>(population_of(person).column(game::posture)[person.slot]);
  if (person.side == game::Side::thief && posture != game::Posture::upright)
    pace = std::min(pace, pace_of(posture));
  const bool moves = pace > 0 && (heading.x != 0 || heading.z != 0) && person.activity == Activity::none;
  const Place before = person.place;
  if (moves) {
    person.place = slide(before, {before.x + heading.x * pace * kStep, before.z + heading.z * pace * kStep});
    person.facing = heading;
  } else if (person.activity == Activity::looking) {
    const float turn = 2.6F * kStep;  // radians: looks all round
    person.facing = {person.facing.x * std::cos(turn) + person.facing.z * std::sin(turn),
                     person.facing.z * std::cos(turn) - person.facing.x * std::sin(turn)};
  }
  person.pace = distance(before, person.place) / kStep;
  if (!person.trails.empty()) person.trails.back().places.push_back(person.place);
}

void Heist::step_loudly(Person& person) {
  if (person.pace < 0.1F || time() < person.next_step) return;
  person.next_step = time() + 0.5F;
  require(world_.make_sound({.sound = game::sounds::footstep, .maker = person.agent}), "a footstep");
}

void Heist::make_noise(ishi::SoundId sound, const char* what, ishi::Entity maker, Place place, float radius) {
  require(world_.make_sound({.sound = sound, .maker = maker, .elsewhere = true, .position = point(place)}),
          what);
  noises_.push_back({time(), what, place, radius});
}

void Heist::finish(Person& person) {
  bool is_done = true;
  switch (person.activity) {
    case Activity::grabbing: {
      const Person* const other = person_of(person.whom);
      is_done = other != nullptr && distance(other->place, person.place) < kArm;
      if (!is_done) break;
      outcome_ = Outcome::caught;
      tell(std::string(1, person.letter) + " has caught the thief");
      break;
    }
    case Activity::throwing: {
      --bottles_;
      ishi::Entity bottle;
      require(world_.spawn_entity({.position = point(person.goal), .thing = game::bottle::id}, bottle),
              "a bottle");
      make_noise(game::sounds::glass, "a bottle breaks", bottle, person.goal, kGlass);
      break;
    }
    case Activity::tipping:
      for (Barrel& barrel : barrels_) {
        if (barrel.entity != person.whom || barrel.is_tipped) continue;
        barrel.is_tipped = true;
        make_noise(game::sounds::wood, "a barrel rolls", barrel.entity, barrel.place, 9);
      }
      break;
    case Activity::taking:
      has_jewel_ = true;
      taken_at_ = time();
      tell("t has the jewel");
      break;
    default: break;
  }
  person.activity = Activity::none;
  require(
      population_of(person).report(person.token, is_done ? ishi::Ending::completed : ishi::Ending::failed),
      "a report");
}

// What everybody is told before they sense and think.
void Heist::tell_people() {
  ishi::Column<game::Posture> postures;
  ishi::Column<game::Ground> grounds;
  ishi::Column<float> paces;
  require(world_.field(game::person::posture, postures), "postures");
  require(world_.field(game::person::ground, grounds), "grounds");
  require(world_.field(game::person::pace, paces), "paces");
  for (Person& person : people_) {
    ishi::Population& population = population_of(person);
    grounds[person.agent.index] = ground_at(person.place);
    paces[person.agent.index] = person.pace;
    if (person.side == game::Side::thief) {
      postures[person.agent.index] = population.column(game::posture)[person.slot];
      tell_thief(person);
      continue;
    }
    const int32_t next = population.column(game::beat)[person.slot];
    population.column(game::post)
        .set(person.slot, point(person.beat[static_cast<size_t>(next) % person.beat.size()]));
    std::vector<ishi::Entity> colleagues;
    for (const Person& other : people_) {
      if (other.side == game::Side::guard && &other != &person) colleagues.push_back(other.agent);
    }
    require(population.candidates(person.agent, game::colleagues::id).set(colleagues), "colleagues");
  }
}

void Heist::tell_thief(Person& thief) {
  ishi::Population& population = population_of(thief);
  population.column(game::goal).set(thief.slot, point(has_jewel_ ? kDoor : kJewel));
  population.column(game::bottles)[thief.slot] = bottles_;
  population.column(game::carrying)[thief.slot] = has_jewel_ ? 1 : 0;
  std::vector<ishi::Entity> upright;
  for (const Barrel& barrel : barrels_) {
    if (!barrel.is_tipped && distance(barrel.place, thief.place) < 3) upright.push_back(barrel.entity);
  }
  require(population.candidates(thief.agent, game::barrels::id).set(upright), "barrels");
  tell_spots(thief);
}

// Where a bottle would lead the nearest guard away: within its hearing, and the farther from here the better.
void Heist::tell_spots(Person& thief) {
  ishi::Population& population = population_of(thief);
  const Person* nearest = &people_.front();
  for (const Person& person : people_) {
    if (person.side == game::Side::guard &&
        distance(person.place, thief.place) < distance(nearest->place, thief.place))
      nearest = &person;
  }
  for (size_t i = 0; i < std::size(kSpots); ++i) {
    const float throw_length = distance(kSpots[i], thief.place);
    const bool is_heard = distance(kSpots[i], nearest->place) < kGlass;
    const float lure = is_heard && throw_length < kThrow ? throw_length : 0;
    require(population.candidates(thief.agent, game::spots::id).set_field(spots_[i], game::spots::lure, lure),
            "a lure");
  }
}

// Everybody of one side senses; what stands in between, the game knows.
void Heist::sense(ishi::Population& population) {
  ishi::SenseBatch batch;
  require(population.begin_sense(batch), "begin_sense");
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.sense(batch, job, scratch_), "sense");
  std::span<const ishi::OcclusionQuery> queries;
  require(population.end_sense(batch, queries), "end_sense");
  for (const ishi::OcclusionQuery& query : queries) {
    const bool sees = is_clear(place_of(query.from), place_of(query.to));
    require(population.answer(query.ticket, sees ? ishi::Sight::clear : ishi::Sight::blocked), "an answer");
  }
}

void Heist::steer(ishi::Population& population) {
  for (Person& person : people_) {
    if (&population_of(person) == &population) person.move = {};
  }
  ishi::MoveBatch batch;
  require(population.begin_move(batch), "begin_move");
  // Empty if nobody of them minds what is in the way.
  if (const std::span<uint64_t> blocked = population.blocked(); !blocked.empty()) {
    for (const Person& person : people_) {
      if (&population_of(person) == &population)
        blocked[person.slot] = blocked_directions(person.place, kDirections, kAhead);
    }
  }
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.move(batch, job, scratch_), "move");
  std::span<const ishi::Move> moves;
  require(population.end_move(batch, moves), "end_move");
  for (const ishi::Move& move : moves) people_[move.user].move = move;
}

void Heist::carry_out(ishi::Population& population, const ishi::Commands& commands) {
  const auto begin = [this](const auto& start, Activity activity, float seconds) -> Person& {
    Person& person = people_[start.user];
    person.activity = activity;
    person.token = start.token;
    person.until = time() + seconds;
    return person;
  };
  const auto stop = [this](const auto& end) { people_[end.user].activity = Activity::none; };
  require(
      ishi::dispatch(
          population, {.ends = commands.ends}, [&](const ishi::Ended<game::LookRound>& end) { stop(end); },
          [&](const ishi::Ended<game::Face>& end) { stop(end); },
          [&](const ishi::Ended<game::Grab>& end) { stop(end); },
          [&](const ishi::Ended<game::Throw>& end) { stop(end); },
          [&](const ishi::Ended<game::Tip>& end) { stop(end); },
          [&](const ishi::Ended<game::Take>& end) { stop(end); }),
      "tasks that end");
  require(ishi::dispatch(
              population, {.starts = commands.starts},
              [&](const ishi::Started<game::LookRound>& start) { begin(start, Activity::looking, 2.4F); },
              [&](const ishi::Started<game::Face>& start) {
                Person& person = begin(start, Activity::facing, 0.3F);
                const Place to = place_of(start.parameters.place);
                const float d = distance(person.place, to);
                if (d > 0.05F) person.facing = {(to.x - person.place.x) / d, (to.z - person.place.z) / d};
              },
              [&](const ishi::Started<game::Grab>& start) {
                begin(start, Activity::grabbing, 0.3F).whom = start.parameters.whom;
              },
              [&](const ishi::Started<game::Throw>& start) {
                begin(start, Activity::throwing, 0.8F).goal = place_of(start.parameters.place);
              },
              [&](const ishi::Started<game::Tip>& start) {
                begin(start, Activity::tipping, 0.5F).whom = start.parameters.what;
              },
              [&](const ishi::Started<game::Take>& start) { begin(start, Activity::taking, 1.5F); }),
          "tasks that start");
}

ishi::ActCounters Heist::act_counters() const { return games::counters_of(populations_); }

ishi::SenseCounters Heist::sense_counters(game::Side side) const {
  return populations_[static_cast<size_t>(side)].sense_counters();
}

uint64_t Heist::running_tasks() const {
  return static_cast<uint64_t>(std::count_if(people_.begin(), people_.end(), [](const Person& person) {
    return person.activity != Activity::none;
  }));
}

std::string Heist::option_of(const Person& person) const {
  const uint16_t option = population_of(person).option(person.agent);
  if (option == ishi::kNoOption) return "nothing";
  const uint32_t agent = asset_.find(ishi::AgentId::of(kAgents[static_cast<size_t>(person.side)]));
  return std::string(
      ishi::AssetParts(asset_).option(ishi::AssetParts(asset_).agent(agent).options.first + option).name);
}

std::vector<Heist::Score> Heist::scores_of(const Person& person) const {
  const ishi::Tools tools(population_of(person));
  std::vector<float> values(tools.value_count());
  require(tools.explain(person.agent, values), "an explanation");
  const ishi::AssetParts parts(asset_);
  const auto agent = parts.agent(asset_.find(ishi::AgentId::of(kAgents[static_cast<size_t>(person.side)])));
  const uint16_t running = population_of(person).option(person.agent);
  std::vector<Score> scores;
  for (uint32_t i = 0; i < agent.options.count; ++i) {
    const ishi::OptionInfo option = parts.option(agent.options.first + i);
    Score score{std::string(option.name), -std::numeric_limits<float>::infinity(), i == running};
    if (option.set == ishi::kNotFound) score.score = values[option.score];
    std::vector<float> of_member(values.size());
    for (uint32_t member = 0; option.set != ishi::kNotFound; ++member) {
      if (!tools.explain_member(person.agent, option.set, member, of_member)) break;
      score.score = std::max(score.score, of_member[option.score]);
    }
    scores.push_back(std::move(score));
  }
  return scores;
}

Person* Heist::person_of(ishi::EntityId entity) {
  const auto found = std::find_if(people_.begin(), people_.end(),
                                  [entity](const Person& person) { return person.agent == entity; });
  return found == people_.end() ? nullptr : &*found;
}

}  // namespace thief
