#include "yard.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "program.h"

namespace lockstep {
namespace {

using games::require;

constexpr float kRunning = 3.5F / kFramesPerSecond;  // metres a frame
constexpr float kFlagPace = 4.0F / kFramesPerSecond;
constexpr float kBallPace = 12.0F / kFramesPerSecond;
constexpr float kThere = 0.8F;  // metres: near enough

uint32_t side_of(uint32_t child) { return child / kChildrenASide; }

float distance(Place a, Place b) { return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z)); }

Place held(Place p) { return {std::clamp(p.x, 0.0F, Yard::kWidth), std::clamp(p.z, 0.0F, Yard::kDepth)}; }

Place step_towards(Place from, Place to, float metres) {
  const float left = distance(from, to);
  if (left <= metres) return to;
  return held({from.x + (to.x - from.x) * metres / left, from.z + (to.z - from.z) * metres / left});
}

uint64_t frames_of(double seconds) {
  return static_cast<uint64_t>(seconds * static_cast<double>(kFramesPerSecond));
}

}  // namespace

Yard::Yard(const ishi::Asset& asset, uint64_t seed) {
  require(
      ishi::World::create(
          {.seed = seed, .entities = 32, .teams = kSides, .event_bytes = 4096, .contract = game::contract},
          world_),
      "the world");
  games::record(world_);
  games::add_agents(world_, asset, "child", kChildren, children_);
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  require(world_.field(game::child::ducking, ducking_), "who ducks");
  match_.random = seed;

  const auto put = [this](Place place, ishi::ThingId thing) {
    ishi::Entity entity;
    require(world_.spawn_entity({.position = {place.x, 0, place.z}, .thing = thing}, entity), "a thing");
    return entity;
  };
  fire_ = put({kWidth / 2, kDepth / 2}, game::fire_::id);
  for (uint32_t side = 0; side < kSides; ++side) {
    match_.flags[side] = {side == 0 ? 4.0F : kWidth - 4, kDepth / 2};
    flags_[side] = put(match_.flags[side], game::flag_::id);
  }
  for (const Place place :
       {Place{3, 3}, Place{3, 13}, Place{11, 8}, Place{19, 8}, Place{27, 3}, Place{27, 13}}) {
    ishi::Entity heap = put(place, game::heap::id);
    require(world_.candidates(game::heaps::id).add(heap), "a heap");
  }
  const auto sides = children_.column(game::side);
  const auto flags = children_.column(game::flag);
  const auto fires = children_.column(game::fire);
  ishi::Column<int32_t> field_sides;
  require(world_.field(game::child::side, field_sides), "whose side");
  for (uint32_t i = 0; i < kChildren; ++i) {
    Child& child = match_.children[i];
    const uint32_t side = side_of(i);
    child.place = {side == 0 ? 6.0F : kWidth - 6, 1.5F + 2.5F * static_cast<float>(i % kChildrenASide)};
    require(children_.spawn({.position = {child.place.x, 0, child.place.z},
                             .team = ishi::TeamId(side),
                             .user = i,
                             .thing = game::child::id},
                            child.agent),
            "a child");
    require(children_.slot_of(child.agent, child.slot), "its slot");
    require(world_.candidates(game::children::id).add(child.agent), "a playmate");
    sides[child.slot] = field_sides[child.agent.index] = static_cast<int32_t>(side);
    flags[child.slot] = flags_[side];
    fires[child.slot] = fire_;
  }
}

void Yard::frame(const Calls& calls) {
  for (uint32_t side = 0; side < kSides; ++side) hear(side, calls[side]);
  match_.calls = calls;
  land_balls();
  move_children();
  ++match_.frame;
  require(world_.begin_frame(
              {.frame = match_.frame, .time_microseconds = match_.frame * 1'000'000 / kFramesPerSecond}),
          "begin_frame");
  games::think(children_, scratch_);
  games::act(children_, scratch_, [this](const ishi::Commands& commands) { carry_out(commands); });
  require(world_.end_frame(), "end_frame");
  uint32_t at_fire = 0;
  require(world_.tokens_in_use(game::tokens::seat, {}, at_fire), "the seats");
  match_.tally.most_at_fire = std::max(match_.tally.most_at_fire, at_fire);
}

// A captain walks with the flag, or calls; a call is heard once for each press of the key.
void Yard::hear(uint32_t side, Call call) {
  Place& flag = match_.flags[side];
  const float ahead = side == 0 ? kFlagPace : -kFlagPace;
  switch (call) {
    case Call::left: flag.z += kFlagPace; break;
    case Call::right: flag.z -= kFlagPace; break;
    case Call::ahead: flag.x += ahead; break;
    case Call::back: flag.x -= ahead; break;
    default: break;
  }
  flag = held(flag);
  require(world_.set_position(flags_[side], {flag.x, 0, flag.z}), "a flag's place");
  if (call == match_.calls[side]) return;
  if (call == Call::charge) require(world_.post_to_team(ishi::TeamId(side), game::Charge{}), "a call");
  if (call == Call::fall_back) require(world_.post_to_team(ishi::TeamId(side), game::FallBack{}), "a call");
}

void Yard::land_balls() {
  for (Ball& ball : match_.balls) {
    if (ball.lands == 0 || ball.lands > match_.frame) continue;
    const Child& target = match_.children[ball.target];
    const float far = distance(match_.children[ball.thrower].place, target.place);
    const bool is_hit = random() > 0.15F + far / 25 && target.activity != Activity::ducking;
    if (is_hit) {
      ++match_.tally.hits[side_of(ball.thrower)];
      require(world_.post(target.agent, game::Hit{match_.children[ball.thrower].agent}), "a hit");
    }
    ball = {};
  }
}

void Yard::move_children() {
  for (Child& child : match_.children) {
    ducking_[child.agent.index] = child.activity == Activity::ducking ? 1 : 0;
    if (child.activity == Activity::running) {
      const Place goal = place_of(child.towards);
      child.place = step_towards(child.place, goal, kRunning);
      if (distance(child.place, goal) < kThere) child.until = match_.frame;
    }
    require(world_.set_position(child.agent, {child.place.x, 0, child.place.z}), "a child's place");
    if (child.activity == Activity::none || child.until > match_.frame) continue;
    if (child.activity == Activity::throwing) throw_ball(child_of(child.agent));
    finish(child);
  }
}

void Yard::finish(Child& child) {
  Tally& tally = match_.tally;
  tally.kneaded += child.activity == Activity::kneading ? 1 : 0;
  tally.shouts += child.activity == Activity::shouting ? 1 : 0;
  tally.warmed += child.activity == Activity::running && child.towards == fire_ ? 1 : 0;
  child.activity = Activity::none;
  require(children_.report(child.token, ishi::Ending::completed), "a report");
}

void Yard::throw_ball(uint32_t child) {
  const uint32_t target = child_of(match_.children[child].towards);
  const auto free = std::find_if(match_.balls.begin(), match_.balls.end(),
                                 [](const Ball& ball) { return ball.lands == 0; });
  if (free == match_.balls.end()) return;  // cannot be: who throws waits for the next throw
  const float far = distance(match_.children[child].place, match_.children[target].place);
  *free = {child, target, match_.frame + 1 + static_cast<uint64_t>(far / kBallPace)};
  ++match_.tally.thrown;
}

void Yard::begin(uint64_t child, const ishi::Token& token, Activity activity, double seconds,
                 ishi::EntityId towards) {
  Child& one = match_.children[child];
  one.activity = activity;
  one.token = token;
  one.towards = towards;
  one.until = match_.frame + frames_of(seconds);
}

// It does something else by now, or nothing.
void Yard::end(uint64_t child, const ishi::Token& token) {
  if (match_.children[child].token == token) match_.children[child].activity = Activity::none;
}

void Yard::carry_out(const ishi::Commands& commands) {
  const ishi::Dispatched done = ishi::dispatch(
      children_, commands,  //
      [&](const ishi::Started<game::RunTo>& start) {
        begin(start.user, start.token, Activity::running, 6, start.parameters.what);
      },
      [&](const ishi::Started<game::Knead>& start) {
        begin(start.user, start.token, Activity::kneading, 0.6);
      },
      [&](const ishi::Started<game::Throw>& start) {
        begin(start.user, start.token, Activity::throwing, 0.4, start.parameters.who);
      },
      [&](const ishi::Started<game::Duck>& start) { begin(start.user, start.token, Activity::ducking, 0.7); },
      [&](const ishi::Started<game::Shout>& start) {
        begin(start.user, start.token, Activity::shouting, 0.5);
      },
      [&](const ishi::Ended<game::RunTo>& ended) { end(ended.user, ended.token); },
      [&](const ishi::Ended<game::Knead>& ended) { end(ended.user, ended.token); },
      [&](const ishi::Ended<game::Throw>& ended) { end(ended.user, ended.token); },
      [&](const ishi::Ended<game::Duck>& ended) { end(ended.user, ended.token); },
      [&](const ishi::Ended<game::Shout>& ended) { end(ended.user, ended.token); });
  require(done, "what the children do");
}

uint32_t Yard::child_of(ishi::EntityId agent) const {
  uint64_t child = 0;
  require(world_.user(world_.entity(agent), child), "whose it is");
  return static_cast<uint32_t>(child);
}

Place Yard::place_of(ishi::EntityId entity) const {
  ishi::Vector3 at;
  require(world_.position(world_.entity(entity), at), "a place");
  return {at.x, at.z};
}

// Of the parts of the match, since what lies between them is nobody's.
uint64_t Yard::hash() const {
  uint64_t hash = world_.state_hash();
  const auto add = [&hash](uint64_t word) {
    hash ^= word;
    hash = next_random(hash);
  };
  const auto add_place = [&](Place place) {
    add(uint64_t{std::bit_cast<uint32_t>(place.x)} << 32 | std::bit_cast<uint32_t>(place.z));
  };
  for (const Child& child : match_.children) {
    add_place(child.place);
    add(static_cast<uint64_t>(child.activity) << 48 | child.until);
    add(uint64_t{child.token.slot} << 16 | child.token.lane);
    add(child.token.serial);
    add(child.towards.index);
  }
  for (const Ball& ball : match_.balls) {
    add(uint64_t{ball.thrower} << 32 | ball.target);
    add(ball.lands);
  }
  for (const Place flag : match_.flags) add_place(flag);
  for (const uint32_t hits : match_.tally.hits) add(hits);
  add(match_.frame);
  add(match_.random);
  return hash;
}

}  // namespace lockstep
