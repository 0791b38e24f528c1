#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "population/population_state.h"
#include "runtime/phases.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// What is proved of agents, held against what they do: random behaviours, of which some can never do some of
// what they could, in random situations, thought by the runtime. A finding that one situation contradicts is
// wrong.

namespace ishi::compiler::findings_test {

namespace {

const uint32_t kBehaviours = trials(1000);
constexpr uint32_t kSituations = 1000;  // of each
constexpr uint32_t kKeys = 4;
const char* const kImportances[] = {"bold", "meek"};

class Text {
 public:
  explicit Text(std::mt19937& random) : random_(random) {}

  std::string behaviour() {
    std::string text = "ishi: 1\nenums: { mood: [calm, wary, angry] }\nblackboard:\n";
    for (uint32_t k = 0; k < kKeys; ++k)
      text += "  k" + std::to_string(k) + ": { type: number, range: " + range(k) + " }\n";
    text +=
        "  ammo: { type: integer, range: 0..5 }\n  mood: mood\n  armed: boolean\n"
        "curves:\n  up: { power: { exponent: 2 } }\n  s: { logistic: { slope: 9, midpoint: 0.4 } }\n"
        "  bend: { points: [[0, 0.1], [0.3, 0.8], [1, 0.4]] }\n"
        "needs:\n  n0: { level: k0.norm }\n  n1: { level: 1 - 0.8 * k1.norm, curve: up }\n"
        "importance:\n  bold: { n0: " +
        number(0, 2) + ", n1: " + number(0, 4) + " }\n  meek: { n1: " + number(0, 12) + " }\nactions:\n";
    const uint32_t actions = 2 + below(5);
    for (uint32_t a = 0; a < actions; ++a) {
      text += "  a" + std::to_string(a) + ":\n" + score();
      if (below(2) == 0) text += "    when: " + condition(2) + "\n";
      if (below(8) == 0) text += "    cooldown: 5s\n";
      if (below(6) == 0) text += "    rank: 1\n";
    }
    text += "agents:\n  who:\n    actions: [";
    for (uint32_t a = 0; a < actions; ++a) text += (a == 0 ? "a" : ", a") + std::to_string(a);
    text += "]\n";
    if (below(3) == 0) text += "    importance: bold\n";
    text += "    select: { ties: " + std::string(below(2) == 0 ? "first" : "last") +
            ", minimum: " + number(0, 1) + " }\n";
    return text;
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string number(int low, int high) {
    return std::to_string(low + (high - low) * static_cast<double>(below(17)) / 16);
  }
  std::string key() { return "k" + std::to_string(below(kKeys)); }
  static std::string range(uint32_t k) {
    return std::to_string(-static_cast<int>(k)) + ".." + std::to_string(2 + 5 * k);
  }

  std::string value() {
    switch (below(7)) {
      case 0: return number(0, 1);
      case 1: return key() + ".norm";
      case 2: return "up(" + key() + ".norm)";
      case 3: return "s(" + key() + ".norm)";
      case 4: return "bend(" + key() + ".norm)";
      case 5: return "ammo / 5";
      default: return "abs(" + key() + ") / 12";
    }
  }
  std::string score() {
    switch (below(4)) {
      case 0: return "    score: " + number(0, 1) + " * " + value() + " + " + number(0, 1) + "\n";
      case 1:
        return "    gains:\n      n0: " + number(-1, 1) + "\n" +
               (below(2) == 0 ? "      n1: " + number(-1, 1) + "\n" : "");
      case 2: return "    considerations:\n      x: " + value() + "\n      y: " + value() + "\n";
      default: return "    score: max(" + value() + ", " + value() + ") * " + number(0, 1) + "\n";
    }
  }
  std::string condition(int depth) {
    if (depth > 0 && below(2) == 0)
      return "(" + condition(depth - 1) + (below(2) == 0 ? " and " : " or ") + condition(depth - 1) + ")";
    switch (below(6)) {
      case 0: return key() + " < " + number(-1, 8);
      case 1: return key() + " >= " + number(-1, 8);
      case 2: return "ammo " + std::string(below(2) == 0 ? "== " : "> ") + std::to_string(below(6));
      case 3:
        return "mood " + std::string(below(2) == 0 ? "== " : "!= ") + (below(2) == 0 ? "calm" : "angry");
      case 4: return below(2) == 0 ? "armed" : "not armed";
      default: return key() + ".norm + " + key() + ".norm > " + number(0, 2);
    }
  }

  std::mt19937& random_;
};

// What was found, from the words that a designer reads.
struct Claim {
  Code code;
  std::string action;
  std::vector<bool> importances;  // none, then each: for which it is claimed
};

std::vector<Claim> claims_of(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Claim> claims;
  for (const Diagnostic& one : diagnostics) {
    if (one.code < Code::never_wins || one.code > Code::guard_always) continue;
    if (one.message.starts_with("this part of")) continue;  // tests/findings/oddities_test.cpp
    Claim claim{one.code, {}, {}};
    const bool is_for_some = one.message.find("importance") != std::string::npos;
    claim.importances.push_back(!is_for_some || one.message.find("without") != std::string::npos);
    for (const char* const name : kImportances)
      claim.importances.push_back(!is_for_some || one.message.find(name) != std::string::npos);
    // Of several that can never win beside one, each.
    const size_t end = std::min(one.message.find(" can never win"), one.message.size());
    for (size_t begin = one.message.find("`a") + 1; begin != 0 && begin < end;
         begin = one.message.find("`a", begin) + 1) {
      claim.action = one.message.substr(begin, one.message.find('`', begin) - begin);
      claims.push_back(claim);
      if (one.code != Code::never_wins) break;
    }
  }
  return claims;
}

// Ends of ranges, what lies beyond them, and what lies between.
void write_keys(Population& population, std::mt19937& random) {
  for (const ishi::Variable& key : population.state()->keys) {
    for (uint32_t slot = 0; slot < kSituations; ++slot) {
      const float fraction = static_cast<float>(random() % 1025) / 1024;
      float value = key.low + (key.high - key.low) * fraction;
      if (random() % 4 == 0) value = random() % 2 == 0 ? key.low : key.high;
      if (random() % 16 == 0) value *= 1e-6F;
      if (key.storage == Storage::integer)
        static_cast<int32_t*>(key.columns[0])[slot] = static_cast<int32_t>(value);
      if (key.storage == Storage::byte)
        static_cast<uint8_t*>(key.columns[0])[slot] = static_cast<uint8_t>(random() % 3);
      if (key.storage == Storage::number) static_cast<float*>(key.columns[0])[slot] = value;
    }
  }
}

using Tally = std::map<Code, size_t>;

void check_behaviour(const std::string& text, std::mt19937& random, Tally& tally) {
  Sources sources;
  const Compilation compilation = compile("a.ishi.yaml", text, MemoryReader(), {.analyzes = true}, sources);
  INFO(text << render_text(compilation.diagnostics, sources));
  Asset asset;
  REQUIRE(Asset::load(compilation.blob, asset));
  World world;
  Population population;
  Scratch scratch;
  REQUIRE(World::create({.entities = kSituations}, world));
  REQUIRE(world.add_population(asset, AgentId::of("who"), {.capacity = kSituations}, population));
  REQUIRE(Scratch::create(world, scratch));
  std::vector<uint32_t> importance(kSituations);  // 0: none
  for (uint32_t i = 0; i < kSituations; ++i) {
    importance[i] = static_cast<uint32_t>(random() % 3);
    Entity agent;
    REQUIRE(population.spawn(
        {.profile = importance[i] == 0 ? kNoProfileId : AssetParts(asset).profile(importance[i] - 1).id},
        agent));
  }
  write_keys(population, random);
  REQUIRE(world.begin_frame({1, 1}));
  phases::think(population, scratch);
  REQUIRE(world.end_frame());
  for (const Claim& claim : claims_of(compilation.diagnostics)) {
    ++tally[claim.code];
    const auto option = static_cast<uint16_t>(std::stoi(claim.action.substr(1)));
    for (uint32_t slot = 0; slot < kSituations; ++slot) {
      if (!claim.importances[importance[slot]]) continue;
      const uint16_t chosen = population.option(population.agent_of(slot));
      const bool holds = claim.code == Code::always_wins    ? chosen == option
                         : claim.code == Code::guard_always ? true  // see below
                                                            : chosen != option;
      if (holds) continue;
      INFO(code_text(claim.code) << " of " << claim.action << ", slot " << slot << ", importance "
                                 << importance[slot]);
      FAIL();
    }
    if (claim.code != Code::guard_always) continue;
    std::vector<float> values(Tools(population).value_count());
    for (uint32_t slot = 0; slot < kSituations; slot += 10) {
      REQUIRE(Tools(population).explain(population.agent_of(slot), values));
      CHECK(std::isfinite(
          values[AssetParts(asset).option(AssetParts(asset).agent(0).options.first + option).score]));
    }
  }
}

}  // namespace

TEST_CASE("nothing that is proved of agents is contradicted by what they do") {
  std::mt19937 random(11);
  Tally tally;
  for (uint32_t i = 0; i < kBehaviours; ++i) check_behaviour(Text(random).behaviour(), random, tally);
  for (const Code code : {Code::never_wins, Code::always_wins, Code::guard_never, Code::guard_always}) {
    INFO(code_text(code) << ": " << tally[code]);
    CHECK(tally[code] >= sightings(30));
  }
}

}  // namespace ishi::compiler::findings_test
