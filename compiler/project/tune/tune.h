#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "tune/lesson.h"
#include "tune/tuned_program.h"

// Finds values of some numbers of a behaviour with which agents pick what labels say.

namespace ishi::compiler {

// The margin that is looked for where nobody names one, as far as the labels leave room for it.
inline constexpr double kUsualMargin = 0.02;

// Calls `work(i)` for all i below `count`, in any order and on any threads; nothing depends on either.
using EachOf = std::function<void(size_t count, const std::function<void(size_t)>& work)>;

struct TuneOptions {
  std::optional<double> margin;  // by which the action is to win, in score; kUsualMargin or less
  size_t folds = 5;              // parts of the labels that are held back in turn
  EachOf each;
};

// Labels of which no values meet all, none of which can be left out.
struct Conflict {
  std::vector<uint32_t> labels;
  std::string
      reason;  // a sentence, of a label that no values meet by itself; empty: they contradict each other
  std::optional<uint32_t> gave_way;  // the label that was left out, since it is the lightest
};

struct TunedLesson {
  uint32_t before = 0, after = 0;  // the option that is picked; kNone: nothing
  bool was_met = false, is_met = false;
  double slack_before = 0, slack_after = 0;  // by how much it is met
};

struct TunedValue {
  std::string before, after;  // as written
  double value = 0;
  double low = 0, high = 0;  // how far it can go by itself while all labels stay met
  bool matters = true;       // false: no label depends on it
};

struct HeldOut {
  size_t folds = 0;  // 0: there are too few labels
  size_t labels = 0, right = 0;
};

struct Tuned {
  enum class Ending : uint8_t {
    met_already,    // nothing needs to change
    found,          // all labels are met that did not give way
    contradiction,  // `conflicts` says which labels exclude each other
    no_margin,      // they can be met, but not by so much
    not_found,      // a search found no values; there may be some
  };
  Ending ending = Ending::met_already;
  bool is_linear = true;  // the values are exact; else they were searched for
  double margin = 0;  // the least slack of the labels that are kept; of no_margin the greatest there can be
  std::vector<TunedValue> values;   // by number
  std::vector<TunedLesson> labels;  // by label
  std::vector<Conflict> conflicts;
  HeldOut held_out;
  size_t versions = 0;  // that were compiled

  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] size_t moved() const;
};

// `labels`: situations of agents of the program. A sentence where a number cannot have its whole range. The
// same bits on each machine, however the work is divided. Where scores are linear it compiles two versions
// for each number and some more.
[[nodiscard]] tl::expected<Tuned, std::string> tune(const TunedProgram& program,
                                                    const std::vector<Lesson>& labels,
                                                    const TuneOptions& options);

}  // namespace ishi::compiler
