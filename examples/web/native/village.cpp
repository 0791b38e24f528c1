// The village of ../src/village.ts in C++: it comes to the same states.
//
// usage: village BLOB [FRAMES]     prints the hash of the state after each tenth of the frames (36,000)

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "game.h"

namespace {

constexpr uint32_t kPeople = 500, kTables = 60, kFramesPerDay = 36'000, kFramesPerSecond = 60;
constexpr uint64_t kMicroseconds = 16'667;
constexpr int kHalf = 56, kHouseSide = 4, kHouseSpacing = 8, kSquareHalf = 14;
constexpr float kSeconds = 1.0f / kFramesPerSecond;

bool is_house(int x, int z) {
  if (std::fmax(std::fabs(x + 0.5), std::fabs(z + 0.5)) < kSquareHalf) return false;
  return (x + kHalf) % kHouseSpacing < kHouseSide && (z + kHalf) % kHouseSpacing < kHouseSide;
}

void require(ishi::Status status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", ishi::describe(status));
  std::exit(1);
}

class Village : public game::Tasks<Village> {
 public:
  explicit Village(const ishi::Asset& asset) {
    require(ishi::World::create({.seed = 7, .entities = 1024, .contract = game::contract}, world_));
    require(world_.add_population(asset, game::agents::villager, {.capacity = kPeople}, villagers_));
    require(world_.create_grid(
        {.columns = 2 * kHalf, .rows = 2 * kHalf, .cell = 1, .origin = {-kHalf, 0, -kHalf}}));
    ishi::GridCells cells = world_.cells();
    for (uint32_t row = 0; row < cells.rows(); ++row) {
      for (uint32_t column = 0; column < cells.columns(); ++column) {
        const bool is_blocked = is_house(static_cast<int>(column) - kHalf, static_cast<int>(row) - kHalf);
        cells.at(column, row) = is_blocked ? ishi::kImpassableCell : uint8_t{0};
      }
    }
    require(world_.cells_changed());
    require(world_.world_key(game::world::hour, hour_));
    add_tables();
    add_people();
  }

  void step() {
    ++frame_;
    hour_[0] = static_cast<float>(frame_ % kFramesPerDay * 2.4);
    for (uint32_t slot = 0; slot < kPeople; ++slot) {
      if (due_[slot] == 0 || due_[slot] > frame_) continue;
      due_[slot] = 0;
      (void)villagers_.report(running_[slot], ishi::Ending::completed);
    }
    ishi::Sequential jobs;
    require(
        ishi::run_frame(world_, jobs, *this, {.microseconds = kMicroseconds, .paths = {.expansions = 20'000}})
            .status);
  }
  [[nodiscard]] uint64_t state_hash() const { return world_.state_hash(); }

  void start(const ishi::Started<game::Sleep>& it) { keep(it, 20); }
  void start(const ishi::Started<game::Toil>& it) { keep(it, 12); }
  void start(const ishi::Started<game::Eat>& it) { keep(it, 8); }
  void start(const ishi::Started<game::Chat>& it) { keep(it, 4); }
  void start(const ishi::Started<game::Look>& it) { keep(it, 3); }
  template <typename Task>
  void end(const ishi::Ended<Task>& it) {
    due_[it.token.slot] = 0;
  }

  void move(const ishi::Move& move) {
    ishi::Vector3 to, at;
    if (move.speed == 0 || !villagers_.way_point(move.agent, to)) return;
    require(world_.position(move.agent, at));
    const float x = to.x - at.x, z = to.z - at.z;
    const float left = std::sqrt(x * x + z * z), far = move.speed * kSeconds;
    const float part = left > far ? far / left : 1;
    require(world_.set_position(move.agent, {at.x + x * part, at.y, at.z + z * part}));
    require(world_.set_facing(move.agent, {move.heading.x, 0, move.heading.z}));
  }

 private:
  template <typename Started>
  void keep(const Started& it, uint32_t seconds) {
    running_[it.token.slot] = it.token;
    due_[it.token.slot] = frame_ + seconds * kFramesPerSecond;
  }

  // Chance of the game's own: a whole number below `most`.
  int below(int most) {
    chance_ = chance_ * 1'664'525u + 1'013'904'223u;
    return static_cast<int>(std::floor((chance_ >> 8) / 16'777'216.0 * most));
  }
  // The middle of a cell that no house stands in.
  ishi::Vector3 place(int reach) {
    while (true) {
      const int x = below(2 * reach) - reach;
      const int z = below(2 * reach) - reach;
      if (!is_house(x, z)) return {static_cast<float>(x) + 0.5f, 0, static_cast<float>(z) + 0.5f};
    }
  }
  void add_tables() {
    const ishi::Candidates tables = world_.candidates(game::tables::id);
    for (int i = 0; i < static_cast<int>(kTables); ++i) {
      const ishi::Vector3 at{static_cast<float>(2 * (i % 10) - 9) + 0.5f, 0,
                             static_cast<float>(3 * (i / 10) - 8) + 0.5f};
      ishi::Entity table;
      require(world_.spawn_entity({.position = at, .thing = game::table::id}, table));
      require(tables.add(table));
    }
  }
  void add_people() {
    ishi::PointColumn home = villagers_.column(game::home), work = villagers_.column(game::work);
    for (uint32_t i = 0; i < kPeople; ++i) {
      const ishi::Vector3 at = place(kHalf - 2);
      ishi::Entity one;
      uint32_t slot = 0;
      require(
          villagers_.spawn({.position = at, .user = i, .identity = i + 1, .thing = game::person::id}, one));
      require(villagers_.slot_of(one, slot));
      home.set(slot, at);
      work.set(slot, place(kHalf - 2));
    }
  }

  ishi::World world_;
  ishi::Population villagers_;
  ishi::Column<float> hour_;
  uint32_t frame_ = 0, chance_ = 1;
  std::array<ishi::Token, kPeople> running_{};
  std::array<uint32_t, kPeople> due_{};
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return std::fputs("usage: village BLOB [FRAMES]\n", stderr), 2;
  const uint32_t frames = count > 2 ? static_cast<uint32_t>(std::atoi(arguments[2])) : kFramesPerDay;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  require(ishi::Asset::load(blob, asset));
  Village village(asset);
  const auto begin = std::chrono::steady_clock::now();
  for (uint32_t frame = 1; frame <= frames; ++frame) {
    village.step();
    if (frame % (frames / 10) == 0)
      std::printf("%016llx\n", static_cast<unsigned long long>(village.state_hash()));
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  std::fprintf(stderr, "%.4f ms a frame\n", taken.count() / frames);
}
