#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "first_seed.h"
#include "ishi/compiler/compile.h"
#include "played_document.h"
#include "played_game.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// What findings call proved, held against games: random behaviours with bodies, ranks, cooldowns, states,
// levels and sets, which random games play. ISHI_PLAYS says how many behaviours, ISHI_FIRST_SEED which ones.

namespace ishi::compiler::plays_test {

namespace {

using plays::kPlayers;
using plays::kStill;
using plays::kUnfailing;
using plays::PlayedDocument;
using plays::PlayedGame;
using plays::Probe;
using plays::Seen;

constexpr uint32_t kFrames = 90;

uint32_t play_count() {
  const char* const text = std::getenv("ISHI_PLAYS");
  return text != nullptr      ? static_cast<uint32_t>(std::strtoul(text, nullptr, 10))
         : makes_all_trials() ? 20'000
                              : trials(1600);
}

// The actions in a text, such as "`a2` and `a3`", in order.
std::vector<uint16_t> actions_in(const std::string& text) {
  static const std::regex action("`a([0-9]+)`");
  std::vector<uint16_t> found;
  for (std::sregex_iterator it(text.begin(), text.end(), action), end; it != end; ++it)
    found.push_back(static_cast<uint16_t>(std::stoul((*it)[1])));
  return found;
}

// By profile of players: whether a finding about a winner or loser is about it.
std::vector<bool> profiles_of(const std::string& message) {
  const size_t of = message.find(" for importance ");
  if (of == std::string::npos) {
    const bool is_of_none = message.ends_with(" without an importance");
    return {true, !is_of_none, !is_of_none};
  }
  const std::string names = message.substr(of);
  return {names.ends_with(", and without one"), names.find("`bold`") != std::string::npos,
          names.find("`meek`") != std::string::npos};
}

// A finding of which each frame of a player may show that it is wrong.
struct Claim {
  enum class Kind : uint8_t {
    never_wins,
    always_wins,
    never_chosen,    // its `when` never holds, or it helps nothing
    when_always,     // its `when` always holds
    never_transits,  // between two states
    frozen_by_inertia,
    frozen_by_condition,  // of `interruptible`
    left_at_once,
    left_before_its_end,
    begun_again,  // over at once
    only_falls,
    only_rises,
    probe,         // held against counters at the end
    ends_never,    // likewise
    rises_faster,  // likewise
    fails_at_once
  };
  Kind kind = Kind::never_wins;
  const Diagnostic* finding = nullptr;
  uint16_t option = 0;
  std::vector<bool> profiles = {true, true, true};
  uint32_t from = 0, to = 0;  // states; or a need
  Probe probe;
  bool never = false;
};

class Judge {
 public:
  Judge(PlayedDocument document, uint32_t seed, std::map<std::string, size_t>& tally)
      : document_(std::move(document)), seed_(seed), tally_(tally) {}

  // False if the behaviour does not compile.
  bool judge() {
    Compilation compilation = compile_document();
    constexpr uint32_t kRepairs = 4;
    for (uint32_t i = 0; i < kRepairs && compilation.has_errors; ++i) {
      if (!leave_out_what_is_never_done(compilation)) break;
      compilation = compile_document();
    }
    if (compilation.has_errors) return false;
    for (const Diagnostic& one : compilation.diagnostics) add(one);
    for (const Claim& claim : claims_) ++tally_[name_of(claim)];
    if (claims_.empty()) return true;
    INFO("seed " << seed_ << "\n" << document_.text);
    PlayedGame game(compilation.blob, document_, seed_);
    for (frame_ = 0; frame_ < kFrames; ++frame_) {
      const auto before = levels_of(game);
      const auto& seen = game.step();
      for (const Claim& claim : claims_) {
        at_hand_ = &claim;
        for (player_ = 0; player_ < kPlayers; ++player_) {
          check(claim, game, player_, seen[player_], before);
        }
      }
      last_ = seen;
    }
    for (const Claim& claim : claims_) {
      at_hand_ = &claim;
      for (player_ = 0; player_ < kPlayers; ++player_) check_end(claim, game, player_);
    }
    return true;
  }

 private:
  Compilation compile_document() {
    sources_ = {};
    return compile("a.ishi.yaml", document_.text, MemoryReader(), {.analyzes = true}, sources_);
  }

  // Steps and fields that only count where an action ends in a way in which it cannot are errors. Leaves
  // their lines out; false if there are other errors.
  bool leave_out_what_is_never_done(const Compilation& compilation) {
    std::vector<uint32_t> lines;
    for (const Diagnostic& one : compilation.diagnostics) {
      if (one.severity != Severity::error) continue;
      const bool is_of_ends = one.code == Code(321) || one.code == Code(324) || one.code == Code(341);
      if (!is_of_ends) return false;
      lines.push_back(one.span.begin);
    }
    for (const uint32_t at : lines) {
      size_t begin = document_.text.rfind('\n', at) + 1;
      const size_t end = document_.text.find('\n', at);
      document_.text.replace(begin, end - begin, std::string(end - begin, ' '));
    }
    return true;
  }

  using Levels = std::array<std::array<std::optional<float>, 2>, kPlayers>;

  static Levels levels_of(PlayedGame& game) {
    Levels levels;
    for (uint32_t player = 0; player < kPlayers; ++player) {
      for (uint32_t need = 0; need < 2; ++need) levels[player][need] = game.level(player, need);
    }
    return levels;
  }

  [[nodiscard]] uint32_t line_of(const Diagnostic& one) const {
    return sources_.file(0).position(one.span.begin).line;
  }

  static std::string name_of(const Claim& claim) {
    const std::string code(code_text(claim.finding->code));
    switch (claim.kind) {
      case Claim::Kind::probe: return code + " in a body";
      case Claim::Kind::never_transits: return code + " of states";
      case Claim::Kind::frozen_by_condition: return code + " by a condition";
      case Claim::Kind::ends_never: return code + " without end";
      case Claim::Kind::only_rises: return code + " of what only rises";
      default: return code;
    }
  }

  void add(const Diagnostic& one) {
    const std::string& message = one.message;
    const std::vector<uint16_t> actions = actions_in(message);
    Claim claim;
    claim.finding = &one;
    if (!actions.empty()) claim.option = actions[0];
    const auto put = [&](Claim::Kind kind) {
      claim.kind = kind;
      claims_.push_back(claim);
    };
    switch (one.code) {
      case Code::never_wins: {
        claim.profiles = profiles_of(message);
        const size_t losers = actions_in(message.substr(0, message.find(" can never win"))).size();
        for (size_t i = 0; i < losers; ++i) {
          claim.option = actions[i];
          put(Claim::Kind::never_wins);
        }
        break;
      }
      case Code::always_wins: claim.profiles = profiles_of(message); return put(Claim::Kind::always_wins);
      case Code::guard_never:
      case Code::guard_always: return add_guard(one, claim);
      case Code::helps_nothing: return put(Claim::Kind::never_chosen);
      case Code::only_falls: claim.to = need_in(message); return put(Claim::Kind::only_falls);
      case Code::rises_faster:
        claim.to = need_in(message);
        return put(message.ends_with("nothing lowers it") ? Claim::Kind::only_rises
                                                          : Claim::Kind::rises_faster);
      case Code::frozen_choice:
        if (message.starts_with("with so much")) return put(Claim::Kind::frozen_by_inertia);
        if (message.ends_with("nothing may interrupt it")) return put(Claim::Kind::ends_never);
        if (const auto action = action_at(line_of(one))) {
          claim.option = *action;
          return put(Claim::Kind::frozen_by_condition);
        }
        break;
      case Code::oscillation:
        if (message.starts_with("the `when`"))
          return put(message.find("no longer") == std::string::npos ? Claim::Kind::left_at_once
                                                                    : Claim::Kind::left_before_its_end);
        break;
      case Code::over_at_once:
        if (message.ends_with("is chosen again in the next frame")) return put(Claim::Kind::begun_again);
        break;
      case Code::fails_over_and_over:
        if (!actions.empty()) return put(Claim::Kind::fails_at_once);
        break;
      case Code::timeout_before_end: {
        const auto probe = document_.probes.find(line_of(one));
        if (probe == document_.probes.end()) break;
        claim.probe = probe->second;
        return put(Claim::Kind::probe);
      }
      default: break;
    }
  }

  void add_guard(const Diagnostic& one, Claim claim) {
    const std::string& message = one.message;
    claim.never = one.code == Code::guard_never;
    if (message.starts_with("this part of") || message.starts_with("no method")) return;
    if (message.starts_with("the `when` of")) {
      claim.kind = claim.never ? Claim::Kind::never_chosen : Claim::Kind::when_always;
      return claims_.push_back(claim);
    }
    const auto transition = document_.transitions.find(line_of(one));
    if (transition != document_.transitions.end()) {
      claim.kind = Claim::Kind::never_transits;
      std::tie(claim.from, claim.to) = transition->second;
      if (claim.never) claims_.push_back(claim);
      return;
    }
    const auto probe = document_.probes.find(line_of(one));
    if (probe == document_.probes.end()) return;
    claim.kind = Claim::Kind::probe;
    claim.probe = probe->second;
    claims_.push_back(claim);
  }

  static uint32_t need_in(const std::string& message) { return message.starts_with("`hunger`") ? 0 : 1; }

  // The action in whose own fields, above its steps, a line stands.
  [[nodiscard]] std::optional<uint16_t> action_at(uint32_t line) const {
    std::optional<uint16_t> found;
    const auto& file = sources_.file(0);
    static const std::regex head("  a([0-9]+):");
    static const std::regex own("    [a-z].*");
    std::smatch match;
    const std::string at(file.line(line));
    if (!std::regex_match(at, own)) return {};
    for (uint32_t i = line; i > 0; --i) {
      const std::string text(file.line(i));
      if (std::regex_match(text, match, head)) return static_cast<uint16_t>(std::stoul(match[1]));
    }
    return found;
  }

  [[nodiscard]] int rank_of(uint16_t option) const {
    return option == kNoOption ? -1000 : document_.actions[option].rank;
  }

  // A frame or the end of a play must be as a finding says.
  void demand(bool holds) {
    if (holds || is_contradicted_) return;
    is_contradicted_ = true;  // one is enough
    FAIL_CHECK("contradicted, seed " << seed_ << ", frame " << frame_ << ", player " << player_ << ": "
                                     << at_hand_->finding->message << " (line " << line_of(*at_hand_->finding)
                                     << ")\n"
                                     << document_.text);
  }

  void check(const Claim& claim, PlayedGame& game, uint32_t player, const Seen& seen, const Levels& before) {
    const uint16_t option = claim.option;
    const bool is_new = seen.after != kNoOption && seen.after != seen.before;
    const bool is_of_profile = claim.profiles[game.profile_of(player)];
    switch (claim.kind) {
      case Claim::Kind::never_wins:
        if (is_new && !seen.cools && is_of_profile) demand(seen.after != option);
        break;
      case Claim::Kind::always_wins:
        if (is_new && !seen.cools && is_of_profile) demand(seen.after == option);
        break;
      case Claim::Kind::never_chosen: demand(seen.after != option); break;
      case Claim::Kind::when_always:
        if (!document_.actions[option].is_for_members) demand(std::isfinite(seen.gates[option]));
        break;
      case Claim::Kind::never_transits:
        if (seen.state_before == claim.from) demand(seen.state_after != claim.to);
        break;
      case Claim::Kind::frozen_by_inertia: {
        const bool goes_on =
            seen.before != kNoOption && !seen.is_over && seen.state_before == seen.state_after &&
            !document_.actions[seen.before].is_for_members && std::isfinite(seen.gates[seen.before]);
        if (goes_on && seen.after != seen.before) demand(rank_of(seen.after) > rank_of(seen.before));
        break;
      }
      case Claim::Kind::frozen_by_condition:
        if (seen.before == option && !seen.is_over && seen.after != option)
          demand(rank_of(seen.after) > rank_of(option));
        break;
      case Claim::Kind::left_at_once: check_left(claim, seen); break;
      case Claim::Kind::left_before_its_end:
        if (seen.before == option && (seen.cools || !has_rival(claim, seen)))
          was_alone_[{option, player}] = true;
        break;
      case Claim::Kind::begun_again: check_begun_again(claim, player, seen); break;
      case Claim::Kind::only_falls:
        if (const auto level = game.level(player, claim.to))
          demand(*level <= *before[player][claim.to] + 1e-6F);
        break;
      case Claim::Kind::only_rises:
        if (const auto level = game.level(player, claim.to))
          demand(*level >= *before[player][claim.to] - 1e-6F);
        break;
      case Claim::Kind::fails_at_once:
        if (is_new && seen.after == option && seen.at_end == kNoOption && failed(claim, game, player)) {
          demand(game.cooldown_left(player, option) == 0);
          ++tally_["failures at once"];
        }
        break;
      default: break;
    }
  }

  // It has chosen the action in an earlier frame, thinks again, and another option could be chosen.
  void check_left(const Claim& claim, const Seen& seen) {
    if (seen.before != claim.option || seen.is_over || !document_.thinks_each_frame || document_.has_states ||
        seen.cools)
      return;
    if (has_rival(claim, seen)) demand(seen.after != claim.option);
  }

  [[nodiscard]] bool has_rival(const Claim& claim, const Seen& seen) const {
    constexpr float kEnough = 0.31F;  // more than the least that is chosen in any document
    for (uint16_t other = 0; other < document_.actions.size(); ++other) {
      if (other != claim.option && seen.gates[other] > kEnough) return true;
    }
    return false;
  }

  void check_begun_again(const Claim& claim, uint32_t player, const Seen& seen) {
    const Seen& last = last_[player];
    if (seen.before != claim.option && seen.after == claim.option) demand(seen.at_end == kNoOption);
    const bool was_begun = last.before != claim.option && last.after == claim.option;
    const bool is_same = player < kStill && !last.cools && !seen.cools && !document_.has_levels;
    if (was_begun && is_same) demand(seen.after == claim.option);
  }

  bool failed(const Claim& claim, PlayedGame& game, uint32_t player) {
    const auto& own = document_.actions[claim.option];
    if (!own.has_ends) return false;
    const int32_t now = game.counter(player, own.failed);
    int32_t& known = failures_[{claim.option, player}];
    const bool is_more = now > known;
    known = now;
    return is_more;
  }

  void check_end(const Claim& claim, PlayedGame& game, uint32_t player) {
    if (claim.kind == Claim::Kind::ends_never) {
      const auto& own = document_.actions[claim.option];
      if (!own.has_ends) return;
      demand(game.counter(player, own.completed) == 0);
      const bool is_from_start = !claim.finding->message.starts_with("once");
      if (is_from_start) demand(game.counter(player, own.aborted) == 0);
      // Who came there comes there again after a failure alone.
      if (own.has_endless) demand(game.counter(player, own.reached) <= game.counter(player, own.failed) + 1);
    }
    if (claim.kind == Claim::Kind::left_before_its_end && !was_alone_[{claim.option, player}] &&
        !document_.has_states)
      demand(game.counter(player, document_.actions[claim.option].completed) == 0 ||
             !document_.actions[claim.option].has_ends);
    if (claim.kind == Claim::Kind::rises_faster) check_rise(claim, game, player);
    if (claim.kind != Claim::Kind::probe) return;
    const int32_t asked = game.counter(player, claim.probe.asked);
    const int32_t did = game.counter(player, claim.probe.did);
    switch (claim.probe.kind) {
      case Probe::Kind::branch:
        if (claim.never) demand(did == 0);
        if (!claim.never) demand(did == asked);
        break;
      case Probe::Kind::lasting:
        if (claim.never) demand(did == 0);
        break;
      case Probe::Kind::ending:
        if (!claim.never) demand(did == 0);
        if (claim.never) demand(asked <= did);
        break;
      case Probe::Kind::timeout: demand(did == 0); break;
    }
  }

  // In the long run a level rises by the difference, apart from one change by an action that has just ended.
  void check_rise(const Claim& claim, PlayedGame& game, uint32_t player) {
    const auto number_in = [](const std::string& text, const std::string& before) {
      return std::strtod(text.c_str() + text.find(before) + before.size(), nullptr);
    };
    const double rate = number_in(claim.finding->caption, "by ");
    const double relief = number_in(claim.finding->notes.at(0), "takes off ");
    constexpr double kLargestChange = 0.6;
    const double least = std::min(1.0, (rate - relief) * game.seconds()) - kLargestChange - 1e-3;
    if (const auto level = game.level(player, claim.to)) demand(*level >= least);
  }

  PlayedDocument document_;
  uint32_t seed_;
  std::map<std::string, size_t>& tally_;
  Sources sources_;
  std::vector<Claim> claims_;
  std::array<Seen, kPlayers> last_;
  const Claim* at_hand_ = nullptr;
  uint32_t frame_ = 0, player_ = 0;
  bool is_contradicted_ = false;
  std::map<std::pair<uint16_t, uint32_t>, int32_t> failures_;
  std::map<std::pair<uint16_t, uint32_t>, bool> was_alone_;
};

}  // namespace

TEST_CASE("no game contradicts what findings call proved") {
  std::map<std::string, size_t> tally;
  const uint32_t count = play_count();
  uint32_t broken = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t seed = first_seed() + i;
    std::mt19937 random(seed);
    if (!Judge(plays::write_document(random), seed, tally).judge()) ++broken;
  }
  std::string counts;
  for (const auto& [kind, number] : tally) counts += "  " + kind + ": " + std::to_string(number) + "\n";
  const std::string report = std::to_string(count) + " behaviours, of which " + std::to_string(broken) +
                             " do not compile; proved, by code:\n" + counts;
  if (std::getenv("ISHI_PLAYS") != nullptr) WARN(report);
  INFO(report);
  CHECK(broken * 10 < count);
  for (const char* const kind :
       {"IS401", "IS402", "IS403", "IS403 in a body", "IS403 of states", "IS404", "IS404 in a body", "IS430",
        "IS432", "IS432 of what only rises", "IS435", "IS436", "IS436 by a condition", "IS436 without end",
        "IS442", "IS443", "IS444", "IS445 in a body", "failures at once"}) {
    INFO(kind);
    CHECK(tally[kind] >= sightings(12));
  }
}

}  // namespace ishi::compiler::plays_test
