#include "program.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace games {

const char* program = "game";

void require(ishi::Status status, const char* what) {
  if (status) return;
  std::fprintf(stderr, "%s: %s: %s\n", program, what, ishi::describe(status));
  std::exit(1);
}

void require(const ishi::Dispatched& done, const char* what) {
  require(done.status, what);
  if (done) return;
  std::fprintf(stderr, "%s: %s: no handler took %u commands\n", program, what, done.unhandled);
  std::exit(1);
}

void add_agents(ishi::World& world, const ishi::Asset& asset, const char* agent, uint32_t capacity,
                ishi::Population& population) {
  if (world.add_population(asset, ishi::id_of("agents", agent), {.capacity = capacity}, population)) return;
  char text[256];
  ishi::describe(world.contract_fault(), text);
  std::fprintf(stderr, "%s: this blob is not for this game: %s\n", program, text);
  std::exit(1);
}

ishi::Asset load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "%s: %s cannot be read\n", program, path);
    std::exit(2);
  }
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ishi::Asset asset;
  require(ishi::Asset::load(std::vector<uint8_t>(text.begin(), text.end()), asset), path);
  return asset;
}

bool write(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) std::fprintf(stderr, "%s: %s cannot be written\n", program, path);
  return static_cast<bool>(file);
}

}  // namespace games
