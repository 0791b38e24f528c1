#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "ishi/ishi.h"

// From YAML to what a game is told: several agents at once, whose tasks end when the test says.

namespace ishi::compiler {

struct CrowdOptions {
  uint32_t agents = 1;
  uint32_t agents_per_job = 256;
  PopulationOptions population{};
  const char* agent = "ant";
};

struct Crowd {
  Asset asset;
  World world;
  Population population;
  CrowdOptions options;
  Sequential jobs{};
  std::vector<Entity> agents{};
  std::vector<Start> starts{};  // of the last frame

  explicit Crowd(const std::string& text, const CrowdOptions& given = {}) : Crowd(asset_of(text), given) {}
  explicit Crowd(Asset&& made, const CrowdOptions& given = {}) : asset(std::move(made)), options(given) {
    REQUIRE(World::create({.entities = 64 + options.agents}, world));
    options.population.capacity = options.agents;
    REQUIRE(world.add_population(asset, AgentId::of(options.agent), options.population, population));
    agents.resize(options.agents);
    for (Entity& agent : agents) REQUIRE(population.spawn({}, agent));
  }

  template <typename T>
  Column<T> key(std::string_view name) {
    return population.column<T>(id_of("blackboard", name));
  }

  // A frame of a tenth of a second. `told` sees the commands of each round.
  template <typename Told>
  void step(Told&& told) {
    struct Game {
      Crowd& crowd;
      Told& told;
      Dispatched carry_out(Population&, const Commands& commands) {
        crowd.starts.insert(crowd.starts.end(), commands.starts.begin(), commands.starts.end());
        told(commands);
        return {};
      }
    };
    starts.clear();
    REQUIRE(run_frame(world, jobs, Game{*this, told},
                      {.microseconds = 100'000, .act = {.agents_per_job = options.agents_per_job}}));
  }
  void step() {
    step([](const Commands&) {});
  }
};

}  // namespace ishi::compiler
