#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/flip.h"
#include "simulate/thought.h"
#include "workspace/ask/asked_situation.h"
#include "workspace/ask/planned.h"

namespace ishi::compiler {

// One option of a decision, or one choice, with what made its score.
struct RankedOption {
  uint32_t index = 0;  // of the agent
  std::string_view name;
  bool is_choice = false;
  bool is_eligible = false;
  float score = 0;
  float inertia = 0;
  const Action* action = nullptr;
  const FactThought* facts = nullptr;          // if it is for members of a set
  const std::vector<float>* values = nullptr;  // of the program, for the best of them
  std::vector<TermInfo> terms;

  [[nodiscard]] float total() const { return score + inertia; }
  [[nodiscard]] float value(uint32_t operation) const { return (*values)[operation]; }
};

// The strength of a need or drive, as a profile makes it of the level.
struct FeltAs {
  double weight = 1;
  std::string_view curve;  // empty: none
};

// One decision with everything that `why` tells of it, whoever prints it.
class ExplainedDecision {
 public:
  // `asked` must have been read and outlive this. Returns the runtime's status, which is good for any
  // situation that was read.
  explicit ExplainedDecision(const AskedSituation& asked) : asked_(asked) {}
  // `has_flips`: also what would change it, which takes a hundred times as long.
  [[nodiscard]] Status explain(bool has_flips = true);
  // Afterwards the flips in pieces, if it was explained without them: begin_flips() once, then seek_flips()
  // as long as there is more to do.
  [[nodiscard]] Status begin_flips();
  bool seek_flips();
  // The same of a decision whose situation cannot be made again, so that nothing is known of what would
  // change it: without flips and plans.
  [[nodiscard]] Status explain_alone();

  [[nodiscard]] const AskedSituation& asked() const { return asked_; }
  [[nodiscard]] const Thought& thought() const { return thought_; }
  // In falling order of score; choices in the order of the agent's list, then as they are first named.
  [[nodiscard]] const std::vector<RankedOption>& options() const { return ranked_; }
  [[nodiscard]] const std::vector<RankedOption>& choices() const { return choices_; }
  // Null if nothing was picked.
  [[nodiscard]] const RankedOption* picked() const;
  [[nodiscard]] std::string_view state_name() const;  // of the state in which it was thought

  // The chance of an option in a draw; nothing if the best is taken.
  [[nodiscard]] std::optional<double> chance(const RankedOption& option) const;
  // True if this thought drew, so that chance had a part in what was picked.
  [[nodiscard]] bool is_drawn() const { return !chances_.empty() && thought_.running == kNone; }

  // The reason why an option is not eligible: "`when: a and b` does not hold: `b` is false".
  [[nodiscard]] std::string obstacle(const RankedOption& option) const;
  // The weight of a term's level for this agent; nothing for terms that are not about a need or drive.
  [[nodiscard]] std::optional<FeltAs> felt_as(const RankedOption& option, const TermInfo& term) const;

  // The first steps of its plan, if it plans.
  [[nodiscard]] const std::optional<Planned>& planned() const { return planned_; }
  // The first steps that a goal with `foresee` decides ahead, if it has one.
  [[nodiscard]] const std::optional<Foreseen>& foreseen() const { return foreseen_; }
  // Nearest first; none where it is drawn.
  [[nodiscard]] const std::vector<Flip>& flips() const { return flips_; }
  // False if the decision of a run followed from more than keys and levels, so that no flips are looked for.
  [[nodiscard]] bool is_repeatable() const { return is_repeatable_; }
  // The reason why an eligible option could not be picked: "it cools down, 0.48s more"; empty if it could.
  [[nodiscard]] std::string held_back(const RankedOption& option) const;
  // The agent's option that a flip leads to; null: nothing.
  [[nodiscard]] std::string_view picked_by(const Flip& flip) const;

 private:
  void rank();
  void list_choices();
  [[nodiscard]] std::vector<TermInfo> terms_of(IndexRange range) const;

  const AskedSituation& asked_;
  Thought thought_;
  std::vector<double> chances_;  // by option; empty if the best is taken
  std::vector<RankedOption> ranked_;
  std::vector<RankedOption> choices_;
  std::optional<Planned> planned_;
  std::optional<Foreseen> foreseen_;
  std::shared_ptr<MomentOfThought> moment_;
  std::unique_ptr<FlipSearch> search_;  // of those that are being looked for
  std::vector<Flip> flips_;
  bool is_repeatable_ = true;
};

}  // namespace ishi::compiler
