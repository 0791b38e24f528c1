// A thousand guards over a thousand frames, as one number: the hash of the world's state in every frame,
// and of every decision. It must be the same whatever compiler, optimisation, job size or order of jobs.
//
//   thousand_guards BLOB [EXPECTED]     prints the hash; 1 if it is not the expected one

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "ishi/ishi.h"

namespace {

constexpr uint32_t kGuards = 1000;
constexpr uint32_t kThugs = 50;
constexpr uint64_t kFrames = 1000;
constexpr uint64_t kFrameMicroseconds = 16'667;

// SplitMix64: the field's changes are whole numbers, so that they are the same everywhere.
struct Random {
  uint64_t state;

  uint32_t below(uint32_t n) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<uint32_t>((z ^ (z >> 31)) % n);
  }
  // A multiple of 1/16 in [-range, range].
  float place(uint32_t range) {
    return static_cast<float>(static_cast<int32_t>(below(32 * range + 1)) -
                              static_cast<int32_t>(16 * range)) /
           16.0F;
  }
};

void require(ishi::Status status, const char* what) {
  if (status) return;
  std::fprintf(stderr, "%s: %s (%" PRIu64 ")\n", what, ishi::describe(status.code), status.where);
  std::exit(2);
}

class Field {
 public:
  explicit Field(const ishi::Asset& asset) : asset_(asset) {
    require(ishi::World::create({.seed = 7, .entities = kGuards + kThugs + 8, .teams = 2, .up = asset.up()},
                                world_),
            "World::create");
    require(world_.add_population(asset, ishi::id_of("agents", "guard"), {.capacity = kGuards}, guards_),
            "add_population");
    require(ishi::Scratch::create(world_, scratch_), "Scratch::create");
    hp_ = guards_.column<float>(ishi::id_of("blackboard", "hp"));
    ammo_ = guards_.column<int32_t>(ishi::id_of("blackboard", "ammo"));
    threat_ = guards_.column<ishi::EntityId>(ishi::id_of("blackboard", "threat"));
    for (uint32_t i = 0; i < kThugs; ++i) {
      ishi::EntityOptions options;
      options.position = {random_.place(40), 0, random_.place(40)};
      options.thing = ishi::id_of("things", "person");
      require(world_.spawn_entity(options, thugs_.emplace_back()), "spawn_entity");
    }
    for (uint32_t i = 0; i < kGuards; ++i) spawn();
  }

  uint64_t run() {
    uint64_t hash = 0;
    for (uint64_t frame = 0; frame < kFrames; ++frame) {
      change();
      require(world_.begin_frame({frame, frame * kFrameMicroseconds}), "begin_frame");
      ishi::Batch batch;
      const uint32_t agents_per_job = 1 + random_.below(700);  // whatever the jobs, nothing else changes
      require(guards_.begin_think({.agents_per_job = agents_per_job}, batch), "begin_think");
      for (uint32_t job = batch.jobs(); job-- > 0;) require(guards_.think(batch, job, scratch_), "think");
      require(guards_.end_think(batch), "end_think");
      require(world_.end_frame(), "end_frame");
      act();
      hash = (hash ^ world_.state_hash()) * 0x100000001b3u;
      hash ^= hash >> 29;
    }
    return hash;
  }

 private:
  void spawn() {
    ishi::SpawnOptions options;
    options.position = {random_.place(40), 0, random_.place(40)};
    options.profile = random_.below(asset_.count(ishi::Kind::profiles));
    options.team = random_.below(2);
    options.identity = ++identities_;
    require(guards_.spawn(options, agents_.emplace_back()), "spawn");
  }

  // The game: enemies come into sight and vanish, shots hit, guards fall and are replaced.
  void change() {
    for (uint32_t i = 0; i < 200; ++i) {
      const ishi::EntityId agent = agents_[random_.below(kGuards)];
      uint32_t slot = 0;
      require(guards_.slot_of(agent, slot), "slot_of");
      switch (random_.below(4)) {
        case 0: threat_[slot] = thugs_[random_.below(kThugs)]; break;
        case 1: threat_[slot] = ishi::kNobody; break;
        case 2: hp_[slot] = static_cast<float>(random_.below(1601)) / 16.0F; break;
        default: ammo_[slot] = static_cast<int32_t>(random_.below(13)); break;
      }
    }
    const uint32_t fallen = random_.below(kGuards);
    require(guards_.despawn(agents_[fallen]), "despawn");
    agents_.erase(agents_.begin() + fallen);
    spawn();
    const uint32_t gone = random_.below(kThugs);
    require(world_.despawn_entity(thugs_[gone]), "despawn_entity");
    thugs_.erase(thugs_.begin() + gone);
    ishi::EntityOptions options;
    options.position = {random_.place(40), 0, random_.place(40)};
    options.thing = ishi::id_of("things", "person");
    require(world_.spawn_entity(options, thugs_.emplace_back()), "spawn_entity");
  }

  // What they decided has effects.
  void act() {
    for (const ishi::EntityId agent : agents_) {
      uint32_t slot = 0;
      require(guards_.slot_of(agent, slot), "slot_of");
      switch (guards_.option(slot)) {
        case 0: ammo_[slot] = ammo_[slot] > 0 ? ammo_[slot] - 1 : 0; break;
        case 1: hp_[slot] = std::min(hp_[slot] + 0.0625F, 100.0F); break;
        case 2: ammo_[slot] = 12; break;
        default: break;
      }
    }
  }

  const ishi::Asset& asset_;
  Random random_{42};
  ishi::World world_;
  ishi::Population guards_;
  ishi::Scratch scratch_;
  ishi::Column<float> hp_;
  ishi::Column<int32_t> ammo_;
  ishi::Column<ishi::EntityId> threat_;
  std::vector<ishi::EntityId> agents_;
  std::vector<ishi::EntityId> thugs_;
  uint64_t identities_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  ishi::Asset asset;
  require(ishi::Asset::load(bytes, asset), "Asset::load");
  const uint64_t hash = Field(asset).run();
  std::printf("%016" PRIx64 "\n", hash);
  if (count > 2 && std::strtoull(arguments[2], nullptr, 16) != hash) {
    std::fprintf(stderr, "expected %s\n", arguments[2]);
    return 1;
  }
  return 0;
}
