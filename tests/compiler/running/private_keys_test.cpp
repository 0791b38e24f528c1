#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "compiler/smith.h"
#include "compiler/village.h"
#include "ishi/contract.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"

// Keys that behaviours alone know: no part of the contract.

namespace ishi::compiler::private_keys_test {
namespace {

// As the header of a game has it that was built for an asset.
struct GameContract {
  std::vector<ContractEntry> entries;

  explicit GameContract(const Asset& asset) {
    for (uint32_t i = 0; i < contract_size(asset); ++i) entries.push_back(contract_entry(asset, i));
    std::ranges::sort(entries, {}, &ContractEntry::id);
  }
  [[nodiscard]] Contract contract() const { return {entries.data(), static_cast<uint32_t>(entries.size())}; }
  [[nodiscard]] bool has(const std::string& name) const {
    return std::ranges::any_of(entries, [&](const ContractEntry& entry) { return name == entry.name; });
  }
};

std::string with_keys(const std::string& keys, const std::string& steps) {
  std::string text = replaced(kSmith, "  coal: ", keys + "  coal: ");
  return replaced(text, "do: [make_blade: { of: ore }]", "do: [" + steps + "make_blade: { of: ore }]");
}

const std::string kTired = "  tired: { type: number, range: 0..1, private: true }\n";
const std::string kSetsTired = "set: { tired: 0.5 }, ";

}  // namespace

TEST_CASE("a private key, and the words that it alone has, are no part of the contract") {
  const Asset plain = asset_of(kSmith);
  const Asset tired = asset_of(with_keys(kTired + "  humour: { one_of: [sour, sweet], private: true }\n",
                                         "set: { tired: 0.5, humour: sweet }, "));
  const GameContract without(plain), with(tired);
  CHECK(without.entries.size() == with.entries.size());
  CHECK_FALSE(with.has("tired"));
  CHECK_FALSE(with.has("humour"));
  CHECK_FALSE(with.has("sweet"));
  CHECK(with.has("metal"));
  CHECK(with.has("gold"));
  CHECK(with.has("coal"));
  CHECK(with.has("alarm"));
  ContractFault fault;
  CHECK(check_contract(tired, without.contract(), fault));
  CHECK(check_contract(plain, with.contract(), fault));
}

TEST_CASE("private keys and the words that they alone have leave the hash of the contract as it is") {
  const Asset plain = asset_of(kSmith);
  const std::string kHumour = "  humour: { one_of: [sour, sweet], private: true }\n";
  const Asset private_one = asset_of(with_keys(kTired + kHumour, "set: { tired: 0.5, humour: sweet }, "));
  CHECK(private_one.contract_hash() == plain.contract_hash());
  // Words of an enum that stands before those that the game knows, and of one that a memory has, too.
  const std::string early =
      replaced(with_keys("  mind: { type: humour, private: true }\n", "set: { mind: sweet }, "), "enums: { ",
               "enums: { humour: [sour, sweet], ");
  CHECK(asset_of(early).contract_hash() == plain.contract_hash());
  const std::string known = early +
                            "memory: { seen: { of: person, capacity: 2, forget: 1s, fields: { as: humour } } "
                            "}\nthings: { person: {} }\n";
  const std::string of_memory_alone = replaced(known, "  mind: { type: humour, private: true }\n", "");
  CHECK(asset_of(known).contract_hash() ==
        asset_of(replaced(of_memory_alone, "set: { mind: sweet }, ", "")).contract_hash());
  CHECK(asset_of(known).contract_hash() != plain.contract_hash());
  // A key that the game knows is part of it.
  CHECK(asset_of(with_keys("  tired: { type: number, range: 0..1 }\n", kSetsTired)).contract_hash() !=
        plain.contract_hash());
}

TEST_CASE("a reload may add, change and drop private keys once the game has given its contract") {
  const Asset plain = asset_of(kSmith), tired = asset_of(with_keys(kTired, kSetsTired)),
              counted = asset_of(with_keys("  tired: { type: integer, range: 0..9, private: true }\n",
                                           "set: { tired: tired + 1 }, ")),
              open = asset_of(with_keys("  tired: { type: number, range: 0..1 }\n", kSetsTired));
  const GameContract game(plain);
  World world;
  Population smiths;
  Entity smith;
  Scratch scratch;
  REQUIRE(World::create({.contract = game.contract()}, world));
  REQUIRE(world.add_population(plain, AgentId::of("smith"), {.capacity = 2}, smiths));
  REQUIRE(smiths.spawn({}, smith));
  uint64_t frame = 0;
  const auto change = [&](const Asset& from, const Asset& to) {
    Reload reload;
    const AssetChange changes{&from, &to};
    if (Status status = world.prepare_reload({&changes, 1}, reload); !status) return status;
    return world.commit_reload(reload);
  };
  const auto play = [&] {
    REQUIRE(Scratch::create(world, scratch));
    for (int i = 0; i < 3; ++i) {
      ++frame;
      REQUIRE(world.begin_frame({frame, frame * 100'000}));
      phases::think(smiths, scratch);
      while (smiths.wants_act()) {
        const Commands commands = phases::act(smiths, scratch);
        for (const Start& start : commands.starts) REQUIRE(smiths.report(start.token, Ending::completed));
      }
      REQUIRE(world.end_frame());
    }
  };
  play();
  CHECK(change(plain, open).code == StatusCode::contract_unknown);
  REQUIRE(change(plain, tired));
  play();
  CHECK(smiths.column<float>(id_of("blackboard", "tired"))[0] == 0.5f);
  REQUIRE(change(tired, counted));
  play();
  CHECK(smiths.column<int32_t>(id_of("blackboard", "tired"))[0] > 0);
  REQUIRE(change(counted, plain));
  play();
  // A save of one goes on with another, too.
  REQUIRE(change(plain, tired));
  play();
  size_t bytes = 0;
  REQUIRE(world.save_size(bytes));
  std::vector<std::byte> save(bytes);
  REQUIRE(world.save(save, bytes));
  const Asset* const assets[] = {&counted};
  World loaded;
  Population population;
  Reload reload;
  REQUIRE(
      World::load(save, {.assets = assets, .contract = game.contract()}, loaded, {&population, 1}, reload));
}

TEST_CASE("a game is not asked to refresh private keys") {
  const Asset asset = asset_of(R"(ishi: 1
blackboard:
  tired: { type: number, range: 0..1, private: true }
  light: { type: number, range: 0..1 }
tasks: { hammer: {} }
actions: { work: { score: 1, do: [{ do: hammer, until: tired > 0.5 or light < 0.1 }, set: { tired: 1 }] } }
agents: { smith: { actions: [work] } }
)");
  uint32_t keys[2] = {};
  REQUIRE(asset.watched_keys(0, keys) == 1);
  CHECK(asset.name(Kind::keys, keys[0]) == "light");
}

}  // namespace ishi::compiler::private_keys_test
