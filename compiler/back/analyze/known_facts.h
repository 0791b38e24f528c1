#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analyze/joined_conditions.h"
#include "analyze/truth.h"
#include "ishi/compiler/diagnostic.h"
#include "lower/lowered.h"

namespace ishi::compiler {

// Something that holds at one moment of a body.
struct Fact {
  enum class Kind : uint8_t {
    asked,    // the formula holds
    refused,  // the formula does not hold
    set       // the key has the formula's value
  };
  Kind kind = Kind::asked;
  const LoweredFormula* formula = nullptr;  // null: `operation` of the agent's program
  uint32_t operation = 0;
  uint32_t begun = kNoRef;  // where the joined condition of `operation` begins: see JoinedConditions::add
  uint32_t key = 0;         // the key that was `set`
  Span span;

  bool is_sure = true;  // false: what runs between the agent's thought and its body may change it

  uint32_t number = 0;  // its own among the facts of its agent
};

// The facts that hold at one moment of an agent's body. Nothing but the body's own steps changes the agent
// meanwhile; once time passes, nothing is known any more.
class KnownFacts {
 public:
  KnownFacts(const Model& model, const Lowered& lowered, const LoweredAgent& agent)
      : model_(model), lowered_(lowered), agent_(agent) {}

  // Adds a fact. Where there are too many, the earliest is forgotten.
  void hold(Fact fact);
  // A `set` step: forgets what it changes, and knows what it has written.
  void write(const LoweredNode& set);
  void forget_all() { facts_.clear(); }
  // Forgets what reads the parameters of a goal: the goal has ended.
  void forget_parameters();

  [[nodiscard]] const std::vector<Fact>& all() const { return facts_; }
  void take(std::vector<Fact> facts) { facts_ = std::move(facts); }
  // Keeps the facts that are also among `others`.
  void keep(const std::vector<Fact>& others);

  // If a condition always or never holds where these facts hold. `sometimes`: the facts do not decide it, or
  // it needs no fact to be decided.
  struct Verdict {
    Holds holds = Holds::sometimes;
    std::vector<Fact> because;
    std::string proof;
  };
  [[nodiscard]] Verdict judge(const LoweredFormula& condition, bool of_sure_ones, Budget& budget) const;

 private:
  [[nodiscard]] uint32_t join(JoinedConditions& joined, const Fact& fact) const;
  [[nodiscard]] std::vector<LoweredOperation> operations_of(const Fact& fact) const;
  [[nodiscard]] bool is_changed_by(const Fact& fact, std::span<const LoweredAssignment> assignments) const;
  [[nodiscard]] bool can_know(const LoweredAssignment& assignment) const;

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  std::vector<Fact> facts_;
  uint32_t next_ = 0;
};

}  // namespace ishi::compiler
