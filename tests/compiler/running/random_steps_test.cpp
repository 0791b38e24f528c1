#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "compiler/saved_world.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"
#include "trials.h"

// Random bodies of what steps give back, of rounds over members, of levels that steps raise and of states
// that ends lead to: whatever the game reports, what starts ends once, and saves, snapshots and reloads
// change nothing.

namespace ishi::compiler::random_steps_test {
namespace {

class RandomText {
 public:
  explicit RandomText(uint32_t seed) : random_(seed) {}

  std::string text() {
    std::string actions, calm, wild;
    for (int i = 0; i < 4; ++i) {
      actions += "  a" + std::to_string(i) +
                 ":\n    score: " + (chance(2) ? "0.4 + 0.5 * mood" : "0.9 - 0.6 * mood") +
                 (chance(3) ? "\n    claims: radio" : "") + (chance(3) ? "\n    while: mood < 0.9" : "") +
                 (chance(2) ? "\n    cooldown: 0.3s" : "") + "\n    do: " + list(0) + finally() + "\n";
      (chance(2) ? calm : wild) += (i == 0 ? "" : ", ") + ("a" + std::to_string(i));
    }
    for (std::string* const names : {&calm, &wild}) {
      if (names->starts_with(", ")) names->erase(0, 2);
      if (names->empty()) *names = "a0";
    }
    return "ishi: 1\n"
           "things: { puddle: { fields: { size: { type: number, range: 0..1, default: 0.5 } } } }\n"
           "candidates:\n  puddles: { of: puddle, capacity: 3 }\n  nooks: { capacity: 2, fields: { place: "
           "point, seen: boolean } }\n"
           "tokens: { radio: { count: 1, fifo: true } }\n"
           "needs: { rest: { start: 0.2, rise: 0.1/s } }\n"
           "blackboard:\n  mood: { type: number, range: 0..1 }\n  n: { type: integer, range: 0..9 }\n  who: "
           "puddle\n"
           "  spot: { type: point, default: nowhere }\n  home: point\n"
           "tasks:\n"
           "  mop: { params: { what: puddle }, effects: { n: n + 1 } }\n"
           "  look: { gives: { place: { type: point, default: nowhere }, worth: { type: number, range: 0..1 "
           "}, whom: puddle } }\n"
           "  go_to: { params: { place: point } }\n"
           "  stand: {}\n"
           "goals:\n"
           "  scout: { do: [{ look: {}, as: seen }, wait: 0.1s], gives: { worth: { type: number, range: "
           "0..1, is: seen.worth }, whom: { type: puddle, is: seen.whom } } }\n"
           "  clean: { params: { p: puddle }, do: [mop: { what: p }, stand], finally: [{ set: { n: 1 }, "
           "when: failed }] }\n"
           "actions:\n" +
           actions + "agents:\n  janitor:\n    select: { inertia: 0.05 }\n    think: { every: " +
           (chance(2) ? "1frames" : "3frames") + " }\n    states:\n      calm: { actions: [" + calm +
           "], to: { wild: " + ending(calm) + " } }\n      wild: { actions: [" + wild +
           "], to: { calm: " + ending(wild) + " } }\n";
  }

 private:
  uint32_t pick(uint32_t count) { return random_() % count; }
  bool chance(uint32_t of) { return pick(of) == 0; }

  std::string ending(const std::string& names) {
    const std::string first = names.substr(0, names.find(','));
    switch (pick(4)) {
      case 0: return "completed and mood > 0.3";
      case 1: return "failed";
      case 2: return "completed(" + first + ")";
      default: return "elapsed > 1s or failed(" + first + ")";
    }
  }
  std::string finally() {
    switch (pick(4)) {
      case 0: return "\n    finally: [{ set: { n: 0 }, when: failed or aborted }]";
      case 1: return "\n    finally: [{ raise: { rest: -0.2 }, when: completed }]";
      default: return "";
    }
  }
  std::string list(uint32_t depth) {
    std::string steps;
    const uint32_t count = 1 + pick(3);
    const size_t givens = givens_.size();
    for (uint32_t i = 0; i < count; ++i) steps += (i == 0 ? "" : ", ") + step(depth);
    givens_.resize(givens);
    return "[" + steps + "]";
  }
  std::string somebody() {
    if (!loops_.empty() && !chance(3)) return loops_.back();
    for (const std::string& given : givens_)
      if (chance(2)) return given + ".whom";
    return "who";
  }
  std::string step(uint32_t depth) {
    switch (pick(depth < 3 ? 13 : 7)) {
      case 0: return "{ mop: { what: " + somebody() + " }" + modifiers() + " }";
      case 1: {
        const std::string name = "g" + std::to_string(number_++);
        const std::string made =
            std::string(chance(2) ? "{ look: {}, as: " : "{ scout: {}, as: ") + name + modifiers() + " }";
        givens_.push_back(name);
        return made;
      }
      case 2:
        return "{ go_to: { place: " + std::string(chance(2) ? "spot" : "home") + " }" + modifiers() + " }";
      case 3: return "{ wait: 0." + std::to_string(1 + pick(4)) + "s }";
      case 4: return "{ raise: { rest: " + std::string(chance(2) ? "+0.3" : "-0.4 * mood") + " } }";
      case 5:
        return givens_.empty() ? "{ set: { n: n + 1, spot: home } }"
                               : "{ set: { n: n + round(5 * " + givens_.back() + ".worth), spot: nowhere } }";
      case 6: return "{ check: n < " + std::to_string(3 + pick(7)) + " }";
      case 7:
      case 8: {
        const std::string name = "m" + std::to_string(number_++);
        loops_.push_back(name);
        const std::string steps = list(depth + 1);
        const std::string text = "{ repeat: { for_each: { " + name + ": puddles }" +
                                 (chance(2) ? ", by: " + name + ".size" : "") +
                                 ", do: [{ set: { who: " + name + " } }, " + steps.substr(1) + " } }";
        loops_.pop_back();
        return text;
      }
      case 9: {
        const std::string name = "m" + std::to_string(number_++);
        return "{ repeat: { for_each: { " + name + ": nooks }, do: [{ go_to: { place: " + name +
               ".place }, when: not " + name + ".seen, on_fail: continue }, { set: { " + name +
               ".seen: true } }] } }";
      }
      case 10: {
        const std::string name = "m" + std::to_string(number_++);
        return "{ plan: { reach: n > " + std::to_string(4 + pick(4)) + ", using: [{ mop: { what: " + name +
               " }, for_each: { " + name + ": puddles }, cost: 1s + 1s * " + name +
               ".size }] }, on_fail: continue }";
      }
      case 11: return "{ all: [" + step(depth + 1) + ", { stand: {}, timeout: 0.4s, on_fail: continue }] }";
      default: return "{ clean: { p: " + somebody() + " }" + modifiers() + " }";
    }
  }
  std::string modifiers() {
    switch (pick(6)) {
      case 0: return ", timeout: 0.3s";
      case 1: return ", on_fail: continue";
      case 2: return ", retry: 1";
      case 3: return ", until: mood > 0.8";
      default: return "";
    }
  }

  std::mt19937 random_;
  uint32_t number_ = 0;
  std::vector<std::string> givens_, loops_;
};

// As the header of the contract has it.
struct alignas(8) Look {
  static constexpr TaskId id = TaskId::of("look");
  static constexpr uint32_t record_bytes = 24;
  Vector3 place{};
  float worth = 0;
  EntityId whom{};
};

struct Game {
  Asset asset;
  World world;
  Population janitors;
  Scratch scratch;
  std::vector<Entity> puddles, nooks;
  std::vector<std::pair<ishi::Token, TaskId>> running;
  std::mt19937 random;
  uint64_t frame = 0, started = 0, ended = 0;

  Game(Asset made, uint32_t seed) : asset(std::move(made)), random(seed) {
    REQUIRE(World::create({.entities = 32}, world));
    REQUIRE(world.add_population(asset, AgentId::of("janitor"), {.capacity = 3}, janitors));
    REQUIRE(Scratch::create(world, scratch));
    for (int i = 0; i < 3; ++i) {
      Entity agent;
      REQUIRE(janitors.spawn({}, agent));
    }
  }
  uint32_t pick(uint32_t count) { return random() % count; }

  // What the game does before a frame.
  void happen() {
    for (uint32_t slot = 0; slot < 3; ++slot) {
      const Entity agent = janitors.agent_of(slot);
      janitors.column<float>(id_of("blackboard", "mood"))[slot] = static_cast<float>(pick(100)) / 99;
      const ishi::Candidates of_agent = janitors.candidates(agent, SetId::of("puddles"));
      std::array<Entity, 3> members{};
      uint32_t count = 0;
      REQUIRE(of_agent.list(members, count));
      if (count < 3 && pick(2) == 0) {
        Entity puddle;
        if (world.spawn_entity({.thing = ThingId::of("puddle")}, puddle)) REQUIRE(of_agent.add(puddle));
      } else if (count > 0 && pick(3) == 0) {
        const Entity gone = members[pick(count)];
        if (pick(2) == 0) {
          REQUIRE(of_agent.withdraw(gone));
          REQUIRE(world.despawn_entity(gone));
        } else {
          REQUIRE(world.despawn_entity(gone));
        }
      }
      const ishi::Candidates corners = janitors.candidates(agent, SetId::of("nooks"));
      std::array<Entity, 2> handles{};
      REQUIRE(corners.list(handles, count));
      Entity nook;
      if (count < 2 && pick(3) == 0) REQUIRE(corners.add(nook));
      if (count > 0 && pick(4) == 0) REQUIRE(corners.withdraw(handles[0]));
    }
    for (size_t i = running.size(); i-- > 0;) {
      if (pick(3) != 0) continue;
      const auto [token, task] = running[i];
      const bool completes = pick(4) != 0;
      if (task == Look::id && completes) {
        Look look;
        look.worth = static_cast<float>(pick(100)) / 99;
        look.place = pick(2) == 0 ? ishi::kNowhere : Vector3{1, 2, 3};
        REQUIRE(janitors.complete(token, look));
      } else {
        REQUIRE(janitors.report(token, completes && task != Look::id ? Ending::completed : Ending::failed));
      }
      running.erase(running.begin() + static_cast<ptrdiff_t>(i));
      ++ended;
    }
  }
  void step() {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    phases::think(janitors, scratch);
    while (janitors.wants_act()) {
      const Commands commands = phases::act(janitors, scratch);
      for (const End& end : commands.ends)
        ended += std::erase_if(running, [&](const auto& one) { return one.first == end.token; });
      for (const Start& start : commands.starts) {
        running.emplace_back(start.token, start.task);
        ++started;
      }
    }
    REQUIRE(world.end_frame());
    REQUIRE(started == ended + running.size());
  }
};

void go_on_from_save(Game& game) {
  save_and_load(game.asset, game.world, {&game.janitors, 1}, game.scratch);
  for (auto& [token, task] : game.running) token.world = game.world.number();
}

}  // namespace

TEST_CASE("random steps over members, with what they give back, start and end alike after saves and loads") {
  uint32_t compiled = 0;
  uint64_t started = 0;
  for (uint32_t seed = 1; seed <= trials(150); ++seed) {
    const std::string text = RandomText(seed).text();
    INFO(text);
    ++compiled;
    Game plain(asset_of(text), seed), saved(asset_of(text), seed);
    for (uint32_t frame = 0; frame < 40; ++frame) {
      plain.happen();
      plain.step();
      if (frame % 3 == seed % 3) go_on_from_save(saved);
      saved.happen();
      saved.step();
      REQUIRE(plain.world.state_hash() == saved.world.state_hash());
    }
    started += plain.started;
  }
  CHECK(started > 20 * compiled);
}

}  // namespace ishi::compiler::random_steps_test
