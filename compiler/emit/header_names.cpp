#include "emit/header_names.h"

#include <algorithm>
#include <string_view>

namespace ishi::compiler {
namespace {

void add_name(std::vector<NamedId>& names, std::string_view name, uint64_t id) {
  const NamedId one{std::string(name), id};
  if (std::ranges::find(names, one) == names.end()) names.push_back(one);
}

}  // namespace

void AssetNames::add(const Asset& asset) {
  std::vector<uint32_t> keys(asset.count(Kind::keys));
  for (uint32_t i = 0; i < asset.count(Kind::agents); ++i) {
    const std::string name(asset.name(Kind::agents, i));
    auto agent = std::ranges::find(watching, name, &WatchingAgent::name);
    if (agent == watching.end()) agent = watching.insert(agent, {name, {}});
    const uint32_t count = asset.watched_keys(i, keys);
    for (uint32_t k = 0; k < count; ++k)
      agent->keys.emplace(AssetParts(asset).key(keys[k]).id, asset.name(Kind::keys, keys[k]));
    const AgentInfo info = AssetParts(asset).agent(i);
    add_name(agents, name, info.id.value);
    for (uint32_t c = 0; c < info.choices.count; ++c) {
      const ChoiceInfo choice = AssetParts(asset).choice(info.choices.first + c);
      add_name(choices, choice.name, choice.id.value);
    }
  }
  for (uint32_t i = 0; i < asset.count(Kind::motives); ++i)
    add_name(motives, AssetParts(asset).motive(i).name, AssetParts(asset).motive(i).id.value);
  for (uint32_t i = 0; i < asset.count(Kind::profiles); ++i)
    add_name(profiles, AssetParts(asset).profile(i).name, AssetParts(asset).profile(i).id.value);
  for (uint32_t i = 0; i < asset.count(Kind::sets); ++i) {
    const SetInfo set = AssetParts(asset).set(i);
    if (set.kind == SetKind::memory) add_name(memories, set.name, set.id);
  }
}

}  // namespace ishi::compiler
