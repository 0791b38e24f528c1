#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ishi/record/replay.h"
#include "ishi/types.h"

// A recorded game, and the same with other assets: which decisions would be others.

namespace ishi::compiler::cli {

// What an agent does: its option by name, and whom that is for.
struct Doing {
  std::string option;  // empty: nothing
  EntityId whom{};
  friend bool operator==(const Doing&, const Doing&) = default;
};
[[nodiscard]] Doing doing_of(const Asset& asset, const Population& population, const Entity& agent);

// A decision that would be another one.
struct Divergence {
  std::string agent;  // "guard#17"
  std::string kind;
  EntityId id{};
  size_t at = 0;       // the frame, by its place in `Replay::frames`
  size_t last_at = 0;  // up to which it was followed doing something else
  uint64_t frame = 0;
  uint64_t microseconds = 0;
  Doing before, after;
  std::string whom_before, whom_after;
};

class Counterfactual {
 public:
  struct Options {
    std::string_view agent{};          // whose agents; empty: all
    std::optional<uint32_t> number{};  // of an entity: this one alone
    // After so many frames the other game goes on from what was, so that each decision is compared with one
    // that was made of the same past. 0: never, and an agent is not followed beyond its first other decision.
    uint32_t together = 0;
  };

  // `would` has other assets. Both outlive this; others may seek in `was` between two steps.
  Counterfactual(record::Replay& was, record::Replay& would, Options options)
      : was_(was), would_(would), options_(options) {}

  // Compares the next frame. False at the end, or if one of the two cannot be played.
  [[nodiscard]] bool step();
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  // The frames that were compared.
  [[nodiscard]] size_t frames() const { return next_; }
  [[nodiscard]] const std::vector<Divergence>& divergences() const { return divergences_; }
  [[nodiscard]] size_t agents() const { return agents_.size(); }
  // How often somebody went over to something else in what was, or would have.
  [[nodiscard]] size_t decisions() const { return decisions_; }

 private:
  struct Followed {
    bool has_diverged = false;  // since both were together
    size_t last = 0;            // divergence: one more than its place; 0: none
    std::optional<Doing> was_doing;
  };

  [[nodiscard]] bool bring(size_t frame);
  void compare(size_t at);
  void note(size_t at, const Entity& entity, Followed& followed, const Doing& before, const Doing& after);

  record::Replay& was_;
  record::Replay& would_;
  Options options_;
  size_t next_ = 0;
  bool has_failed_ = false;
  size_t decisions_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, Followed> agents_;  // by entity
  std::vector<Divergence> divergences_;
};

inline constexpr std::string_view kCounterfactual =
    "counterfactual: what the game gave stays as it was, also where it would have followed from what agents "
    "did";

// One as `ishi diff` prints it.
[[nodiscard]] nlohmann::ordered_json divergence_json(const Divergence& divergence);

}  // namespace ishi::compiler::cli
