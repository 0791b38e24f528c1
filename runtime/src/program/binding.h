#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/tables.h"
#include "blackboard/entity_view.h"
#include "blackboard/moment_times.h"
#include "blackboard/set_table.h"
#include "blackboard/variable.h"
#include "chance/draw.h"
#include "ishi/kernels.h"
#include "ishi/types.h"
#include "program/curve.h"

// Everything that a program reads besides its own values: the columns of one population and its world.

namespace ishi {

// What agents chose last, by slot.
struct ChoiceState {
  EntityId* entity = nullptr;  // or a handle; nobody: none
  float* score = nullptr;
  float inertia = 0;
  uint32_t set = 0;
  uint32_t first_needed = 0, needed = 0;  // in `Sets::needed`
};

// out[i] = that of the entity whose row is rows[i], held in its range; of row 0 where none is meant. In whole
// vectors; `rows` and `out` are rows of registers. A column of no values says which entities are of its kind.
using PickOfEntities = void (*)(const EntityColumn& column, uint32_t entities, const float* rows,
                                size_t lanes, float* out);

// By lane the row of the entity that a candidate is, 0 where it is gone. In whole vectors; `rows` may be
// `packed`.
using RowsOfCandidates = void (*)(const MemberIds& ids, const uint32_t* packed, size_t lanes, uint32_t* rows);

struct Binding {
  std::span<const Variable> keys;    // of the asset, by index
  std::span<const Variable> fields;  // likewise
  std::span<const curves::Curve> curves;
  std::span<const blob::Weight> weights;  // a row of `motive_count` for each profile
  uint32_t motive_count = 0;
  uint32_t profile_count = 0;
  EntityView entities;
  PickOfEntities pick = nullptr;  // the machine's
  RowsOfCandidates rows_of_candidates = nullptr;
  // By slot.
  const EntityId* self = nullptr;
  const uint16_t* option = nullptr;
  const uint32_t* team = nullptr;
  const uint32_t* profile = nullptr;
  const uint64_t* started = nullptr;  // when the running option started, in microseconds
  const float* time_seconds = nullptr;
  const uint64_t* time_microseconds = nullptr;
  // Carried levels: by motive the column by slot, null where none is carried; and when each agent's were
  // advanced.
  std::span<float* const> levels;
  std::span<float* const> level_rests;  // parallel: what was lost in rounding
  const uint64_t* leveled_at = nullptr;
  std::span<const SetTable> sets;             // of the asset, by index
  std::span<const Variable> member_fields;    // of all of them
  std::span<const MemberField> set_of_field;  // parallel
  const EntityId* candidate = nullptr;        // by slot: whom the running option is for
  std::span<const uint32_t> things;           // the world's numbers of the asset's kinds
  std::span<const ChoiceState> choices;       // of the agent, by index
  Draws draws;
  MomentTimes moments;

  [[nodiscard]] float seconds_since(uint64_t started_at) const {
    const uint64_t now = *time_microseconds;
    return static_cast<float>(static_cast<double>(now > started_at ? now - started_at : 0) / 1e6);
  }

  // The draw of the agent in `slot` that `place` tells from others.
  [[nodiscard]] float random(size_t slot, uint32_t place) const {
    return draws.number(self[slot].index, slot, place);
  }

  // Seconds since a moment of the agent in `slot`, of which `runs` says whether its option runs.
  [[nodiscard]] float since(uint32_t moment, size_t slot, bool runs) const {
    const uint64_t last = moments.last[moment][slot];
    if (runs) return 0;
    if (last == MomentTimes::kNever) return limits::kLongAgo;
    // It may lie before the world's beginning: the difference counts, not which of the two is greater.
    const auto passed = static_cast<int64_t>(*time_microseconds - last);
    const auto seconds = static_cast<float>(static_cast<double>(passed > 0 ? passed : 0) / 1e6);
    return seconds < limits::kLongAgo ? seconds : limits::kLongAgo;
  }

  // The row of the shared values of a profile: those without one come last.
  [[nodiscard]] uint32_t profile_row(uint32_t of_profile) const {
    return of_profile < profile_count ? of_profile : profile_count;
  }
};

}  // namespace ishi
