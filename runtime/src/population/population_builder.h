#pragma once

#include "ishi/status.h"
#include "population/population_state.h"

// Makes a population: everything that may fail happens here, before the world changes.

namespace ishi {

class ActingBuilder;

// Makes a population and adds it to the world, behind the others. The game's contract and the options must
// have been checked. `pending_lanes`: room for so many pending ends an agent at least. unknown_id,
// up_mismatch, too_many_populations, contract_mismatch with the assets of the world, out_of_memory.
[[nodiscard]] Status add_population_of(World::State& world, const Asset::State& asset, uint64_t agent,
                                       const PopulationOptions& options, uint32_t pending_lanes,
                                       FirstValues values = FirstValues::defaults);

class PopulationBuilder {
 public:
  PopulationBuilder(World::State& world, const Asset::State& asset, uint32_t agent,
                    const PopulationOptions& options, FirstValues values)
      : world_(world),
        asset_(asset),
        agent_(agent),
        capacity_(options.capacity),
        options_(options),
        values_(values) {}

  // The contracts of the world's assets must have been compared. In the promised floating-point environment.
  // out_of_memory.
  [[nodiscard]] Status build(Population::State& population);

  // How many kinds of things the world has with this population.
  [[nodiscard]] uint32_t things() const { return things_; }

 private:
  bool allocate_lists();
  void find_draws();
  void number_things();
  void declare_agents(ColumnSet& columns);
  void declare_keys(ColumnSet& columns);
  void declare_fields(ColumnSet& columns);
  void bind();
  bool prepare_program(RhythmBuilder& rhythm, ActingBuilder& acting);
  bool find_kernel(ScheduleInput& input, KernelPlan::State& plan);
  bool prepare_decision(const ScheduleInput& by_machine);
  bool prepare_pruned(const ScheduleInput& input);

  World::State& world_;
  const Asset::State& asset_;
  uint32_t agent_;
  uint32_t capacity_;
  const PopulationOptions& options_;
  FirstValues values_;
  Population::State* population_ = nullptr;
  uint32_t things_ = 0;
  bool draws_ = false;  // true if the program or a formula does
};

}  // namespace ishi
