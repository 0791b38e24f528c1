#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::compiler::choices_test {

// From YAML to what a game may ask of choices: in thoughts, and without any.

namespace {

constexpr const char* kArsenal = R"(ishi: 1
candidates:
  weapons: { fields: { power: { type: number, range: 0..1 }, ammo: integer }, capacity: 8 }
  medals:
    capacity: 8
    scope: world
    fields: { worth: { type: number, range: 0..1 } }
blackboard:
  strength: { type: number, range: 0..1, default: 1 }
  last: { type: number, range: 0..1 }
choices:
  best: { for_each: { w: weapons }, when: w.ammo > 0, score: w.power * strength, inertia: 0.15 }
  medal: { for_each: { m: medals }, score: m.worth }
actions:
  note_it:
    score: 0.5 * best.score
    do: [wait: 0.05s, set: { last: best.power }, wait: 1h]
  idle: { score: 0.01 }
agents:
  soldier: { actions: [note_it, idle], choices: [medal] }
)";

constexpr SetId kWeapons = SetId::of("weapons");
constexpr ChoiceId kBest = ChoiceId::of("best");
constexpr ChoiceId kMedal = ChoiceId::of("medal");

struct Arsenal {
  explicit Arsenal(uint32_t agents = 1, const char* text = kArsenal) {
    asset = asset_of(text);
    REQUIRE(World::create({.entities = agents + 8}, world));
    REQUIRE(world.add_population(asset, AgentId::of("soldier"), {.capacity = agents}, soldiers));
    REQUIRE(Scratch::create(world, scratch));
    Entity agent;
    for (uint32_t i = 0; i < agents; ++i) REQUIRE(soldiers.spawn({}, agent));
  }

  Entity weapon(uint32_t slot, float power, int32_t ammo = 1) {
    Entity id;
    REQUIRE(soldiers.candidates(soldiers.agent_of(slot), kWeapons).add(id));
    REQUIRE(soldiers.candidates(soldiers.agent_of(slot), kWeapons)
                .set_field(id, id_of("candidates/weapons", "power"), power));
    REQUIRE(soldiers.candidates(soldiers.agent_of(slot), kWeapons)
                .set_field(id, id_of("candidates/weapons", "ammo"), ammo));
    return id;
  }
  void set_power(uint32_t slot, Entity id, float power) {
    REQUIRE(soldiers.candidates(soldiers.agent_of(slot), kWeapons)
                .set_field(id, id_of("candidates/weapons", "power"), power));
  }

  Chosen choose(uint32_t slot, ChoiceId choice = kBest) {
    Chosen chosen;
    REQUIRE(soldiers.choose(soldiers.agent_of(slot), choice, scratch, chosen));
    return chosen;
  }
  Chosen chosen(uint32_t slot, ChoiceId choice = kBest) const {
    Chosen chosen;
    REQUIRE(soldiers.chosen(soldiers.agent_of(slot), choice, chosen));
    return chosen;
  }

  void step(uint32_t agents_per_job = 2048) {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    phases::think(soldiers, scratch, {.agents_per_job = agents_per_job});
    phases::act(soldiers, scratch);
    REQUIRE(world.end_frame());
  }

  Asset asset;
  World world;
  Population soldiers;
  Scratch scratch;
  uint64_t frame = 0;
};

}  // namespace

TEST_CASE("a game asks for a choice without any frame") {
  Arsenal a;
  CHECK(a.choose(0).member == kNobody);
  const Entity sword = a.weapon(0, 0.5f);
  a.weapon(0, 0.9f, 0);
  CHECK(a.choose(0).member == sword);
  CHECK(a.choose(0).score == 0.5f);
  const Entity bow = a.weapon(0, 0.8f);
  CHECK(a.choose(0).member == bow);
  CHECK(a.chosen(0).member == bow);
}

TEST_CASE("whatever is drawn for a choice is drawn anew each time that it is asked for") {
  Sources sources;
  const Compilation compilation = compile("a.ishi.yaml", R"(ishi: 1
candidates:
  weapons: { fields: { power: { type: number, range: 0..1 } }, capacity: 2 }
choices:
  best: { for_each: { w: weapons }, score: w.power + random }
agents:
  soldier: { choices: [best] }
)",
                                          MemoryReader(), {}, sources);
  INFO(render_text(compilation.diagnostics, sources));
  Asset asset;
  REQUIRE(Asset::load(compilation.blob, asset));
  World world;
  Population soldiers;
  Scratch scratch;
  REQUIRE(World::create({.entities = 1}, world));
  REQUIRE(world.add_population(asset, AgentId::of("soldier"), {.capacity = 1}, soldiers));
  REQUIRE(Scratch::create(world, scratch));
  Entity agent, sword;
  REQUIRE(soldiers.spawn({}, agent));
  REQUIRE(soldiers.candidates(soldiers.agent_of(0), kWeapons).add(sword));
  Chosen first, second;
  REQUIRE(soldiers.choose(soldiers.agent_of(0), kBest, scratch, first));
  REQUIRE(soldiers.choose(soldiers.agent_of(0), kBest, scratch, second));
  CHECK(first.member == sword);
  CHECK(first.score != second.score);
}

TEST_CASE("what was chosen last is kept while nothing is better by more than the inertia") {
  for (const bool thinks : {false, true}) {
    INFO((thinks ? "in thoughts" : "by asking"));
    Arsenal a;
    const Entity sword = a.weapon(0, 0.5f);
    const Entity bow = a.weapon(0, 0.4f);
    const auto next = [&] {
      if (!thinks) return a.choose(0);
      a.step();
      return a.chosen(0);
    };
    CHECK(next().member == sword);
    a.set_power(0, bow, 0.6f);
    CHECK(next().member == sword);
    CHECK(a.chosen(0).score == 0.5f);  // not raised
    a.set_power(0, bow, 0.7f);
    CHECK(next().member == bow);
    a.set_power(0, sword, 0.8f);
    CHECK(next().member == bow);
  }
}

TEST_CASE("a choice of what is no more in the set is nobody") {
  Arsenal a;
  const Entity sword = a.weapon(0, 0.5f);
  REQUIRE(a.choose(0).member == sword);
  REQUIRE(a.soldiers.candidates(a.soldiers.agent_of(0), kWeapons).withdraw(sword));
  CHECK(a.chosen(0).member == kNobody);
  CHECK(a.chosen(0).score == 0);
  CHECK(a.choose(0).member == kNobody);
}

TEST_CASE("what is no more in the set has no score outside of thoughts either") {
  Arsenal a(1, R"(ishi: 1
candidates:
  weapons: { fields: { power: { type: number, range: 0..1 }, ammo: integer }, capacity: 2 }
choices:
  best: { for_each: { w: weapons }, score: w.power }
agents:
  soldier: { choices: [best], states: { armed: { to: { bare: best.score < 0.1 } }, bare: { doc: none } } }
)");
  const Entity sword = a.weapon(0, 0.5f);
  REQUIRE(a.choose(0).member == sword);
  a.step();
  CHECK(a.soldiers.state(a.soldiers.agent_of(0)) == 0);
  REQUIRE(a.soldiers.candidates(a.soldiers.agent_of(0), kWeapons).withdraw(sword));
  a.step();  // goes over before it thinks
  CHECK(a.soldiers.state(a.soldiers.agent_of(0)) == 1);
}

TEST_CASE("a body reads what was chosen in the last thought") {
  Arsenal a;
  const Column<float> last = a.soldiers.column<float>(id_of("blackboard", "last"));
  const Entity sword = a.weapon(0, 0.5f);
  a.step();
  a.set_power(0, sword, 0.75f);  // of the same one, as it is now
  a.step();
  CHECK(last[0] == 0.75f);
}

TEST_CASE("choices that only the game asks for are made in thoughts, too, also over what all share") {
  Arsenal a;
  Entity cross;
  REQUIRE(a.world.candidates(SetId::of("medals")).add(cross));
  REQUIRE(
      a.world.candidates(SetId::of("medals")).set_field(cross, id_of("candidates/medals", "worth"), 0.25f));
  a.step();
  CHECK(a.chosen(0, kMedal).member == cross);
  CHECK(a.chosen(0, kMedal).score == 0.25f);
}

TEST_CASE("choices of many agents are those of each of them, whatever the size of jobs") {
  constexpr uint32_t kAgents = 700;
  uint64_t hashes[2] = {};
  for (uint32_t k = 0; k < 2; ++k) {
    Arsenal a(kAgents);
    Arsenal asked(kAgents);
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      for (uint32_t i = 0; i < slot % 5; ++i) {
        const float power = static_cast<float>((slot * 31 + i * 17) % 64) / 64;
        a.weapon(slot, power, static_cast<int32_t>(i % 3));
        asked.weapon(slot, power, static_cast<int32_t>(i % 3));
      }
    }
    a.step(k == 0 ? 3 : 4096);
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      const Chosen one = asked.choose(slot);
      const Chosen all = a.chosen(slot);
      if (static_cast<EntityId>(one.member) != all.member || one.score != all.score) {
        FAIL_CHECK("slot " << slot << ": " << one.score << " and " << all.score);
      }
    }
    hashes[k] = a.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("what cannot be chosen is said to be so") {
  Arsenal a;
  Chosen chosen;
  CHECK(a.soldiers.choose(a.soldiers.agent_of(0), ChoiceId::of("none"), a.scratch, chosen).code ==
        StatusCode::unknown_id);
  CHECK(a.soldiers.choose(a.soldiers.agent_of(7), kBest, a.scratch, chosen).code == StatusCode::stale_handle);
  Scratch none;
  CHECK(a.soldiers.choose(a.soldiers.agent_of(0), kBest, none, chosen).code == StatusCode::scratch_too_small);
  REQUIRE(a.world.begin_frame({1, 1}));
  Batch batch;
  REQUIRE(a.soldiers.begin_think(batch));
  CHECK(a.soldiers.choose(a.soldiers.agent_of(0), kBest, a.scratch, chosen).code == StatusCode::wrong_phase);
}

namespace {

constexpr int kMany = 12;

// As many choices of one set as are not made in one round; one more reads them all.
std::string many_choices() {
  std::string choices, all;
  for (int i = 0; i < kMany; ++i) {
    const std::string name = "near_" + std::to_string(i);
    choices += "  " + name + ": { for_each: { w: weapons }, score: \"-abs(w.power - " +
               std::to_string(i / 11.0) + ")\" }\n";
    all += " + " + name + ".score + 10 * " + name + ".power";
  }
  return "ishi: 1\ncandidates: { weapons: { fields: { power: { type: number, range: 0..1 }, ammo: integer }, "
         "capacity: 8 } }\nchoices:\n" +
         choices + "  all: { for_each: { w: weapons }, score: \"sum(weapons, it.power)" + all +
         "\" }\nagents: { soldier: { choices: [all] } }\n";
}

}  // namespace

TEST_CASE("many choices of one set, and a sum over it, are as each alone") {
  Arsenal a(1, many_choices().c_str());
  const std::vector<float> powers = {0.05f, 0.9f, 0.4f, 0.33f, 0.72f};
  double expected = 0;
  for (const float power : powers) {
    a.weapon(0, power);
    expected += static_cast<double>(power);
  }
  for (int i = 0; i < kMany; ++i) {
    const auto off = [&](float power) { return std::fabs(static_cast<double>(power) - i / 11.0); };
    const float nearest =
        *std::min_element(powers.begin(), powers.end(), [&](float x, float y) { return off(x) < off(y); });
    expected += 10 * static_cast<double>(nearest) - off(nearest);
  }
  CHECK(a.choose(0, ChoiceId::of("all")).score == Approx(expected).epsilon(1e-5));
}

}  // namespace ishi::compiler::choices_test
