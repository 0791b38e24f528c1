#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/linear.h"
#include "analyze/prover.h"
#include "lower/lowered.h"
#include "model/model.h"

// An agent's options as the analysis sees them, and which of them wins in a situation. What it is made of
// must outlive it.

namespace ishi::compiler {

// An option; places in the agent's program.
struct Contender {
  uint32_t action = 0;  // in the model
  uint32_t condition = 0;
  uint32_t gate = 0;
  uint32_t score = 0;
  int32_t rank = 0;
  bool is_reliable = true;  // where its condition holds it competes, after any history
  // The operations that count the members of the set that it is for: it competes where there is one.
  std::vector<uint32_t> counts;
  std::vector<uint32_t> states;  // in which it competes; none: the agent has no states
};

// An importance, which the game may give; or none, without a name.
struct Weighing {
  std::optional<uint32_t> profile;
  std::string name;
};

class Contest {
 public:
  Contest(const Model& model, const Lowered& lowered, const LoweredAgent& agent);

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const Lowered& lowered() const { return lowered_; }
  [[nodiscard]] const LoweredAgent& agent() const { return agent_; }
  [[nodiscard]] const Agent& written() const { return model_.agents[agent_.agent].value; }
  [[nodiscard]] const AnalyzedProgram& program() const { return program_; }
  [[nodiscard]] const Prover& prover() const { return prover_; }
  [[nodiscard]] const std::vector<Contender>& contenders() const { return contenders_; }

  [[nodiscard]] const Named<Action>& action_of(uint32_t option) const {
    return model_.actions[contenders_[option].action];
  }
  // "`flee`".
  [[nodiscard]] std::string name_of(uint32_t option) const;
  // " of `guard`", if the file has several agents.
  [[nodiscard]] std::string of_agent() const;

  // "proved over the declared ranges of `hp` and `threat_range`", naming the inputs that these operations
  // need.
  [[nodiscard]] std::string proved(const std::vector<bool>& roots) const {
    return proved_over(model_, program_, sources_of(program_, roots));
  }

  [[nodiscard]] std::vector<Weighing> weighings() const;
  // All situations with an importance.
  [[nodiscard]] Ranges box_of(const Weighing& weighing) const;
  // Of those, where nothing runs.
  [[nodiscard]] Ranges box_at_rest(const Weighing& weighing) const;

  // True if the agent picks the best option, without drawing lots or planning.
  [[nodiscard]] bool chooses_the_best() const {
    return !written().select.draws() && !written().planner.given();
  }
  [[nodiscard]] float minimum() const { return static_cast<float>(written().select.minimum.value); }
  // True if there is a state in which both compete.
  [[nodiscard]] bool meet(uint32_t a, uint32_t b) const;
  // True if `b` competes wherever `a` does.
  [[nodiscard]] bool is_beside(uint32_t b, uint32_t a) const;
  // True if a score of b is enough against one of a, of options of one rank.
  [[nodiscard]] bool beats(uint32_t b, float of_b, uint32_t a, float of_a) const;
  // True if it wins against some others in one situation.
  [[nodiscard]] bool wins(uint32_t a, const std::vector<float>& values,
                          const std::vector<uint32_t>& rivals) const;
  // Takes off a box where an option does not compete, which may be for lack of a member. False if nothing is
  // left.
  [[nodiscard]] bool narrow_to_eligible(Ranges& ranges, uint32_t option) const;
  // The same of one situation.
  [[nodiscard]] bool is_eligible(uint32_t option, const std::vector<float>& values) const;
  // The score of an option in one situation; minus infinity if it does not compete.
  [[nodiscard]] float score_in(uint32_t option, const std::vector<float>& values) const;
  // 1 without states.
  [[nodiscard]] uint32_t count_states() const;
  [[nodiscard]] bool is_in(uint32_t option, uint32_t state) const;
  // The winner in one situation and state; nobody(): none.
  [[nodiscard]] uint32_t winner(const std::vector<float>& values, uint32_t state) const;
  // The same, then who wins while that one cools down, and so on, up to the first that never does.
  [[nodiscard]] std::vector<uint32_t> winners_as_they_cool_down(std::vector<float> values,
                                                                uint32_t state) const;
  [[nodiscard]] uint32_t nobody() const { return static_cast<uint32_t>(contenders_.size()); }
  // Those who are always there where an option is, and rank as high at least.
  [[nodiscard]] std::vector<uint32_t> reliable_rivals(uint32_t a) const;

  // True if no situation in a box satisfies all of some inequalities, by sums of what the program reads or of
  // the levels of needs and drives. False if that is not known.
  [[nodiscard]] bool is_contradiction(const Ranges& ranges, std::span<const Inequality> inequalities,
                                      std::vector<bool>& used) const;

 private:
  [[nodiscard]] Contender contender(uint32_t option) const;

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  AnalyzedProgram program_;
  Prover prover_;
  std::vector<Contender> contenders_;
  std::vector<bool> no_cuts_, level_cuts_;
};

}  // namespace ishi::compiler
