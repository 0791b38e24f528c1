#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "game.h"

// A game that is built against a generated header: loads a blob into a world that has its contract, and says
// what comes of it.
//
//   load BLOB AGENT     exits with 0 if the asset is taken

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  ishi::World world;
  ishi::Population population;
  ishi::Status status =
      ishi::Asset::load({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, asset);
  if (status) status = ishi::World::create({.up = game::up, .contract = game::contract}, world);
  if (status) {
    status = world.add_population(asset, ishi::AgentId::of(arguments[2]), {.capacity = 4}, population);
  }
  char text[256] = "";
  if (world.valid()) ishi::describe(world.contract_fault(), text);
  std::printf("%s; %s\n", ishi::describe(status), text);
  return status ? 0 : 1;
}
