#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/asset_of.h"
#include "compiler/saved_world.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/phases.h"

// Tokens and seats that those get who asked first. Tests of a designer stand in
// tests/cases/pass/first_come.ishi.yaml.

namespace ishi::compiler::first_come_test {
namespace {

// Clerks and bosses queue for one machine, or for seats of the world.
constexpr const char* kOffice = R"(ishi: 1
things: { seat: {} }
candidates: { seats: { of: seat, capacity: 4, scope: world } }
tokens: { machine: { count: COUNT, fifo: true } }
blackboard: { thirst: { type: number, range: 0..1 } }
tasks: { brew: {}, sit: { params: { on: seat } }, stand: {} }
actions:
  coffee: { when: thirst > 0, score: thirst, CLAIM }
  queue: { score: 0.001, do: [stand] }
agents:
  clerk: { actions: [coffee, queue], select: { inertia: 0 }, think: { every: EVERY } }
  boss: { actions: [queue, coffee], select: { inertia: 0 }, think: { every: EVERY } }
)";

std::string with(std::string text, const std::string& place, const std::string& by) {
  while (text.find(place) != std::string::npos) text.replace(text.find(place), place.size(), by);
  return text;
}

struct Setting {
  uint32_t count = 1;             // tokens, or seats
  bool with_seats = false;        // a claimed member in place of a token
  const char* every = "1frames";  // how often they think
};

std::string text_of(const Setting& setting) {
  const std::string token = with(kOffice, "COUNT", std::to_string(setting.with_seats ? 1 : setting.count));
  const std::string claim = setting.with_seats
                                ? "for_each: { s: seats }, claims: s, fifo: true, do: [sit: { on: s }]"
                                : "claims: machine, do: [brew]";
  return with(with(token, "CLAIM", claim), "EVERY", setting.every);
}

// Two clerks and two bosses.
struct Office {
  static constexpr uint32_t kAgents = 4;

  Setting setting;
  Asset asset;
  World world;
  std::array<Population, 2> populations;
  Scratch scratch;
  std::array<Entity, kAgents> agents;
  uint64_t frame = 0;
  std::vector<uint32_t> served;  // who began to brew, in this order
  std::vector<std::pair<uint32_t, ishi::Token>> drawing;

  explicit Office(const Setting& of) : setting(of), asset(asset_of(text_of(of))) {
    REQUIRE(World::create({.entities = 32}, world));
    REQUIRE(world.add_population(asset, AgentId::of("clerk"), {.capacity = 2}, populations[0]));
    REQUIRE(world.add_population(asset, AgentId::of("boss"), {.capacity = 2}, populations[1]));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < kAgents; ++i) REQUIRE(populations[i / 2].spawn({}, agents[i]));
    for (uint32_t i = 0; setting.with_seats && i < setting.count; ++i) {
      Entity seat;
      REQUIRE(world.spawn_entity({.thing = ThingId::of("seat")}, seat));
      REQUIRE(world.candidates(SetId::of("seats")).add(seat));
    }
  }
  void want(uint32_t agent, float thirst) {
    Column<float> column;
    REQUIRE(populations[agent / 2].column(id_of("blackboard", "thirst"), column));
    column[agent % 2] = thirst;
  }
  [[nodiscard]] bool is_drawing(uint32_t agent) const {
    return std::any_of(drawing.begin(), drawing.end(), [&](const auto& one) { return one.first == agent; });
  }
  // Ends what the agent draws; it wants no more.
  void finish(uint32_t agent) {
    const auto one =
        std::find_if(drawing.begin(), drawing.end(), [&](const auto& other) { return other.first == agent; });
    REQUIRE(one != drawing.end());
    REQUIRE(populations[agent / 2].report(one->second, Ending::completed));
    drawing.erase(one);
    want(agent, 0);
  }
  void step(bool backwards = false) {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    std::array<Batch, 2> batches;
    for (const size_t i : {0, 1}) REQUIRE(populations[i].begin_think({.agents_per_job = 1}, batches[i]));
    for (const size_t i : {backwards ? 1 : 0, backwards ? 0 : 1}) {
      for (uint32_t job = 0; job < batches[i].jobs(); ++job)
        REQUIRE(populations[i].think(batches[i], job, scratch));
    }
    for (const size_t i : {0, 1}) REQUIRE(populations[i].end_think(batches[i]));
    for (uint32_t p = 0; p < 2; ++p) {
      while (populations[p].wants_act()) {
        const Commands commands = phases::act(populations[p], scratch);
        for (const End& end : commands.ends)
          std::erase_if(drawing, [&](const auto& one) { return one.second == end.token; });
        for (const Start& start : commands.starts) {
          if (start.task == TaskId::of("stand")) continue;
          uint32_t slot = 0;
          REQUIRE(populations[p].slot_of(start.agent, slot));
          served.push_back(2 * p + slot);
          drawing.emplace_back(2 * p + slot, start.token);
        }
      }
    }
    REQUIRE(world.end_frame());
    REQUIRE(drawing.size() <= setting.count);
  }
  // Saves the world, and goes on with what is loaded from that.
  void save_and_load() {
    compiler::save_and_load(asset, world, populations, scratch);
    for (auto& [agent, token] : drawing) token.world = world.number();
  }
};

struct Arrivals {
  std::array<uint32_t, Office::kAgents> at{};   // the frame in which each becomes thirsty
  std::array<float, Office::kAgents> thirst{};  // and how much
};

// Whoever is thirsty asks from then on; who asked first comes first, of those of one frame who is first.
std::vector<uint32_t> expected(const Arrivals& arrivals) {
  std::vector<uint32_t> order = {0, 1, 2, 3};
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return arrivals.at[a] < arrivals.at[b]; });
  return order;
}

enum class Between { nothing, saves, reloads };

std::vector<uint32_t> played(const Setting& setting, const Arrivals& arrivals, uint32_t takes,
                             Between between, const Asset* other = nullptr, bool backwards = false) {
  Office office(setting);
  std::array<uint64_t, Office::kAgents> since{};
  for (uint32_t frame = 1; frame < 40 && office.served.size() < Office::kAgents; ++frame) {
    for (uint32_t agent = 0; agent < Office::kAgents; ++agent) {
      if (arrivals.at[agent] == frame) office.want(agent, arrivals.thirst[agent]);
      if (office.is_drawing(agent) && since[agent] + takes <= frame) office.finish(agent);
    }
    if (between == Between::saves) office.save_and_load();
    if (between == Between::reloads) {
      const bool is_first = frame % 2 == 1;
      const AssetChange change{is_first ? &office.asset : other, is_first ? other : &office.asset};
      Reload reload;
      REQUIRE(office.world.prepare_reload({&change, 1}, reload));
      REQUIRE(office.world.commit_reload(reload));
      REQUIRE(Scratch::create(office.world, office.scratch));
    }
    const size_t before = office.served.size();
    office.step(backwards);
    for (size_t i = before; i < office.served.size(); ++i) since[office.served[i]] = frame;
  }
  return office.served;
}

template <typename Visit>
void for_each_arrival(uint32_t frames, Visit&& visit) {
  // Scores in every order: they must not matter.
  std::array<float, 4> thirst = {0.1f, 0.3f, 0.6f, 0.9f};
  do {
    for (uint32_t code = 0; code < frames * frames * frames * frames; ++code) {
      Arrivals arrivals;
      arrivals.thirst = thirst;
      for (uint32_t i = 0, left = code; i < 4; ++i, left /= frames) arrivals.at[i] = 1 + left % frames;
      visit(arrivals);
    }
  } while (std::next_permutation(thirst.begin(), thirst.end()));
}

TEST_CASE("who asked first gets what is first come, first served, in every order of arrivals and scores") {
  for_each_arrival(3, [](const Arrivals& arrivals) {
    const std::vector<uint32_t> order = expected(arrivals);
    CHECK(played({}, arrivals, 2, Between::nothing) == order);
    CHECK(played({.with_seats = true}, arrivals, 2, Between::nothing) == order);
  });
}

TEST_CASE("what thinks in another order, jobs and populations, is served in the same one") {
  for_each_arrival(2, [](const Arrivals& arrivals) {
    CHECK(played({}, arrivals, 3, Between::nothing, nullptr, true) == expected(arrivals));
  });
}

TEST_CASE("since when agents ask outlives saves and reloads in each frame") {
  const Asset other = asset_of(with(text_of({}), "score: 0.001", "score: 0.002"));
  const Asset seats = asset_of(with(text_of({.with_seats = true}), "score: 0.001", "score: 0.002"));
  const std::array<float, 4> thirst = {0.6f, 0.1f, 0.9f, 0.3f};
  for (uint32_t code = 0; code < 81; ++code) {
    Arrivals arrivals{.thirst = thirst};
    for (uint32_t i = 0, left = code; i < 4; ++i, left /= 3) arrivals.at[i] = 1 + left % 3;
    const std::vector<uint32_t> order = expected(arrivals);
    CHECK(played({}, arrivals, 2, Between::saves) == order);
    CHECK(played({}, arrivals, 2, Between::reloads, &other) == order);
    CHECK(played({.with_seats = true}, arrivals, 2, Between::saves) == order);
    CHECK(played({.with_seats = true}, arrivals, 2, Between::reloads, &seats) == order);
  }
}

TEST_CASE("of two tokens two are served at once, and the others in their order") {
  for_each_arrival(2, [](const Arrivals& arrivals) {
    const std::vector<uint32_t> served = played({.count = 2}, arrivals, 3, Between::nothing);
    REQUIRE(served.size() == 4);
    // Those served in one frame stand in the order of populations.
    std::vector<uint32_t> order = expected(arrivals);
    std::vector<uint32_t> first(served.begin(), served.begin() + 2);
    std::sort(first.begin(), first.end());
    std::sort(order.begin(), order.begin() + 2);
    CHECK(std::equal(first.begin(), first.end(), order.begin()));
  });
}

TEST_CASE("whoever wants no more is passed over, and asks anew from the end") {
  Office office({});
  office.want(3, 0.5f);
  office.step();
  REQUIRE(office.is_drawing(3));
  office.want(0, 0.1f);
  office.step();
  office.want(1, 0.9f);
  office.step();
  office.want(0, 0);  // asks no more
  office.step();
  office.want(0, 0.9f);
  office.step();
  office.finish(3);
  for (uint32_t i = 0; i < 3; ++i) office.step();
  REQUIRE(office.is_drawing(1));
  office.finish(1);
  for (uint32_t i = 0; i < 3; ++i) office.step();
  CHECK(office.served == std::vector<uint32_t>{3, 1, 0});
}

TEST_CASE("agents who think seldom keep their place, think when it is their turn, and are waited for") {
  for (const char* every : {"1frames", "2frames", "3frames", "5frames", "7frames"}) {
    for (uint32_t phase = 0; phase < 8; ++phase) {
      Office office({.every = every});
      office.want(0, 0.5f);
      for (uint32_t i = 0; i < 8 + phase; ++i) office.step();
      REQUIRE(office.is_drawing(0));
      office.want(1, 0.1f);
      for (uint32_t i = 0; i < 8; ++i) office.step();  // it has asked
      office.want(2, 0.9f);
      office.finish(0);
      for (uint32_t i = 0; i < 4; ++i) office.step();
      INFO(every << ", phase " << phase);
      CHECK(office.is_drawing(1));
      office.finish(1);
      for (uint32_t i = 0; i < 10; ++i) office.step();
      CHECK(office.served == std::vector<uint32_t>{0, 1, 2});
    }
  }
}

TEST_CASE("who leaves the world leaves the queue") {
  Office office({});
  office.want(0, 0.5f);
  office.step();
  office.want(1, 0.5f);
  office.step();
  office.want(2, 0.5f);
  office.step();
  REQUIRE(office.populations[0].despawn(office.agents[1]));
  office.finish(0);
  for (uint32_t i = 0; i < 3; ++i) office.step();
  CHECK(office.served == std::vector<uint32_t>{0, 2});
}

TEST_CASE("going back to a snapshot goes back to who waits") {
  Office office({});
  for (uint32_t agent = 0; agent < 4; ++agent) {
    office.want(agent, 0.9f - 0.2f * static_cast<float>(agent));
    office.step();
  }
  std::vector<std::byte> memory(office.world.snapshot_size());
  size_t bytes = 0;
  REQUIRE(office.world.save_snapshot(memory, bytes));
  const auto drawing = office.drawing;
  const auto served = office.served;
  const auto play_on = [&] {
    std::vector<uint64_t> hashes;
    for (uint32_t i = 0; i < 12; ++i) {
      if (i % 3 == 0 && !office.drawing.empty()) office.finish(office.drawing[0].first);
      office.step();
      hashes.push_back(office.world.state_hash());
    }
    return std::pair(hashes, office.served);
  };
  const auto first = play_on();
  REQUIRE(office.world.restore_snapshot({memory.data(), bytes}));
  office.drawing = drawing;
  office.served = served;
  office.frame = 4;
  CHECK(play_on() == first);
}

TEST_CASE("two queues never wait for each other") {
  // Each wants both machines, and asks for one of them alone at first, in every order.
  const std::string text = R"(ishi: 1
tokens: { a: { count: 1, fifo: true }, b: { count: 1, fifo: true } }
blackboard: { wants_a: boolean, wants_b: boolean, wants_both: boolean }
tasks: { brew: {}, stand: {} }
actions:
  one: { when: wants_a, score: 0.5, claims: a, do: [brew] }
  other: { when: wants_b, score: 0.5, claims: b, do: [brew] }
  both: { when: wants_both, score: 0.9, claims: [a, b], cooldown: 100s, do: [brew] }
  queue: { score: 0.001, do: [stand] }
agents: { clerk: { actions: [one, other, both, queue], select: { inertia: 0 }, think: { every: 1frames } } }
)";
  const Asset asset = asset_of(text);
  for (uint32_t first = 0; first < 9; ++first) {
    World world;
    Population clerks;
    Scratch scratch;
    REQUIRE(World::create({.entities = 16}, world));
    REQUIRE(world.add_population(asset, AgentId::of("clerk"), {.capacity = 4}, clerks));
    REQUIRE(Scratch::create(world, scratch));
    std::array<Entity, 4> agents;
    for (Entity& agent : agents) REQUIRE(clerks.spawn({}, agent));
    const auto set = [&](const char* key, uint32_t slot, bool value) {
      Column<uint8_t> column;
      REQUIRE(clerks.column(id_of("blackboard", key), column));
      column[slot] = value ? 1 : 0;
    };
    uint32_t both = 0;
    std::vector<ishi::Token> running;
    for (uint64_t frame = 1; frame < 40; ++frame) {
      // 0 and 1 hold a and b; 2 and 3 come to wait for one each, then for both.
      if (frame == 1) {
        set("wants_a", 0, true);
        set("wants_b", 1, true);
      }
      if (frame == 2 + first % 3) set(first % 2 == 0 ? "wants_a" : "wants_b", 2, true);
      if (frame == 2 + first / 3) set(first % 2 == 0 ? "wants_b" : "wants_a", 3, true);
      if (frame == 6) {
        set("wants_both", 2, true);
        set("wants_both", 3, true);
      }
      if (frame == 10) {
        for (const uint32_t slot : {0U, 1U, 2U, 3U}) {
          set("wants_a", slot, false);
          set("wants_b", slot, false);
        }
      }
      if (frame >= 10) {
        for (const ishi::Token& token : running) static_cast<void>(clerks.report(token, Ending::completed));
        running.clear();
      }
      REQUIRE(world.begin_frame({frame, frame * 100'000}));
      phases::think(clerks, scratch);
      while (clerks.wants_act()) {
        const Commands commands = phases::act(clerks, scratch);
        for (const Start& start : commands.starts) {
          running.push_back(start.token);
          uint32_t slot = 0;
          REQUIRE(clerks.slot_of(start.agent, slot));
          if (clerks.option(start.agent) == 2) ++both;
        }
      }
      REQUIRE(world.end_frame());
    }
    CHECK(both == 2);
  }
}

}  // namespace
}  // namespace ishi::compiler::first_come_test
