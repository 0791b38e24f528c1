// A second program that makes the runs of `ishi search`. It shares no code with the tool: it draws the values
// of each run from the seed, builds the situation and ticks it with calls of the runtime's public API, and
// judges what the test expects. It prints the lines that `ishi search --log` writes, the hash of the state
// after each run among them, so that the two can be compared byte by byte. Runs up to 125 of a seed are
// known: after these, the tool leads its search to what is rare.
//
//   second_search BLOB TEST SEED RUNS     TEST is `coffee`, `lamps` (of examples/watch) or `bottle` (of
//   examples/thief)

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"

namespace {

using ishi::Entity;
using ishi::Vector3;

[[noreturn]] void stop(std::string_view why) {
  fmt::print(stderr, "{}\n", why);
  std::exit(2);
}

void check(const ishi::Status& status) {
  if (!status) stop(ishi::describe(status.code));
}

// --- The values of a run.

// Numbers between two ends, or words of which one is chosen.
struct Varied {
  std::string name;
  std::vector<std::pair<double, double>> ranges;  // one, or three of a place
  std::vector<std::string> words;
  std::string unit;
  bool has_usual = true;  // the situation as it is given has one of the values
  bool is_time = false;   // of what happens at a time

  [[nodiscard]] size_t count() const { return words.empty() ? ranges.size() : 1; }
};

uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

uint64_t mixed(uint64_t seed, uint64_t a, uint64_t b) { return mix(mix(mix(seed) ^ a) ^ b); }

// From 0 to below 1: a Halton sequence whose digits the seed shifts.
double halton(uint64_t seed, uint64_t run, size_t dimension) {
  constexpr std::array<uint64_t, 16> kPrimes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  constexpr uint64_t kMost = uint64_t{1} << 45;
  const uint64_t base = kPrimes.at(dimension);
  uint64_t digits = 0, scale = 1;
  for (uint64_t k = 0; scale < kMost; ++k, run /= base, scale *= base)
    digits = digits * base + (run % base + mixed(seed, uint64_t{1} << 32 | dimension, k) % base) % base;
  return static_cast<double>(digits) / static_cast<double>(scale);
}

// Some thousand round numbers lie in a range.
double round_number(double low, double high, double number) {
  const int decimals = low < high ? 3 - static_cast<int>(std::floor(std::log10(high - low))) : 0;
  double scale = 1;
  for (int i = 0; i < std::abs(decimals); ++i) scale *= 10;
  const double rounded =
      decimals >= 0 ? std::round(number * scale) / scale : std::round(number / scale) * scale;
  return std::clamp(rounded, low, high);
}

// The numbers of one part; none: it is as the situation gives it.
using Drawn = std::vector<double>;

std::vector<Drawn> draw(std::span<const Varied> parts, uint64_t seed, uint64_t run) {
  constexpr double kAlmostOne = 1 - 0x1p-32;
  const bool is_corner = run > 0 && mixed(seed, 3, run) % 4 == 0;
  std::vector<Drawn> all;
  size_t dimension = 0;
  for (const Varied& part : parts) {
    Drawn& drawn = all.emplace_back();
    const size_t first = dimension;
    dimension += part.count();
    if (run == 0 && part.has_usual) continue;
    for (size_t i = 0; i < part.count(); ++i) {
      double place = halton(seed, run, first + i);
      const uint64_t end = mixed(seed, uint64_t{4} << 32 | (first + i), run) % 4;
      if (is_corner && end < 2) place = end == 0 ? 0 : kAlmostOne;
      if (!part.words.empty()) {
        const auto count = static_cast<double>(part.words.size());
        drawn.push_back(std::min(std::floor(place * count), count - 1));
        continue;
      }
      const auto [low, high] = part.ranges[i];
      drawn.push_back(is_corner && place == kAlmostOne ? high
                                                       : round_number(low, high, low + place * (high - low)));
    }
  }
  return all;
}

std::string number_text(double number) { return fmt::format("{}", number == 0 ? 0.0 : number); }

// "{ ann.hp: 12, at: { 2s: 3s } }"
std::string with_text(std::span<const Varied> parts, std::span<const Drawn> all) {
  std::string values, times;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (all[i].empty()) continue;
    std::string value = number_text(all[i][0]) + parts[i].unit;
    if (!parts[i].words.empty()) value = parts[i].words[static_cast<size_t>(all[i][0])];
    if (parts[i].count() == 3)
      value =
          fmt::format("[{}, {}, {}]", number_text(all[i][0]), number_text(all[i][1]), number_text(all[i][2]));
    std::string& list = parts[i].is_time ? times : values;
    list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", parts[i].name, value);
  }
  if (!times.empty()) values += fmt::format("{}at: {{ {} }}", values.empty() ? "" : ", ", times);
  return values.empty() ? "{}" : fmt::format("{{ {} }}", values);
}

Vector3 place_of(const Drawn& drawn, Vector3 usual) {
  if (drawn.empty()) return usual;
  return {static_cast<float>(drawn[0]), static_cast<float>(drawn[1]), static_cast<float>(drawn[2])};
}

float number_of(const Drawn& drawn, double usual) {
  return static_cast<float>(drawn.empty() ? usual : drawn[0]);
}

// --- A game that carries out tasks as the contract says.

constexpr uint64_t kFramesPerSecond = 60;
constexpr uint64_t kNever = ~uint64_t{0};

uint64_t microseconds_of(uint64_t frame) { return frame * 1'000'000 / kFramesPerSecond; }

struct Someone {
  std::string name;
  ishi::Population population;
  Entity self{};
  uint32_t slot = 0;
  uint16_t last_option = ishi::kNoOption;  // that ran
  uint16_t picked = ishi::kNoOption;       // by the last thought
  std::vector<uint16_t> picks;             // by each thought
  std::vector<double> switches;            // when it changed its mind
  std::vector<std::string> started;        // tasks
};

struct Running {
  ishi::Token token;
  size_t someone = 0;
  const float* target = nullptr;  // a point to which the task leads
  float step = 0;                 // metres in a frame
  uint64_t ends_at = 0;
};

class Game {
 public:
  Game(const ishi::Asset& asset, uint32_t entities, uint32_t teams) : asset_(asset) {
    ishi::WorldOptions options;
    options.entities = entities;
    options.teams = teams;
    options.up = asset.up();
    check(ishi::World::create(options, world_));
  }

  // Populations first, then entities, then agents.
  size_t add_population(std::string_view agent, uint32_t capacity) {
    check(world_.add_population(asset_, ishi::AgentId::of(agent), {.capacity = capacity},
                                populations_.emplace_back()));
    return populations_.size() - 1;
  }
  Entity spawn(std::string_view thing, Vector3 position, Vector3 facing = {0, 0, 1}) {
    ishi::EntityOptions options;
    options.position = position;
    options.facing = facing;
    options.thing = ishi::ThingId::of(thing);
    Entity entity;
    check(world_.spawn_entity(options, entity));
    return entity;
  }
  size_t spawn_agent(size_t population, std::string name, std::string_view thing, Vector3 position,
                     Vector3 facing = {0, 0, 1}) {
    ishi::SpawnOptions options;
    options.position = position;
    options.facing = facing;
    if (!thing.empty()) options.thing = ishi::ThingId::of(thing);
    Someone& one = someones_.emplace_back();
    one.name = std::move(name);
    one.population = populations_[population];
    check(one.population.spawn(options, one.self));
    check(one.population.slot_of(one.self, one.slot));
    return someones_.size() - 1;
  }

  void give(size_t someone, std::string_view key, Vector3 point) {
    ishi::PointColumn column;
    check(someones_[someone].population.column(ishi::id_of("blackboard", key), column));
    column.set(someones_[someone].slot, point);
  }
  template <class T>
  [[nodiscard]] T key(size_t someone, std::string_view name) {
    ishi::Column<T> column;
    check(someones_[someone].population.column(ishi::id_of("blackboard", name), column));
    return column[someones_[someone].slot];
  }
  void give_level(size_t someone, std::string_view need, float level) {
    ishi::Column<float> column;
    check(someones_[someone].population.levels(ishi::MotiveId::of(need), column));
    column[someones_[someone].slot] = level;
  }
  [[nodiscard]] float level(size_t someone, std::string_view need) {
    float level = 0;
    check(someones_[someone].population.level_now(someones_[someone].self, ishi::MotiveId::of(need), scratch_,
                                                  level));
    return level;
  }
  void set_word(Entity entity, std::string_view thing, std::string_view field, uint8_t word) {
    ishi::Column<uint8_t> column;
    check(world_.field(ishi::id_of("things/" + std::string(thing), field), column));
    column[entity.index] = word;
  }
  // How tasks that move their agent do so, in metres a second.
  void moves_to(std::string_view task, float speed) {
    movers_.emplace_back(ishi::TaskId::of(task), speed / static_cast<float>(kFramesPerSecond));
  }
  // Removes an entity at a time of the run.
  void remove_at(double seconds, Entity entity) { removals_.emplace_back(seconds, entity); }

  [[nodiscard]] ishi::World& world() { return world_; }
  [[nodiscard]] const Someone& someone(size_t index) const { return someones_[index]; }

  void run(double seconds) {
    check(ishi::Scratch::create(world_, scratch_));
    frames_ = static_cast<uint64_t>(std::ceil(seconds * kFramesPerSecond - 1e-6));
    for (frame_ = 0; frame_ < frames_; ++frame_) run_frame();
  }

 private:
  [[nodiscard]] double now() const { return static_cast<double>(frame_) / kFramesPerSecond; }

  // The first frame that is shown, in hundredths of a second, at this time or later.
  static uint64_t frame_at(double seconds) {
    const auto frame = static_cast<uint64_t>(std::max(0.0, std::ceil(seconds * kFramesPerSecond - 1e-6)));
    if (frame == 0) return 0;
    const double before = std::round(100.0 * (static_cast<double>(frame - 1) / kFramesPerSecond)) / 100;
    return before >= seconds - 1e-6 ? frame - 1 : frame;
  }

  void run_frame() {
    for (auto& [seconds, entity] : removals_) {
      if (frame_ >= std::min(frame_at(seconds), frames_ - 1) && world_.is_alive(entity))
        check(world_.despawn_entity(entity));
    }
    end_tasks();
    check(world_.begin_frame({frame_, microseconds_of(frame_)}));
    for (ishi::Population& population : populations_) sense(population);
    think();
    for (ishi::Population& population : populations_) act(population);
    std::vector<std::pair<ishi::Move, Vector3>> moves;  // with the next points of their paths
    if (!world_.cells().empty()) {
      check(world_.find_paths({.expansions = 4'000'000}));
      for (ishi::Population& population : populations_) move(population, moves);
    }
    check(world_.end_frame());
    for (const auto& [move, next] : moves) walk(move, next);
    for (Running& task : running_) {
      if (task.target != nullptr && task.ends_at == kNever) lead(task);
    }
  }

  void sense(ishi::Population& population) {
    const uint32_t agent = asset_.find(ishi::Kind::agents, population.agent_id().value);
    if (ishi::AssetParts(asset_).agent(agent).senses.count == 0) return;
    ishi::SenseBatch batch;
    std::span<const ishi::OcclusionQuery> queries;
    check(population.begin_sense(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) check(population.sense(batch, job, scratch_));
    check(population.end_sense(batch, queries));
    for (const ishi::OcclusionQuery& query : queries)
      check(population.answer(query.ticket, ishi::Sight::clear));
  }

  void think() {
    std::vector<ishi::Batch> batches(populations_.size());
    for (size_t i = 0; i < populations_.size(); ++i) check(populations_[i].begin_think(batches[i]));
    for (size_t i = 0; i < populations_.size(); ++i) {
      for (uint32_t job = 0; job < batches[i].jobs(); ++job)
        check(populations_[i].think(batches[i], job, scratch_));
    }
    for (size_t i = 0; i < populations_.size(); ++i) check(populations_[i].end_think(batches[i]));
    for (Someone& one : someones_) {
      const auto rows = batches[one.population.index()].rows();
      const uint16_t option = one.population.option(one.self);
      if (std::ranges::find(rows, one.slot) != rows.end()) one.picks.push_back(one.picked = option);
      if (option == ishi::kNoOption || option == one.last_option) continue;
      if (one.last_option != ishi::kNoOption) one.switches.push_back(now());
      one.last_option = option;
    }
  }

  void act(ishi::Population& population) {
    while (population.wants_act()) {
      ishi::Round round;
      ishi::Commands commands;
      check(population.begin_act(round));
      for (uint32_t job = 0; job < round.jobs(); ++job) check(population.act(round, job, scratch_));
      check(population.end_act(round, commands));
      for (const ishi::End& end : commands.ends) {
        std::erase_if(running_, [&](const Running& task) { return task.token == end.token; });
        if (end.report_when_over) check(population.report(end.token, ishi::Ending::completed));
      }
      std::vector<ishi::Start> starts(commands.starts.begin(), commands.starts.end());
      std::ranges::sort(starts, {},
                        [](const ishi::Start& one) { return std::pair(one.token.slot, one.token.serial); });
      for (const ishi::Start& one : starts) start(one);
      end_tasks();
    }
  }

  void start(const ishi::Start& start) {
    const auto who = std::ranges::find(someones_, start.agent, &Someone::self);
    const ishi::TaskInfo task = ishi::AssetParts(asset_).task(asset_.find(start.task));
    who->started.emplace_back(task.name);
    Running& running = running_.emplace_back();
    running.token = start.token;
    running.someone = static_cast<size_t>(who - someones_.begin());
    running.ends_at =
        microseconds_of(frame_) + static_cast<uint64_t>(std::llround(double{task.takes_seconds} * 1e6));
    for (const auto& [id, step] : movers_) {
      if (id != start.task) continue;
      running.ends_at = kNever;
      running.step = step;
      running.target = static_cast<const float*>(start.parameters);
    }
  }

  void end_tasks() {
    for (size_t i = 0; i < running_.size();) {
      const Running task = running_[i];
      if (task.ends_at > microseconds_of(frame_)) {
        ++i;
        continue;
      }
      running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
      check(someones_[task.someone].population.report(task.token, ishi::Ending::completed));
    }
  }

  void move(ishi::Population& population, std::vector<std::pair<ishi::Move, Vector3>>& moves) {
    ishi::MoveBatch batch;
    check(population.begin_move(batch));
    std::vector<Vector3> next(population.capacity());
    for (const Someone& one : someones_) {
      std::array<Vector3, 2048> path;
      uint32_t count = 0;
      if (one.population.index() != population.index()) continue;
      check(population.path(one.self, path, count));
      if (count > 0) next[one.slot] = path[0];
    }
    for (uint32_t job = 0; job < batch.jobs(); ++job) check(population.move(batch, job, scratch_));
    std::span<const ishi::Move> made;
    check(population.end_move(batch, made));
    for (const ishi::Move& one : made) moves.emplace_back(one, next[one.slot]);
  }

  // Who steers goes as it steers, who walks not beyond the next point of the path.
  void walk(const ishi::Move& move, const Vector3& next) {
    if (move.speed == 0) return;
    Vector3 at;
    check(world_.position(move.agent, at));
    float way = move.speed / static_cast<float>(kFramesPerSecond);
    if (move.direction == ishi::kNoDirection) {
      const float x = next.x - at.x, y = next.y - at.y, z = next.z - at.z;
      way = std::min(way, std::sqrt(x * x + y * y + z * z));
    }
    check(world_.set_position(
        move.agent, {at.x + move.heading.x * way, at.y + move.heading.y * way, at.z + move.heading.z * way}));
    check(world_.set_facing(move.agent, move.heading));
  }

  void lead(Running& task) {
    const Entity self = someones_[task.someone].self;
    Vector3 at;
    check(world_.position(self, at));
    const Vector3 to{task.target[0], task.target[1], task.target[2]};
    const Vector3 way{to.x - at.x, to.y - at.y, to.z - at.z};
    const float length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
    if (length <= task.step) {
      task.ends_at = 0;
      return check(world_.set_position(self, to));
    }
    const Vector3 heading{way.x / length, way.y / length, way.z / length};
    check(world_.set_position(
        self, {at.x + heading.x * task.step, at.y + heading.y * task.step, at.z + heading.z * task.step}));
    check(world_.set_facing(self, heading));
  }

  const ishi::Asset& asset_;
  ishi::World world_;
  ishi::Scratch scratch_;
  std::deque<ishi::Population> populations_;
  std::deque<Someone> someones_;
  std::vector<Running> running_;
  std::vector<std::pair<ishi::TaskId, float>> movers_;
  std::vector<std::pair<double, Entity>> removals_;
  uint64_t frame_ = 0, frames_ = 0;
};

// --- What tests expect.

int64_t times(const Someone& one, std::string_view task) { return std::ranges::count(one.started, task); }

// At most so many changes of mind in a second.
bool is_steady(const Someone& one, size_t most) {
  for (size_t i = most; i < one.switches.size(); ++i) {
    if (one.switches[i] - one.switches[i - most] <= 1 + 1e-6) return false;
  }
  return true;
}

// One of the tests that are known here.
struct Test {
  std::string_view name, title;
  std::vector<Varied> parts;
  // Plays one run: true if all that is expected came about. `hash`: of the state at its end.
  std::function<bool(const ishi::Asset&, std::span<const Drawn>, uint64_t& hash)> play;
};

void add_watch_tasks(Game& game) {
  game.moves_to("go_to", 1.5F);
  game.moves_to("run_to", 4);
}

bool play_coffee(const ishi::Asset& asset, std::span<const Drawn> run, uint64_t& hash) {
  Game game(asset, 3, 1);
  add_watch_tasks(game);
  const size_t guards = game.add_population("guard", 2);
  Entity pot = game.spawn("machine", {3, 0, 6});
  const size_t ann = game.spawn_agent(guards, "ann", "person", place_of(run[2], {0, 0, 0}));
  const size_t bob = game.spawn_agent(guards, "bob", "person", place_of(run[3], {6, 0, 0}));
  game.give_level(ann, "tired", number_of(run[0], 0.7));
  game.give(ann, "beat_a", {0, 0, 0});
  game.give(ann, "beat_b", {0, 0, 5});
  game.give_level(bob, "tired", number_of(run[1], 0.6));
  game.give(bob, "beat_a", {6, 0, 0});
  game.give(bob, "beat_b", {6, 0, 5});
  check(game.world().candidates(ishi::SetId::of("machines")).add(pot));
  game.run(20);
  hash = game.world().state_hash();
  bool is_met = true;
  for (const size_t guard : {ann, bob}) {
    const double tired = game.level(guard, "tired");
    is_met = is_met && times(game.someone(guard), "brew") == 1 && tired >= 0 && tired <= 0.6 &&
             is_steady(game.someone(guard), 2);
  }
  return is_met;
}

bool play_lamps(const ishi::Asset& asset, std::span<const Drawn> run, uint64_t& hash) {
  Game game(asset, 5, 1);
  add_watch_tasks(game);
  const size_t guards = game.add_population("guard", 2);
  const size_t captains = game.add_population("captain", 1);
  const Entity stranger = game.spawn("person", place_of(run[3], {0, 0, 8}));
  game.spawn("person", {1, 0, 4});
  const size_t ann = game.spawn_agent(guards, "ann", "person", place_of(run[0], {0, 0, 0}));
  const size_t bob = game.spawn_agent(guards, "bob", "person", place_of(run[1], {-30, 0, 0}));
  const size_t eve = game.spawn_agent(captains, "eve", "person", place_of(run[2], {-60, 0, 0}));
  game.set_word(stranger, "person", "side", 1);
  game.give(ann, "beat_a", {0, 0, 0});
  game.give(ann, "beat_b", {0, 0, 3});
  game.give(bob, "beat_a", {-30, 0, 0});
  game.give(bob, "beat_b", {-30, 0, 3});
  ishi::PointColumn way_out;
  check(game.world().world_key(ishi::id_of("blackboard", "way_out"), way_out));
  way_out.set(0, {-20, 0, 20});
  game.remove_at(run[4].empty() ? 3 : run[4][0], stranger);
  game.run(20);
  hash = game.world().state_hash();
  const auto state = [&](size_t who) { return game.someone(who).population.state(game.someone(who).self); };
  bool is_met = state(eve) == 0 && game.key<int32_t>(eve, "reports") == 0;
  for (const size_t guard : {ann, bob}) {
    is_met = is_met && state(guard) == 0;
    for (const std::string_view key : {"lamp", "called", "ordered"})
      is_met = is_met && game.key<uint8_t>(guard, key) == 0;
  }
  return is_met;
}

bool play_bottle(const ishi::Asset& asset, std::span<const Drawn> run, uint64_t& hash) {
  constexpr std::array<std::pair<int, int>, 8> kAround = {
      {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
  Game game(asset, 2, 1);
  const size_t guards = game.add_population("guard", 1);
  // The grid of the tool: cells of a metre around all that the situation names.
  const Vector3 at = place_of(run[0], {15, 0, 10});
  const float half = std::ceil(std::max({32.0F, 10 + 16.0F, std::abs(at.x) + 16, std::abs(at.z) + 16}));
  const auto size = static_cast<uint32_t>(2 * half) + 1;
  check(game.world().create_grid(
      {.columns = size, .rows = size, .origin = {-half - 0.5F, 0, -half - 0.5F}, .searches = 1}));
  const Entity shard = game.spawn("bottle", at);
  Vector3 facing{0, 0, 1};
  if (!run[1].empty()) {
    const auto [right, ahead] = kAround.at(static_cast<size_t>(run[1][0]));
    facing = {static_cast<float>(right), 0, static_cast<float>(ahead)};
  }
  const size_t guard = game.spawn_agent(guards, "guard", "", {10, 0, 10}, facing);
  game.give(guard, "post", {10, 0, 10});
  check(game.world().make_sound(ishi::SoundId::of("glass"), shard));
  game.run(30);
  hash = game.world().state_hash();
  const Someone& one = game.someone(guard);
  enum Option : uint16_t { patrol, investigate, wonder, chase, grab, search };
  const bool is_never = std::ranges::none_of(
      one.picks, [](uint16_t option) { return option == chase || option == grab || option == search; });
  return one.picked == patrol && times(one, "face") == 1 && is_never && is_steady(one, 2);
}

std::vector<Test> tests() {
  const std::pair kFixed{0.0, 0.0};
  return {{"coffee",
           "however tired they are, each has coffee once",
           {{"ann.needs.tired", {{0.55, 0.8}}, {}, ""},
            {"bob.needs.tired", {{0.55, 0.8}}, {}, ""},
            {"ann.position", {{-3, 3}, kFixed, {-3, 3}}, {}, ""},
            {"bob.position", {{-3, 3}, kFixed, {-3, 3}}, {}, "", false}},
           play_coffee},
          {"lamps",
           "whenever the stranger leaves, the lamps go out",
           {{"ann.position", {{-3, 3}, kFixed, {-3, 2}}, {}, ""},
            {"bob.position", {{-40, -20}, kFixed, {-10, 10}}, {}, ""},
            {"eve.position", {{-60, 0}, kFixed, {0, 20}}, {}, ""},
            {"stranger.position", {{-3, 3}, kFixed, {5, 10}}, {}, ""},
            {"3s", {{0.6, 3}}, {}, "s", true, true}},
           play_lamps},
          {"bottle",
           "wherever a bottle breaks, a guard goes there once and comes back",
           {{"shard.position", {{2, 18}, kFixed, {2, 18}}, {}, ""},
            {"self.facing",
             {},
             {"[0, 0, 1]", "[1, 0, 1]", "[1, 0, 0]", "[1, 0, -1]", "[0, 0, -1]", "[-1, 0, -1]", "[-1, 0, 0]",
              "[-1, 0, 1]"},
             ""}},
           play_bottle}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) stop("second_search BLOB TEST SEED RUNS");
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  check(ishi::Asset::load(bytes, asset));
  const std::vector<Test> known = tests();
  const auto test = std::ranges::find(known, std::string_view(argv[2]), &Test::name);
  if (test == known.end()) stop("there is no such test");
  const uint64_t seed = std::strtoull(argv[3], nullptr, 10), runs = std::strtoull(argv[4], nullptr, 10);
  for (uint64_t run = 0; run < runs; ++run) {
    const std::vector<Drawn> drawn = draw(test->parts, seed, run);
    uint64_t hash = 0;
    const bool held = test->play(asset, drawn, hash);
    fmt::print("{{\"test\":\"{}\",\"run\":{},\"with\":\"{}\",\"outcome\":\"{}\",\"state\":\"{:016x}\"}}\n",
               test->title, run + 1, with_text(test->parts, drawn), held ? "held" : "failed", hash);
  }
}
