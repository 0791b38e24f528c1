#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "compare/situation_space.h"
#include "ishi/population.h"
#include "ishi/scratch.h"
#include "ishi/world.h"

namespace ishi::compiler {

// The decisions of an agent of one side of a space in samples, a round of them in one frame of the runtime
// that ships: an agent a sample.
class DecisionSampler {
 public:
  // `space` outlives this; its side's agents must think in each frame and claim nothing.
  DecisionSampler(const SituationSpace& space, size_t side) : space_(space), side_(side) {}

  [[nodiscard]] Status open();
  // The option that each sample of a round comes to, counted from the agent's first; kNone: nothing.
  [[nodiscard]] Status decide(const std::vector<SampledEntity>& entities, const std::vector<Sample>& samples,
                              std::vector<uint32_t>& options);

 private:
  using AnyColumn = std::variant<std::monostate, Column<float>, Column<int32_t>, Column<uint8_t>,
                                 Column<EntityId>, PointColumn>;
  template <class Open>
  static AnyColumn open_column(ValueKind kind, const Open& open);
  void write(const AnyColumn& column, uint32_t row, const SampledValue& value) const;
  [[nodiscard]] Status place(const std::vector<SampledEntity>& entities);
  [[nodiscard]] uint32_t count_shared_teams() const;
  [[nodiscard]] uint32_t team_of(size_t sample) const {
    return static_cast<uint32_t>(shared_teams_ == 0 ? sample : sample % shared_teams_);
  }
  [[nodiscard]] Status stage(const Sample& sample, uint32_t slot, uint32_t team);
  [[nodiscard]] Status fill(const SetDimension& set, const std::vector<SampledMember>& members,
                            uint32_t slot);
  // Whom a run is for, of an agent whose sets have been filled.
  [[nodiscard]] Entity member_of(const Sample& sample, const SampledRun& run, uint32_t slot);
  [[nodiscard]] Entity handle(uint32_t entity) const { return entity == kNone ? kNobody : entities_[entity]; }

  const SituationSpace& space_;
  size_t side_;
  uint32_t shared_teams_ = 0;  // 0: each sample has a team for itself
  World world_;
  Population population_;
  Scratch scratch_;
  uint64_t frame_ = 0;
  std::vector<Entity> entities_, agents_;
  std::vector<AnyColumn> keys_;
  std::vector<bool> is_team_key_, is_world_key_;
  std::vector<Column<float>> levels_;
  std::vector<std::vector<AnyColumn>> fields_;  // by kind of entity
};

}  // namespace ishi::compiler
