#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bodies/wakes.h"
#include "compiler/asset_of.h"
#include "compiler/village.h"
#include "ishi/asset_info.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "population/population_state.h"
#include "runtime/phases.h"
#include "trials.h"
#include "world/goes_on.h"

// Whatever a designer changes, and whenever the game applies it by a reload or a save, every agent keeps
// running. That nothing hangs is also asserted at the end of each frame of this build (world/goes_on.h).

namespace ishi::compiler::reloaded_lives_test {
namespace {

std::string life_of(const std::string& step) {
  return "ishi: 1\n"
         "things: { log: {} }\n"
         "candidates: { logs: { of: log, capacity: 2 } }\n"
         "blackboard: { mood: { type: number, range: 0..1 }, n: { type: integer, range: 0..9 } }\n"
         "tasks: { chop: { effects: { n: n + 1 } }, saw: { effects: { n: n + 1 } }, nap: {}, "
         "split: { params: { what: log } }, carry: { params: { what: log } } }\n"
         "goals: { tidy: { do: [chop] }, sweep: { do: [saw] } }\n"
         "actions:\n"
         "  work: { score: 1, do: [" +
         step +
         "] }\n"
         "  rest: { score: 0.1, do: [nap] }\n"
         "agents: { smith: { actions: [work, rest] } }\n";
}

// Of each kind of step one that keeps an agent at a task, and one that another version has in its place.
struct Change {
  const char *kind, *before, *after, *starts;
};
constexpr Change kChanges[] = {
    {"a task", "chop", "saw", "saw"},
    {"a wait", "wait: 60s", "saw", "saw"},
    {"a task for a wait", "chop", "wait: 0.2s, saw", "saw"},
    {"steps as one", "do: [chop, nap]", "do: [saw, nap]", "saw"},
    {"all", "all: [chop, wait: 60s]", "all: [saw, wait: 50s]", "saw"},
    {"any", "any: [chop, wait: 60s]", "any: [saw, wait: 50s]", "saw"},
    {"all that are any", "all: [chop, wait: 60s]", "any: [saw, wait: 60s]", "saw"},
    {"a part of all", "all: [chop, wait: 60s]", "all: [wait: 60s, saw]", "saw"},
    {"a round", "repeat: { do: [chop] }", "repeat: { do: [saw] }", "saw"},
    {"rounds that are none", "repeat: { do: [chop] }", "saw", "saw"},
    {"a round for a member", "repeat: { for_each: { l: logs }, do: [split: { what: l }] }",
     "repeat: { for_each: { l: logs }, do: [carry: { what: l }] }", "carry"},
    {"a method", "first: { a: { do: [chop] }, b: { do: [nap] } }", "first: { b: { do: [saw] } }", "saw"},
    {"the best method", "best: { a: { score: 1, do: [chop] } }", "best: { a: { score: 1, do: [saw] } }",
     "saw"},
    {"a method that may be outdone",
     "{ best: { a: { score: 1, do: [chop] }, b: { score: n, do: [nap] } }, reconsider: true }",
     "{ best: { a: { score: 1, do: [saw] }, b: { score: n, do: [nap] } }, reconsider: true }", "saw"},
    {"a drawn method", "draw: { a: { do: [chop] }, b: { weight: n, do: [nap] } }",
     "draw: { a: { do: [saw] }, b: { weight: n, do: [nap] } }", "saw"},
    {"a branch", "{ if: n < 9, then: [chop], else: [nap] }", "{ if: n < 9, then: [saw], else: [nap] }",
     "saw"},
    {"a plan", "plan: { reach: n > 5, using: [{ do: chop, cost: 1s }] }",
     "plan: { reach: n > 5, using: [{ do: saw, cost: 1s }] }", "saw"},
    {"a plan that is none", "plan: { reach: n > 5, using: [{ do: chop, cost: 1s }] }", "saw", "saw"},
    {"a goal that is gone", "tidy", "sweep", "sweep"},
    {"a goal within steps", "do: [tidy]", "do: [wait: 0.1s, sweep]", "sweep"},
    {"a step that is tried again", "{ do: chop, retry: 2 }", "{ do: saw, retry: 2 }", "saw"},
    {"a step with a time limit", "{ do: chop, timeout: 60s }", "{ do: saw, timeout: 60s }", "saw"},
    {"a step with a condition", "{ do: chop, until: mood > 0.5 }", "{ do: saw, until: mood > 0.5 }", "saw"},
};

std::string task_of(std::string_view starts) { return starts == "sweep" ? "saw" : std::string(starts); }

// A village that goes on from a save instead, with another asset.
void load_with(Village& v, const std::string& text) {
  size_t bytes = 0;
  REQUIRE(v.world.save_size(bytes));
  std::vector<std::byte> save(bytes);
  REQUIRE(v.world.save(save, bytes));
  const Asset* const assets[] = {&v.compiled(text)};
  World loaded;
  Population smiths[1];
  REQUIRE(World::load(save, {.assets = assets}, loaded, smiths, v.reload));
  v.world = std::move(loaded);
  v.smiths = smiths[0];
  v.smith = v.smiths.agent_of(v.slot);
  REQUIRE(Scratch::create(v.world, v.scratch));
}

void add_logs(Village& v) {
  const ishi::Candidates logs = v.smiths.candidates(v.smith, SetId::of("logs"));
  for (int i = 0; i < 2; ++i) {
    Entity log;
    REQUIRE(v.world.spawn_entity({.thing = ThingId::of("log")}, log));
    REQUIRE(logs.add(log));
  }
}

// The number of frames until a task starts; 0 if none does within a second.
int frames_until(Village& v, const std::string& task) {
  for (int frame = 1; frame <= 10; ++frame) {
    v.step();
    for (const Start& start : v.starts)
      if (start.task == TaskId::of(task)) return frame;
  }
  return 0;
}

}  // namespace

TEST_CASE("an agent whose step is gone begins its action anew, whatever kind of step it was") {
  for (const bool from_save : {false, true}) {
    for (const Change& change : kChanges) {
      // Its task runs; it was reported, and the step is the last one; nothing was done yet.
      for (const int frames : {1, 4}) {
        INFO(change.kind << (from_save ? " after a load, " : " after a reload, ") << frames);
        Village v(life_of(change.before));
        add_logs(v);
        for (int i = 0; i < frames; ++i) v.step();
        from_save ? load_with(v, life_of(change.after)) : v.change(life_of(change.after));
        CHECK(v.smiths.option(v.smith) == 0);
        CHECK(frames_until(v, task_of(change.starts)) > 0);
        // Another agent that comes now, and the same way back.
        Entity other;
        REQUIRE(v.smiths.spawn({}, other));
        v.step();
        from_save ? load_with(v, life_of(change.before)) : v.change(life_of(change.before));
        v.step();
        CHECK(find_hanging(*v.world.state()) == EntityId());
        CHECK(v.smiths.option(v.smith) == 0);
      }
    }
  }
}

TEST_CASE("an agent that nothing would wake is found, and a load wakes it") {
  Village v(life_of("chop"));
  v.step();
  const Population::State& p = *v.smiths.state();
  REQUIRE(will_wake(p, v.slot));
  // As a report would leave it that wakes nobody.
  p.acting.lane(v.slot, 0).store(LaneWord::pack(p.acting.header(v.slot).serial, LaneStatus::completed));
  CHECK_FALSE(will_wake(p, v.slot));
  CHECK(find_hanging(*v.world.state()) == EntityId(v.smith));
  load_with(v, life_of("chop"));
  CHECK(find_hanging(*v.world.state()) == EntityId());
  v.step();
  v.step();
  v.started("chop");
}

namespace {

// Two versions of a life: the later one draws some of its parts anew.
class RandomLives {
 public:
  RandomLives(uint32_t seed, uint32_t version) : seed_(seed), version_(version) {}

  std::string text() {
    std::string actions, calm, wild;
    for (int i = 0; i < 4; ++i) {
      const std::string name = "a" + std::to_string(i);
      const std::string path = "/" + name;
      if (i > 0 && chance(path + "gone", 5) && version_ > 0) continue;
      const bool is_for_members = chance(path + "each", 4);
      loops_ = is_for_members ? std::vector<std::string>{"q"} : std::vector<std::string>{};
      actions += "  " + name +
                 ":\n    score: " + (chance(path + "score", 2) ? "0.4 + 0.5 * mood" : "0.9 - 0.6 * mood") +
                 (is_for_members ? "\n    for_each: { q: puddles }" : "") +
                 (chance(path + "claims", 3) ? "\n    claims: radio" : "") +
                 (chance(path + "while", 3) ? "\n    while: mood < 0.9" : "") +
                 (chance(path + "cools", 3) ? "\n    cooldown: 0.3s" : "") + "\n    do: " + list(path, 0) +
                 (chance(path + "finally", 4) ? "\n    finally: [{ set: { n: 0 } }]" : "") + "\n";
      std::string& names = chance(path + "state", 2) ? calm : wild;
      names += (names.empty() ? "" : ", ") + name;
    }
    loops_.clear();
    const std::string in_goal = list("/goal", 2), broken_in = list("/interject", 3);
    return "ishi: 1\n"
           "enums: { temper: [calm, angry] }\n"
           "things: { puddle: { fields: { size: { type: number, range: 0..1, default: 0.5 } } } }\n"
           "candidates: { puddles: { of: puddle, capacity: " +
           std::to_string(2 + draw("/capacity", 2)) +
           " } }\n"
           "tokens: { radio: { count: 2, fifo: true } }\n"
           "navigation: { foot: { speed: 1m/s } }\n"
           "steering: { drift: { speed: 1m/s, blend: { on: { seek: { target: home } } } } }\n"
           "events: { shout: {} }\n"
           "needs: { rest: { start: 0.2, rise: 0.1/s } }\n"
           "blackboard:\n  mood: { type: number, range: 0..1 }\n  n: { type: integer, range: 0..9 }\n"
           "  home: point\n  who: puddle\n  of_temper: temper\n"
           "tasks:\n  chop: { effects: { n: n + 1 } }\n"
           "  saw: { params: { hard: { type: number, range: 0..1, live: true } } }\n  nap: {}\n"
           "  mop: { params: { what: puddle }, effects: { n: n + 1 }, abort: " +
           (chance("/abort", 2) ? "wait" : "now") +
           " }\n"
           "goals:\n"
           "  tidy: { do: " +
           in_goal + ", interject: { upset: { when: mood > 0.7, do: " + broken_in +
           " } }, finally: [{ set: { n: 0 } }] }\n"
           "actions:\n"
           "  idle: { score: 0.05, do: [wait: 0.2s] }\n"
           "  rest: { score: 0.06, do: [nap] }\n"
           "  sing: { score: 0.07, when: mood > 0.5, do: [nap] }\n" +
           actions + "agents:\n  janitor:\n    actions: [idle" + (calm.empty() ? "" : ", " + calm) +
           "]\n    think: { every: " +
           std::array{"1frames", "3frames", "0.2s", "'if(mood > 0.5, 1frames, 4frames)'"}[draw("/every", 4)] +
           ", on: [shout] }\n    on: { shout: [{ set: { n: 1 } }] }\n" +
           "    states:\n      quiet: { actions: [rest" + (wild.empty() ? "" : ", " + wild) +
           "], to: { loud: mood > 0.8 } }\n"
           "      loud: { actions: [sing], to: { quiet: elapsed > 0.5s } }\n";
  }

 private:
  static uint32_t mixed(uint32_t hash) {
    hash = (hash ^ hash >> 16) * 0x7feb352du;
    hash = (hash ^ hash >> 15) * 0x846ca68bu;
    return hash ^ hash >> 16;
  }
  // The same for the same place, but where this version has changed it.
  uint32_t draw(const std::string& path, uint32_t count) const {
    uint32_t hash = seed_ * 0x9e3779b9u;
    for (const char c : path) hash = mixed(hash ^ static_cast<uint32_t>(c));
    uint32_t seed = 0;
    for (uint32_t version = 1; version <= version_; ++version) {
      if (mixed(hash ^ version * 0x85ebca6bu) % 5 == 0) seed = version;
    }
    return mixed(hash ^ seed * 0xc2b2ae35u) % count;
  }
  [[nodiscard]] bool chance(const std::string& path, uint32_t of) const { return draw(path, of) == 0; }

  std::string list(const std::string& path, uint32_t depth) {
    std::string steps;
    const uint32_t count = 1 + draw(path + "count", 3);
    const uint32_t plain = draw(path + "plain", count);  // one that can fail
    for (uint32_t i = 0; i < count; ++i) {
      const std::string place = path + "/" + std::to_string(i);
      steps += (i == 0 ? "" : ", ") + (i == plain ? "{ " + task(place) + " }" : step(place, depth));
    }
    return "[" + steps + "]";
  }
  std::string task(const std::string& path) const {
    switch (draw(path + "task", 4)) {
      case 0: return "chop: {}";
      case 1: return "saw: { hard: mood }";
      case 2: return "nap: {}";
      default: return "mop: { what: " + (loops_.empty() ? "who" : loops_.back()) + " }";
    }
  }
  std::string methods(const std::string& path, uint32_t depth, const std::string& says) {
    std::string all;
    for (const char* const name : {"x", "y", "z"}) {
      const bool is_last = name[0] == 'z';
      if (is_last && chance(path + "gone", 2)) continue;
      const bool is_asked = !is_last || chance(path + "when", 2);
      all += std::string(all.empty() ? "" : ", ") + name + ": { " + says +
             (is_asked ? std::string("when: mood ") + (chance(path + name + "less", 2) ? "<" : ">") + " 0.5, "
                       : "") +
             "do: " + list(path + "/" + name, depth + 1) + " }";
    }
    return all;
  }
  std::string step(const std::string& path, uint32_t depth) {
    const uint32_t number = number_++;
    const std::string more = modifiers(path);
    switch (draw(path + "kind", depth < 3 ? 24 : 9)) {
      case 0:
      case 1:
      case 2: return "{ " + task(path) + more + " }";
      case 3:
        return "{ wait: 0." + std::to_string(1 + draw(path + "long", 4)) + "s" +
               (chance(path + "until", 3) ? ", until: mood > 0.8 }" : " }");
      case 4: return "{ set: { n: n + 1 } }";
      case 5: return "{ check: n < " + std::to_string(3 + draw(path + "n", 6)) + ", on_fail: continue }";
      case 6: return "{ emit: { shout: {} }, to: self }";
      case 7: return "{ steer: drift, timeout: 0.3s, on_fail: continue }";
      case 8: return "{ walk: { to: home, by: foot }, timeout: 0.4s, on_fail: continue }";
      case 9:
      case 10: return "{ do: " + list(path, depth + 1) + more + " }";
      case 11:
        return "{ all: " + list(path, depth + 1) + (chance(path + "enough", 3) ? ", enough: 1" : "") + more +
               " }";
      case 12: return "{ any: " + list(path, depth + 1) + " }";
      case 13:
      case 14:
        return "{ repeat: { do: " + list(path, depth + 1) +
               (chance(path + "times", 2) ? ", times: 2 }" : " }, until: mood > 0.6") + " }";
      case 15:
      case 16: {
        const std::string name = "m" + std::to_string(number);
        loops_.push_back(name);
        const std::string steps = list(path, depth + 1);
        loops_.pop_back();
        return "{ repeat: { for_each: { " + name + ": puddles }, do: [{ set: { who: " + name + " } }, " +
               steps.substr(1) + " }" + more + " }";
      }
      case 17: {
        const std::string name = "m" + std::to_string(number);
        return "{ plan: { reach: n > " + std::to_string(2 + draw(path + "reach", 4)) +
               ", using: [{ do: chop, cost: 1s" + (chance(path + "asks", 2) ? ", when: mood > 0.3" : "") +
               " }, { mop: { what: " + name + " }, for_each: { " + name + ": puddles }, cost: 1s + 1s * " +
               name + ".size }] }, on_fail: continue }";
      }
      case 18:
      case 19:
        return "{ first: { " + methods(path, depth, "") + " }" +
               (chance(path + "again", 2) ? ", reconsider: true" : "") + more + " }";
      case 20:
        return "{ best: { " + methods(path, depth, "score: mood, ") + " }" +
               (chance(path + "again", 2) ? ", reconsider: true" : "") + more + " }";
      case 21: return "{ draw: { " + methods(path, depth, "weight: 1 + mood, ") + " }" + more + " }";
      case 22:
        return "{ if: mood > 0.5, then: " + list(path + "/then", depth + 1) +
               ", else: " + list(path + "/else", depth + 1) + more + " }";
      default: return depth < 2 ? "{ tidy: {}" + more + " }" : "{ nap: {}" + more + " }";
    }
  }
  [[nodiscard]] std::string modifiers(const std::string& path) const {
    switch (draw(path + "modifier", 12)) {
      case 0: return ", timeout: 0.3s, on_fail: continue";
      case 1: return ", on_fail: continue";
      case 2: return ", retry: 1";
      case 3: return ", until: mood > 0.8";
      case 4: return ", while: mood < 0.8, on_fail: continue";
      case 5: return ", when: mood > 0.3";
      case 6: return ", interruptible: false";
      case 7: return ", until: elapsed > 0.4s";
      default: return "";
    }
  }

  uint32_t seed_, version_;
  uint32_t number_ = 0;
  std::vector<std::string> loops_;
};

constexpr uint32_t kJanitors = 3;

struct Game {
  std::deque<Asset> assets;
  World world;
  Population janitors;
  Scratch scratch;
  struct Running {
    ishi::Token token;
    uint32_t frames = 0;
  };
  std::vector<Running> running;
  std::mt19937 random;
  uint64_t frame = 0, started = 0, ended = 0;
  std::array<uint32_t, kJanitors> quiet{};  // frames since anything happened to an agent

  Game(Asset made, uint32_t seed) : random(seed) {
    assets.push_back(std::move(made));
    REQUIRE(World::create({.entities = 32}, world));
    REQUIRE(world.create_grid({.columns = 8, .rows = 8, .cell = 1, .origin = {-2, 0, -2}}));
    REQUIRE(world.add_population(assets.back(), AgentId::of("janitor"),
                                 {.capacity = kJanitors, .node_events = 4096}, janitors));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < kJanitors; ++i) {
      Entity agent;
      REQUIRE(janitors.spawn({}, agent));
    }
  }
  uint32_t pick(uint32_t count) { return random() % count; }

  void happen() {
    for (uint32_t slot = 0; slot < kJanitors; ++slot) {
      const Entity agent = janitors.agent_of(slot);
      janitors.column<float>(id_of("blackboard", "mood"))[slot] = static_cast<float>(pick(100)) / 99;
      const ishi::Candidates puddles = janitors.candidates(agent, SetId::of("puddles"));
      std::array<Entity, 3> members{};
      uint32_t count = 0;
      REQUIRE(puddles.list(members, count));
      Entity puddle;
      if (count < 2 && pick(2) == 0 && world.spawn_entity({.thing = ThingId::of("puddle")}, puddle)) {
        REQUIRE(puddles.add(puddle));
      } else if (count > 0 && pick(5) == 0) {
        REQUIRE(world.despawn_entity(members[pick(count)]));
      }
    }
    constexpr uint32_t kLongest = 4;  // frames that a task takes
    for (size_t i = running.size(); i-- > 0;) {
      if (++running[i].frames < kLongest && pick(3) != 0) continue;
      const Ending ending = pick(4) != 0 ? Ending::completed : Ending::failed;
      const Status status = janitors.report(running[i].token, ending);
      if (status.code == StatusCode::token_stale)
        continue;  // a reload ended it, which the next round will tell
      INFO(describe(status));
      REQUIRE(status);
      running.erase(running.begin() + static_cast<ptrdiff_t>(i));
      ++ended;
    }
  }
  void step() {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    phases::think(janitors, scratch);
    for (uint32_t& frames : quiet) ++frames;
    while (janitors.wants_act()) {
      const Commands commands = phases::act(janitors, scratch);
      for (const NodeEvent& event : commands.nodes) {
        uint32_t slot = 0;
        if (janitors.slot_of(event.agent, slot)) quiet[slot] = 0;
      }
      for (const End& end : commands.ends) {
        const auto one = std::ranges::find(running, end.token, &Running::token);
        REQUIRE(one != running.end());
        if (end.report_when_over) continue;
        running.erase(one);
        ++ended;
      }
      for (const Start& start : commands.starts) {
        running.push_back({start.token});
        ++started;
      }
    }
    REQUIRE(world.find_paths());
    REQUIRE(world.end_frame());
    REQUIRE(started == ended + running.size());
  }

  void reload(Asset next) {
    const Asset& from = assets.back();
    assets.push_back(std::move(next));
    Reload made;
    const AssetChange change{&from, &assets.back()};
    REQUIRE(world.prepare_reload({&change, 1}, made));
    REQUIRE(world.commit_reload(made));
    REQUIRE(Scratch::create(world, scratch));
  }
  void load(Asset next) {
    size_t bytes = 0;
    REQUIRE(world.save_size(bytes));
    std::vector<std::byte> save(bytes);
    REQUIRE(world.save(save, bytes));
    assets.push_back(std::move(next));
    const Asset* const list[] = {&assets.back()};
    World loaded;
    Population populations[1];
    Reload made;
    REQUIRE(World::load(save, {.assets = list}, loaded, populations, made));
    world = std::move(loaded);
    janitors = populations[0];
    for (Running& one : running) one.token.world = world.number();
    REQUIRE(Scratch::create(world, scratch));
  }
  // The ids of what the agents do; 0: nothing.
  [[nodiscard]] std::array<uint64_t, kJanitors> doing() const {
    std::array<uint64_t, kJanitors> ids{};
    const AssetParts parts(assets.back());
    for (uint32_t slot = 0; slot < kJanitors; ++slot) {
      const uint16_t option = janitors.option(janitors.agent_of(slot));
      if (option != kNoOption) ids[slot] = parts.option(parts.agent(0).options.first + option).id;
    }
    return ids;
  }
};

}  // namespace

TEST_CASE("after a change at any moment every agent goes on within a second") {
  uint64_t started = 0, changes = 0;
  for (uint32_t seed = 1; seed <= trials(120); ++seed) {
    Game game(asset_of(RandomLives(seed, 0).text()), seed);
    uint32_t version = 0;
    for (uint32_t frame = 0; frame < 60; ++frame) {
      INFO("seed " << seed << ", version " << version << ", frame " << frame);
      game.happen();
      game.step();
      for (const uint32_t frames : game.quiet) REQUIRE(frames <= 10);
      if (game.pick(6) != 0) continue;
      version = game.pick(4);
      const std::string text = RandomLives(seed, version).text();
      INFO(text);
      const auto before = game.doing();
      game.pick(2) == 0 ? game.load(asset_of(text)) : game.reload(asset_of(text));
      // No agent is at anything else by the change itself: it goes on, begins anew, or has ended what it did.
      const auto after = game.doing();
      for (uint32_t slot = 0; slot < kJanitors; ++slot)
        REQUIRE((after[slot] == 0 || after[slot] == before[slot]));
      ++changes;
    }
    started += game.started;
  }
  CHECK(changes > trials(120) * 5);
  CHECK(started > trials(120) * 50);
}

}  // namespace ishi::compiler::reloaded_lives_test
