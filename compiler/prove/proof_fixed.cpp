#include "prove/proof_fixed.h"

#include <utility>

#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "simulate/situation.h"
#include "simulate/stage.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

// The sets of which a test says what they hold.
std::vector<uint32_t> filled_sets(const Model& model, const Test& test) {
  std::vector<uint32_t> sets;
  for (const auto& memory : test.who.remembers) {
    const uint32_t index = find_index(model.memory, memory.name.text);
    if (index != kNone) sets.push_back(index);
  }
  for (const auto& candidates : test.who.candidates) {
    const uint32_t index = find_index(model.candidates, candidates.name.text);
    if (index != kNone) sets.push_back(static_cast<uint32_t>(model.memory.size()) + index);
  }
  return sets;
}

Status read_values(const Model& model, const Test& test, Stage& stage, Fixed& fixed) {
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
  for (const uint32_t set : filled_sets(model, test)) {
    FixedSet& one = fixed.sets.emplace_back(FixedSet{set, {}});
    const size_t count = agent.members(set).size();
    for (uint32_t member = 0; member < count && status; ++member)
      status =
          Tools(population).explain_member(agent.self(), set, member, one.members.emplace_back(fixed.values));
  }
  return status;
}

}  // namespace

Fixed read_fixed(const Model& model, const Asset& asset, const Test& test) {
  Fixed fixed;
  fixed.keys.resize(model.blackboard.size());
  Test plain = test;
  plain.for_all = {};
  plain.who.given = {};
  for (const Map<const Node*>* const written : {&test.for_all.value, &test.who.given}) {
    for (const auto& [name, value] : *written) {
      const uint32_t key = find_index(model.blackboard, name.text);
      if (key == kNone || value == nullptr || find_index(test.around.world, value->text) == kNone) continue;
      if (model.blackboard[key].value.resolved.kind != ValueKind::entity) continue;
      fixed.keys[key] = value;
      plain.who.given.push_back({name, value});
    }
  }
  Diagnostics nothing_new;
  const Situation situation = read_situation(model, plain, nothing_new);
  fixed.self = situation.self;
  Stage stage(asset, model, situation);
  fixed.is_read = static_cast<bool>(read_values(model, test, stage, fixed));
  return fixed;
}

}  // namespace ishi::compiler
