// Ten thousand guards in an entity component system. In each frame some of them vanish, wherever they stand,
// and others come; half way the game goes back and plays the same frames again.
//
// usage: PROGRAM BLOB     prints the hash of the world and of all components

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#ifdef ISHI_EXAMPLE_ARCHETYPES
#include "archetype_game.h"
using Game = ArchetypeGame;
#else
#include "sparse_set_game.h"
using Game = SparseSetGame;
#endif

namespace {

constexpr uint32_t kGuards = 10'000, kFrames = 120, kChanges = 40;

void require(ishi::Status status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", ishi::describe(status));
  std::exit(1);
}

// What happens to the guards, drawn by chance that goes back with them.
struct Course {
  std::vector<uint32_t> living;  // entities
  uint32_t chance = 1;

  uint32_t below(uint32_t most) {
    chance = chance * 1'664'525u + 1'013'904'223u;
    return static_cast<uint32_t>((uint64_t{chance} * most) >> 32);
  }
  void add(Game& game) { living.push_back(game.create(static_cast<float>(20 + below(81)))); }
  void remove(Game& game) {
    uint32_t& gone = living[below(static_cast<uint32_t>(living.size()))];
    game.destroy(gone);
    gone = living.back();
    living.pop_back();
  }
  void play(Game& game, uint32_t frames) {
    for (uint32_t frame = 0; frame < frames; ++frame) {
      for (uint32_t i = 0; i < kChanges; ++i) remove(game);
      for (uint32_t i = 0; i < kChanges; ++i) add(game);
      require(game.step());
    }
  }
};

uint64_t hash_of(const ishi::World& world, Game& game, const Course& course) {
  uint64_t hash = world.state_hash();
  for (const uint32_t entity : course.living)
    hash = (hash ^ static_cast<uint64_t>(game.points(entity))) * 0x9e37'79b9'7f4a'7c15u;
  return hash;
}

}  // namespace

int main(int, char** arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  ishi::World world;
  ishi::Population guards;
  require(ishi::Asset::load(blob, asset));
  require(ishi::World::create({.entities = 16'384, .contract = game::contract}, world));
  require(world.add_population(asset, game::agents::guard, {.capacity = kGuards}, guards));

  Game game(world, guards);
  Course course;
  for (uint32_t i = 0; i < kGuards; ++i) course.add(game);
  course.play(game, kFrames / 2);
  const Game::State state = game.save();
  const Course then = course;
  course.play(game, kFrames / 2);
  const uint64_t hash = hash_of(world, game, course);

  require(game.restore(state));
  course = then;
  course.play(game, kFrames / 2);
  if (hash_of(world, game, course) != hash)
    return std::puts("the frames that were played again came to something else"), 1;
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}
