#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "compiler/oracle/body_model.h"
#include "compiler/saved_world.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/phases.h"
#include "source/sources.h"
#include "trials.h"

// Random bodies do in the runtime what the page says, in every frame and round, whatever the game reports and
// whenever agents think; saves, loads, ways back and reloads change nothing.

namespace ishi::compiler::bodies_agree_test {
namespace {

constexpr uint32_t kAgents = 3;

// As the header of the contract has it.
struct alignas(8) Look {
  static constexpr TaskId id = TaskId::of("look");
  static constexpr uint32_t record_bytes = 8;
  float worth = 0;
};

enum class Interruption : uint8_t { none, save, back, reload };

// What the game does.
struct Habits {
  uint32_t seed = 1;
  uint32_t longest = 4;  // frames that a task lasts at most
  uint32_t frame_microseconds = 100'000;
  uint32_t frames_between_spawns = 2;
  uint32_t changes_one_in = 4;  // of keys, a frame
};

struct RunningTask {
  ishi::Token token;
  TaskId task;
  uint64_t serial = 0;  // the model's
  uint64_t ends = 0;    // frame; when in it does not matter
};

class Game {
 public:
  Game(const Document& document, const Habits& habits, Asset asset)
      : document_(document), habits_(habits), random_(habits.seed), asset_(std::move(asset)) {
    REQUIRE(World::create({.entities = 64}, world_));
    REQUIRE(world_.add_population(asset_, AgentId::of("worker"), {.capacity = kAgents}, workers_));
    REQUIRE(Scratch::create(world_, scratch_));
    models_.assign(kAgents, BodyModel(document));
    tasks_.resize(kAgents);
    spawned_.assign(kAgents, false);
  }

  void play(uint32_t frames, Interruption interruption) {
    for (uint32_t i = 0; i < frames; ++i) {
      if (i > 0) interrupt(interruption);
      step();
    }
  }

  uint64_t started = 0;

 private:
  uint32_t below(uint32_t count) { return random_() % count; }

  void interrupt(Interruption interruption) {
    switch (interruption) {
      case Interruption::none: return;
      case Interruption::save:
        if (below(3) != 0) return;
        save_and_load(asset_, world_, {&workers_, 1}, scratch_);
        for (auto& tasks : tasks_)
          for (RunningTask& task : tasks) task.token.world = world_.number();
        return;
      case Interruption::back: return go_back();
      case Interruption::reload: return reload();
    }
  }

  // Plays some frames that did not happen.
  void go_back() {
    if (below(4) != 0) return;
    std::vector<std::byte> bytes(world_.snapshot_size());
    size_t size = 0;
    REQUIRE(world_.save_snapshot(bytes, size));
    const auto then = std::tuple(models_, tasks_, spawned_, frame_, now_);
    for (int i = 0; i < 3; ++i) step();
    REQUIRE(world_.restore_snapshot(bytes));
    std::tie(models_, tasks_, spawned_, frame_, now_) = then;
  }

  void reload() {
    if (below(4) != 0) return;
    is_other_order_ = !is_other_order_;
    Asset next = asset_of(document_.text(is_other_order_));
    const AssetChange change{&asset_, &next};
    Reload reload;
    REQUIRE(world_.prepare_reload({&change, 1}, reload));
    REQUIRE(world_.commit_reload(reload));
    CHECK(reload.counts().aborted_tasks == 0);
    asset_ = std::move(next);
    REQUIRE(Scratch::create(world_, scratch_));
  }

  template <class T>
  Column<T> column(std::string_view key) {
    return workers_.column<T>(id_of("blackboard", key));
  }

  void change_keys(uint32_t slot) {
    BodyModel& model = models_[slot];
    constexpr std::string_view kNames[] = {"a", "b", "c"};
    for (uint32_t key = 0; key < kWritten; ++key) {
      if (below(habits_.changes_one_in) != 0) continue;
      model.keys[key] = static_cast<int32_t>(below(4));
      column<int32_t>(kNames[key])[slot] = model.keys[key];
    }
    column<float>("mood")[slot] = below(6) == 0 ? 1.0F : 0.0F;
    const ishi::Candidates set = workers_.candidates(workers_.agent_of(slot), SetId::of("puddles"));
    std::array<Entity, 3> members{};
    uint32_t count = 0;
    REQUIRE(set.list(members, count));
    if (count < 3 && below(3) == 0) {
      Entity puddle;
      if (!world_.spawn_entity({.thing = ThingId::of("puddle")}, puddle)) return;
      const float size = static_cast<float>(below(8)) / 8;
      Column<float> sizes;
      REQUIRE(world_.field(id_of("things/puddle", "size"), sizes));
      sizes[puddle.index] = size;
      REQUIRE(set.add(puddle));
      model.puddles.push_back({puddle, size});
    } else if (count > 0 && below(4) == 0) {
      const Entity gone = members[below(count)];
      REQUIRE(set.withdraw(gone));
      REQUIRE(world_.despawn_entity(gone));
      std::erase_if(model.puddles, [&](const Puddle& one) { return one.id == EntityId(gone); });
    }
  }

  // Reports those tasks of an agent that are over in this frame.
  bool report(uint32_t slot) {
    bool any = false;
    for (size_t i = tasks_[slot].size(); i-- > 0;) {
      const RunningTask task = tasks_[slot][i];
      if (task.ends > frame_) continue;
      tasks_[slot].erase(tasks_[slot].begin() + static_cast<ptrdiff_t>(i));
      const bool completes = below(4) != 0;
      Look look;
      look.worth = static_cast<float>(below(9)) / 8;
      if (task.task == Look::id && completes)
        REQUIRE(workers_.complete(task.token, look));
      else
        REQUIRE(workers_.report(task.token, completes ? Ending::completed : Ending::failed));
      models_[slot].reports[task.serial] = {completes, look.worth};
      any = true;
    }
    return any;
  }

  void step() {
    ++frame_;
    now_ += habits_.frame_microseconds;
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      if (!spawned_[slot] && frame_ > uint64_t{slot} * habits_.frames_between_spawns) {
        Entity agent;
        REQUIRE(workers_.spawn({}, agent));
        spawned_[slot] = true;
      }
      if (!spawned_[slot]) continue;
      change_keys(slot);
      report(slot);
      if (below(8) == 0) {
        REQUIRE(world_.post({.event = EventId::of("shot"), .agent = workers_.agent_of(slot)}));
        models_[slot].fear = std::min(1.0F, models_[slot].fear + 0.25F);
      }
    }
    REQUIRE(world_.begin_frame({frame_, now_}));
    phases::think(workers_, scratch_);
    for (uint32_t slot = 0; slot < kAgents; ++slot) decide(slot);
    std::array<bool, kAgents> visited{};
    for (uint32_t slot = 0; slot < kAgents; ++slot) visited[slot] = !spawned_[slot];
    for (uint32_t round = 0; round == 0 || workers_.wants_act(); ++round) {
      INFO("round " << round);
      if (!workers_.wants_act()) break;
      const Commands commands = phases::act(workers_, scratch_);
      for (uint32_t slot = 0; slot < kAgents; ++slot) {
        if (!visited[slot]) visit(slot);
        visited[slot] = true;
      }
      for (uint32_t slot = 0; slot < kAgents; ++slot) compare_commands(slot, commands);
      for (uint32_t slot = 0; slot < kAgents; ++slot) {
        if (spawned_[slot] && report(slot)) visited[slot] = false;
      }
    }
    REQUIRE(world_.end_frame());
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      if (spawned_[slot]) compare(slot);
    }
  }

  [[nodiscard]] uint16_t option_called(std::string_view name) const {
    const AssetParts parts(asset_);
    const IndexRange options = parts.agent(asset_.find(AgentId::of("worker"))).options;
    for (uint32_t i = 0; i < options.count; ++i) {
      if (parts.option(options.first + i).id == id_of("actions", name)) return static_cast<uint16_t>(i);
    }
    return kNoOption;
  }

  // What the thought of this frame means for the body.
  void decide(uint32_t slot) {
    if (!spawned_[slot]) return;
    INFO("slot " << slot << " in frame " << frame_);
    BodyModel& model = models_[slot];
    const uint16_t option = workers_.option(workers_.agent_of(slot));
    const bool works = option != kNoOption && option == option_called("work");
    if (model.is_at_work() && !works) {
      REQUIRE_FALSE(model.is_over(now_, frame_));  // what is over ends, and nobody thinks of another thing
      model.abort(now_);
    }
    if (works && !model.is_at_work()) {
      model.begin(now_, frame_);
    }
  }

  void visit(uint32_t slot) { models_[slot].visit(now_, frame_); }

  void compare_commands(uint32_t slot, const Commands& commands) {
    if (!spawned_[slot]) return;
    INFO("slot " << slot << " in frame " << frame_);
    BodyModel& model = models_[slot];
    const Entity agent = workers_.agent_of(slot);
    // Commands come by task: those of one task in the order in which they start.
    for (const Start& start : commands.starts) {
      if (start.agent != agent) continue;
      ++started;
      RunningTask task{start.token, start.task, 0, frame_ + below(habits_.longest + 1)};
      if (model.starts.empty() && workers_.option(agent) == option_called("idle")) {
        tasks_[slot].push_back(task);
        continue;
      }
      constexpr std::string_view kTasks[] = {"", "stand", "mop", "look", "go"};
      const auto expected = std::ranges::find_if(model.starts, [&](const StartedTask& one) {
        return start.task == TaskId::of(kTasks[static_cast<size_t>(one.task)]);
      });
      REQUIRE(expected != model.starts.end());
      if (expected->task == Verb::mop)
        REQUIRE(*static_cast<const EntityId*>(start.parameters) == expected->what);
      task.serial = expected->serial;
      model.starts.erase(expected);
      tasks_[slot].push_back(task);
    }
    REQUIRE(model.starts.empty());
    for (const End& end : commands.ends) {
      if (end.agent != agent) continue;
      const auto task = std::ranges::find(tasks_[slot], end.token, &RunningTask::token);
      REQUIRE(task != tasks_[slot].end());
      if (task->serial != 0) REQUIRE(std::erase(model.aborts, task->serial) == 1);
      tasks_[slot].erase(task);
    }
    REQUIRE(model.aborts.empty());
  }

  void compare(uint32_t slot) {
    INFO("slot " << slot << " in frame " << frame_);
    const BodyModel& model = models_[slot];
    const Entity agent = workers_.agent_of(slot);
    const uint16_t option = workers_.option(agent);
    const bool works = option != kNoOption && option == option_called("work");
    REQUIRE(works == model.is_at_work());
    REQUIRE(column<int32_t>("n")[slot] == model.keys[kWritten]);
    REQUIRE(column<int32_t>("ended")[slot] == model.ended);
    PointColumn spots;
    REQUIRE(workers_.column(id_of("blackboard", "spot"), spots));
    REQUIRE((spots.get(slot).x != ishi::kNowhere.x) == model.has_spot);
    float fear = 0;
    REQUIRE(workers_.level_now(agent, MotiveId::of("fear"), scratch_, fear));
    REQUIRE(fear == model.fear);
  }

  const Document& document_;
  Habits habits_;
  std::minstd_rand random_;
  Asset asset_;
  World world_;
  Population workers_;
  Scratch scratch_;
  std::vector<BodyModel> models_;
  std::vector<std::vector<RunningTask>> tasks_;
  std::vector<bool> spawned_;
  uint64_t frame_ = 0, now_ = 0;
  bool is_other_order_ = false;
};

// Whatever no compiler takes, such as a step behind one that always fails, says nothing.
std::optional<Asset> asset_if_any(const std::string& text) {
  Sources sources;
  const Compilation compilation = compile("a.ishi.yaml", text, MemoryReader(), {}, sources);
  Asset asset;
  if (compilation.has_errors || !Asset::load(compilation.blob, asset)) return std::nullopt;
  return asset;
}

// The number of tasks that were started.
uint64_t play(const Document& document, const Habits& habits, Interruption interruption) {
  const std::string text = document.text();
  INFO(text);
  std::optional<Asset> asset = asset_if_any(text);
  if (!asset) return 0;
  Game game(document, habits, std::move(*asset));
  game.play(40, interruption);
  return game.started;
}

}  // namespace

TEST_CASE("random bodies do what the page says, also after saves, ways back and reloads") {
  constexpr uint32_t kFrameLengths[] = {100'000, 125'000, 41'667, 16'667};
  const Interruption interruption =
      GENERATE(Interruption::none, Interruption::save, Interruption::back, Interruption::reload);
  CAPTURE(interruption);
  uint64_t started = 0;
  const uint32_t count = trials(interruption == Interruption::none ? 4000 : 1200);
  for (uint32_t seed = 1; seed <= count; ++seed) {
    const uint32_t depth = seed * 3 / (count + 1);
    INFO("seed " << seed);
    const Habits habits{.seed = seed, .longest = seed % 5, .frame_microseconds = kFrameLengths[seed % 4]};
    started += play(Author(seed, depth).write(), habits, interruption);
  }
  CHECK(started > 10 * count);
}

TEST_CASE("each word does what the page says, whatever the durations, rhythms and beginnings") {
  const uint32_t verb = GENERATE(range(0U, static_cast<uint32_t>(Verb::goal) + 1));
  CAPTURE(verb);
  uint64_t started = 0, played = 0;
  // Some documents no compiler takes: others are written in their place.
  const uint32_t wanted = std::max(trials(24), 3U);
  uint32_t documents = 0;
  for (uint32_t seed = 1; documents < wanted; ++seed) {
    REQUIRE(seed < 100);
    Document document = Author(seed, 1).write(static_cast<Verb>(verb));
    if (!asset_if_any(document.text())) continue;
    ++documents;
    for (uint32_t phase = 0; phase < 5 * 4 * 3; phase += phase_step()) {
      document.think_every = 1 + phase / 5 % 4;
      const Habits habits{.seed = seed,
                          .longest = phase % 5,
                          .frame_microseconds = 125'000,
                          .frames_between_spawns = phase / 20};
      started += play(document, habits, Interruption::none);
      ++played;
    }
  }
  CHECK(started > played);
}

}  // namespace ishi::compiler::bodies_agree_test
