#include "cli/recording/counterfactual.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/recording/moment.h"
#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

using record::Replay;
using record::Step;

bool Counterfactual::step() {
  if (has_failed_ || next_ == was_.frames().size()) return false;
  has_failed_ = !bring(next_) || !was_.seek(next_);
  if (has_failed_) return false;
  compare(next_++);
  return true;
}

// Brings the other one to a frame, by all that was recorded.
bool Counterfactual::bring(size_t frame) {
  const bool begins = frame == 0 || was_.frames()[frame].follows_gap;
  if (options_.together > 0 && begins) return would_.seek(frame);
  if (options_.together > 0 && frame % options_.together == 0) {
    if (!was_.seek(frame - 1) || !would_.follow(was_)) return false;
    for (auto& [who, followed] : agents_) followed.has_diverged = false;
  }
  while (would_.at() != frame) {
    const Step step = would_.step();
    if (step == Step::end || (step == Step::differs && !would_.world().valid())) return false;
  }
  return true;
}

void Counterfactual::compare(size_t at) {
  World& was = was_.world();
  World& would = would_.world();
  for (const Entity& entity : was_.entities()) {
    const uint32_t index = was_.population_of(entity);
    if (index == record::Difference::kWorld || would_.population_of(entity) != index) continue;
    if (!options_.agent.empty() && was_.agent_name(index) != options_.agent) continue;
    if (options_.number && entity.index != *options_.number) continue;
    Followed& followed = agents_[uint64_t{entity.generation} << 32 | entity.index];
    if (followed.has_diverged && options_.together == 0) continue;
    const DoingNow before = doing_now(was_options_, was_, index, was.population(index), entity);
    const bool has_changed = followed.was_doing && *followed.was_doing != before;
    decisions_ += has_changed ? 1 : 0;
    if (!followed.has_diverged) {
      const DoingNow after =
          doing_now(would_options_, would_, index, would.population(index), would.entity(entity));
      if (before != after) {
        const size_t count = divergences_.size();
        note(at, entity, followed, doing_text(before), doing_text(after));
        decisions_ += !has_changed && divergences_.size() > count ? 1 : 0;
      }
    }
    followed.was_doing = before;
  }
}

Counterfactual::DoingNow Counterfactual::doing_now(std::vector<KnownOptions>& known, const Replay& replay,
                                                   uint32_t index, const Population& population,
                                                   const Entity& agent) {
  const uint16_t option = population.option(agent);
  if (option == kNoOption) return {};
  if (known.size() <= index) known.resize(index + 1);
  KnownOptions& options = known[index];
  const Asset* const asset = replay.asset(index);
  if (options.asset != asset) {
    options = {asset, {}, {}};
    const AssetParts parts(*asset);
    const AgentInfo info = parts.agent(asset->find(population.agent_id()));
    for (uint32_t i = 0; i < info.options.count; ++i) {
      const OptionInfo one = parts.option(info.options.first + i);
      const auto name = std::ranges::find(names_, one.name);
      options.names.push_back(static_cast<uint32_t>(name - names_.begin()));
      if (name == names_.end()) names_.emplace_back(one.name);
      options.has_set.push_back(one.set != kNotFound);
    }
  }
  return {options.names[option],
          options.has_set[option] ? EntityId(population.candidate(agent)) : EntityId()};
}

// What goes on after both were together again is the same decision.
void Counterfactual::note(size_t at, const Entity& entity, Followed& followed, const Doing& before,
                          const Doing& after) {
  followed.has_diverged = true;
  if (followed.last > 0) {
    Divergence& last = divergences_[followed.last - 1];
    if (last.before == before && last.after == after && at - last.last_at <= 2 * options_.together) {
      last.last_at = at;
      return;
    }
  }
  const uint32_t index = was_.population_of(entity);
  const Asset& asset = *was_.asset(index);
  const auto whom = [&](const Doing& doing) {
    return doing.whom == EntityId() ? std::string() : entity_name(was_, asset, doing.whom);
  };
  const std::string_view kind = was_.agent_name(index);
  const record::RecordedFrame& frame = was_.frames()[at];
  divergences_.push_back({fmt::format("{}#{}", kind, entity.index), std::string(kind), entity, at, at,
                          frame.frame, frame.microseconds, before, after, whom(before), whom(after)});
  followed.last = divergences_.size();
}

nlohmann::ordered_json divergence_json(const Divergence& divergence) {
  using OrderedJson = nlohmann::ordered_json;
  const auto text = [](const std::string& name) {
    return name.empty() ? OrderedJson(nullptr) : OrderedJson(name);
  };
  return {{"agent", divergence.agent},
          {"frame", divergence.frame},
          {"seconds", static_cast<double>(divergence.microseconds) / 1e6},
          {"before", text(divergence.before.option)},
          {"before_for", text(divergence.whom_before)},
          {"after", text(divergence.after.option)},
          {"after_for", text(divergence.whom_after)}};
}

}  // namespace ishi::compiler::cli
