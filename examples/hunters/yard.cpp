#include "yard.h"
#include "ishi/tools.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "program.h"

namespace hunters {
namespace {

using games::distance;
using games::require;

constexpr float kStrolls = 0.8F;  // metres per second: the hare
constexpr float kSprints = 2.2F;
// The hare's round, corner by corner.
constexpr Place kRound[] = {{3, 2},        {8, 1.4F},    {13, 2.4F}, {13.6F, 6},
                            {11.5F, 8.4F}, {7.5F, 7.4F}, {3.2F, 8},  {2.2F, 5}};

Place way_of(uint32_t direction) {
  const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(direction) / kDirections;
  return {std::sin(angle), std::cos(angle)};
}

}  // namespace

Yard::Yard(const ishi::Asset& asset, uint64_t seed)
    : pillars_{{{4.6F, 4.2F}, 0.45F}, {{6.4F, 5.6F}, 0.3F},  {{8.2F, 3.6F}, 0.6F}, {{9.6F, 6.1F}, 0.35F},
               {{11.2F, 4.4F}, 0.5F}, {{10.4F, 2.6F}, 0.3F}, {{5.2F, 6.9F}, 0.3F}},
      prey_{kRound[0]} {
  require(ishi::World::create({.seed = seed, .entities = 16, .contract = game::contract}, world_),
          "the world");
  games::record(world_);
  games::add_agents(world_, asset, "bold", 8, populations_[0]);
  games::add_agents(world_, asset, "shy", 8, populations_[1]);
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  require(world_.spawn_entity({.position = point(prey_), .thing = game::hare::id}, hare_), "the hare");
  spawn('a', false, {13.5F, 8});
  spawn('b', false, {14.2F, 4});
  spawn('c', false, {9, 8.8F});
  spawn('d', false, {12.4F, 1.2F});
  spawn('e', false, {7.2F, 8.6F});
  spawn('s', true, {14.4F, 6.4F});
  std::vector<ishi::Entity> pack;
  for (const Hunter& hunter : hunters_) pack.push_back(hunter.agent);
  require(world_.candidates(game::pack::id).set(pack), "the pack");
}

void Yard::spawn(char letter, bool is_shy, Place place) {
  Hunter hunter{.letter = letter, .is_shy = is_shy, .place = place};
  ishi::Population& population = populations_[is_shy ? 1 : 0];
  const float turn = static_cast<float>(hunters_.size());
  require(population.spawn({.position = point(place),
                            .facing = {std::sin(turn), 0, std::cos(turn)},
                            .user = hunters_.size(),
                            .thing = game::hunter::id},
                           hunter.agent),
          "a hunter");
  require(population.slot_of(hunter.agent, hunter.slot), "its slot");
  hunters_.push_back(std::move(hunter));
}

void Yard::frame() {
  games::between_frames(world_, kStep);
  run_round();
  for (Hunter& hunter : hunters_) {
    ishi::Population& population = populations_[hunter.is_shy ? 1 : 0];
    population.column(game::prey)[hunter.slot] = has_prey() ? hare_ : ishi::kNobody;
    require(world_.set_position(hunter.agent, point(hunter.place)), "a place");
    hunter.trail.push_back(hunter.place);
  }
  require(world_.set_position(hare_, point(prey_)), "the hare's place");
  prey_trail_.push_back(prey_);
  ++frame_;
  require(world_.begin_frame({frame_, frame_ * static_cast<uint64_t>(kStep * 1e6F)}), "begin_frame");
  for (ishi::Population& population : populations_) {
    games::think(population, scratch_);
    games::act(population, scratch_, [](const ishi::Commands&) {});
    move(population);
  }
  require(world_.end_frame(), "end_frame");
  if (has_prey()) measure();
}

// The hare goes its round at ease, and sprints for two seconds of each twelve.
void Yard::run_round() {
  if (!has_prey()) return;
  const Place corner = kRound[next_corner_];
  const float speed = std::fmod(time(), 12.0F) > 10 ? kSprints : kStrolls;
  prey_ = games::step_towards(prey_, corner, speed * kStep);
  if (distance(prey_, corner) < 0.01F) next_corner_ = (next_corner_ + 1) % std::size(kRound);
}

void Yard::move(ishi::Population& population) {
  ishi::MoveBatch batch;
  std::span<const ishi::Move> moves;
  require(population.begin_move(batch), "begin_move");
  const std::span<uint64_t> blocked = population.blocked();
  for (const Hunter& hunter : hunters_) {
    if (population.agent_of(hunter.slot) == hunter.agent) blocked[hunter.slot] = blocked_ways(hunter.place);
  }
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.move(batch, job, scratch_), "move");
  require(population.end_move(batch, moves), "end_move");
  for (const ishi::Move& move : moves) {
    keep_moment(population, hunters_[move.user], move, blocked[move.slot]);
    go(move);
  }
}

// As far as pillars and walls let it.
void Yard::go(const ishi::Move& move) {
  Hunter& hunter = hunters_[move.user];
  hunter.heading = move.heading;
  Place to{hunter.place.x + move.heading.x * move.speed * kStep,
           hunter.place.z + move.heading.z * move.speed * kStep};
  for (const Pillar& pillar : pillars_) {
    const float least = pillar.radius + kBody;
    const float gap = distance(to, pillar.place);
    if (gap >= least || gap == 0) continue;
    to = {pillar.place.x + (to.x - pillar.place.x) * least / gap,
          pillar.place.z + (to.z - pillar.place.z) * least / gap};
  }
  hunter.place = {std::clamp(to.x, kBody, kWidth - kBody), std::clamp(to.z, kBody, kDepth - kBody)};
}

// A circle as wide as a hunter is cast each way, as far as it looks ahead.
uint64_t Yard::blocked_ways(Place from) const {
  uint64_t mask = 0;
  for (uint32_t i = 0; i < kDirections; ++i) {
    if (is_blocked(from, way_of(i))) mask |= uint64_t{1} << i;
  }
  return mask;
}

bool Yard::is_blocked(Place from, Place way) const {
  const auto hits = [&](const Pillar& pillar) {
    const Place to{pillar.place.x - from.x, pillar.place.z - from.z};
    const float along = std::clamp(to.x * way.x + to.z * way.z, 0.0F, kLookAhead);
    const float past = std::hypot(to.x - along * way.x, to.z - along * way.z);
    return along > 0 && past < pillar.radius + kBody;
  };
  const Place end{from.x + way.x * kLookAhead, from.z + way.z * kLookAhead};
  const bool leaves = (end.x < kBody && way.x < 0) || (end.x > kWidth - kBody && way.x > 0) ||
                      (end.z < kBody && way.z < 0) || (end.z > kDepth - kBody && way.z > 0);
  return leaves || std::any_of(pillars_.begin(), pillars_.end(), hits);
}

// Keeps what the directions weighed where a bold hunter had to go round something.
void Yard::keep_moment(ishi::Population& population, const Hunter& hunter, const ishi::Move& move,
                       uint64_t mask) {
  if (!has_prey() || move.direction == ishi::kNoDirection || distance(hunter.place, prey_) < 1.2F) return;
  const float angle = std::atan2(prey_.x - hunter.place.x, prey_.z - hunter.place.z);
  const float turns = angle / (2 * std::numbers::pi_v<float>)*kDirections;
  const auto straight = static_cast<uint32_t>(std::lround(turns) + kDirections) % kDirections;
  if ((mask >> straight & 1) == 0) return;
  ++hunters_[move.user].detours;
  const auto count_blocked = [](const Moment& moment) {
    return std::count_if(moment.weights.begin(), moment.weights.end(), [](float w) { return std::isinf(w); });
  };
  const bool is_more = moments_.empty() || std::popcount(mask) > count_blocked(moments_.back());
  if (hunter.is_shy || !is_more) return;
  Moment moment{time(), hunter.letter, hunter.place, prey_, move.direction, std::vector<float>(kDirections)};
  uint32_t count = 0;
  require(ishi::Tools(population).weights(hunter.agent, moment.weights, count), "the weights");
  moments_.push_back(std::move(moment));
}

float Yard::clearance(Place place) const {
  float least = std::min({place.x, kWidth - place.x, place.z, kDepth - place.z});
  for (const Pillar& pillar : pillars_)
    least = std::min(least, distance(place, pillar.place) - pillar.radius);
  return least;
}

void Yard::measure() {
  for (Hunter& hunter : hunters_) {
    const float gap = distance(hunter.place, prey_);
    if (hunter.is_shy ? gap > 1.5F && gap < 3 : gap > 0.5F && gap < 1.8F) ++hunter.frames_near;
    for (const Hunter& other : hunters_) {
      if (other.letter != hunter.letter)
        hunter.nearest = std::min(hunter.nearest, distance(hunter.place, other.place));
    }
  }
}

}  // namespace hunters
