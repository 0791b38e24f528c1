#pragma once

#include <cstdint>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/can_fail.h"
#include "model/model.h"

namespace ishi::compiler {

// The steps that come to an end by themselves, and those that go on for ever. Where something could not be
// read, or does itself, they end. Made when all expressions have their types; the model must outlive this.
class Endings {
 public:
  Endings(const Model& model, const Diagnostics& diagnostics)
      : model_(model),
        diagnostics_(diagnostics),
        completing_(model.goals.size()),
        endless_(model.goals.size()) {}

  // True if a modifier of a step may end it at any time.
  [[nodiscard]] static bool is_cut_off(const Step& step);

  // True if a step can be completed, or skipped, so that the next one has its turn.
  [[nodiscard]] bool can_complete(const Step& step);

  // A `repeat` or `steer` in a step, or the step itself, that nothing in the step ends once it has begun.
  // Null if there is none.
  [[nodiscard]] const Step* endless_in(const Step& step);

  // The parts of a step that last until they end by themselves: nothing else in the step ends it before.
  [[nodiscard]] std::vector<const Step*> lasting_parts(const Step& step);

 private:
  enum class State : uint8_t { untouched, open, known };
  template <typename T>
  struct Known {
    State state = State::untouched;
    T value{};
  };

  [[nodiscard]] std::vector<const Step*> lasting_parts(const Named<Goal>& goal);
  [[nodiscard]] bool attempt_can_complete(const Step& step);
  [[nodiscard]] bool can_complete(const std::vector<Step>& steps);
  // The result of `find` for a goal's body, found once; else the one for a goal that contains itself.
  template <typename T, typename Find>
  T of_goal(std::vector<Known<T>>& known, uint32_t goal, T otherwise, Find find);

  // Some of it could not be read.
  [[nodiscard]] bool is_in_doubt(const Step& step) const { return diagnostics_.is_in_doubt(step.name.span); }
  // True if a step can fail, or nobody knows.
  [[nodiscard]] bool may_fail(const Step& step) const { return is_in_doubt(step) || can_fail(step); }

  const Model& model_;
  const Diagnostics& diagnostics_;
  std::vector<Known<bool>> completing_;
  std::vector<Known<const Step*>> endless_;
  uint32_t depth_ = 0;  // goals in each other
};

}  // namespace ishi::compiler
