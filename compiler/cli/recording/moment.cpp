#include "cli/recording/moment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <vector>

#include "cli/output/terminal.h"
#include "diagnostics/suggest.h"
#include "ishi/asset_info.h"
#include "language/named_moment.h"
#include "language/unit.h"

namespace ishi::compiler::cli {
namespace {

using record::RecordedFrame;
using record::Replay;

// Says which moments there are.
void refuse_moment(const RecordingFile& file, std::string_view option, const std::string& text) {
  const auto frames = file.replay.frames();
  complain("{} {} is not in {}, which goes from {} to {} of the game's time (frames {} to {})", option, text,
           file.path, file.times.text(frames.front().microseconds),
           file.times.text(frames.back().microseconds), frames.front().frame, frames.back().frame);
}

// Frames in which a moment lies are lost.
bool is_lost(const RecordingFile& file, std::string_view option, const std::string& text,
             const FrameTimes::Found& found) {
  const auto frames = file.replay.frames();
  if (!found.next || !frames[*found.next].follows_gap) return false;
  complain(
      "{} {} lies where frames are lost: {} holds nothing between {} and {}; name a moment before or "
      "after that",
      option, text, file.path, file.times.text(frames[found.at].microseconds),
      file.times.text(frames[*found.next].microseconds));
  return true;
}

}  // namespace

std::optional<double> read_length(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const UnitRow* const unit = find_unit(std::string_view(end, text.data() + text.size()));
  const bool is_right = error == std::errc() && unit != nullptr && unit->quantity == Quantity::duration &&
                        std::isfinite(number) && number > 0;
  if (is_right) return number * unit->factor;
  complain("--for takes a time with its unit, such as 500ms, 10s or 2min, but here is {}", text);
  return std::nullopt;
}

std::optional<size_t> find_frame(const RecordingFile& file, std::string_view option,
                                 const std::string& text) {
  const auto frames = file.replay.frames();
  if (frames.empty()) {
    complain("{} has no frame that could be played", file.path);
    return std::nullopt;
  }
  const std::optional<NamedMoment> moment = read_moment(text);
  if (!moment && begins_as_frame(text)) {
    complain("{} takes a frame by its number, such as \"frame 750\", but here is {}", option, text);
    return std::nullopt;
  }
  if (!moment) {
    complain(
        "{} takes a time of the game with its unit, such as 12.5s or 3min, -2s for two seconds before "
        "the end, or \"frame 750\", but here is {}",
        option, text);
    return std::nullopt;
  }
  const std::optional<FrameTimes::Found> found = file.times.find(*moment);
  if (!found) {
    refuse_moment(file, option, text);
    return std::nullopt;
  }
  if (is_lost(file, option, text, *found)) return std::nullopt;
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
  // `option`: names the moment; empty if any will do.
  AgentSearch(RecordingFile& file, std::string_view option, const std::string& text)
      : file_(file), replay_(file.replay), option_(option), text_(text) {
    const size_t hash = text.rfind('#');
    name_ = std::string_view(text).substr(0, hash);
    if (hash == std::string::npos) return;
    has_number_ = true;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + hash + 1, end, number_);
    is_number_ = error == std::errc() && rest == end;
  }

  std::optional<RecordedName> find() {
    if (has_number_ && !is_number_) {
      complain("--agent takes a name and a number, such as guard#17, but here is {}", text_);
      return std::nullopt;
    }
    if (!is_name()) return std::nullopt;
    const std::vector<RecordedName> living = all();
    if (living.size() == 1) return living[0];
    if (living.size() > 1) {
      complain("there are {} agents called {} at {}; say which one with --agent {}#N, where N is {}",
               living.size(), name_, now(), name_, numbers(living));
      return std::nullopt;
    }
    return refuse_absent();
  }

 private:
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

  // True if a population has the name.
  bool is_name() {
    std::set<std::string_view> names;
    for (uint32_t i = 0; i < replay_.population_count(); ++i) names.insert(replay_.agent_name(i));
    if (names.contains(name_)) return true;
    if (names.contains("")) {
      complain(
          "the assets in {} were built with --strip, so its agents have no names; --agent cannot name "
          "one of them",
          file_.path);
      return false;
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto near = suggestions(std::string(name_), known);
    complain("no agent of {} is called {}{}", file_.path, name_,
             !near.empty() ? fmt::format("; did you mean {}?", near[0])
                           : fmt::format("; there is {}", fmt::join(known, ", ")));
    return false;
  }

  // Whoever is asked for does not live now: perhaps earlier or later. Found, if the moment does not matter.
  std::optional<RecordedName> refuse_absent() {
    const size_t at = replay_.at();
    const auto frames = replay_.frames();
    const std::string when = now();
    std::optional<size_t> last_before, first_after;
    Progress progress("looking for it", frames.size());
    for (size_t i = 0; i < frames.size() && !first_after; ++i) {
      if (replay_.seek(i) && !all().empty()) (i < at ? last_before : first_after) = i;
      progress.advance();
    }
    if (option_.empty() && (last_before || first_after) &&
        replay_.seek(last_before ? *last_before : *first_after))
      return all().front();
    const auto time_of = [&](size_t frame) { return file_.times.text(frames[frame].microseconds); };
    if (last_before && first_after) {
      complain(
          "{} is not there at {}: one was there until {}, and another one comes at {}: name such a time with "
          "{}",
          text_, when, time_of(*last_before), time_of(*first_after), option_);
    } else if (last_before) {
      complain("{} is no more at {}; it was there until {}: name an earlier time with {}", text_, when,
               time_of(*last_before), option_);
    } else if (first_after) {
      complain("{} is not there yet at {}; it comes at {}: name a later time with {}", text_, when,
               time_of(*first_after), option_);
    } else {
      static_cast<void>(replay_.seek(at));
      has_number_ = false;
      const std::vector<RecordedName> others = all();
      complain(
          "there is no {} in {}{}", text_, file_.path,
          others.empty() ? std::string() : fmt::format("; N in {}#N is one of {}", name_, numbers(others)));
    }
    return std::nullopt;
  }

  RecordingFile& file_;
  Replay& replay_;
  std::string_view option_;
  const std::string& text_;
  std::string_view name_;
  bool has_number_ = false, is_number_ = false;
  uint32_t number_ = 0;
};

}  // namespace

std::optional<RecordedName> find_agent(RecordingFile& file, std::string_view option,
                                       const std::string& text) {
  return AgentSearch(file, option, text).find();
}

}  // namespace ishi::compiler::cli
