#include <algorithm>
#include <limits>
#include <span>

#include "convert.h"
#include "ishi/asset_info.h"
#include "ishi/c_api.h"
#include "ishi/tools.h"
#include "objects.h"

// The scores of an agent's options, for tools.

using namespace ishi::c;

ishi_status ishi_population_value_count(ishi_population population, uint32_t* count) {
  if (count == nullptr) return null_argument(2);
  return with_population(population, [&](const ishi::Population& its) {
    return give(kGood, *count, ishi::Tools(its).value_count());
  });
}

namespace {

// The agent of a population, as its asset has it.
ishi_status find_agent(const PopulationObject& its, ishi::AgentInfo& info) {
  const uint32_t index = its.asset->asset.find(its.handle.agent_id());
  if (index == ishi::kNotFound) return said(ISHI_UNKNOWN_ID, its.handle.agent_id().value);
  info = ishi::AssetParts(its.asset->asset).agent(index);
  return said(kGood);
}

// The best member of an option's set, of which `values` then hold the score.
ishi_option_score score_members(const ishi::Population& population, ishi::Entity agent,
                                const ishi::OptionInfo& option, std::span<float> values) {
  ishi_option_score best{};
  best.score = -std::numeric_limits<float>::infinity();
  for (uint32_t member = 0;; ++member) {
    if (!ishi::Tools(population).explain_member(agent, option.set, member, values)) return best;
    if (member == 0 || values[option.score] > best.score) best.score = values[option.score];
  }
}

}  // namespace

ishi_status ishi_population_explain(ishi_population population, ishi_entity agent, float* values,
                                    uint32_t value_room, ishi_option_score* scores, uint32_t room,
                                    uint32_t* count) {
  if (values == nullptr && value_room > 0) return null_argument(3);
  if (scores == nullptr && room > 0) return null_argument(5);
  if (count == nullptr) return null_argument(7);
  WorldObject* world = nullptr;
  PopulationObject* its = nullptr;
  if (const ishi_status status = find(population, world, its); !is_good(status)) return status;
  const std::span<float> all(values, value_room);
  const ishi::Entity who = to_cpp(agent);
  if (const ishi::Status status = ishi::Tools(its->handle).explain(who, all); !status) return said(status);
  const ishi::AssetParts parts(its->asset->asset);
  ishi::AgentInfo info;
  if (const ishi_status status = find_agent(*its, info); !is_good(status)) return status;
  const uint32_t running = its->handle.option(who);
  for (uint32_t i = 0; i < std::min(room, info.options.count); ++i) {
    const ishi::OptionInfo option = parts.option(info.options.first + i);
    ishi_option_score& score = scores[i];
    if (option.set == ishi::kNotFound) {
      score = {};
      score.score = values[option.score];
    } else {
      score = score_members(its->handle, who, option, all);
      score.of_members = 1;
    }
    score.id = option.id;
    score.rank = option.rank;
    score.running = i == running ? 1 : 0;
    if (score.running != 0) score.candidate = to_c(its->handle.candidate(who));
  }
  *count = info.options.count;
  return said(kGood);
}

ishi_status ishi_population_option_name(ishi_population population, uint64_t id, char* text, size_t room,
                                        size_t* length) {
  if (text == nullptr) return null_argument(3);
  if (length == nullptr) return null_argument(5);
  WorldObject* world = nullptr;
  PopulationObject* its = nullptr;
  if (const ishi_status status = find(population, world, its); !is_good(status)) return status;
  ishi::AgentInfo info;
  if (const ishi_status status = find_agent(*its, info); !is_good(status)) return status;
  const ishi::AssetParts parts(its->asset->asset);
  for (uint32_t i = 0; i < info.options.count; ++i) {
    const ishi::OptionInfo option = parts.option(info.options.first + i);
    if (option.id == id) return give_text(option.name, text, room, length);
  }
  return said(ISHI_UNKNOWN_ID, id);
}
