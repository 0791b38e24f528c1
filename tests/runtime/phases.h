#pragma once

#include <catch2/catch.hpp>

#include "ishi/population.h"

// Whole phases of a population: all jobs, one after the other.

namespace ishi::phases {

// The number of agents that think.
inline uint32_t think(Population& population, Scratch& scratch, const BatchOptions& options = {}) {
  Batch batch;
  REQUIRE(population.begin_think(options, batch));
  for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.think(batch, job, scratch));
  REQUIRE(population.end_think(batch));
  return batch.size();
}

// One round, and its commands.
inline Commands act(Population& population, Scratch& scratch, const RoundOptions& options = {}) {
  Round round;
  Commands commands;
  REQUIRE(population.begin_act(options, round));
  for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(population.act(round, job, scratch));
  REQUIRE(population.end_act(round, commands));
  return commands;
}

}  // namespace ishi::phases
