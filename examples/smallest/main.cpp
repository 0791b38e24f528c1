#include <cstdio>
#include <fstream>
#include <vector>

#include "game.h"

struct Game : game::Tasks<Game> {
  ishi::Ending start(const ishi::Started<game::Flee>&) { return std::puts("flees"), ishi::Ending::completed; }
  ishi::Ending start(const ishi::Started<game::Hit>&) { return std::puts("hits"), ishi::Ending::completed; }
};
int main(int, char** arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  ishi::World world;
  ishi::Population guards;
  ishi::Entity guard;
  if (!ishi::Asset::load(blob, asset) || !ishi::World::create({}, world)) return 1;
  if (!world.add_population(asset, game::agents::guard, {.capacity = 1}, guards)) return 1;
  if (guards.spawn({}, guard)) guards.column(game::hp)[0] = 20;
  return ishi::run_frame(world, ishi::Sequential(), Game()) ? 0 : 1;
}
