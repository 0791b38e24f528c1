#include "asset/needed_features.h"

#include <algorithm>

#include "asset/asset_state.h"
#include "built_features.h"
#include "ishi/asset.h"

namespace ishi {
namespace {

using Kind = blob::NodeKind;
using Code = blob::OperationCode;

bool any_node(const Tables& t, std::initializer_list<Kind> kinds) {
  return std::any_of(t.nodes.begin(), t.nodes.end(), [&](const blob::Node& node) {
    return std::find(kinds.begin(), kinds.end(), node.kind()) != kinds.end();
  });
}

bool any_operation(const Tables& t, Code first, Code last) {
  return std::any_of(t.operations.begin(), t.operations.end(), [&](const blob::Operation& operation) {
    return operation.code() >= first && operation.code() <= last;
  });
}

// What only stands in the contract needs nothing, unless it has state. A feature that games call is needed by
// no asset.
bool needs(const Tables& t, Feature feature) {
  switch (feature) {
    case Feature::goals:
      return any_node(t, {Kind::first, Kind::best, Kind::all, Kind::any, Kind::repeat, Kind::goal,
                          Kind::interjection, Kind::cleanup});
    case Feature::plans: return any_node(t, {Kind::plan});
    case Feature::states: return !t.states.empty();
    // Every operation that reads a member names its set, except a draw.
    case Feature::memories:
      return !t.sets.empty() || any_operation(t, Code::member_random, Code::member_random);
    case Feature::senses:
      return !t.senses.empty() || !t.sounds.empty() || !t.awareness.empty() || any_node(t, {Kind::sound});
    case Feature::steering: return !t.steerings.empty() || any_node(t, {Kind::steer});
    case Feature::walking: return any_node(t, {Kind::walk});
    case Feature::claims:
      return !t.tokens.empty() || !t.claims.empty() ||
             std::any_of(t.nodes.begin(), t.nodes.end(), claims_member);
    case Feature::events:
      return !t.handlers.empty() || !t.awareness_levels.empty() || any_node(t, {Kind::emit}) ||
             std::any_of(t.moments.begin(), t.moments.end(),
                         [](const blob::Moment& moment) { return moment.kind() == blob::MomentKind::event; });
    case Feature::levels:
      return !t.levels.empty() || any_operation(t, Code::level, Code::level_after) ||
             std::any_of(t.motives.begin(), t.motives.end(),
                         [](const blob::Motive& motive) { return motive.carried() != 0; });
    case Feature::kernels:
    case Feature::recording:
    case Feature::reloading:
    case Feature::saving:
    case Feature::snapshots:
    case Feature::names:
    case Feature::packs:
    case Feature::pruning: break;
  }
  return false;
}

}  // namespace

FeatureSet needed_features(const Tables& tables) {
  FeatureSet needed;
  for (uint32_t i = 0; i < kFeatureCount; ++i) {
    if (needs(tables, static_cast<Feature>(i))) needed.add(static_cast<Feature>(i));
  }
  return needed;
}

FeatureSet Asset::features() const { return needed_features(state_->tables); }

FeatureSet runtime_features() { return kBuiltFeatures; }

}  // namespace ishi
