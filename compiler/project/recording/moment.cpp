#include "recording/moment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <vector>

#include "diagnostics/suggest.h"
#include "ishi/asset_info.h"
#include "language/named_moment.h"
#include "language/unit.h"

namespace ishi::compiler {
namespace {

using record::RecordedFrame;
using record::Replay;

// Says which moments there are.
std::string absent_moment(const RecordingFile& file, std::string_view option, const std::string& text) {
  const auto frames = file.replay.frames();
  return fmt::format("{} {} is not in {}, which goes from {} to {} of the game's time (frames {} to {})",
                     option, text, file.path, file.times.text(frames.front().microseconds),
                     file.times.text(frames.back().microseconds), frames.front().frame, frames.back().frame);
}

// Says between which frames a moment lies that is lost; empty if it is not.
std::string lost_moment(const RecordingFile& file, std::string_view option, const std::string& text,
                        const FrameTimes::Found& found) {
  const auto frames = file.replay.frames();
  if (!found.next || !frames[*found.next].follows_gap) return {};
  return fmt::format(
      "{} {} lies where frames are lost: {} holds nothing between {} and {}; name a moment before or "
      "after that",
      option, text, file.path, file.times.text(frames[found.at].microseconds),
      file.times.text(frames[*found.next].microseconds));
}

}  // namespace

tl::expected<size_t, std::string> frame_of_moment(const RecordingFile& file, const NamedBy& by,
                                                  const std::string& text) {
  const auto refuse = [](std::string why) { return tl::unexpected(std::move(why)); };
  if (file.replay.frames().empty())
    return refuse(fmt::format("{} has no frame that could be played", file.path));
  const std::optional<NamedMoment> moment = read_moment(text);
  if (!moment && begins_as_frame(text))
    return refuse(fmt::format("{} takes a frame by its number, such as \"frame 750\", but here is {}",
                              by.moment, text));
  if (!moment)
    return refuse(fmt::format(
        "{} takes a time of the game with its unit, such as 12.5s or 3min, -2s for two seconds before "
        "the end, or \"frame 750\", but here is {}",
        by.moment, text));
  const std::optional<FrameTimes::Found> found = file.times.find(*moment);
  if (!found) return refuse(absent_moment(file, by.moment, text));
  if (std::string lost = lost_moment(file, by.moment, text, *found); !lost.empty())
    return refuse(std::move(lost));
  return found->at;
}

std::vector<size_t> history_of(std::span<const RecordedFrame> frames, size_t last) {
  std::vector<size_t> history = {last};
  for (size_t at = last; at > 0 && !frames[history.back()].follows_gap; --at) {
    if (frames[at - 1].frame <= frames[history.back()].follows) history.push_back(at - 1);
  }
  std::ranges::reverse(history);
  return history;
}

std::string entity_name(const Replay& replay, const Asset& asset, EntityId id) {
  std::string_view kind;
  if (const uint32_t population = replay.population_of(id); population != record::Difference::kWorld)
    kind = replay.agent_name(population);
  for (uint32_t thing = 0; kind.empty() && thing < asset.count(Kind::things); ++thing) {
    if (replay.is_thing(id, AssetParts(asset).thing(thing).id)) kind = AssetParts(asset).thing(thing).name;
  }
  return fmt::format("{}#{}", kind.empty() ? "entity" : kind, id.index);
}

namespace {

// Agents by their names: those that live now, or at any time.
class AgentSearch {
 public:
  AgentSearch(RecordingFile& file, const NamedBy& by, const std::string& text, const PlayedFrame& played)
      : file_(file), replay_(file.replay), by_(by), text_(text), played_(played) {
    const size_t hash = text.rfind('#');
    name_ = std::string_view(text).substr(0, hash);
    if (hash == std::string::npos) return;
    has_number_ = true;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + hash + 1, end, number_);
    is_number_ = error == std::errc() && rest == end;
  }

  tl::expected<RecordedName, std::string> find() {
    if (has_number_ && !is_number_) {
      return refuse(
          fmt::format("{} takes a name and a number, such as guard#17, but here is {}", by_.agent, text_));
    }
    if (std::string why = why_no_name(); !why.empty()) return refuse(std::move(why));
    const std::vector<RecordedName> living = all();
    if (living.size() == 1) return living[0];
    if (living.size() > 1) {
      return refuse(
          fmt::format("there are {} agents called {} at {}; say which one with {} {}#N, where N is {}",
                      living.size(), name_, now(), by_.agent, name_, numbers(living)));
    }
    return refuse_absent();
  }

 private:
  static tl::unexpected<std::string> refuse(std::string why) { return tl::unexpected(std::move(why)); }

  [[nodiscard]] std::string now() const {
    return file_.times.text(replay_.frames()[replay_.at()].microseconds);
  }

  // The agents of the name, and of the number if there is one.
  [[nodiscard]] std::vector<RecordedName> all() const {
    std::vector<RecordedName> found;
    for (const Entity& entity : replay_.entities()) {
      const uint32_t population = replay_.population_of(entity);
      if (population == record::Difference::kWorld || (has_number_ && entity.index != number_)) continue;
      if (replay_.agent_name(population) == name_)
        found.push_back({population, entity, fmt::format("{}#{}", name_, entity.index)});
    }
    return found;
  }

  static std::string numbers(const std::vector<RecordedName>& living) {
    constexpr size_t kMost = 12;
    std::vector<uint32_t> some;
    for (size_t i = 0; i < std::min(living.size(), kMost); ++i) some.push_back(living[i].id.index);
    return fmt::format("{}{}", fmt::join(some, living.size() == 2 ? " or " : ", "),
                       living.size() > kMost ? fmt::format(" and {} more", living.size() - kMost) : "");
  }

  // Empty if a population has the name.
  [[nodiscard]] std::string why_no_name() const {
    std::set<std::string_view> names;
    for (uint32_t i = 0; i < replay_.population_count(); ++i) names.insert(replay_.agent_name(i));
    if (names.contains(name_)) return {};
    if (names.contains("")) {
      return fmt::format(
          "the assets in {} were built with --strip, so its agents have no names; {} cannot name one of them",
          file_.path, by_.agent);
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto near = suggestions(std::string(name_), known);
    return fmt::format("no agent of {} is called {}{}", file_.path, name_,
                       !near.empty() ? fmt::format("; did you mean {}?", near[0])
                                     : fmt::format("; there is {}", fmt::join(known, ", ")));
  }

  // Whoever is asked for does not live now: perhaps earlier or later. Found, if the moment does not matter.
  tl::expected<RecordedName, std::string> refuse_absent() {
    const size_t at = replay_.at();
    const auto frames = replay_.frames();
    const std::string when = now();
    std::optional<size_t> last_before, first_after;
    for (size_t i = 0; i < frames.size() && !first_after; ++i) {
      if (replay_.seek(i) && !all().empty()) (i < at ? last_before : first_after) = i;
      if (played_) played_(frames.size());
    }
    if (by_.moment.empty() && (last_before || first_after) &&
        replay_.seek(last_before ? *last_before : *first_after))
      return all().front();
    const auto time_of = [&](size_t frame) { return file_.times.text(frames[frame].microseconds); };
    if (last_before && first_after) {
      return refuse(fmt::format(
          "{} is not there at {}: one was there until {}, and another one comes at {}: name such a time with "
          "{}",
          text_, when, time_of(*last_before), time_of(*first_after), by_.moment));
    }
    if (last_before) {
      return refuse(fmt::format("{} is no more at {}; it was there until {}: name an earlier time with {}",
                                text_, when, time_of(*last_before), by_.moment));
    }
    if (first_after) {
      return refuse(fmt::format("{} is not there yet at {}; it comes at {}: name a later time with {}", text_,
                                when, time_of(*first_after), by_.moment));
    }
    static_cast<void>(replay_.seek(at));
    has_number_ = false;
    const std::vector<RecordedName> others = all();
    return refuse(fmt::format(
        "there is no {} in {}{}", text_, file_.path,
        others.empty() ? std::string() : fmt::format("; N in {}#N is one of {}", name_, numbers(others))));
  }

  RecordingFile& file_;
  Replay& replay_;
  NamedBy by_;
  const std::string& text_;
  const PlayedFrame& played_;
  std::string_view name_;
  bool has_number_ = false, is_number_ = false;
  uint32_t number_ = 0;
};

}  // namespace

tl::expected<RecordedName, std::string> agent_called(RecordingFile& file, const NamedBy& by,
                                                     const std::string& text, const PlayedFrame& played) {
  return AgentSearch(file, by, text, played).find();
}

}  // namespace ishi::compiler
