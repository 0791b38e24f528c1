#include "testing/token_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "ishi/id.h"
#include "language/words.h"

namespace ishi::compiler {

// The agent holds an option's claims as long as the option runs.
bool TokenJudge::holds(const SimulatedAgent& agent) {
  const StageAgent& place = agent.place();
  if (!place.is_alive() || agent.option() == kNoOption) return false;
  if (looked_.size() <= place.index()) looked_.resize(place.index() + 1);
  Looked& looked = looked_[place.index()];
  if (looked.option == agent.option()) return looked.claims;
  looked = {agent.option(), false};
  const AgentInfo info = AssetParts(asset_).agent(place.agent_index());
  const IndexRange claims = AssetParts(asset_).option(info.options.first + agent.option()).claims;
  for (uint32_t i = 0; i < claims.count; ++i)
    looked.claims = looked.claims || AssetParts(asset_).claim(claims.first + i) == token_;
  return looked.claims;
}

void TokenJudge::note(const Simulation& simulation) {
  std::vector<std::string_view> holders;
  for (const SimulatedAgent& agent : simulation.agents()) {
    const std::string_view name = agent.place().situation().name;
    const bool counts = expect_.by.empty() || std::ranges::any_of(expect_.by, [&](const Setting<Name>& one) {
                          return one.value.text == name;
                        });
    if (counts && holds(agent)) holders.push_back(name.empty() ? "the agent" : name);
  }
  const auto count = static_cast<int32_t>(holders.size());
  if (count <= most_) return;
  most_ = count;
  most_at_ = simulation.seconds();
  if (expect_.at_most.given && most_ > expect_.at_most.value && lost_at_ == 0) lost_at_ = most_at_;
  holders_ = quoted_list(holders, "and", 8);
}

bool TokenJudge::is_settled() const {
  const TokenInfo token = AssetParts(asset_).token(token_);
  const bool is_never_above =
      !expect_.at_most.given || (token.scope == ishi::Scope::world && expect_.at_most.value >= 0 &&
                                 token.count <= static_cast<uint32_t>(expect_.at_most.value));
  return is_never_above && (!expect_.at_least.given || most_ >= expect_.at_least.value);
}

void TokenJudge::judge(const std::function<void(std::string)>& fail) const {
  const std::string_view token = expect_.token.text;
  if (expect_.at_most.given && most_ > expect_.at_most.value) {
    fail(fmt::format("expected at most {} to hold `{}` at the same time, but at {:.2f}s {} {}",
                     expect_.at_most.value, token, most_at_, holders_, most_ == 1 ? "does" : "do"));
  }
  if (expect_.at_least.given && most_ < expect_.at_least.value) {
    fail(fmt::format("expected at least {} to hold `{}` at some time, but {}", expect_.at_least.value, token,
                     most_ == 0 ? "nobody ever does"
                                : fmt::format("at most {} do, at {:.2f}s: {}", most_, most_at_, holders_)));
  }
}

}  // namespace ishi::compiler
