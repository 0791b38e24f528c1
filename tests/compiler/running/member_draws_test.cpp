#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/asset_info.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/phases.h"

// `random` about the members of a set: each has a draw of its own, the same in chunks and alone.

namespace ishi::compiler::member_draws_test {
namespace {

constexpr SetId kPosts = SetId::of("posts");
constexpr ChoiceId kOne = ChoiceId::of("one");

// Agents of one kind, each with so many posts of its own, or the world's.
struct Guards {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  uint64_t frame = 0;
  std::vector<Entity> shared{};
  std::vector<std::vector<Entity>> posts_of{};  // by slot

  Guards(const std::string& text, uint32_t agents, uint32_t posts, bool are_shared = false) {
    asset = asset_of(text);
    REQUIRE(World::create({.seed = 11, .entities = agents}, world));
    REQUIRE(world.add_population(asset, AgentId::of("guard"), {.capacity = agents}, population));
    REQUIRE(Scratch::create(world, scratch));
    Entity agent, post;
    for (uint32_t k = 0; k < posts && are_shared; ++k) {
      REQUIRE(world.candidates(kPosts).add(post));
      shared.push_back(post);
    }
    for (uint32_t i = 0; i < agents; ++i) {
      REQUIRE(population.spawn({}, agent));
      std::vector<Entity>& own = posts_of.emplace_back(shared);
      for (uint32_t k = 0; k < posts && !are_shared; ++k) {
        REQUIRE(population.candidates(agent, kPosts).add(post));
        own.push_back(post);
      }
    }
  }

  void think(uint32_t agents_per_job = 2048) {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    phases::think(population, scratch, {.agents_per_job = agents_per_job});
    phases::act(population, scratch);
    REQUIRE(world.end_frame());
  }
  // Which of its posts an agent has chosen; as many as it has: none.
  size_t post(uint32_t slot) {
    const std::vector<Entity>& posts = posts_of[slot];
    return static_cast<size_t>(std::ranges::find(posts, chosen(slot).member) - posts.begin());
  }
  Chosen chosen(uint32_t slot) {
    Chosen chosen;
    REQUIRE(population.chosen(population.agent_of(slot), kOne, chosen));
    return chosen;
  }
};

std::string choosing(const std::string& score, const std::string& scope = "") {
  return "ishi: 1\n"
         "candidates: { posts: { fields: { worth: { type: number, range: 0..1 } }, capacity: 8" +
         scope + " } }\n" + "values: { whim: random }\n" +
         "choices: { one: { for_each: { p: posts }, score: \"" + score + "\" } }\n" +
         "actions: { a: { score: one.score }, b: { score: 0.001 } }\n" +
         "agents: { guard: { actions: [a, b], choices: [one] } }\n";
}

// How often each post was chosen in so many thoughts of an agent.
std::map<size_t, int> shares(Guards& guards, int thoughts) {
  std::map<size_t, int> counts;
  for (int i = 0; i < thoughts; ++i) {
    guards.think();
    ++counts[guards.post(0)];
  }
  return counts;
}

}  // namespace

TEST_CASE("an option that draws takes each member of its set equally often") {
  for (const bool are_shared : {false, true}) {
    Guards guards(choosing("0.5 + 0.5 * random", are_shared ? ", scope: world" : ""), 1, 5, are_shared);
    const std::map<size_t, int> counts = shares(guards, 2'000);
    CHECK(counts.size() == 5);
    for (const auto& [post, count] : counts) {
      INFO("post " << post);
      CHECK(count > 320);
      CHECK(count < 480);
    }
  }
}

TEST_CASE("a value that draws is the same for all members, so the first one wins") {
  Guards guards(choosing("whim"), 1, 5);
  CHECK(shares(guards, 50) == std::map<size_t, int>{{0, 50}});
}

TEST_CASE("members draw the same in chunks of any size and of one agent alone") {
  constexpr uint32_t kAgents = 40;
  const std::string text = choosing("random * (0.5 + 0.5 * p.worth) + 0.1 * random");
  Guards all(text, kAgents, 6), few(text, kAgents, 6);
  for (int thought = 0; thought < 20; ++thought) {
    all.think();
    few.think(3);
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      CHECK(all.post(slot) == few.post(slot));
      CHECK(all.post(slot) < 6);
      CHECK(std::bit_cast<uint32_t>(all.chosen(slot).score) ==
            std::bit_cast<uint32_t>(few.chosen(slot).score));
    }
    CHECK(all.world.state_hash() == few.world.state_hash());
  }
  // The explanation of a decision draws the same numbers as the next thought.
  std::vector<float> values(Tools(all.population).value_count());
  const AssetParts parts(all.asset);
  uint32_t best = 0;
  while (parts.operation(0, best).code != OperationCode::best_of) ++best;
  const uint32_t scored = parts.operation(0, parts.operation(0, best).a).b;
  std::vector<std::array<float, 6>> expected(kAgents);
  for (uint32_t slot = 0; slot < kAgents; ++slot) {
    const Entity agent = all.population.agent_of(slot);
    REQUIRE(Tools(all.population).explain(agent, values));
    for (uint32_t member = 0; member < 6; ++member) {
      REQUIRE(Tools(all.population).explain_member(agent, 0, member, values));
      expected[slot][member] = values[scored];
    }
  }
  all.think();
  for (uint32_t slot = 0; slot < kAgents; ++slot)
    CHECK(all.chosen(slot).score == *std::ranges::max_element(expected[slot]));
}

TEST_CASE("functions over a set ask a draw of each member, also where they go over another set's members") {
  const auto text = [](const std::string& score) {
    return "ishi: 1\n"
           "candidates: { posts: { fields: { worth: { type: number, range: 0..1 } }, capacity: 8 } }\n"
           "blackboard: { many: { type: number, range: 0..9 } }\n"
           "choices: { one: { for_each: { p: posts }, score: \"" +
           score +
           "\" } }\n"
           "actions: { a: { score: one.score }, b: { score: 0.001 } }\n"
           "agents: { guard: { actions: [a, b], choices: [one] } }\n";
  };
  for (const std::string score :
       {"0.1 * count(posts, random < 0.5)", "0.1 * count(posts, random < 0.5 + 0 * (it.worth - p.worth))"}) {
    Guards guards(text(score), 1, 8);
    std::map<int, int> counts;
    for (int thought = 0; thought < 1'000; ++thought) {
      guards.think();
      ++counts[static_cast<int>(std::lround(guards.chosen(0).score * 10))];
    }
    INFO(score);
    // As heads among eight coins, not all or none.
    CHECK(counts[4] > 150);
    CHECK(counts[0] < 40);
    CHECK(counts[8] < 200);
    CHECK(counts.size() >= 6);
  }
}

TEST_CASE("a step that asks about the members of a set has a draw for each") {
  Guards guards(R"YAML(ishi: 1
candidates: { posts: { fields: { worth: { type: number, range: 0..1 } }, capacity: 8 } }
blackboard: { many: { type: integer, range: 0..9 } }
actions: { a: { score: 1, do: [{ repeat: { do: [set: { many: "count(posts, random < 0.5)" }, wait: 0.1s] } }] } }
agents: { guard: { actions: [a] } }
)YAML",
                1, 8);
  std::map<int, int> counts;
  for (int thought = 0; thought < 400; ++thought) {
    guards.think();
    ++counts[guards.population.column<int32_t>(id_of("blackboard", "many"))[0]];
  }
  CHECK(counts[4] > 60);
  CHECK(counts[0] + counts[8] < 60);
}

}  // namespace ishi::compiler::member_draws_test
