#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testing/reach_of_runs.h"

namespace ishi::compiler {

// How often an agent may go from one action to another in the runs of a proof. It looks for the shortest time
// in which so many changes of mind can follow each other: between two of them states must be left after their
// time, actions cool down or keep others away, and numbers that change little by little must come from where
// the one is made to where the other is (the least time in which a point on a line visits intervals in turn).
class ChangesOfMind {
 public:
  // `reach` must outlive this; `stop` may be null.
  ChangesOfMind(const ReachOfRuns& reach, const Stop* stop);

  // Empty if more than `most` of them never come within `seconds`; else how they may.
  [[nodiscard]] std::string more_than(uint32_t most, double seconds) const;

 private:
  // The values of the gradual numbers at which something may happen, parallel to `ValuesOverTime::gradual`.
  using Place = std::vector<Interval>;
  // From a state to another.
  struct Leaving {
    uint32_t to = 0;
    double after = 0;  // seconds in the state, at least
    double idle = 0;   // seconds in the next one without an action, at most
    Place place;
  };
  // The choice of an option, of an agent that did another before; which still runs, has ended, or may do
  // either.
  struct Choosing {
    enum class Before : uint8_t { runs, has_ended, either };
    uint32_t option = 0, before = 0;
    Before still = Before::either;
    Place place;
  };
  struct Node;
  class Search;

  void find_leavings();
  void add_leaving(const ReachOfRuns::Edge& edge, Leaving leaving);
  void find_choosings(uint32_t state);
  void find_choosing(uint32_t state, Choosing choosing, const std::vector<bool>& sources);
  // True of an option that goes on until another one takes over, or its state is left.
  [[nodiscard]] bool goes_on(uint32_t option) const;
  template <class IsImpossible>
  [[nodiscard]] bool find_place(const AnalyzedProgram& program, const Ranges& box,
                                const std::vector<bool>& sources, const IsImpossible& is_impossible,
                                Place& place) const;

  const ReachOfRuns& reach_;
  const Stop* stop_;
  std::vector<std::vector<Leaving>> leavings_;    // by state
  std::vector<std::vector<Choosing>> choosings_;  // by state
  double longest_gap_ = 0;         // seconds from the end of an option to the choice of the next, at most
  std::vector<double> held_for_;   // by option: seconds for which nothing of its rank can end it
  std::vector<double> cools_for_;  // by option: seconds
};

}  // namespace ishi::compiler
