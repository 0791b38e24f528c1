#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "compiler/oracle/random_document.h"
#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "population/population_state.h"
#include "runtime/phases.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// An agent decides the same alone and in a crowd: the operations of one agent are the lanes of a vector, or
// the agents are.

namespace ishi::compiler::alone_test {

namespace {

constexpr uint32_t kAgents = 24;
constexpr uint32_t kFrames = 4;
constexpr uint32_t kCurves = 12;

// Random documents have so much in them that most go through members of sets, which is done in chunks alone;
// these do not.
std::string plain_document(std::mt19937& random) {
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  const auto number = [&](int low, int high) {
    return std::to_string(low + static_cast<int>(below(static_cast<uint32_t>(high - low) * 8)) / 8.0);
  };
  const auto key = [&] { return "k" + std::to_string(below(6)); };
  const auto curve = [&]() -> std::string {
    switch (below(12)) {
      case 0: return "{ linear: { slope: " + number(1, 3) + ", offset: " + number(0, 1) + " } }";
      case 1: return "{ power: { exponent: " + number(1, 5) + " } }";
      case 2: return "{ logistic: { slope: " + number(4, 15) + ", midpoint: " + number(0, 1) + " } }";
      case 3: return "{ smoothstep: { from: 0.2, to: " + number(1, 2) + " } }";
      case 4: return "{ gaussian: { center: " + number(0, 1) + ", width: 0.25 } }";
      case 5: return "{ sine: { cycles: " + number(1, 3) + " } }";
      case 6: return "{ step: { at: " + number(0, 1) + " } }";
      case 7:
        return "{ points: [[0, " + number(0, 1) + "], [0.25, " + number(0, 1) + "], [1, " + number(0, 1) +
               "]] }";
      case 8: return "{ steps: [[0, " + number(0, 1) + "], [0.5, " + number(1, 2) + "]] }";
      case 9: return "{ trapezoid: [0, 0.2, 0.6, 0.9] }";
      case 10: return "{ exponential: { rate: " + number(1, 6) + " } }";
      default: return "{ smooth: [[0, " + number(0, 1) + "], [0.5, " + number(0, 1) + "], [1, 1]] }";
    }
  };
  const auto expression = [&]() -> std::string {
    switch (below(8)) {
      case 0: return key() + ".norm * " + key() + ".norm";
      case 1: return "max(" + key() + ".norm, " + number(0, 1) + ")";
      case 2: return "if(flag, " + key() + ".norm, " + number(0, 1) + ")";
      case 3: return "clamp(" + key() + " - " + key() + ", 0, 1)";
      case 4: return "sqrt(" + key() + ".norm) + " + number(0, 1);
      case 5: return "sin(" + key() + " * 1rad) * 0.5 + 0.5";
      case 6: return "rounds / 9 * " + key() + ".norm";
      default: return "team_alarm.norm + 0.25 * " + key() + ".norm";
    }
  };
  std::string text = "ishi: 1\nblackboard:\n";
  for (int k = 0; k < 6; ++k)
    text += "  k" + std::to_string(k) + ": { type: number, range: " + std::to_string(-k) + ".." +
            std::to_string(3 + 7 * k) + " }\n";
  text +=
      "  flag: boolean\n  rounds: { type: integer, range: 0..9 }\n"
      "  team_alarm: { type: number, range: 0..1, scope: team }\ncurves:\n";
  for (uint32_t c = 0; c < kCurves; ++c) text += "  c" + std::to_string(c) + ": " + curve() + "\n";
  text += "actions:\n";
  const uint32_t actions = 2 + below(12);
  for (uint32_t a = 0; a < actions; ++a) {
    text += "  a" + std::to_string(a) + ":\n";
    if (below(3) == 0) text += "    when: " + key() + " > " + number(0, 2) + "\n";
    if (below(4) == 0) text += "    cooldown: 20ms\n";
    if (below(3) == 0) {
      text += "    score: " + expression() + "\n";
      continue;
    }
    text += "    considerations:\n";
    for (uint32_t c = 1 + below(5); c-- > 0;)
      text +=
          "      n" + std::to_string(c) + ": c" + std::to_string(below(kCurves)) + "(" + key() + ".norm)\n";
    if (below(2) == 0)
      text += "    weight: " + number(0, 1) + " * " + key() + ".norm + " + key() + ".norm - 0.25 * " + key() +
              ".norm\n";
  }
  text += "agents:\n  who:\n    actions: [";
  for (uint32_t a = 0; a < actions; ++a) text += (a == 0 ? "a" : ", a") + std::to_string(a);
  return text + "]\n    select: { inertia: 0.05 }\n";
}

// A population whose keys hold anything.
struct Village {
  World world;
  Population population;
  Scratch scratch;
  uint32_t agents_per_job;

  Village(const Asset& asset, uint32_t jobs, InstructionSet set = InstructionSet::best)
      : agents_per_job(jobs) {
    WorldOptions options{
        .seed = 3, .entities = kAgents, .teams = 2, .up = asset.up(), .instruction_set = set};
    if (!World::create(options, world)) {  // the processor does not have it
      options.instruction_set = InstructionSet::best;
      REQUIRE(World::create(options, world));
    }
    REQUIRE(world.add_population(asset, AgentId::of("who"), {.capacity = kAgents}, population));
    REQUIRE(Scratch::create(world, scratch));
    Entity agent;
    for (uint32_t i = 0; i < kAgents; ++i) REQUIRE(population.spawn({.team = TeamId(i % 2)}, agent));
  }

  // In every second frame all hold the same: then scores that cannot win are found for whole chunks.
  void write_keys(std::mt19937 random, uint64_t frame) {
    const std::mt19937 first = random;
    for (const ishi::Variable& key : population.state()->keys) {
      if (key.scope != ishi::Scope::agent || key.storage == ishi::Storage::entity) continue;
      for (uint32_t slot = 0; slot < kAgents; ++slot) {
        std::mt19937 same = first;
        same.discard(static_cast<unsigned long long>(&key - &population.state()->keys[0]) * 8);
        write(key, slot, frame % 2 == 0 ? same : random);
      }
    }
  }

  static void write(const ishi::Variable& key, uint32_t slot, std::mt19937& random) {
    const float fraction = static_cast<float>(random() % 1025) / 1024.0f;
    const float inside = key.low + (key.high - key.low) * fraction;
    const bool is_odd = random() % 32 == 0;
    switch (key.storage) {
      case Storage::integer:
        static_cast<int32_t*>(key.columns[0])[slot] = static_cast<int32_t>(inside);
        break;
      case Storage::byte:
        static_cast<uint8_t*>(key.columns[0])[slot] = static_cast<uint8_t>(random() % 4);
        break;
      case Storage::vector:
        for (void* column : key.columns) static_cast<float*>(column)[slot] = 100 * fraction;
        break;
      default:
        static_cast<float*>(key.columns[0])[slot] =
            is_odd ? std::numeric_limits<float>::quiet_NaN() : inside * (random() % 8 == 0 ? 3.0f : 1.0f);
    }
  }

  uint64_t think(uint64_t frame) {
    REQUIRE(world.begin_frame({frame, frame * 16'667}));
    phases::think(population, scratch, {.agents_per_job = agents_per_job});
    REQUIRE(world.end_frame());
    return world.state_hash();
  }
};

struct Tally {
  uint32_t packed = 0, pruned = 0, paid = 0;
};

void decide_alike(const std::string& text, std::mt19937& random, Tally& tally) {
  Sources sources;
  const Compilation compilation = compile("a.ishi.yaml", text, MemoryReader(), {}, sources);
  INFO(text << render_text(compilation.diagnostics, sources));
  Asset asset;
  REQUIRE(Asset::load(compilation.blob, asset));
  constexpr InstructionSet kSets[] = {InstructionSet::best, InstructionSet::avx2, InstructionSet::sse4,
                                      InstructionSet::scalar};
  const InstructionSet set = kSets[random() % 4];
  Village together(asset, 256), alone(asset, 1, set), by_fours(asset, 4, set);
  for (uint64_t frame = 0; frame < kFrames; ++frame) {
    const std::mt19937 same = random;
    const uint64_t hashes[] = {(together.write_keys(same, frame), together.think(frame)),
                               (alone.write_keys(same, frame), alone.think(frame)),
                               (by_fours.write_keys(same, frame), by_fours.think(frame))};
    random.discard(1000);
    INFO("frame " << frame);
    REQUIRE(hashes[1] == hashes[0]);
    REQUIRE(hashes[2] == hashes[0]);
    tally.paid += together.population.state()->pruning_pays ? 1 : 0;
  }
  tally.packed += alone.population.state()->packs.any ? 1 : 0;
  tally.pruned += together.population.state()->pruned.hopes.size() != 0 ? 1 : 0;
}

}  // namespace

TEST_CASE("agents decide alone as they do in a crowd, to the last bit") {
  std::mt19937 random(5);
  Tally tally;
  for (uint32_t d = 0; d < trials(300); ++d) decide_alike(plain_document(random), random, tally);
  CHECK(tally.packed > sightings(200));
  CHECK(tally.pruned > sightings(100));
  CHECK(tally.paid > sightings(50));
  for (uint32_t d = 0; d < trials(200); ++d)
    decide_alike(oracle::random_document(random).text, random, tally);
  WARN(tally.packed << " agents are packed, " << tally.pruned << " have scores that may be given up, "
                    << tally.paid << " frames in which that pays");
}

}  // namespace ishi::compiler::alone_test
