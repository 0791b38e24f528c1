#include "emit/header_names.h"

#include <algorithm>
#include <string_view>

namespace ishi::compiler {
namespace {

template <typename T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

void add_name(std::vector<NamedId>& names, std::string_view name, uint64_t id) {
  add_once(names, {std::string(name), id});
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
    for (uint32_t o = 0; o < info.options.count; ++o) {
      const OptionInfo option = AssetParts(asset).option(info.options.first + o);
      add_name(actions, option.name, option.id);
    }
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
    // One that the compiler makes, for `cooldown_for_member`, is nobody's business: its name has a capital.
    const bool is_made = !set.name.empty() && set.name[0] >= 'A' && set.name[0] <= 'Z';
    if (set.kind != SetKind::memory || is_made) continue;
    add_name(memories, set.name, set.id);
    for (uint32_t f = set.noticed; f < set.fields.count; ++f) {
      const NamedVariable field = AssetParts(asset).member_field(set.fields.first + f);
      const bool is_enum = field.variable.type == ValueType::enumeration;
      add_once(fact_fields, {std::string(set.name),
                             {std::string(field.name), field.id},
                             field.variable.type,
                             is_enum ? AssetParts(asset).enumeration(field.variable.reference).id : 0});
    }
  }
  std::ranges::stable_sort(fact_fields, {}, &FactField::memory);
}

}  // namespace ishi::compiler
