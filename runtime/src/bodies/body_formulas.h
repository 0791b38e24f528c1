#pragma once

#include <cstdint>
#include <span>

#include "bodies/active_body.h"

namespace ishi {

// What the formulas of a body give for the agent that is looked at. In the promised floating-point
// environment, which callers set.
class BodyFormulas {
 public:
  // `values` has room for the largest formula, and for the levels of all motives behind it.
  BodyFormulas(ActiveBody& body, std::span<float> values)
      : body_(body),
        values_(values.first(values.empty() ? 0 : values.size() - body.t.motives.size())),
        levels_(values.subspan(values_.size())) {}

  [[nodiscard]] ActiveBody& body() const { return body_; }
  [[nodiscard]] std::span<float> values() const { return values_; }

  // The value of a formula of one number, and of any.
  float number(uint32_t formula);
  void evaluate(uint32_t formula, Storage storage, float (&value)[3]);
  // Whom one means.
  EntityId whom(uint32_t formula);
  Truth truth(uint32_t formula);
  // The values of assignments, which lie at values_to_write() then. `givens`: the variables that `given`
  // assigns.
  void evaluate_all(std::span<const blob::Assignment> assignments, std::span<const blob::Parameter> givens);
  [[nodiscard]] float* values_to_write(std::span<const blob::Assignment> assignments) const {
    return values_.data() + values_.size() - 3 * assignments.size();
  }
  // Writes what a step is given into its record. `live_only`: of a task that runs.
  void write_arguments(const blob::Node& node, std::span<const blob::Parameter> parameters, std::byte* record,
                       bool live_only);

  // True if a condition holds to which the step at hand began at `since`, and that asks how an option ended.
  [[nodiscard]] bool holds(uint32_t slot, uint32_t condition, uint64_t since, blob::HowEnded ending,
                           uint32_t ended_option);
  // True if the running option, or a step of it, may not be interrupted now.
  [[nodiscard]] bool is_locked(uint32_t slot);
  // True if a node, or anything in it, may not be interrupted now.
  [[nodiscard]] bool holds_out(uint32_t node);
  // True if the `when` of a node is not false, and it was not done once.
  [[nodiscard]] bool may_begin(uint32_t node);
  // The members that a repeat goes over, as they are when an attempt begins.
  void copy_members(uint32_t node);

  // Walks (walk_steps.cpp): where one leads, and whether an agent that only its walk has looked at in each
  // frame ends in no visit now. Both write nothing of it.
  void find_walk_place(uint32_t slot, uint32_t node, float (&place)[3]);
  [[nodiscard]] bool is_on_its_way(uint32_t slot);

 private:
  ActiveBody& body_;
  std::span<float> values_;
  std::span<float> levels_;  // of now, by motive
};

// The node of the task that runs in `lane`; kNotFound if none does. Looks at the agent.
[[nodiscard]] uint32_t running_task(ActiveBody& body, uint32_t slot, uint32_t lane);

// Writes what the task that runs in `lane` is assumed to do; `record`, if not null, becomes its record with
// what it is assumed to give back.
void apply_effects(BodyFormulas& formulas, uint32_t slot, uint32_t lane, std::byte* record, bool only_gives);

}  // namespace ishi
