#include "household.h"

#include <algorithm>

#include "ishi/asset_info.h"
#include "program.h"

namespace household {
namespace {

using games::distance;
using games::require;

constexpr float kStride = 5;   // metres a frame: nobody hurries
constexpr float kNear = 3.5F;  // metres: who is nearer is company

bool is_about(const Person& person) {
  return !person.does(game::Sleep::id) && !room_of(person.place).is_private;
}

}  // namespace

Household::Household(const ishi::Asset& asset, uint64_t seed)
    : asset_(&asset), random_(static_cast<uint32_t>(seed)) {
  require(ishi::World::create({.seed = seed, .entities = 32, .contract = game::contract}, world_),
          "the world");
  games::record(world_);
  games::add_agents(world_, asset, "person", 4, agents_);
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  move_in("Ada", "bookworm", 0, {1.8F, 6.5F});
  move_in("Ben", "glutton", 0.5F, {5.2F, 6.5F});
  move_in("Cleo", "night_owl", 2.5F, {8.8F, 6.5F});
  move_in("Dora", "neat", 0, {12.2F, 6.5F});
  furnish();
}

// Nobody begins the day quite as the others do: here the seed counts.
void Household::move_in(const char* name, const char* profile, float late_hours, Place place) {
  Person person{.name = name, .profile = profile, .late_hours = late_hours, .place = place};
  require(agents_.spawn({.position = point(place),
                         .profile = ishi::ProfileId::of(profile),
                         .user = people_.size(),
                         .thing = game::person::id},
                        person.agent),
          name);
  require(agents_.slot_of(person.agent, person.slot), "a slot");
  agents_.column(game::late)[person.slot] = late_hours * 3600;
  const auto begin = [&](ishi::MotiveId need, float low, float high) {
    ishi::Column<float> levels;
    require(agents_.levels(need, levels), "a level");
    levels[person.slot] = random(low, high);
  };
  begin(game::motives::tiredness, 0.3F, 0.4F);
  begin(game::motives::hunger, 0.2F, 0.4F);
  begin(game::motives::bladder, 0.2F, 0.4F);
  begin(game::motives::grime, 0.2F, 0.7F);
  begin(game::motives::boredom, 0.1F, 0.3F);
  begin(game::motives::loneliness, 0.1F, 0.4F);
  people_.push_back(std::move(person));
}

void Household::furnish() {
  ishi::Column<ishi::EntityId> owner;
  require(world_.field(game::bed::owner, owner), "owners");
  for (const Piece& piece : pieces()) {
    ishi::Entity entity;
    require(world_.spawn_entity({.position = point(piece.place), .thing = piece.thing}, entity), piece.name);
    if (piece.owner >= 0) owner[entity.index] = people_[static_cast<size_t>(piece.owner)].agent;
    furniture_.push_back(entity);
  }
  require(world_.candidates(game::around::id).set(furniture_), "what is around");
  std::vector<ishi::Entity> everybody;
  for (const Person& person : people_) everybody.push_back(person.agent);
  require(world_.candidates(game::people::id).set(everybody), "who is there");
}

void Household::frame() {
  ++frame_;
  for (Person& person : people_) carry_on(person);
  look_around();
  require(world_.begin_frame({frame_, frame_ * kFrameSeconds * 1'000'000}), "begin_frame");
  games::think(agents_, scratch_);
  games::act(agents_, scratch_, [&](const ishi::Commands& commands) {
    for (const ishi::End& end : commands.ends) people_[end.user].token = {};
    for (const ishi::Start& one : commands.starts) start(one);
  });
  require(world_.end_frame(), "end_frame");
}

// Columns and memory to think in are those of the new population; all else stays.
void Household::take_over(const ishi::Asset& next, ishi::Reload& reload) {
  require(world_.commit_reload(reload), "another behaviour");
  go_on_with(next);
}

void Household::go_on_with(const ishi::Asset& next) {
  asset_ = &next;
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
}

void Household::forget_task(const ishi::Token& token) {
  for (Person& person : people_) {
    if (person.token.serial == token.serial) person.token = {};
  }
}

// Who walks comes nearer; what has lasted long enough is over.
void Household::carry_on(Person& person) {
  if (person.token.serial == 0) return;
  float left = kStride;
  while (!person.way.empty() && left > 0) {
    const float far = distance(person.place, person.way.front());
    person.place = games::step_towards(person.place, person.way.front(), left);
    if (far <= left) person.way.erase(person.way.begin());
    left -= far;
  }
  require(world_.set_position(person.agent, point(person.place)), "a place");
  const bool is_over = person.does(game::Go::id) ? person.way.empty() : frame_ >= person.until;
  if (!is_over) return;
  require(agents_.report(person.token, ishi::Ending::completed), "a report");
  person.token = {};
}

void Household::look_around() {
  ishi::Column<float> hour;
  ishi::Column<uint8_t> about;
  require(world_.world_key(game::world::hour, hour), "the hour");
  require(world_.field(game::person::about, about), "who is about");
  hour[0] = static_cast<float>((frame_ * kFrameSeconds + kFirstHour * 3600) % 86'400);
  auto company = agents_.column(game::company);
  for (const Person& person : people_) {
    about[person.agent.index] = is_about(person) ? 1 : 0;
    company[person.slot] =
        static_cast<int32_t>(std::count_if(people_.begin(), people_.end(), [&](const Person& other) {
          return &other != &person && is_about(person) && is_about(other) &&
                 &room_of(other.place) == &room_of(person.place) &&
                 distance(other.place, person.place) < kNear;
        }));
  }
}

// Who is to go somewhere is there in the end; everything else lasts as long as the contract says.
void Household::start(const ishi::Start& start) {
  Person& person = people_[start.user];
  person.token = start.token;
  person.task = start.task;
  const float seconds = ishi::AssetParts(*asset_).task(asset_->find(start.task)).takes_seconds;
  person.until = frame_ + static_cast<uint64_t>(seconds) / kFrameSeconds;
  person.way.clear();
  if (start.task == game::Go::id) send(person, static_cast<const game::Go*>(start.parameters)->to, false);
  if (start.task == game::Queue::id)
    send(person, static_cast<const game::Queue*>(start.parameters)->at, true);
}

void Household::send(Person& person, ishi::EntityId to, bool stops_at_door) {
  ishi::Vector3 there;
  require(world_.position(world_.entity(to), there), "a place to go to");
  Place goal{there.x, there.z};
  const Place door = room_of(goal).door;
  const bool is_person = std::find(furniture_.begin(), furniture_.end(), to) == furniture_.end();
  if (is_person) goal = games::step_towards(goal, door, 1);
  person.way = way(person.place, stops_at_door ? door : goal);
}

std::string Household::option_of(const Person& person) const {
  const uint16_t option = agents_.option(person.agent);
  if (option == ishi::kNoOption) return "nothing";
  const uint32_t agent = asset_->find(game::agents::person);
  return std::string(
      ishi::AssetParts(*asset_).option(ishi::AssetParts(*asset_).agent(agent).options.first + option).name);
}

const char* Household::name_of(ishi::EntityId entity) const {
  for (const Person& person : people_) {
    if (person.agent == entity) return person.name;
  }
  const auto found = std::find(furniture_.begin(), furniture_.end(), entity);
  return found == furniture_.end() ? "" : pieces()[static_cast<size_t>(found - furniture_.begin())].name;
}

float Household::level_of(const Person& person, const char* need) const {
  ishi::Population agents = agents_;  // a handle
  ishi::Column<float> levels;
  require(agents.levels(ishi::MotiveId::of(need), levels), need);
  return levels[person.slot];
}

const Person* Household::at_toilet() const {
  for (size_t i = 0; i < furniture_.size(); ++i) {
    if (pieces()[i].thing != game::toilet::id) continue;
    const ishi::Entity who = world_.claimed_by(furniture_[i]);
    const auto found = std::find_if(people_.begin(), people_.end(),
                                    [who](const Person& person) { return person.agent == who; });
    return found == people_.end() ? nullptr : &*found;
  }
  return nullptr;
}

uint64_t Household::running_tasks() const {
  return static_cast<uint64_t>(std::count_if(people_.begin(), people_.end(),
                                             [](const Person& person) { return person.token.serial != 0; }));
}

}  // namespace household
