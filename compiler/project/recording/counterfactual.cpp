#include "recording/counterfactual.h"

#include <fmt/format.h>

#include <algorithm>

#include "diagnostics/json.h"
#include "ishi/asset_info.h"
#include "recording/moment.h"

namespace ishi::compiler {

using record::Replay;

void add_former_options(const Model& model, FormerOptions& former) {
  for (const auto& [name, action] : model.actions) {
    const std::string_view text = name.text;
    const std::string_view own = text.substr(text.rfind('.') + 1);
    const std::string_view alias = text.substr(0, text.size() - own.size());
    if (action.planner != kNone) {  // assets call a plan by its own name
      const std::string_view planner = model.planners[action.planner].name.text;
      for (const std::string_view old : model.renames.of(fmt::format("planners/{}/plans/{}", planner, own)))
        former[std::string(own)].emplace_back(old);
    } else if (action.offered_by != kNone) {  // "fridge.snack", of which each part may have had another name
      const std::string_view thing = model.things[action.offered_by].name.text;
      const auto offers = model.renames.of(fmt::format("things/{}/offers/{}", thing, own));
      for (const std::string_view old : offers)
        former[std::string(text)].push_back(fmt::format("{}.{}", thing, old));
      for (const std::string_view old : model.renames.of(fmt::format("things/{}", thing))) {
        former[std::string(text)].push_back(fmt::format("{}.{}", old, own));
        for (const std::string_view offer : offers)
          former[std::string(text)].push_back(fmt::format("{}.{}", old, offer));
      }
    } else {
      for (const std::string_view old : model.renames.of(fmt::format("actions/{}", text)))
        former[std::string(text)].push_back(fmt::format("{}{}", alias, old));
    }
  }
}

// A name that the recorded asset has, too, is no other name of something else.
std::string_view Counterfactual::recorded_name(uint32_t population, std::string_view name) const {
  const auto former = options_.former.find(name);
  if (former == options_.former.end()) return name;
  const Asset& asset = *was_.asset(population);
  const AgentInfo agent = AssetParts(asset).agent(asset.find(was_.world().population(population).agent_id()));
  const auto has = [&](std::string_view one) {
    for (uint32_t i = 0; i < agent.options.count; ++i) {
      if (AssetParts(asset).option(agent.options.first + i).name == one) return true;
    }
    return false;
  };
  if (has(name)) return name;
  const auto first = std::ranges::find_if(former->second, has);
  return first == former->second.end() ? name : std::string_view(*first);
}

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
    for (auto& [who, followed] : agents_) followed.has_diverged = followed.is_known = false;
  }
  while (would_.at() != frame) {
    const record::Step step = would_.step();
    if (step == record::Step::end || (step == record::Step::differs && !would_.world().valid())) return false;
  }
  return true;
}

void Counterfactual::compare(size_t at) {
  if (forget_other_assets()) {
    for (auto& [who, followed] : agents_) followed.is_known = false;
  }
  was_.read_doings(was_now_);
  would_.read_doings(would_now_);
  size_t next = 0;
  for (const Replay::Doing& was : was_now_) {
    while (next < would_now_.size() && would_now_[next].agent.index < was.agent.index) ++next;
    if (next == would_now_.size()) break;
    const Replay::Doing& would = would_now_[next];
    if (would.agent != was.agent || would.population != was.population) continue;
    if (!options_.agent.empty() && was_.agent_name(was.population) != options_.agent) continue;
    if (options_.number && was.agent.index != *options_.number) continue;
    Followed& followed = followed_of(was.agent);
    if (followed.has_diverged && options_.together == 0) continue;
    if (followed.is_known && followed.was == was && followed.would == would) continue;
    compare(at, followed, was, would);
    // Both do the same again, or have diverged already: while that stays so, nothing is new.
    followed.is_known = true;
    followed.was = was;
    followed.would = would;
  }
}

void Counterfactual::compare(size_t at, Followed& followed, const Replay::Doing& was,
                             const Replay::Doing& would) {
  const DoingNow before = doing_now(was_options_, was_, was);
  const bool has_changed = followed.was_doing && *followed.was_doing != before;
  decisions_ += has_changed ? 1 : 0;
  if (!followed.has_diverged) {
    const DoingNow after = doing_now(would_options_, would_, would);
    if (before != after) {
      const size_t count = divergences_.size();
      note(at, was, followed, doing_text(before), doing_text(after));
      decisions_ += !has_changed && divergences_.size() > count ? 1 : 0;
    }
  }
  followed.was_doing = before;
}

// Agents are found by their indices, as long as nobody else has one.
Counterfactual::Followed& Counterfactual::followed_of(EntityId agent) {
  if (by_index_.size() <= agent.index) by_index_.resize(agent.index + 1);
  auto& [generation, followed] = by_index_[agent.index];
  if (followed == nullptr || generation != agent.generation) {
    generation = agent.generation;
    followed = &agents_[uint64_t{agent.generation} << 32 | agent.index];
  }
  return *followed;
}

// Options have other numbers in another asset. True if a population has another one.
bool Counterfactual::forget_other_assets() {
  bool has_other = false;
  const auto forget = [&](std::vector<KnownOptions>& known, const Replay& replay) {
    known.resize(replay.population_count());
    for (uint32_t i = 0; i < known.size(); ++i) {
      const Asset* const asset = replay.asset(i);
      if (known[i].asset == asset) continue;
      known[i] = {asset, {}};
      has_other = true;
    }
  };
  forget(was_options_, was_);
  forget(would_options_, would_);
  return has_other;
}

Counterfactual::DoingNow Counterfactual::doing_now(std::vector<KnownOptions>& known, Replay& replay,
                                                   const Replay::Doing& doing) {
  if (doing.option == kNoOption) return {};
  KnownOptions& options = known[doing.population];
  if (options.names.empty()) {
    const AssetParts parts(*options.asset);
    const AgentId kind = replay.world().population(doing.population).agent_id();
    const AgentInfo info = parts.agent(options.asset->find(kind));
    for (uint32_t i = 0; i < info.options.count; ++i) {
      const OptionInfo one = parts.option(info.options.first + i);
      const std::string_view called =
          &known == &would_options_ ? recorded_name(doing.population, one.name) : one.name;
      const auto name = std::ranges::find(names_, called);
      options.names.push_back(static_cast<uint32_t>(name - names_.begin()));
      if (name == names_.end()) names_.emplace_back(called);
    }
  }
  return {options.names[doing.option], doing.whom};
}

// What goes on after both were together again is the same decision.
void Counterfactual::note(size_t at, const Replay::Doing& was, Followed& followed, const Doing& before,
                          const Doing& after) {
  followed.has_diverged = true;
  if (followed.last > 0) {
    Divergence& last = divergences_[followed.last - 1];
    if (last.before == before && last.after == after && at - last.last_at <= 2 * options_.together) {
      last.last_at = at;
      return;
    }
  }
  const Asset& asset = *was_.asset(was.population);
  const auto whom = [&](const Doing& doing) {
    return doing.whom == EntityId() ? std::string() : entity_name(was_, asset, doing.whom);
  };
  const std::string_view kind = was_.agent_name(was.population);
  const record::RecordedFrame& frame = was_.frames()[at];
  divergences_.push_back({fmt::format("{}#{}", kind, was.agent.index), std::string(kind), was.agent, at, at,
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

}  // namespace ishi::compiler
