#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ishi/record/replay.h"
#include "ishi/types.h"
#include "model/model.h"

// A recorded game, and the same with other assets: which decisions would be others.

namespace ishi::compiler {

// What an agent does: its option by name, and whom that is for.
struct Doing {
  std::string option;  // empty: nothing
  EntityId whom{};
  friend bool operator==(const Doing&, const Doing&) = default;
};

// A decision that would be another one.
struct Divergence {
  std::string agent;  // "guard#17"
  std::string kind;
  EntityId id{};
  size_t at = 0;       // index of the frame in `Replay::frames`
  size_t last_at = 0;  // last frame in which it was seen to do something else
  uint64_t frame = 0;
  uint64_t microseconds = 0;
  Doing before, after;
  std::string whom_before, whom_after;
};

// The former names of options that sources declare with `renamed_from`, by the names of now, the latest
// first.
using FormerOptions = std::map<std::string, std::vector<std::string>, std::less<>>;

// Adds those of a model: of its actions, plans and offers.
void add_former_options(const Model& model, FormerOptions& former);

class Counterfactual {
 public:
  struct Options {
    FormerOptions former{};            // of the other assets: what only has another name is the same decision
    std::string_view agent{};          // whose agents; empty: all
    std::optional<uint32_t> number{};  // of an entity: this one alone
    // After so many frames the other game continues from the recorded state, so that decisions are compared
    // for the same past. 0: never; an agent is then followed only up to its first different decision.
    uint32_t together = 0;
  };

  // `would` has other assets. Both outlive this; others may seek in `was` between two steps.
  Counterfactual(record::Replay& was, record::Replay& would, Options options)
      : was_(was), would_(would), options_(std::move(options)) {}

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
  // The same as Doing, with the number of a name: thousands of agents are compared in each frame.
  struct DoingNow {
    uint32_t option = 0;  // in `names_`; 0: nothing
    EntityId whom{};
    friend bool operator==(const DoingNow&, const DoingNow&) = default;
  };
  struct Followed {
    bool has_diverged = false;  // since both games were last in the same state
    size_t last = 0;            // divergence: one more than its place; 0: none
    std::optional<DoingNow> was_doing;
    // The agent as it was compared last, if nothing is new as long as it stays so.
    bool is_known = false;
    record::Replay::Doing was, would;
  };
  struct AtIndex {
    uint32_t generation = 0;
    Followed* followed = nullptr;
  };
  // The options of a population, by the asset that it has.
  struct KnownOptions {
    const Asset* asset = nullptr;
    std::vector<uint32_t> names;  // by option, in `names_`
  };

  [[nodiscard]] Followed& followed_of(EntityId agent);
  [[nodiscard]] bool forget_other_assets();
  [[nodiscard]] DoingNow doing_now(std::vector<KnownOptions>& known, record::Replay& replay,
                                   const record::Replay::Doing& doing);
  [[nodiscard]] Doing doing_text(const DoingNow& doing) const { return {names_[doing.option], doing.whom}; }

  // The name that an option of the other game has in the recorded one.
  [[nodiscard]] std::string_view recorded_name(uint32_t population, std::string_view name) const;
  [[nodiscard]] bool bring(size_t frame);
  void compare(size_t at);
  void compare(size_t at, Followed& followed, const record::Replay::Doing& was,
               const record::Replay::Doing& would);
  void note(size_t at, const record::Replay::Doing& was, Followed& followed, const Doing& before,
            const Doing& after);

  std::vector<std::string> names_{""};                     // of options
  std::vector<KnownOptions> was_options_, would_options_;  // by population
  record::Replay& was_;
  record::Replay& would_;
  Options options_;
  size_t next_ = 0;
  bool has_failed_ = false;
  size_t decisions_ = 0;
  std::unordered_map<uint64_t, Followed> agents_;  // by generation and index
  std::vector<AtIndex> by_index_;                  // who has an index now
  std::vector<record::Replay::Doing> was_now_, would_now_;
  std::vector<Divergence> divergences_;
};

inline constexpr std::string_view kCounterfactual =
    "counterfactual: what the game gave stays as it was, also where it would have followed from what agents "
    "did";

// One as `ishi diff` prints it.
[[nodiscard]] nlohmann::ordered_json divergence_json(const Divergence& divergence);

}  // namespace ishi::compiler
