#include "prove/proof_fixed.h"

#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "simulate/stage.h"

namespace ishi::compiler {
namespace {

Status read_values(const TypedTest& test, Stage& stage, Fixed& fixed) {
  Status status = stage.open();
  if (!status) return status;
  Scratch scratch;
  Batch batch;
  const StageAgent& agent = stage.agents()[0];
  Population& population = agent.population();
  fixed.values.resize(Tools(population).value_count());
  if (status) status = Scratch::create(stage.world(), scratch);
  if (status) status = stage.world().begin_frame({0, 0});
  if (status) status = population.begin_think(batch);
  if (status) status = Tools(population).explain(agent.self(), fixed.values);
  fixed.self_row = static_cast<float>(agent.self().index);
  for (const uint32_t set : test.claim->filled_sets) {
    FixedSet& one = fixed.sets.emplace_back(FixedSet{set, {}});
    const size_t count = agent.members(set).size();
    for (uint32_t member = 0; member < count && status; ++member)
      status =
          Tools(population).explain_member(agent.self(), set, member, one.members.emplace_back(fixed.values));
  }
  return status;
}

}  // namespace

Fixed read_fixed(const Model& model, const Asset& asset, const TypedTest& test) {
  Fixed fixed;
  fixed.named.resize(model.blackboard.size(), kNone);
  for (const SituationValue& key : test.situation.keys) fixed.named[key.index] = key.entity;
  Stage stage(asset, model, test.situation);
  fixed.is_read = static_cast<bool>(read_values(test, stage, fixed));
  return fixed;
}

}  // namespace ishi::compiler
