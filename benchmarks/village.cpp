// Whole frames of a village: 20,000 villagers of four kinds, each kind a population, in the order of
// docs/embedding.md. The time is that of the calls of the runtime, by phase; what the game does in between
// (it ends tasks, moves who walks, lets animals roam) is not counted. `allocations` is how often these calls
// asked for memory.

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "agents.h"
#include "allocations.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "recordings.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kWolves = 300;
constexpr uint32_t kDeer = 600;
constexpr uint32_t kPlots = 4'000;
constexpr float kSeconds = 1.0f / 60;

enum Phase : uint32_t { kFrame, kSense, kThink, kAct, kMove, kPhases };
constexpr std::array<const char*, kPhases> kPhaseNames = {"frame_ns", "sense_ns", "think_ns", "act_ns",
                                                          "move_ns"};

struct Kind {
  const char* name;
  Population population = {};
  std::vector<Entity> agents = {};
};

class Village {
 public:
  explicit Village(uint32_t villagers)
      : side_(std::sqrt(static_cast<float>(villagers)) * 10), villagers_(villagers) {
    require(Asset::load(read_blob(ISHI_VILLAGE_BLOB), asset_));
    require(World::create({.entities = villagers + kWolves + kDeer + kPlots}, world_));
    for (Kind& kind : kinds_)
      require(world_.add_population(asset_, AgentId::of(kind.name), {.capacity = villagers / 4},
                                    kind.population));
    require(Scratch::create(world_, scratch_));
    fill();
  }

  void frame() {
    end_tasks();
    timed(kFrame, [&] {
      require(world_.begin_frame({frame_, frame_ * 16'667}));
      ++frame_;
    });
    timed(kSense, [&] {
      for (Kind& kind : kinds_) sense(kind.population);
    });
    timed(kThink, [&] {
      for (Kind& kind : kinds_) think(kind.population, scratch_);
    });
    for (Kind& kind : kinds_) {
      while (kind.population.wants_act()) {
        Commands commands;
        timed(kAct, [&] { act(kind.population, scratch_, commands); });
        for (const Start& start : commands.starts) begin_task(kind, start.token);
      }
    }
    std::array<std::span<const Move>, 4> moves;
    timed(kMove, [&] {
      for (size_t i = 0; i < kinds_.size(); ++i) moves[i] = move(kinds_[i].population, scratch_);
    });
    timed(kFrame, [&] { require(world_.end_frame()); });
    for (const auto& some : moves) {
      for (const Move& one : some) carry_out(one);
    }
    roam();
  }

  [[nodiscard]] World& world() { return world_; }
  void forget_times() {
    seconds_.fill(0);
    allocations_ = 0;
  }
  [[nodiscard]] const std::array<double, kPhases>& seconds() const { return seconds_; }
  [[nodiscard]] uint64_t allocated() const { return allocations_; }
  [[nodiscard]] ActCounters counters() {
    ActCounters sum = kinds_[0].population.act_counters();
    for (size_t i = 1; i < kinds_.size(); ++i) {
      const ActCounters one = kinds_[i].population.act_counters();
      sum.started += one.started;
      sum.completed += one.completed;
      sum.failed += one.failed;
      sum.aborted += one.aborted;
    }
    return sum;
  }

 private:
  struct Running {
    Kind* kind;
    Token token;
  };

  template <typename Work>
  void timed(Phase phase, Work&& work) {
    const uint64_t before = allocations();
    const double begin = thread_seconds();
    work();
    seconds_[phase] += thread_seconds() - begin;
    allocations_ += allocations() - before;
  }

  void sense(Population& population) {
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    require(population.begin_sense(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.sense(batch, job, scratch_));
    require(population.end_sense(batch, queries));
  }

  // A task takes half a second to four.
  void begin_task(Kind& kind, const Token& token) {
    running_[(frame_ + 30 + random_() % 210) % running_.size()].push_back({&kind, token});
  }
  // One in sixteen fails; who was aborted meanwhile is not asked any more.
  void end_tasks() {
    std::vector<Running>& due = running_[frame_ % running_.size()];
    timed(kAct, [&] {
      for (const Running& one : due) {
        const Ending ending = (random_() & 15) == 0 ? Ending::failed : Ending::completed;
        static_cast<void>(one.kind->population.report(one.token, ending));
      }
    });
    due.clear();
  }
  void carry_out(const Move& move) {
    if (move.speed == 0) return;
    Vector3 at;
    require(world_.position(move.agent, at));
    at.x = inside(at.x + move.heading.x * move.speed * kSeconds);
    at.z = inside(at.z + move.heading.z * move.speed * kSeconds);
    require(world_.set_position(move.agent, at));
    require(world_.set_facing(move.agent, move.heading));
  }
  // Some of the animals are elsewhere.
  void roam() {
    for (size_t i = frame_ % 16; i < animals_.size(); i += 16) {
      Vector3 at;
      require(world_.position(animals_[i], at));
      at.x = inside(at.x + number() * 2 - 1);
      at.z = inside(at.z + number() * 2 - 1);
      require(world_.set_position(animals_[i], at));
    }
  }

  void fill() {
    const auto place = [&] { return Vector3{number() * side_, 0, number() * side_}; };
    const auto spawn = [&](const char* thing) {
      Entity id;
      require(world_.spawn_entity({.position = place(), .thing = ThingId::of(thing)}, id));
      return id;
    };
    Column<uint8_t> hungry;
    Column<float> meat, ripe;
    require(world_.field(id_of("things/wolf", "hungry"), hungry));
    require(world_.field(id_of("things/deer", "meat"), meat));
    require(world_.field(id_of("things/plot", "ripe"), ripe));
    std::vector<Entity> plots;
    for (uint32_t i = 0; i < kWolves; ++i)
      hungry[animals_.emplace_back(spawn("wolf")).index] = random_() % 3 != 0;
    for (uint32_t i = 0; i < kDeer; ++i) meat[animals_.emplace_back(spawn("deer")).index] = number() * 50;
    for (uint32_t i = 0; i < kPlots; ++i) ripe[plots.emplace_back(spawn("plot")).index] = number();
    for (Kind& kind : kinds_) settle(kind, plots);
  }

  // Villagers come in a row of houses, four neighbours each; farmers have eight plots.
  void settle(Kind& kind, const std::vector<Entity>& plots) {
    Population& population = kind.population;
    const PointColumn home = population.point_column(id_of("blackboard", "home"));
    const PointColumn post = population.point_column(id_of("blackboard", "post"));
    const Column<float> strength = population.column<float>(id_of("blackboard", "strength"));
    const bool is_farmer = &kind == kinds_.data();
    for (uint32_t i = 0; i < villagers_ / 4; ++i) {
      const Vector3 at{number() * side_, 0, number() * side_};
      const float turn = number() * 6.2831853f;
      Entity id;
      require(population.spawn(
          {.position = at, .facing = {std::sin(turn), 0, std::cos(turn)}, .thing = ThingId::of("villager")},
          id));
      kind.agents.push_back(id);
      uint32_t slot = 0;
      require(population.slot_of(id, slot));
      home.set(slot, at);
      post.set(slot, {inside(at.x + 20), 0, at.z});
      strength[slot] = 40 + number() * 60;
      for (const char* need : {"hunger", "tiredness", "boredom"}) {
        Column<float> level;
        require(population.levels(MotiveId::of(need), level));
        level[slot] = number();
      }
      if (!is_farmer) continue;
      std::array<Entity, 8> own;
      for (size_t k = 0; k < own.size(); ++k) own[k] = plots[(i * 3 + k * 11) % plots.size()];
      require(population.candidates(population.agent_of(slot), SetId::of("plots")).set(own));
    }
    for (uint32_t i = 0; i < kind.agents.size(); ++i) {
      std::array<Entity, 4> near;
      for (uint32_t k = 0; k < near.size(); ++k) near[k] = kind.agents[(i + k + 1) % kind.agents.size()];
      uint32_t slot = 0;
      require(population.slot_of(kind.agents[i], slot));
      const Status status = population.candidates(population.agent_of(slot), SetId::of("near")).set(near);
      if (status.code != StatusCode::unknown_id) require(status);  // not of who steers nowhere
    }
  }

  float number() { return static_cast<float>(random_() >> 8) * 0x1p-24F; }
  [[nodiscard]] float inside(float x) const { return std::min(std::max(x, 0.0f), side_); }

  float side_;
  uint32_t villagers_;
  std::mt19937 random_{1};
  Asset asset_;
  World world_;
  Scratch scratch_;
  std::array<Kind, 4> kinds_ = {{{"farmer"}, {"hunter"}, {"guard"}, {"child"}}};
  std::vector<Entity> animals_;
  std::array<std::vector<Running>, 256> running_;  // by the frame in which they end
  uint64_t frame_ = 0;
  std::array<double, kPhases> seconds_{};
  uint64_t allocations_ = 0;
};

double sum_of(const Village& village) {
  double seconds = 0;
  for (const double phase : village.seconds()) seconds += phase;
  return seconds;
}

void frame(benchmark::State& state) {
  const auto villagers = static_cast<uint32_t>(state.range(0));
  Village village(villagers);
  for (int i = 0; i < 200; ++i) village.frame();
  village.forget_times();
  const ActCounters before = village.counters();
  for (auto _ : state) {
    const double already = sum_of(village);
    village.frame();
    state.SetIterationTime(sum_of(village) - already);
  }
  using benchmark::Counter;
  for (uint32_t phase = 0; phase < kPhases; ++phase) {
    state.counters[kPhaseNames[phase]] =
        Counter(village.seconds()[phase] * 1e9 / villagers, Counter::kAvgIterations);
  }
  const ActCounters after = village.counters();
  state.counters["started"] =
      Counter(static_cast<double>(after.started - before.started), Counter::kAvgIterations);
  state.counters["allocations"] = static_cast<double>(village.allocated());
  report(state, "per_agent", state.iterations() * villagers);
}

// Two equal villages, of which one is recorded, in turns. The save that a recording begins with is in no
// frame that is counted.
void recorded(benchmark::State& state) {
  const auto villagers = static_cast<uint32_t>(state.range(0));
  Village plain(villagers), recorded(villagers);
  record::Recorder recorder;
  constexpr uint64_t kRoom = uint64_t{256} << 20;
  if (record::Recorder::open(recorded.world(), {.save_seconds = 600, .memory_bytes = kRoom}, recorder) !=
      record::Result::ok)
    std::exit(1);
  for (int i = 0; i < 200; ++i) plain.frame(), recorded.frame();
  plain.forget_times();
  recorded.forget_times();
  const record::RecorderCounters before = recorder.counters();
  for (auto _ : state) {
    const double already = sum_of(recorded);
    plain.frame();
    recorded.frame();
    state.SetIterationTime(sum_of(recorded) - already);
  }
  const record::RecorderCounters after = recorder.counters();
  using benchmark::Counter;
  const auto in_frame = [&](const char* name, double sum) {
    state.counters[name] = Counter(sum, Counter::kAvgIterations);
  };
  in_frame("plain_ms", sum_of(plain) * 1e3);
  in_frame("more_ms", (sum_of(recorded) - sum_of(plain)) * 1e3);
  in_frame("column_bytes", static_cast<double>(after.column_bytes - before.column_bytes));
  in_frame("call_bytes", static_cast<double>(after.call_bytes - before.call_bytes));
  state.counters["lost"] = static_cast<double>(after.lost_frames);
  state.counters["allocations"] = static_cast<double>(recorded.allocated());
}

// Any frame of ten minutes, after the first pass, with 256 MiB of snapshots.
void sought(benchmark::State& state) {
  constexpr uint32_t kFrames = 36'000;
  const auto villagers = static_cast<uint32_t>(state.range(0));
  std::vector<std::byte> recording;
  {
    Village village(villagers);
    record::Recorder recorder;
    if (record::Recorder::open(village.world(), {.memory_bytes = uint64_t{256} << 20}, recorder) !=
        record::Result::ok)
      std::exit(1);
    std::vector<std::byte> some(size_t{1} << 20);
    for (uint32_t i = 0; i < kFrames; ++i) {
      village.frame();
      for (size_t count = some.size(); count == some.size();) {
        count = recorder.take(some);
        recording.insert(recording.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
      }
    }
  }
  record::Replay replay;
  if (record::Replay::open(recording, {.snapshot_bytes = uint64_t{256} << 20}, replay) !=
      record::ReadResult::ok)
    std::exit(1);
  const double begin = thread_seconds();
  if (!replay.run()) std::exit(1);
  state.counters["first_pass_s"] = thread_seconds() - begin;
  std::mt19937 random(1);
  double worst = 0;
  for (auto _ : state) {
    const double before = thread_seconds();
    if (!replay.seek(random() % replay.frames().size())) std::exit(1);
    const double seconds = thread_seconds() - before;
    worst = std::max(worst, seconds);
    state.SetIterationTime(seconds);
  }
  state.counters["worst_ms"] = worst * 1e3;
  state.counters["kept_mb"] = static_cast<double>(replay.snapshot_bytes()) / 1e6;
  state.counters["frames_apart"] = replay.snapshot_frames();
  state.counters["file_mb"] = static_cast<double>(recording.size()) / 1e6;
}

BENCHMARK(sought)
    ->Name("village/sought")
    ->Arg(200)
    ->Arg(1'000)
    ->Arg(2'000)
    ->Iterations(1'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// What ten minutes of a game take on disk, by what the bytes are of.
void ten_minutes(benchmark::State& state) {
  constexpr uint32_t kFrames = 36'000;
  Village village(static_cast<uint32_t>(state.range(0)));
  record::Recorder recorder;
  if (record::Recorder::open(village.world(), {.memory_bytes = uint64_t{64} << 20}, recorder) !=
      record::Result::ok)
    std::exit(1);
  std::vector<std::byte> taken(size_t{1} << 20);
  for (auto _ : state) {
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
      village.frame();
      while (recorder.take(taken) == taken.size()) {
      }
    }
  }
  report_sizes(state, recorder.counters());
}

BENCHMARK(ten_minutes)->Name("village/ten_minutes")->Arg(2'000)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(recorded)
    ->Name("village/recorded")
    ->Arg(10'000)
    ->Iterations(600)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(frame)
    ->Name("village/ishi")
    ->Arg(20'000)
    ->Iterations(120)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ishi::benchmarks
