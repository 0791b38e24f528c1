#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compiled.h"
#include "compiler/oracle/body_tree.h"
#include "first_seed.h"
#include "ishi/column.h"
#include "ishi/id.h"
#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "ishi/world.h"
#include "runtime/phases.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"
#include "trials.h"

// Scenes of agents with random bodies (branches, checks, rounds over members, methods that are reconsidered
// or drawn, what steps are given back, goals that foresee, claims in turn, values with parameters) run as a
// game that makes the same world by hand: the same bits in every frame.

namespace ishi::compiler::bodies_in_scenes_test {
namespace {

constexpr uint64_t kFrames = 240;
constexpr size_t kPuddles = 3;

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}
std::string time_of(uint64_t frame) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6fs", static_cast<double>(frame * 1'000'000 / 60) / 1e6);
  return text;
}

struct Happening {
  enum class What : uint8_t { a, b, c, mood, shot, leave, dry };
  uint64_t frame = 0;
  What what{};
  size_t who = 0;  // agent or puddle
  float value = 0;
};
struct FailingTask {
  uint64_t frame = 0;
  std::string task;
};

// A scene of workers and puddles, and what is said of it in YAML.
struct Scene {
  std::string behaviour;
  size_t agents = 0;
  std::vector<std::pair<float, float>> places;  // of agents, then of puddles
  std::vector<float> sizes, worths;             // of puddles; that looking gives to each agent
  float size_after = 0;                         // of a puddle that has been mopped
  std::vector<Happening> happenings;
  std::vector<FailingTask> failures;  // by frame

  [[nodiscard]] std::string text() const;
};

std::string agent_name(size_t i) { return "w" + std::to_string(i); }
std::string puddle_name(size_t i) { return "puddle_" + std::to_string(i); }

std::string text_of(const Happening& one) {
  using What = Happening::What;
  constexpr const char* kKeys[] = {"a", "b", "c", "mood"};
  switch (one.what) {
    case What::shot: return "emit: { " + agent_name(one.who) + ".shot: {} }";
    case What::leave: return "remove: " + agent_name(one.who);
    case What::dry: return "remove: " + puddle_name(one.who);
    case What::mood: return "set: { " + agent_name(one.who) + ".mood: " + digits(one.value) + " }";
    default:
      return "set: { " + agent_name(one.who) + "." + kKeys[static_cast<size_t>(one.what)] + ": " +
             std::to_string(static_cast<int>(one.value)) + " }";
  }
}

std::string Scene::text() const {
  std::string all = behaviour + "scenes:\n  plot:\n    agents:\n";
  const auto at = [&](size_t i) {
    return "[" + digits(places[i].first) + ", 0, " + digits(places[i].second) + "]";
  };
  for (size_t i = 0; i < agents; ++i)
    all += "      " + agent_name(i) + ": { agent: worker, self: { position: " + at(i) +
           " }, candidates: { puddles: [puddle_0, puddle_1, puddle_2] } }\n";
  all += "    world:\n";
  for (size_t i = 0; i < kPuddles; ++i)
    all += "      " + puddle_name(i) + ": { is: puddle, position: " + at(agents + i) +
           ", size: " + digits(sizes[i]) + " }\n";
  all += "    gives:\n      look: { worth: " + digits(worths[0]) + " }\n";
  for (size_t i = 1; i < agents; ++i)
    all += "      " + agent_name(i) + ".look: { worth: " + digits(worths[i]) + " }\n";
  all += "    changes: { mop: { what: { size: " + digits(size_after) + " } } }\n    at:\n";
  for (const Happening& one : happenings)
    all += "      " + time_of(one.frame) + ": { " + text_of(one) + " }\n";
  all += "tests:\n  t:\n    scene: plot\n    run: 4s\n    fails: {";
  const char* comma = " ";
  for (const char* const task : {"stand", "mop", "look", "go", "fetch", "unlock"}) {
    std::string times;
    for (const FailingTask& one : failures) {
      if (one.task == task) times += (times.empty() ? "" : ", ") + time_of(one.frame);
    }
    if (!times.empty()) all += std::exchange(comma, ", ") + std::string(task) + ": [" + times + "]";
  }
  return all + " }\n    expect: { agents: { w0: { max_switches: 100000 } } }\n";
}

class SceneAuthor {
 public:
  explicit SceneAuthor(uint32_t seed) : seed_(seed), random_(seed) {}

  Scene write() {
    Scene scene;
    scene.behaviour = behaviour();
    scene.agents = 1 + below(4);
    for (size_t i = 0; i < scene.agents + kPuddles; ++i)
      scene.places.emplace_back(grain(-6, 6), grain(-6, 6));
    for (size_t i = 0; i < kPuddles; ++i) scene.sizes.push_back(grain(0, 1));
    for (size_t i = 0; i < scene.agents; ++i) scene.worths.push_back(grain(0, 1));
    scene.size_after = grain(0, 1);
    for (uint64_t frame = 1 + below(20); frame < kFrames; frame += 3 + below(20)) add_happening(scene, frame);
    for (uint64_t frame = 5 + below(40); frame < kFrames; frame += 10 + below(50)) {
      constexpr const char* kTasks[] = {"stand", "mop", "look", "go", "fetch", "unlock"};
      scene.failures.push_back({frame, kTasks[below(6)]});
    }
    return scene;
  }

 private:
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  bool one_in(uint32_t count) { return below(count) == 0; }
  float grain(double low, double high) {
    return std::stof(digits(low + (high - low) * static_cast<double>(random_() % 1001) / 1000));
  }

  static void replace(std::string& text, const std::string& what, const std::string& with) {
    const size_t at = text.find(what);
    INFO(what);
    REQUIRE(at != std::string::npos);
    text.replace(at, what.size(), with);
  }

  // A random body as an action among others, whose tasks take time.
  std::string behaviour() {
    std::string text = bodies_agree_test::Author(seed_, 2 + seed_ % 2).write().text();
    const auto takes = [&] { return "takes: " + digits(0.05 + 0.05 * below(6)) + "s"; };
    replace(text, "  stand: {}\n",
            "  stand: { " + takes() + " }\n  fetch: { takes: 0.2s }\n  unlock: { " + takes() +
                ", effects: { c: 3 } }\n  enter: { takes: 0.1s, requires: c > 2 }\n");
    replace(text, "  mop: { params: { what: puddle } }\n",
            "  mop: { params: { what: puddle }, " + takes() + ", effects: { n: n + 1 } }\n");
    replace(text, "  look: { gives", "  look: { " + takes() + ", gives");
    replace(text, "  go: { params: { where: point } }\n",
            "  go: { params: { where: point }, " + takes() + " }\n");
    replace(text, "actions:\n  work:\n    score: 0.5\n",
            "actions:\n  work:\n    score: 0.5\n" + std::string(one_in(2) ? "    claims: pass\n" : ""));
    const std::string goal =
        std::string("  get_in:\n    foresee: true\n    do:\n      - ") + (one_in(2) ? "first" : "draw") +
        ": { key: { when: a < 2, do: [fetch, unlock] }, pick: { when: b > 0, do: [unlock] }, "
        "late: { do: [wait: 0.1s, unlock] } }\n      - enter\n      - set: { c: 0 }\n";
    if (text.find("\ngoals:\n") != std::string::npos)
      replace(text, "\ngoals:\n", "\ngoals:\n" + goal);
    else
      replace(text, "\nactions:\n", "\ngoals:\n" + goal + "actions:\n");
    replace(text, "actions: [work, idle", "actions: [work, ahead, peek, near, idle");
    replace(text, "\nagents:\n",
            "\n  peek: { score: 0.1 + random * 0.4, cooldown: 0.5s, do: [{ look: {}, as: seen }, { set: { n: "
            "1 }, when: "
            "seen.worth > 0.5 }, go: { where: home }, stand] }"
            "\n  ahead: { score: 0.3 + random * 0.4, cooldown: 0.3s, do: [get_in] }\n"
            "  near:\n    for_each: { q: puddles }\n    when: gap(self, q) < 9m\n    claims: pass\n"
            "    score: 0.1 + 0.1 * count(puddles, distance(it, q) < 4m) + random * 0.4\n"
            "    cooldown: 0.2s\n    do: [{ mop: { what: q }, timeout: 1s }]\nagents:\n");
    constexpr const char* kSelect[] = {"{ inertia: 0 }", "{ inertia: 0.05, minimum: 0.3 }",
                                       "{ weighted: { top: 2 } }", "{ softmax: { temperature: 0.2 } }"};
    replace(text, "select: { inertia: 0 }", std::string("select: ") + kSelect[below(4)]);
    return text + "tokens: { pass: { fifo: " + (one_in(2) ? "true" : "false") +
           " } }\nvalues: { gap: { params: { a_one: entity, other: entity }, is: \"distance(a_one, other)\" "
           "} }\n";
  }

  void add_happening(Scene& scene, uint64_t frame) {
    using What = Happening::What;
    Happening one{frame, static_cast<What>(below(5)), below(static_cast<uint32_t>(scene.agents)),
                  static_cast<float>(below(4))};
    if (one.what == What::mood) one.value = grain(0, 1);
    if (one_in(12)) one.what = one_in(2) ? What::leave : What::dry;
    if (one.what == What::dry) one.who = below(kPuddles);
    const auto is_gone = [&](What what) {
      return std::ranges::any_of(scene.happenings, [&](const Happening& other) {
        return other.what == what && other.who == one.who;
      });
    };
    if (is_gone(one.what == What::dry ? What::dry : What::leave)) return;
    scene.happenings.push_back(one);
  }

  uint32_t seed_;
  std::minstd_rand random_;
};

struct RunningTask {
  ishi::Token token;
  TaskId task;
  size_t agent = 0;
  uint64_t ends_at = 0;  // microseconds
  const std::byte* parameters = nullptr;
};

// The game that a programmer would write for such a scene.
class Game {
 public:
  Game(const Asset& asset, const Scene& scene) : asset_(asset), scene_(scene), failures_(scene.failures) {
    WorldOptions options;
    options.entities = static_cast<uint32_t>(scene.agents + kPuddles);
    options.event_bytes += static_cast<uint32_t>(
        32 * std::ranges::count(scene.happenings, Happening::What::shot, &Happening::what));
    REQUIRE(World::create(options, world));
    REQUIRE(world.add_population(asset, AgentId::of("worker"),
                                 {.capacity = static_cast<uint32_t>(scene.agents)}, workers_));
    puddles_.resize(kPuddles, kNobody);
    for (size_t i = 0; i < kPuddles; ++i)
      REQUIRE(world.spawn_entity(
          {.position = place(scene.agents + i), .facing = {0, 0, 1}, .thing = ThingId::of("puddle")},
          puddles_[i]));
    agents_.resize(scene.agents, kNobody);
    for (size_t i = 0; i < scene.agents; ++i)
      REQUIRE(workers_.spawn({.position = place(i), .facing = {0, 0, 1}}, agents_[i]));
    for (size_t i = 0; i < kPuddles; ++i) set_size(puddles_[i], scene.sizes[i]);
    for (Entity& agent : agents_) {
      for (Entity& puddle : puddles_) REQUIRE(workers_.candidates(agent, SetId::of("puddles")).add(puddle));
    }
    REQUIRE(Scratch::create(world, scratch_));
  }

  void frame(uint64_t number) {
    frame_ = number;
    now_ = number * 1'000'000 / 60;
    for (const Happening& one : scene_.happenings) {
      if (one.frame == number) happen(one);
    }
    for (size_t i = 0; i < running_.size();) {
      if (!take_failure(running_[i].task)) {
        ++i;
        continue;
      }
      const ishi::Token token = running_[i].token;
      running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
      REQUIRE(workers_.report(token, Ending::failed));
    }
    end_tasks();
    REQUIRE(world.begin_frame({number, now_}));
    phases::think(workers_, scratch_);
    act();
    REQUIRE(world.end_frame());
  }

  World world;
  uint32_t completed = 0, failed = 0;

 private:
  [[nodiscard]] Vector3 place(size_t i) const { return {scene_.places[i].first, 0, scene_.places[i].second}; }

  void set_size(Entity puddle, float size) {
    Column<float> sizes;
    REQUIRE(world.field(id_of("things/puddle", "size"), sizes));
    sizes[puddle.index] = size;
  }

  template <class T>
  void set_key(size_t agent, const char* key, T value) {
    Column<T> column;
    uint32_t slot = 0;
    REQUIRE(workers_.column(id_of("blackboard", key), column));
    REQUIRE(workers_.slot_of(agents_[agent], slot));
    column[slot] = value;
  }

  void happen(const Happening& one) {
    using What = Happening::What;
    switch (one.what) {
      case What::a: return set_key(one.who, "a", static_cast<int32_t>(one.value));
      case What::b: return set_key(one.who, "b", static_cast<int32_t>(one.value));
      case What::c: return set_key(one.who, "c", static_cast<int32_t>(one.value));
      case What::mood: return set_key(one.who, "mood", one.value);
      case What::shot: REQUIRE(world.post({.event = EventId::of("shot"), .agent = agents_[one.who]})); return;
      case What::leave:
        std::erase_if(running_, [&](const RunningTask& task) { return task.agent == one.who; });
        REQUIRE(workers_.despawn(agents_[one.who]));
        return;
      case What::dry: REQUIRE(world.despawn_entity(puddles_[one.who])); return;
    }
  }

  // A failure fails the task of that name that runs, or else the next one that starts.
  bool take_failure(TaskId task) {
    for (auto failure = failures_.begin(); failure != failures_.end() && failure->frame <= frame_;
         ++failure) {
      if (TaskId::of(failure->task) != task) continue;
      failures_.erase(failure);
      ++failed;
      return true;
    }
    return false;
  }

  void end_tasks() {
    for (size_t i = 0; i < running_.size();) {
      const RunningTask task = running_[i];
      if (task.ends_at > now_) {
        ++i;
        continue;
      }
      running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
      REQUIRE(Tools(workers_).apply_effects(task.token));
      if (task.task == TaskId::of("mop")) {
        EntityId puddle;
        std::memcpy(&puddle, task.parameters, sizeof puddle);
        const Entity mopped = world.entity(puddle);
        if (world.is_alive(mopped)) set_size(mopped, scene_.size_after);
      }
      const TaskInfo info = AssetParts(asset_).task(asset_.find(task.task));
      alignas(8) std::array<std::byte, 64> record{};
      REQUIRE(info.record_size <= record.size());
      if (task.task == TaskId::of("look"))
        std::memcpy(record.data() + AssetParts(asset_).parameter(info.parameters.first).offset,
                    &scene_.worths[task.agent], sizeof(float));
      REQUIRE(workers_.report(
          ishi::Report{task.token, Ending::completed, task.task, record.data(), info.record_size}));
      ++completed;
    }
  }

  void act() {
    while (workers_.wants_act()) {
      const Commands commands = phases::act(workers_, scratch_);
      for (const End& end : commands.ends)
        std::erase_if(running_, [&](const RunningTask& task) { return task.token == end.token; });
      // As the agents began them: the runtime lists them by task.
      std::vector<Start> starts(commands.starts.begin(), commands.starts.end());
      std::ranges::sort(starts, {},
                        [](const Start& start) { return std::pair(start.token.slot, start.token.serial); });
      for (const Start& start : starts) begin(start);
      end_tasks();
    }
  }

  void begin(const Start& start) {
    if (take_failure(start.task)) {
      REQUIRE(workers_.report(start.token, Ending::failed));
      return;
    }
    const auto agent = static_cast<size_t>(std::ranges::find(agents_, start.agent) - agents_.begin());
    const double takes = AssetParts(asset_).task(asset_.find(start.task)).takes_seconds;
    running_.push_back({start.token, start.task, agent,
                        now_ + static_cast<uint64_t>(std::llround(takes * 1e6)),
                        static_cast<const std::byte*>(start.parameters)});
  }

  const Asset& asset_;
  const Scene& scene_;
  std::vector<FailingTask> failures_;
  Population workers_;
  Scratch scratch_;
  std::vector<Entity> agents_, puddles_;
  uint64_t frame_ = 0, now_ = 0;  // microseconds
  std::vector<RunningTask> running_;
};

struct Played {
  uint32_t completed = 0, failed = 0;
};

// Plays a scene both ways and compares the worlds after each frame. Nothing for a body that the compiler
// refuses, such as one with a `retry` behind which nothing can fail.
std::optional<Played> play(const Scene& scene) {
  const std::string text = scene.text();
  INFO(text);
  Compiled compiled{text};
  if (compiled.diagnostics.has_errors()) return std::nullopt;
  compiled.load();
  const Model& model = compiled.program->model;
  Diagnostics diagnostics;
  const Situation situation = read_situation(model, model.tests[0].value, diagnostics);
  REQUIRE(!diagnostics.has_errors());
  Simulation simulation(compiled.asset, model, situation);
  REQUIRE(simulation.open(0));
  Game game(compiled.asset, scene);
  for (uint64_t frame = 0; frame < kFrames; ++frame) {
    REQUIRE(simulation.frame());
    game.frame(frame);
    INFO("frame " << frame);
    REQUIRE(simulation.stage().world().state_hash() == game.world.state_hash());
  }
  return Played{game.completed, game.failed};
}

}  // namespace

TEST_CASE("agents with random bodies act in a scene as in a game that follows the page") {
  const uint32_t scenes = trials(2000);
  uint32_t played_scenes = 0, completed = 0, failed = 0;
  for (uint32_t seed = first_seed(); seed < first_seed() + scenes; ++seed) {
    INFO("seed " << seed);
    const auto played = play(SceneAuthor(seed).write());
    if (!played) continue;
    ++played_scenes;
    completed += played->completed;
    failed += played->failed;
  }
  CHECK(played_scenes > scenes / 2);
  CHECK(completed > 10 * played_scenes);
  CHECK(failed > played_scenes);
}

}  // namespace ishi::compiler::bodies_in_scenes_test
