#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compiled.h"
#include "compiler/scene_plot.h"
#include "first_seed.h"
#include "ishi/column.h"
#include "ishi/id.h"
#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "ishi/world.h"
#include "runtime/phases.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"
#include "trials.h"

// A scene runs as a game that makes the same world by hand and follows the page: the same bits in every
// frame.

namespace ishi::compiler::scenes_test {
namespace {

constexpr std::string_view kText = R"(ishi: 1
things: { person: {}, animal: {} }
teams: { watch: {}, thieves: {} }
events: { radio: { fields: { who: person } }, shot: {} }
blackboard:
  hp: { type: number, range: 0..100, default: 100 }
  calls: { type: integer, range: 0..99 }
  alarm: { type: number, scope: world, range: 0..9, merge: sum }
  orders: { type: number, scope: team, range: 0..99, merge: sum }
tasks:
  idle: { takes: 0.4s }
  bark: { takes: 0.3s, effects: { alarm: alarm + 1 } }
  shoot: { params: { at: person }, takes: 0.7s, effects: { hp: hp - 3 } }
tokens: { gun: 1 }
memory: { foes: { of: person, capacity: 3, forget: 2s } }
senses: { eyes: { sight: { range: 12m, field: 200deg }, of: person, remember: foes } }
needs: { tired: { start: 0.2, rise: 0.05/s } }
actions:
  attack:
    for_each: { foe: foes }
    claims: [gun]
    score: 0.6 + random * 0.2
    do: [{ emit: { radio: { who: foe } }, to: team }, { shoot: { at: foe } }, { set: { orders: orders + 1 } }]
  rest: { score: 0.2 + needs.tired + random * 0.1, do: [idle], after: { tired: -0.3 } }
  howl: { score: 0.1 + random * 0.5, do: [bark, { set: { alarm: 1 } }] }
agents:
  guard: { actions: [attack, rest], senses: [eyes], on: { radio: [set: { calls: calls + 1 }], shot: [set: { hp: 50 }] }, think: { every: 150ms } }
  dog: { actions: [howl, rest], think: { every: 5frames } }
)";

struct Running {
  ishi::Token token;
  uint64_t ends_at;
};

// The game that a programmer would write for a scene.
class Game {
 public:
  Game(const Asset& asset, const Plot& plot, uint32_t event_bytes) : asset_(asset), plot_(plot) {
    WorldOptions options;
    options.entities = static_cast<uint32_t>(plot.agents.size() + plot.others.size());
    options.teams = 2;
    options.event_bytes += event_bytes;  // as a simulation makes room for what the scene posts
    REQUIRE(World::create(options, world));
    for (const Who& who : plot.agents) {
      if (kinds_.end() == std::ranges::find(kinds_, who.kind)) kinds_.push_back(who.kind);
    }
    populations.resize(kinds_.size());
    for (size_t i = 0; i < kinds_.size(); ++i) {
      const auto count = std::ranges::count(plot.agents, kinds_[i], &Who::kind);
      REQUIRE(world.add_population(asset, AgentId::of(kKinds[kinds_[i]]),
                                   {.capacity = static_cast<uint32_t>(count)}, populations[i]));
    }
    others_.resize(plot.others.size(), kNobody);
    for (size_t i = 0; i < plot.others.size(); ++i) {
      if (plot.others[i].comes == 0) add(i);
    }
    for (const Who& who : plot.agents) spawn(who);
    for (size_t i = 0; i < plot.agents.size(); ++i) give(i);
    Column<float> alarm, orders;
    REQUIRE(world.world_key(id_of("blackboard", "alarm"), alarm));
    REQUIRE(world.team_key(id_of("blackboard", "orders"), orders));
    alarm[0] = plot.alarm;
    for (uint32_t team = 0; team < 2; ++team) orders[team] = plot.orders[team];
    REQUIRE(Scratch::create(world, scratch_));
  }

  void frame(uint64_t number) {
    now_ = number * 1'000'000 / 60;
    move(number);
    for (size_t i = 0; i < plot_.others.size(); ++i) {
      if (plot_.others[i].comes == number && number > 0) add(i);
    }
    for (const Change& change : plot_.changes) {
      if (change.frame == number) happen(change);
    }
    end_tasks();
    REQUIRE(world.begin_frame({number, now_}));
    for (size_t i = 0; i < kinds_.size(); ++i) {
      if (kinds_[i] == 0) sense(populations[i]);  // dogs have no senses
    }
    std::vector<Batch> batches(populations.size());
    for (size_t i = 0; i < populations.size(); ++i) REQUIRE(populations[i].begin_think(batches[i]));
    for (size_t i = 0; i < populations.size(); ++i) {
      for (uint32_t job = 0; job < batches[i].jobs(); ++job)
        REQUIRE(populations[i].think(batches[i], job, scratch_));
    }
    for (size_t i = 0; i < populations.size(); ++i) REQUIRE(populations[i].end_think(batches[i]));
    for (Population& population : populations) act(population);
    REQUIRE(world.end_frame());
  }

  World world;
  std::vector<Population> populations;

 private:
  Population& population_of(const Who& who) {
    return populations[static_cast<size_t>(std::ranges::find(kinds_, who.kind) - kinds_.begin())];
  }

  void add(size_t other) {
    const Other& one = plot_.others[other];
    REQUIRE(world.spawn_entity({.position = {one.place.x, 0, one.place.z},
                                .facing = {0, 0, 1},
                                .thing = ThingId::of(kThings[one.thing])},
                               others_[other]));
  }

  void spawn(const Who& who) {
    Entity& made = agents_.emplace_back();
    REQUIRE(population_of(who).spawn({.position = {who.place.x, 0, who.place.z},
                                      .facing = {who.facing.x, 0, who.facing.z},
                                      .team = TeamId(who.team),
                                      .thing = ThingId::of(kThings[who.thing])},
                                     made));
  }

  void give(size_t agent) {
    const Who& who = plot_.agents[agent];
    Column<float> tired;
    uint32_t slot = 0;
    REQUIRE(population_of(who).levels(MotiveId::of("tired"), tired));
    REQUIRE(population_of(who).slot_of(agents_[agent], slot));
    tired[slot] = who.tired;
    set_hp(agent, who.hp);
  }

  void set_hp(size_t agent, float value) {
    Population& population = population_of(plot_.agents[agent]);
    Column<float> hp;
    uint32_t slot = 0;
    REQUIRE(population.column(id_of("blackboard", "hp"), hp));
    REQUIRE(population.slot_of(agents_[agent], slot));
    hp[slot] = value;
  }

  // Whoever moves by itself walks straight to its goal and looks there.
  void move(uint64_t frame) {
    const double seconds = static_cast<double>(frame) / 60;
    for (const Moving& one : plot_.moves) {
      const double starts = std::stod(scenes_test::seconds(one.starts));
      if (seconds < starts || !world.is_alive(others_[one.other])) continue;
      const Place from = plot_.others[one.other].place;
      const float x = one.to.x - from.x, z = one.to.z - from.z;
      const double length = std::sqrt(double{x} * x + double{z} * z);
      const double gone = (seconds - starts) * std::stod(number(one.speed));
      const auto share = static_cast<float>(std::min(1.0, gone / length));
      const auto unit = static_cast<float>(1 / length);
      REQUIRE(world.set_position(others_[one.other], {from.x + x * share, 0, from.z + z * share}));
      REQUIRE(world.set_facing(others_[one.other], {x * unit, 0, z * unit}));
    }
  }

  void happen(const Change& change) {
    using What = Change::What;
    Column<float> orders;
    const EntityId who = others_[0];
    switch (change.what) {
      case What::hp: return set_hp(change.who, change.value);
      case What::orders:
        REQUIRE(world.team_key(id_of("blackboard", "orders"), orders));
        orders[static_cast<uint32_t>(change.who)] = change.value;
        return;
      case What::remove_agent:
        REQUIRE(population_of(plot_.agents[change.who]).despawn(agents_[change.who]));
        return;
      case What::remove_other: REQUIRE(world.despawn_entity(others_[change.who])); return;
      case What::shot:
        REQUIRE(world.post({.event = EventId::of("shot"), .target = EventTarget::everyone}));
        return;
      case What::radio:
        REQUIRE(world.post({.record_bytes = sizeof who,
                            .event = EventId::of("radio"),
                            .agent = agents_[change.who],
                            .record = &who}));
        return;
      case What::place:
        REQUIRE(world.set_position(agents_[change.who], {change.place.x, 0, change.place.z}));
        return;
      case What::recall:
      case What::lose: return recall(change.who, change.what == What::recall);
    }
  }

  // Forgets all foes, and remembers the first entity as it is now.
  void recall(size_t agent, bool is_any) {
    Population& population = population_of(plot_.agents[agent]);
    std::vector<FactInfo> facts(3);
    uint32_t count = 0;
    REQUIRE(population.facts(agents_[agent], MemoryId::of("foes"), facts, count));
    for (uint32_t i = 0; i < count; ++i)
      REQUIRE(population.forget(agents_[agent], MemoryId::of("foes"), facts[i].entity));
    if (is_any) REQUIRE(population.remember(agents_[agent], MemoryId::of("foes"), others_[0]));
  }

  // On which side of a line a place lies.
  static double side(Place a, Place b, Place c) {
    return (double{b.x} - a.x) * (double{c.z} - a.z) - (double{b.z} - a.z) * (double{c.x} - a.x);
  }
  [[nodiscard]] bool is_hidden(Vector3 from, Vector3 to) const {
    const Place a{from.x, from.z}, b{to.x, to.z};
    return std::ranges::any_of(plot_.walls, [&](const std::pair<Place, Place>& wall) {
      const auto& [c, d] = wall;
      return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
    });
  }

  void sense(Population& population) {
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    REQUIRE(population.begin_sense(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.sense(batch, job, scratch_));
    REQUIRE(population.end_sense(batch, queries));
    for (const OcclusionQuery& query : queries) {
      const auto sight = is_hidden(query.from, query.to) ? ishi::Sight::blocked : ishi::Sight::clear;
      REQUIRE(population.answer(query.ticket, sight));
    }
  }

  void end_tasks() {
    for (size_t i = 0; i < running_.size();) {
      const Running task = running_[i];
      if (task.ends_at > now_) {
        ++i;
        continue;
      }
      running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
      Population& population = populations[task.token.population];
      // Of an agent that has left nothing ends any more.
      if (!Tools(population).apply_effects(task.token)) continue;
      REQUIRE(population.report(task.token, Ending::completed));
    }
  }

  void act(Population& population) {
    while (population.wants_act()) {
      const Commands commands = phases::act(population, scratch_);
      CHECK(commands.posted.empty());
      for (const End& end : commands.ends)
        std::erase_if(running_, [&](const Running& task) { return task.token == end.token; });
      for (const Start& start : commands.starts) {
        const double takes = AssetParts(asset_).task(asset_.find(start.task)).takes_seconds;
        running_.push_back({start.token, now_ + static_cast<uint64_t>(std::llround(takes * 1e6))});
      }
      end_tasks();
    }
  }

  const Asset& asset_;
  const Plot& plot_;
  Scratch scratch_;
  std::vector<uint32_t> kinds_;  // of the populations
  std::vector<Entity> agents_, others_;
  uint64_t now_ = 0;  // microseconds
  std::vector<Running> running_;
};

// Plays a scene both ways and compares the worlds after each frame. Returns how much happened.
size_t play(const Plot& plot) {
  const std::string text = std::string(kText) + text_of(plot);
  INFO(text);
  Compiled compiled{text};
  compiled.load();
  const Model& model = compiled.program->model;
  Diagnostics diagnostics;
  const Situation situation =
      read_scene(model, model.scenes[0].value, static_cast<double>(kFrames) / 60, diagnostics);
  REQUIRE(!diagnostics.has_errors());
  Simulation simulation(compiled.asset, model, situation);
  REQUIRE(simulation.open(0));
  uint32_t bytes = 0;
  for (const Change& change : plot.changes) {
    if (change.what == Change::What::shot) bytes += 32;
    if (change.what == Change::What::radio) bytes += 40;
  }
  Game game(compiled.asset, plot, bytes);
  size_t events = 0;
  for (uint64_t frame = 0; frame < kFrames; ++frame) {
    REQUIRE(simulation.frame());
    game.frame(frame);
    INFO("frame " << frame);
    REQUIRE(simulation.stage().world().state_hash() == game.world.state_hash());
    for (const SimulatedAgent& agent : simulation.agents()) events += agent.events().size();
  }
  return events;
}

}  // namespace

TEST_CASE("a scene runs as a game that follows the page, bit for bit in every frame") {
  size_t events = 0;
  const uint32_t scenes = trials(2000);
  for (uint32_t seed = first_seed(); seed < first_seed() + scenes; ++seed) {
    INFO("seed " << seed);
    events += play(Author(seed).write());
  }
  CHECK(events > 50 * scenes);  // they were no quiet scenes
}

}  // namespace ishi::compiler::scenes_test
