#include <algorithm>
#include <catch2/catch.hpp>
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

// Agents choose the same among things that all share, to the last bit, whether agents are in the
// lanes or pairs of an agent and a thing: for any number of agents and things, in each size of jobs and by
// each instruction set.

namespace ishi::compiler::member_pairs_test {
namespace {

constexpr uint32_t kThings = 255;
constexpr uint32_t kFrames = 6;

class DocumentWriter {
 public:
  explicit DocumentWriter(std::mt19937& random) : random_(random) {}

  std::string write() {
    std::string text = R"(ishi: 1
things:
  leaf: { fields: { worth: { type: number, range: 0..10 }, wet: boolean, owner: entity } }
  stone: { fields: { worth: { type: number, range: 0..10 }, wet: boolean, owner: entity } }
blackboard:
  reach: { type: length, range: 0m..80m }
  taste: { type: number, range: -2..5 }
  tired: boolean
  place: point
  rain: { type: number, range: 0..1, scope: world }
  luck: { type: number, range: 0..1, scope: team }
candidates:
  leaves: { of: leaf, capacity: 255, scope: world }
  both: { of: [leaf, stone], capacity: 40, scope: world }
curves:
  close: { points: [[0m, 1], [10m, 0.8], [40m, 0.1]] }
  bend: { logistic: { midpoint: 0.4, slope: 6 } }
  square: { power: 2, output: 0.2..1 }
actions:
)";
    const uint32_t actions = 1 + below(4);
    std::string names;
    for (uint32_t i = 0; i < actions; ++i) {
      const std::string name = "a" + std::to_string(i);
      text += "  " + name + ":\n" + action();
      names += (i == 0 ? "" : ", ") + name;
    }
    text += "  rest: { score: 0.05, do: [wait: 60ms] }\nagents:\n  who: { actions: [" + names +
            ", rest], select: { " + select() + " }, think: { every: 1frames } }\n";
    return text;
  }

 private:
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

  std::string select() {
    if (below(6) == 0) return "weighted: { top: 3 }";
    const std::string text = "inertia: " + std::string(below(2) == 0 ? "0" : "0.08");
    return text + (below(4) == 0 ? ", ties: last" : "");
  }
  std::string distance() {
    switch (below(6)) {
      case 0: return "distance(it_, place)";
      case 1: return "distance(place, it_)";
      default: return "distance(it_)";
    }
  }
  std::string reach() {
    switch (below(6)) {
      case 0: return "reach";
      case 1: return "0m";
      case 2: return "reach * luck";
      case 3: return "2000m";
      default: return std::to_string(5 + below(40)) + "m";
    }
  }
  std::string condition() {
    switch (below(10)) {
      case 0: return "not it_.wet";
      case 1: return "it_.worth > 4";
      case 2: return "not tired";
      case 3: return "taste > 1";
      case 4: return "it_.owner.known";
      case 5: return "it_.worth > taste";
      case 6: return reach() + " >= " + distance();
      default: return distance() + (below(2) == 0 ? " < " : " <= ") + reach();
    }
  }
  std::string score() {
    switch (below(7)) {
      case 0: return "close(" + distance() + ")";
      case 1: return "square(it_.worth.norm)";
      case 2: return "bend(it_.worth.norm - 0.1 * taste)";
      case 3: return "it_.worth.norm * luck";
      case 4: return "1 - 0.5 * rain";
      case 5: return "if(it_.wet, 0.4, taste.norm)";
      default: return "bend(taste.norm)";
    }
  }

  std::string action() {
    const bool of_both = below(3) == 0;
    std::string text = "    for_each: { it_: " + std::string(of_both ? "both" : "leaves") + " }\n";
    if (below(5) != 0) {
      text += "    when: " + condition();
      for (uint32_t more = below(3); more-- > 0;) text += (below(5) == 0 ? " or " : " and ") + condition();
      text += "\n";
    }
    if (below(4) == 0) {
      text += "    score: " + score() + "\n";
    } else {
      text += "    considerations:\n";
      for (uint32_t i = 1 + below(4); i-- > 0;) text += "      c" + std::to_string(i) + ": " + score() + "\n";
    }
    text += "    do: [wait: " + std::string(below(2) == 0 ? "40ms" : "2s") + "]\n";
    if (below(4) == 0) text += "    claims: it_\n";
    if (below(6) == 0) text += "    rank: " + std::to_string(below(2)) + "\n";
    if (below(6) == 0) text += "    cooldown: 40ms\n";
    size_t at = 0;
    // The name of the member at hand.
    while ((at = text.find("it_", at)) != std::string::npos) text.replace(at, 3, "thing");
    return text;
  }

  std::mt19937& random_;
};

struct Way {
  uint32_t agents_per_job = 2048;
  InstructionSet set = InstructionSet::best;
  bool in_pairs = true;
};

class Field {
 public:
  Field(const Asset& asset, uint32_t agents, const Way& way) : way_(way) {
    WorldOptions options{.seed = 3, .entities = agents + kThings, .teams = 2, .instruction_set = way.set};
    if (!World::create(options, world)) {  // the processor does not have it
      options.instruction_set = InstructionSet::best;
      REQUIRE(World::create(options, world));
    }
    REQUIRE(world.add_population(asset, AgentId::of("who"), {.capacity = agents}, population));
    REQUIRE(Scratch::create(world, scratch_));
    for (uint32_t i = 0; i < agents; ++i) {
      Entity agent;
      REQUIRE(population.spawn({.team = TeamId(i % 2)}, agent));
      agents_.push_back(agent);
    }
    for (uint32_t i = 0; i < kThings; ++i) {
      Entity thing;
      REQUIRE(world.spawn_entity({.thing = ThingId::of(i % 3 == 0 ? "stone" : "leaf")}, thing));
      (i % 3 == 0 ? stones_ : leaves_).push_back(thing);
    }
    for (Schedule* schedule : {&population.state()->schedule, &population.state()->pruned}) {
      for (Pass& pass : schedule->passes) {
        has_pairs = has_pairs || pass.pairs != PairPass::kNone;
        has_reach =
            has_reach || (pass.pairs != PairPass::kNone && schedule->pair_passes[pass.pairs].axis_count > 0);
        if (!way.in_pairs) pass.pairs = PairPass::kNone;
      }
    }
  }

  // Moves everything, and changes what is in the sets; some agents and things go.
  void change(std::mt19937 random, uint64_t frame) {
    const auto number = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
    const bool is_crowd = random() % 8 == 0;
    const auto place = [&] {
      if (is_crowd) return Vector3{1, 0, 1};
      if (random() % 64 == 0) return Vector3{std::numeric_limits<float>::quiet_NaN(), 3e6F, -1e9F};
      return Vector3{number() * 80, number() * 4, number() * 80};
    };
    for (const Entity agent : agents_) REQUIRE(world.set_position(agent, place()));
    write<float>("reach", [&] { return random() % 16 == 0 ? std::nanf("") : number() * 90; });
    write<float>("taste", [&] { return number() * 9 - 3; });
    write<uint8_t>("tired", [&] { return static_cast<uint8_t>(random() % 3 == 0); });
    PointColumn places;
    REQUIRE(population.column(id_of("blackboard", "place"), places));
    for (uint32_t slot = 0; slot < agents_.size(); ++slot) places.set(slot, place());
    for (auto* things : {&leaves_, &stones_}) {
      const char* const section = things == &leaves_ ? "things/leaf" : "things/stone";
      Column<float> worth;
      Column<uint8_t> wet;
      Column<EntityId> owner;
      REQUIRE(world.field(id_of(section, "worth"), worth));
      REQUIRE(world.field(id_of(section, "wet"), wet));
      REQUIRE(world.field(id_of(section, "owner"), owner));
      const bool are_equal = random() % 4 == 0;
      const Vector3 same = place();
      for (const Entity thing : *things) {
        REQUIRE(world.set_position(thing, are_equal ? same : place()));
        worth[thing.index] = are_equal ? 5 : random() % 16 == 0 ? std::nanf("") : number() * 12 - 1;
        wet[thing.index] = static_cast<uint8_t>(are_equal ? 0 : random() % 3);
        owner[thing.index] = random() % 2 == 0 ? agents_[random() % agents_.size()] : kNobody;
      }
    }
    constexpr uint32_t kSizes[] = {0, 1, 2, 5, 17, 63, 64, 96, 170};
    const uint32_t size = std::min<uint32_t>(kSizes[random() % 9], static_cast<uint32_t>(leaves_.size()));
    std::vector<Entity> some(leaves_.begin(), leaves_.begin() + size);
    std::shuffle(some.begin(), some.end(), random);
    fill("leaves", some);
    std::vector<Entity> mixed(stones_.begin(), stones_.begin() + random() % 20);
    for (uint32_t i = 0; i < 20 && i < leaves_.size(); ++i) mixed.push_back(leaves_[i]);
    fill("both", mixed);
    if (frame % 3 == 2 && leaves_.size() > 2) {
      REQUIRE(world.despawn_entity(leaves_[1]));
      leaves_.erase(leaves_.begin() + 1);
    }
  }

  // The number of agents that think.
  uint32_t think(uint64_t frame) {
    REQUIRE(world.begin_frame({frame, frame * 16'667}));
    phases::think(population, scratch_, {.agents_per_job = way_.agents_per_job});
    static_cast<void>(phases::act(population, scratch_));
    REQUIRE(world.end_frame());
    return static_cast<uint32_t>(agents_.size());
  }

  World world;
  Population population;
  bool has_pairs = false, has_reach = false;

 private:
  template <typename T, typename Make>
  void write(const char* key, Make&& make) {
    Column<T> column;
    if (!population.column(id_of("blackboard", key), column)) return;
    for (uint32_t slot = 0; slot < agents_.size(); ++slot) column[slot] = make();
  }
  // A set that no action goes over is not there.
  void fill(const char* set, const std::vector<Entity>& members) {
    const Status status = world.candidates(SetId::of(set)).set(members);
    REQUIRE((status || status.code == StatusCode::unknown_id));
  }

  Way way_;
  Scratch scratch_;
  std::vector<Entity> agents_, leaves_, stones_;
};

}  // namespace

TEST_CASE("whoever chooses among shared things chooses the same whatever the lanes are") {
  std::mt19937 random(11);
  uint32_t with_pairs = 0, with_reach = 0;
  constexpr InstructionSet kSets[] = {InstructionSet::best, InstructionSet::avx2, InstructionSet::sse4,
                                      InstructionSet::scalar};
  for (uint32_t d = 0; d < trials(2400); ++d) {
    const std::string text = DocumentWriter(random).write();
    INFO(text);
    const Asset asset = asset_of(text);
    constexpr uint32_t kCounts[] = {1, 3, 16, 40, 300};
    const uint32_t agents = kCounts[random() % 5];
    std::vector<Field> fields;
    fields.reserve(5);
    fields.emplace_back(asset, agents, Way{.in_pairs = false});
    fields.emplace_back(asset, agents, Way{});
    fields.emplace_back(asset, agents, Way{.agents_per_job = 1, .set = kSets[random() % 4]});
    fields.emplace_back(asset, agents, Way{.agents_per_job = 7, .set = kSets[random() % 4]});
    fields.emplace_back(asset, agents, Way{.agents_per_job = 200, .set = kSets[random() % 4]});
    with_pairs += fields[1].has_pairs ? 1 : 0;
    with_reach += fields[1].has_reach ? 1 : 0;
    for (uint64_t frame = 0; frame < kFrames; ++frame) {
      const std::mt19937 same = random;
      for (Field& field : fields) {
        field.change(same, frame);
        field.think(frame);
      }
      random.discard(10'000);
      INFO("frame " << frame << ", " << agents << " agents");
      for (size_t i = 1; i < fields.size(); ++i)
        REQUIRE(fields[i].world.state_hash() == fields[0].world.state_hash());
    }
  }
  CHECK(with_pairs > sightings(1800));
  CHECK(with_reach > sightings(400));
}

}  // namespace ishi::compiler::member_pairs_test
