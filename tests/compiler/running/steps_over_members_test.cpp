#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "compiler/saved_world.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/phases.h"

// Steps that go over the members of a set, in every order and at every phase. Tests of a designer stand in
// tests/cases/pass/going_over_members.ishi.yaml.

namespace ishi::compiler::steps_over_members_test {
namespace {

constexpr const char* kJanitor = R"(ishi: 1
things: { puddle: { fields: { rank: { type: number, range: 0..9 } } } }
candidates: { puddles: { of: puddle, capacity: 4 } }
tasks: { mop: { params: { what: puddle } } }
actions:
  clean:
    score: 1
    cooldown: 100s
    do: [repeat: { for_each: { p: puddles }, BY do: [mop: { what: p }] }]
agents: { janitor: { actions: [clean] } }
)";

std::string with(std::string text, const std::string& place, const std::string& by) {
  return text.replace(text.find(place), place.size(), by);
}

struct Mop {
  static constexpr TaskId id = TaskId::of("mop");
  EntityId what{};
};

// One janitor and up to four puddles.
struct Hall {
  Asset asset;
  World world;
  Population janitors;
  Scratch scratch;
  Entity janitor;
  std::vector<Entity> puddles;
  uint64_t frame = 0;

  explicit Hall(const std::string& text, uint32_t count) : asset(asset_of(text)) {
    REQUIRE(World::create({.entities = 16}, world));
    REQUIRE(world.add_population(asset, AgentId::of("janitor"), {.capacity = 1}, janitors));
    REQUIRE(Scratch::create(world, scratch));
    REQUIRE(janitors.spawn({}, janitor));
    for (uint32_t i = 0; i < count; ++i) {
      Entity puddle;
      REQUIRE(world.spawn_entity({.thing = ThingId::of("puddle")}, puddle));
      Column<float> rank;
      REQUIRE(world.field(id_of("things/puddle", "rank"), rank));
      rank[puddle.index] = static_cast<float>(count - i);
      puddles.push_back(puddle);
      REQUIRE(members().add(puddle));
    }
  }
  [[nodiscard]] ishi::Candidates members() const {
    return janitors.candidates(janitor, SetId::of("puddles"));
  }
  [[nodiscard]] int number_of(EntityId id) const {
    for (size_t i = 0; i < puddles.size(); ++i) {
      if (puddles[i].index == id.index) return static_cast<int>(i);
    }
    return -1;
  }
  // Thinks, and acts as often as there is something to do; `visit` sees the commands of each round.
  template <typename Visit>
  void step(Visit&& visit) {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    phases::think(janitors, scratch);
    while (janitors.wants_act()) {
      const Commands commands = phases::act(janitors, scratch);
      visit(commands);
    }
    REQUIRE(world.end_frame());
  }
};

// What happens to a member: it goes before a frame, or never.
struct Plan {
  uint32_t count, takes;  // members, and frames from a start to its report; 0: in the same round
  bool turned;            // the last goes first
  std::vector<uint32_t> gone_at;
};

struct Seen {
  uint64_t frame;
  char what;  // s: started, a: aborted, e: the action has ended
  int member;
  friend bool operator==(const Seen&, const Seen&) = default;
};

constexpr uint32_t kFrames = 18, kNeverGone = 99;

// What must happen, as the language page says.
std::vector<Seen> expected(const Plan& plan) {
  std::vector<int> order;
  for (uint32_t i = 0; i < plan.count; ++i)
    if (plan.gone_at[i] > 1) order.push_back(static_cast<int>(i));
  if (plan.turned) std::reverse(order.begin(), order.end());
  std::vector<Seen> seen;
  const auto is_gone = [&](int member, uint64_t frame) { return plan.gone_at[member] <= frame; };
  size_t at = 0;
  std::optional<uint64_t> started;
  uint64_t next_round = 1;
  for (uint64_t frame = 1; frame <= kFrames; ++frame) {
    bool moves_on = false;
    if (started) {
      const bool is_over = frame >= *started + std::max(plan.takes, 1U) && plan.takes > 0;
      if (is_over) {
        moves_on = true;
      } else if (is_gone(order[at], frame)) {
        seen.push_back({frame, 'a', order[at]});
        moves_on = true;
      }
    } else if (frame >= next_round) {
      while (at < order.size() && is_gone(order[at], frame)) ++at;
      if (at == order.size()) {
        seen.push_back({frame, 'e', -1});
        return seen;
      }
      seen.push_back({frame, 's', order[at]});
      started = frame;
      if (plan.takes == 0) moves_on = true;
    }
    if (!moves_on) continue;
    started.reset();
    ++at;
    next_round = frame + 1;
    while (at < order.size() && is_gone(order[at], frame)) ++at;
    if (at < order.size()) continue;
    seen.push_back({frame, 'e', -1});
    return seen;
  }
  return seen;
}

std::vector<Seen> played(const Asset& asset, const std::string& text, const Plan& plan, bool reloads,
                         bool restores) {
  Hall hall(text, plan.count);
  std::vector<Seen> seen;
  std::vector<std::pair<ishi::Token, uint64_t>> running;
  for (uint64_t frame = 1; frame <= kFrames; ++frame) {
    if (reloads) {
      const AssetChange change{frame % 2 == 1 ? &hall.asset : &asset, frame % 2 == 1 ? &asset : &hall.asset};
      Reload reload;
      REQUIRE(hall.world.prepare_reload({&change, 1}, reload));
      REQUIRE(hall.world.commit_reload(reload));
      REQUIRE(Scratch::create(hall.world, hall.scratch));
    }
    if (restores) {
      save_and_load(hall.asset, hall.world, {&hall.janitors, 1}, hall.scratch);
      hall.janitor = hall.janitors.agent_of(0);
      for (Entity& puddle : hall.puddles) puddle.world = hall.world.number();
      for (auto& [token, due] : running) token.world = hall.world.number();
    }
    for (uint32_t i = 0; i < plan.count; ++i) {
      if (plan.gone_at[i] == frame) REQUIRE(hall.members().withdraw(hall.puddles[i]));
    }
    for (const auto& [token, due] : running) {
      if (due == frame) REQUIRE(hall.janitors.report(token, Ending::completed));
    }
    const bool ran = hall.janitors.option(hall.janitor) != kNoOption || frame == 1;
    hall.step([&](const Commands& commands) {
      for (const End& end : commands.ends) {
        std::erase_if(running, [&](const auto& one) { return one.first == end.token; });
        seen.push_back({frame, 'a', -2});
      }
      for (const Start& start : commands.starts) {
        const auto* const mop = static_cast<const Mop*>(start.parameters);
        seen.push_back({frame, 's', hall.number_of(mop->what)});
        if (plan.takes == 0)
          REQUIRE(hall.janitors.report(start.token, Ending::completed));
        else
          running.emplace_back(start.token, frame + plan.takes);
      }
    });
    if (ran && hall.janitors.option(hall.janitor) == kNoOption) {
      seen.push_back({frame, 'e', -1});
      break;
    }
  }
  // Who an aborted task was for is whom the last start was for.
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i].member == -2) seen[i].member = seen[i - 1].member;
  }
  return seen;
}

std::string text_of(const std::vector<Seen>& all) {
  std::string text;
  for (const Seen& one : all)
    text += std::to_string(one.frame) + one.what + (one.member < 0 ? "" : std::to_string(one.member)) + " ";
  return text;
}

// Every number of members, duration, order, and every frame in which each of them goes.
template <typename Visit>
void for_each_plan(uint32_t most, Visit&& visit) {
  for (uint32_t count = 0; count <= most; ++count) {
    for (const uint32_t takes : {0U, 1U, 2U, 3U}) {
      for (const bool turned : {false, true}) {
        std::vector<uint32_t> gone(count, 1);
        while (true) {
          visit(Plan{count, takes, turned, gone});
          size_t i = 0;
          for (; i < count; ++i) {
            gone[i] = gone[i] == kNeverGone ? 1 : gone[i] == 6 ? kNeverGone : gone[i] + 1;
            if (gone[i] != 1) break;
          }
          if (i == count) break;
        }
      }
    }
  }
}

TEST_CASE("a repeat has a round for each member, in order, and skips those that are gone, at every phase") {
  const std::string plain = with(kJanitor, "BY", ""), turned = with(kJanitor, "BY", "by: p.rank,");
  const Asset asset = asset_of(plain);
  uint32_t plans = 0;
  for_each_plan(3, [&](const Plan& plan) {
    ++plans;
    const std::vector<Seen> must = expected(plan);
    const std::vector<Seen> is = played(asset, plan.turned ? turned : plain, plan, false, false);
    if (must == is) return;
    std::string gone;
    for (const uint32_t frame : plan.gone_at) gone += std::to_string(frame) + " ";
    INFO("members " << plan.count << ", takes " << plan.takes << ", turned " << plan.turned << ", gone at "
                    << gone);
    REQUIRE(text_of(is) == text_of(must));
  });
  CHECK(plans == 2 * 4 * (1 + 7 + 49 + 343));
}

TEST_CASE("a repeat over members goes on after reloads and loads in each frame") {
  const std::string plain = with(kJanitor, "BY", ""), turned = with(kJanitor, "BY", "by: p.rank,");
  // The loop variable has another name, and the set other room: the rounds go on.
  const Asset same = asset_of(with(plain, "cooldown: 100s", "cooldown: 99s"));
  const Asset renamed =
      asset_of(with(with(with(plain, "{ p: puddles }", "{ spot: puddles }"), "what: p }", "what: spot }"),
                    "capacity: 4", "capacity: 3"));
  for_each_plan(2, [&](const Plan& plan) {
    if (plan.turned || plan.takes > 2) return;
    const std::vector<Seen> must = expected(plan);
    CHECK(text_of(played(same, plain, plan, true, false)) == text_of(must));
    CHECK(text_of(played(renamed, plain, plan, true, false)) == text_of(must));
    CHECK(text_of(played(same, plain, plan, false, true)) == text_of(must));
  });
}

constexpr const char* kPlanner = R"(ishi: 1
things: { crate: { fields: { rounds: { type: integer, range: 0..20, default: 3 } } } }
candidates: { crates: { of: crate, capacity: 6 } }
blackboard: { ammo: { type: integer, range: 0..40 } }
tasks: { take_from: { params: { what: crate }, effects: { ammo: ammo + what.rounds } } }
actions:
  stock_up:
    score: 1
    do: [plan: { reach: ammo >= 9, using: [{ take_from: { what: c }, for_each: { c: crates }, cost: 1s * c.rounds }] }]
agents: { janitor: { actions: [stock_up] } }
)";

TEST_CASE("a plan takes the cheapest members that reach what it is for, each once") {
  // Every set of up to five crates of 1 to 4 rounds: what it costs is what is taken, so the least that
  // reaches 9.
  for (uint32_t code = 0; code < 4 * 4 * 4 * 4 * 4; ++code) {
    Hall hall(kPlanner, 0);
    std::vector<uint32_t> rounds;
    Column<int32_t> column;
    REQUIRE(hall.world.field(id_of("things/crate", "rounds"), column));
    const ishi::Candidates crates = hall.janitors.candidates(hall.janitor, SetId::of("crates"));
    for (uint32_t i = 0, left = code; i < 5; ++i, left /= 4) {
      Entity crate;
      REQUIRE(hall.world.spawn_entity({.thing = ThingId::of("crate")}, crate));
      rounds.push_back(1 + left % 4);
      column[crate.index] = static_cast<int32_t>(rounds.back());
      hall.puddles.push_back(crate);
      REQUIRE(crates.add(crate));
    }
    uint32_t best = 1000;
    for (uint32_t chosen = 0; chosen < 32; ++chosen) {
      uint32_t sum = 0;
      for (uint32_t i = 0; i < 5; ++i) sum += (chosen >> i & 1) != 0 ? rounds[i] : 0;
      if (sum >= 9) best = std::min(best, sum);
    }
    std::vector<int> taken;
    uint32_t sum = 0;
    Column<int32_t> ammo;
    REQUIRE(hall.janitors.column(id_of("blackboard", "ammo"), ammo));
    for (uint32_t frame = 0; frame < 8; ++frame) {
      hall.step([&](const Commands& commands) {
        for (const Start& start : commands.starts) {
          const int which = hall.number_of(static_cast<const Mop*>(start.parameters)->what);
          REQUIRE(which >= 0);
          REQUIRE(std::find(taken.begin(), taken.end(), which) == taken.end());
          taken.push_back(which);
          sum += rounds[static_cast<size_t>(which)];
          ammo[0] += static_cast<int32_t>(rounds[static_cast<size_t>(which)]);
          REQUIRE(hall.janitors.report(start.token, Ending::completed));
        }
      });
    }
    if (best == 1000) {
      CHECK(taken.empty());
    } else {
      INFO("crates " << code);
      CHECK(sum == best);
    }
  }
}

TEST_CASE("steps behind those of a set that is not full keep their conditions in a plan") {
  Hall hall(R"(ishi: 1
things: { crate: {} }
candidates: { crates: { of: crate, capacity: 2 } }
blackboard: { seen: { type: integer, range: 0..9 }, key: boolean, open: boolean }
tasks:
  look_into: { params: { what: crate }, effects: { seen: seen + 1 }, takes: 1s }
  fetch_key: { effects: { key: true } }
  unlock: { requires: key, effects: { open: true } }
actions:
  enter:
    score: 1
    do: [plan: { reach: open, using: [{ look_into: { what: c }, for_each: { c: crates } }, do: fetch_key, do: unlock] }]
agents: { janitor: { actions: [enter] } }
)",
            0);
  Entity crate;
  REQUIRE(hall.world.spawn_entity({.thing = ThingId::of("crate")}, crate));
  REQUIRE(hall.janitors.candidates(hall.janitor, SetId::of("crates")).add(crate));
  std::vector<TaskId> started;
  hall.step([&](const Commands& commands) {
    for (const Start& start : commands.starts) started.push_back(start.task);
  });
  CHECK(started == std::vector{TaskId::of("fetch_key")});
}

TEST_CASE("a step of a plan whose member is gone fails, and the rest is planned anew") {
  Hall hall(kPlanner, 0);
  const ishi::Candidates crates = hall.janitors.candidates(hall.janitor, SetId::of("crates"));
  for (uint32_t i = 0; i < 4; ++i) {
    Entity crate;
    REQUIRE(hall.world.spawn_entity({.thing = ThingId::of("crate")}, crate));
    hall.puddles.push_back(crate);
    REQUIRE(crates.add(crate));
  }
  std::vector<int> started;
  ishi::Token last{};
  const auto step = [&] {
    hall.step([&](const Commands& commands) {
      for (const Start& start : commands.starts) {
        started.push_back(hall.number_of(static_cast<const Mop*>(start.parameters)->what));
        last = start.token;
      }
    });
  };
  step();
  REQUIRE(started == std::vector<int>{0});
  REQUIRE(crates.withdraw(hall.puddles[0]));
  step();
  step();
  CHECK(started == std::vector<int>{0, 1});
  CHECK(hall.janitors.act_counters().aborted == 1);
  CHECK(hall.janitors.report(last, Ending::completed));
}

}  // namespace
}  // namespace ishi::compiler::steps_over_members_test
