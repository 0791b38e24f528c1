#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/blob_builder.h"

// A world of agents whose scores are given: option i scores what key `score_i` holds while `when_i` is
// true. For tests of choosing, of phases and of jobs.

namespace ishi::testing {

struct ScoreOptions {
  uint32_t options = 3;
  std::vector<int32_t> ranks{};  // 0 where not given
  float inertia = 0;
  float minimum = 0;
  Ties ties = Ties::first;
  uint32_t think_every_frames = 1;
  uint32_t think_every_microseconds = 0;  // in place of frames
  // How often an agent thinks is what its key `every` holds, from 1 frame or a millisecond up to the above.
  bool computes_interval = false;
  uint32_t capacity = 8;
  SelectionKind selection = SelectionKind::highest;
  uint32_t top = 0;
  float temperature = 0;
  uint64_t seed = 7;
};

inline BlobContent score_content(const ScoreOptions& options) {
  BlobContent content;
  std::vector<std::string> names;
  for (uint32_t i = 0; i < options.options; ++i) {
    names.push_back("option_" + std::to_string(i));
    content.keys.push_back({id_of("blackboard", "score_" + std::to_string(i)), number_variable(-10, 10, 0)});
    content.keys.push_back({id_of("blackboard", "when_" + std::to_string(i)), boolean_variable()});
  }
  ProgramBuilder program(content);
  std::vector<ScoredOption> scored;
  for (uint32_t i = 0; i < options.options; ++i) {
    const auto when = program.with_parameter(OperationCode::key, 2 * i + 1);
    program.begin_gate(when);
    const auto score = program.with_parameter(OperationCode::key, 2 * i);
    program.end_gate();
    const int32_t rank = i < options.ranks.size() ? options.ranks[i] : 0;
    scored.push_back({names[i], program.add(OperationCode::gate, when, score), rank});
  }
  ProgramBuilder::Operand interval{};
  if (options.computes_interval) {
    content.keys.push_back({id_of("blackboard", "every"), number_variable(0, 1e6, 1)});
    interval = program.with_parameter(OperationCode::key, 2 * options.options);
  }
  add_agent(content, "chooser", program, scored);
  raw::Agent& agent = content.agents.back();
  agent.inertia = options.inertia;
  agent.minimum = options.minimum;
  agent.ties = static_cast<uint8_t>(options.ties);
  agent.think_least = agent.think_most = options.think_every_frames;
  if (options.think_every_microseconds != 0) {
    agent.think_unit = static_cast<uint8_t>(ThinkUnit::microseconds);
    agent.think_least = agent.think_most = options.think_every_microseconds;
  }
  if (options.computes_interval) {
    agent.think_interval = program.at(interval);
    agent.think_least = options.think_every_microseconds != 0 ? 1000 : 1;
  }
  agent.selection = static_cast<uint8_t>(options.selection);
  agent.top = options.top;
  agent.temperature = options.temperature;
  content.sort_by_id();
  return content;
}

struct ScoreWorld {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  std::vector<Column<float>> scores;
  std::vector<Column<uint8_t>> conditions;
  uint64_t frame = 0;
  uint64_t time = 0;  // of the next frame, in microseconds
  uint64_t frame_time = 16'667;

  explicit ScoreWorld(const ScoreOptions& options = {}) : asset(load_valid(score_content(options))) {
    REQUIRE(World::create({.seed = options.seed, .entities = 2 * options.capacity}, world));
    REQUIRE(world.add_population(asset, AgentId::of("chooser"), {.capacity = options.capacity}, population));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < options.options; ++i) {
      scores.push_back(population.column<float>(id_of("blackboard", "score_" + std::to_string(i))));
      conditions.push_back(population.column<uint8_t>(id_of("blackboard", "when_" + std::to_string(i))));
    }
  }

  Entity spawn() {
    Entity agent;
    REQUIRE(population.spawn({}, agent));
    return agent;
  }
  uint32_t slot_of(Entity agent) const {
    uint32_t slot = 0;
    REQUIRE(population.slot_of(agent, slot));
    return slot;
  }

  // An option's score for one agent, its condition true.
  void give(uint32_t slot, uint32_t option, float score) {
    scores[option][slot] = score;
    conditions[option][slot] = 1;
  }

  // One frame; who thought.
  std::vector<uint32_t> think(uint32_t agents_per_job = 2048, uint32_t quota = 0) {
    REQUIRE(world.begin_frame({frame, time}));
    ++frame;
    time += frame_time;
    Batch batch;
    REQUIRE(population.begin_think({.agents_per_job = agents_per_job, .quota = quota}, batch));
    std::vector<uint32_t> rows(batch.rows().begin(), batch.rows().end());
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.think(batch, job, scratch));
    REQUIRE(population.end_think(batch));
    REQUIRE(world.end_frame());
    return rows;
  }
};

}  // namespace ishi::testing
