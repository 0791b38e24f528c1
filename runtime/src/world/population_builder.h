#pragma once

#include "ishi/status.h"
#include "world/population_state.h"

// Makes a population: everything that may fail happens here, before the world changes.

namespace ishi {

class ActingBuilder;

// The first values of the columns of a new population.
enum class FirstValues : uint8_t {
  defaults,  // what they hold where nobody lives
  written,   // anything: whoever makes it writes every column before anybody reads it
};

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
  // Where a variable's columns will lie.
  struct Plan {
    ColumnPlace places[3];
    bool mine = false;     // in the population's own arena
    bool brought = false;  // in its shared arena
  };
  struct ColumnPlaces {
    ColumnPlace header, living, self, team, profile, option, draws;
  };

  bool allocate_lists();
  void find_draws();
  void number_things();
  void plan_keys();
  void plan_fields();
  static void place(Plan& plan, RowPlan& rows, const Variable& variable);
  bool allocate_arenas();
  void attach(Variable& variable, const Plan& plan, uint32_t rows);
  void attach_columns();
  void bind();
  bool prepare_program(RhythmBuilder& rhythm, ActingBuilder& acting);
  bool prepare_pruned(const ScheduleInput& input);

  World::State& world_;
  const Asset::State& asset_;
  uint32_t agent_;
  uint32_t capacity_;
  const PopulationOptions& options_;
  FirstValues values_;
  Population::State* population_ = nullptr;
  uint32_t padded_ = 0;  // rows of a column
  uint32_t things_ = 0;
  bool draws_ = false;  // whether the program or a formula does
  ArenaPlan plan_, shared_plan_;
  ColumnPlaces places_;
  Array<Plan> keys_, fields_;
};

}  // namespace ishi
