#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "population/population_state.h"
#include "runtime/phases.h"
#include "trials.h"

// Walkers with nothing to look at but their walk are not visited; what happens is what a visit in each frame
// would do, in every frame, whatever else their bodies do, the game reports and the grid becomes.

namespace ishi::compiler::walking_on_test {
namespace {

constexpr uint32_t kAgents = 24;
constexpr uint32_t kSide = 24;

class DocumentWriter {
 public:
  explicit DocumentWriter(std::mt19937& random) : random_(random) {}

  std::string write() {
    std::string text = R"(ishi: 1
things: { rock: { fields: { hot: boolean } } }
blackboard:
  home: point
  post: point
  friend: rock
  lost: boolean
  tired: { type: number, range: 0..1 }
  bell: { type: number, range: 0..1, scope: world }
candidates: { rocks: { of: rock, capacity: 6, scope: world } }
navigation: { feet: { neighbours: )" +
                       std::string(below(2) == 0 ? "4" : "8, corners: false") +
                       R"(, speed: 2m/s }, hooves: { max_steps: 9, speed: 3m/s } }
needs: { hunger: { rise: 0.05/s } }
tasks: { dig: {}, watch: { params: { at: { type: number, live: true } } }, shout: {} }
goals:
  fetch:
    params: { place: point, what: rock }
    do: )" + steps(1, "goal") +
                       (below(2) == 0 ? "\n    interject: { alarm: { when: bell > 0.7, do: [shout] } }"
                                      : "") +
                       R"(
actions:
  first: { score: 0.5 * tired, do: )" +
                       steps(0, "") + R"( }
  second: { score: 0.4 * (1 - tired), while: not lost, do: )" +
                       steps(0, "") + R"( }
  bring:
    for_each: { rock: rocks }
    when: rock.known
    score: 0.3 - 0.01 * distance(rock) / 1m
    do: )" + steps(0, "member") +
                       R"(
  errand: { score: 0.25, do: [fetch: { place: home, what: friend }] }
agents: { who: { actions: [first, second, bring, errand], think: { every: )" +
                       std::to_string(1 + below(6)) + "frames } } }\n";
    return text;
  }

 private:
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

  std::string place(const std::string& within) {
    switch (below(7)) {
      case 0: return within == "goal" ? "place" : "post";
      case 1:
        return within == "member" ? "rock.position" : within == "goal" ? "what.position" : "friend.position";
      case 2: return within == "member" ? "rock" : "friend";
      case 3: return "post";
      case 4: return within == "goal" ? "place" : "self.position";
      default: return "home";
    }
  }
  std::string walk(const std::string& within) {
    std::string text = "{ walk: { to: " + place(within) + (below(4) == 0 ? ", by: hooves }" : ", by: feet }");
    if (below(10) == 0) text = "{ walk: { away_from: " + place(within) + ", by: hooves }";
    if (below(3) == 0) text += ", until: " + condition();
    if (below(5) == 0) text += ", while: " + condition();
    if (below(3) == 0) text += ", timeout: " + std::to_string(1 + below(4)) + "s";
    if (below(5) == 0) text += ", retry: 1";
    return text + " }";
  }
  std::string condition() {
    switch (below(6)) {
      case 0: return "lost";
      case 1: return "tired > 0.8";
      case 2: return "bell > 0.5 or lost";
      case 3: return "needs.hunger > 0.6";
      case 4: return "elapsed > 2s";
      default: return "distance(home) < 3m";
    }
  }
  // Goes on beside a walk.
  std::string still() {
    switch (below(4)) {
      case 0: return "{ wait: 1s }";
      case 1: return "{ watch: { at: tired } }";
      case 2: return "{ do: [dig, wait: 0.3s], retry: 1 }";
      default: return "dig";
    }
  }
  std::string steps(uint32_t depth, const std::string& within) {
    std::string text = "[";
    for (uint32_t i = 0, count = 1 + below(3); i < count; ++i)
      text += (i == 0 ? "" : ", ") + step(depth, within);
    return text + "]";
  }
  std::string step(uint32_t depth, const std::string& within) {
    switch (below(depth < 2 ? 13 : 8)) {
      case 0: return "dig";
      case 1: return "{ wait: 0.4s }";
      case 2: return "{ watch: { at: tired } }";
      case 8: return "{ any: [" + walk(within) + ", " + still() + "] }";
      case 9: return "{ all: [" + still() + ", " + walk(within) + "] }";
      case 10: return "{ do: [dig, " + step(depth + 1, within) + "], retry: 2 }";
      case 11: return "{ repeat: { do: " + steps(depth + 1, within) + ", times: 3 } }";
      case 12: return "{ do: [" + walk(within) + ", dig], timeout: 3s }";
      default: return walk(within);
    }
  }

  std::mt19937& random_;
};

class Game {
 public:
  // `visits`: everybody who walks is visited in each frame.
  Game(const Asset& asset, bool visits, uint32_t agents_per_job)
      : visits_(visits), agents_per_job_(agents_per_job) {
    REQUIRE(World::create({.seed = 5, .entities = kAgents + 32}, world));
    REQUIRE(world.add_population(asset, AgentId::of("who"), {.capacity = kAgents}, population));
    REQUIRE(Scratch::create(world, scratch_));
    REQUIRE(world.create_grid({.columns = kSide, .rows = kSide}));
    for (uint32_t i = 0; i < kAgents; ++i) {
      Entity agent;
      REQUIRE(population.spawn({.position = {1.5F + static_cast<float>(i % 20), 0, 3.5F}}, agent));
    }
    for (uint32_t i = 0; i < 8; ++i) {
      Entity rock;
      REQUIRE(world.spawn_entity(
          {.position = {3.5F * static_cast<float>(i % 5) + 1, 0, 12}, .thing = ThingId::of("rock")}, rock));
      rocks_.push_back(rock);
    }
  }

  void frame(std::mt19937 random) {
    change(random);
    if (visits_) {
      for (uint8_t& alone : population.state()->walks.alone) alone = 0;
    }
    for (const uint8_t alone : population.state()->walks.alone) checked += alone;
    REQUIRE(world.begin_frame({frame_, frame_ * 50'000}));
    ++frame_;
    phases::think(population, scratch_, {.agents_per_job = agents_per_job_});
    const uint64_t before = population.act_counters().visits;
    while (population.wants_act()) {
      const Commands commands = phases::act(population, scratch_, {.agents_per_job = agents_per_job_});
      for (const Start& start : commands.starts) tokens_.push_back(start.token);
    }
    visits += population.act_counters().visits - before;
    REQUIRE(world.find_paths({.expansions = 300}));
    MoveBatch batch;
    std::span<const Move> moves;
    REQUIRE(population.begin_move({}, batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.move(batch, job, scratch_));
    REQUIRE(population.end_move(batch, moves));
    moves_.assign(moves.begin(), moves.end());
    REQUIRE(world.end_frame());
    for (const Move& move : moves_) {
      Vector3 at;
      REQUIRE(world.position(move.agent, at));
      const float metres = move.speed * 0.05F;
      REQUIRE(world.set_position(move.agent,
                                 {at.x + move.heading.x * metres, 0, at.z + move.heading.z * metres}));
    }
    // Both games report the same.
    for (size_t i = 0; i < tokens_.size();) {
      if (random() % 4 != 0) {
        ++i;
        continue;
      }
      static_cast<void>(
          population.report(tokens_[i], random() % 5 == 0 ? Ending::failed : Ending::completed));
      tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // Plays some frames that did not happen.
  void go_back(std::mt19937& random) {
    std::vector<std::byte> bytes(world.snapshot_size());
    size_t size = 0;
    REQUIRE(world.save_snapshot(bytes, size));
    const auto tokens = tokens_;
    const auto rocks = rocks_;
    const uint64_t frame = frame_;
    for (int i = 0; i < 3; ++i) {
      this->frame(random);
      random.discard(5'000);
    }
    REQUIRE(world.restore_snapshot(bytes));
    tokens_ = tokens;
    rocks_ = rocks;
    frame_ = frame;
  }

  World world;
  Population population;
  uint64_t visits = 0;
  uint64_t checked = 0;  // agents whose walk alone is looked at, added over frames

 private:
  void change(std::mt19937& random) {
    const auto number = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
    const auto place = [&] { return Vector3{number() * kSide, 0, number() * kSide}; };
    PointColumn home, post;
    REQUIRE(population.column(id_of("blackboard", "home"), home));
    REQUIRE(population.column(id_of("blackboard", "post"), post));
    Column<uint8_t> lost;
    Column<float> tired, bell;
    Column<EntityId> whose;
    REQUIRE(population.column(id_of("blackboard", "lost"), lost));
    REQUIRE(population.column(id_of("blackboard", "tired"), tired));
    REQUIRE(population.column(id_of("blackboard", "friend"), whose));
    REQUIRE(world.world_key(id_of("blackboard", "bell"), bell));
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      switch (random() % 40) {
        case 0: home.set(slot, place()); break;
        case 1: post.set(slot, place()); break;
        case 2: lost[slot] = static_cast<uint8_t>(random() % 2); break;
        case 3: tired[slot] = number(); break;
        case 4: whose[slot] = random() % 3 == 0 ? kNobody : rocks_[random() % rocks_.size()]; break;
        case 5:
          if (random() % 4 == 0) REQUIRE(world.set_position(population.agent_of(slot), place()));
          break;
        case 6:
          if (random() % 8 == 0) home.set(slot, {std::nanf(""), 0, 1e9F});
          break;
        default: break;
      }
    }
    if (random() % 10 == 0) bell[0] = number();
    for (const Entity rock : rocks_) {
      if (random() % 6 == 0) REQUIRE(world.set_position(rock, place()));
    }
    if (random() % 12 == 0) {
      const uint8_t terrain = random() % 2 == 0 ? kImpassableCell : 0;
      REQUIRE(world.set_cell(random() % kSide, random() % kSide, terrain));
    }
    if (random() % 20 == 0) {
      std::vector<Entity> some(
          rocks_.begin(),
          rocks_.begin() + static_cast<std::ptrdiff_t>(random() % std::min<size_t>(6, rocks_.size() + 1)));
      REQUIRE(world.candidates(SetId::of("rocks")).set(some));
    }
    if (random() % 60 == 0 && rocks_.size() > 2) {
      REQUIRE(world.despawn_entity(rocks_.back()));
      rocks_.pop_back();
    }
    if (random() % 40 == 0) {
      const uint32_t slot = static_cast<uint32_t>(random() % kAgents);
      REQUIRE(population.despawn(population.agent_of(slot)));
      Entity agent;
      REQUIRE(population.spawn({.position = place()}, agent));
    }
  }

  bool visits_;
  uint32_t agents_per_job_;
  Scratch scratch_;
  std::vector<Entity> rocks_;
  std::vector<ishi::Token> tokens_;
  std::vector<Move> moves_;
  uint64_t frame_ = 0;
};

}  // namespace

TEST_CASE("walkers who go on without a visit do what a visit in each frame would do") {
  std::mt19937 random(17);
  uint64_t visited = 0, checked = 0;
  for (uint32_t d = 0; d < trials(400); ++d) {
    const std::string text = DocumentWriter(random).write();
    INFO(text);
    const Asset asset = asset_of(text);
    Game plain(asset, true, 256), spares(asset, false, 256), by_fives(asset, false, 5);
    Game* const games[] = {&plain, &spares, &by_fives};
    for (uint32_t frame = 0; frame < 120; ++frame) {
      INFO("frame " << frame);
      const bool goes_back = frame % 40 == 39;
      const std::mt19937 same = random;
      for (Game* game : games) {
        game->frame(same);
        std::mt19937 again = same;
        if (goes_back) game->go_back(again);
      }
      random.discard(5'000);
      REQUIRE(spares.world.state_hash() == plain.world.state_hash());
      REQUIRE(by_fives.world.state_hash() == plain.world.state_hash());
    }
    // Saves hold the counters, so that they are the same however many walkers are only checked.
    CHECK(spares.visits == plain.visits);
    CHECK(by_fives.visits == plain.visits);
    CHECK(plain.checked == 0);
    visited += plain.visits;
    checked += spares.checked;
  }
  CHECK(checked > visited / 4);
  WARN(checked << " of " << visited << " visits may be checks");
}

}  // namespace ishi::compiler::walking_on_test
