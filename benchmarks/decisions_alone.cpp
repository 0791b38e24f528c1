// A game that decides and carries tasks out, and does nothing else: for its size (scripts/bench). It is
// linked from `decisions_alone` on and never run.

#include "ishi/ishi.h"

namespace {

struct Game {
  ishi::Dispatched carry_out(ishi::Population& population, const ishi::Commands& commands) {
    ishi::Dispatched done;
    for (const ishi::Start& start : commands.starts) {
      if (!population.report({.token = start.token, .ending = ishi::Ending::completed})) ++done.refused;
    }
    return done;
  }
};

}  // namespace

extern "C" int decisions_alone(const uint8_t* blob, size_t size, uint64_t agent, uint64_t key) {
  ishi::Asset asset;
  ishi::World world;
  ishi::Population population;
  ishi::Entity one;
  ishi::Column<float> column;
  if (!ishi::Asset::load({blob, size}, asset) || !ishi::World::create({}, world)) return 1;
  if (!world.add_population(asset, ishi::AgentId(agent), {.capacity = 1}, population)) return 1;
  if (!population.spawn({}, one) || !population.column(key, column)) return 1;
  column[0] = 20;
  return ishi::run_frame(world, ishi::Sequential(), Game()) ? 0 : 1;
}
