#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "tune/lesson.h"
#include "tune/slacks.h"
#include "tune/tune.h"
#include "tune/tuned_program.h"

// What labels come to with values of the numbers, by the runtime.

namespace ishi::compiler {

struct Measured {
  std::vector<std::vector<Slacks>> by_pick;  // by label, for each of its picks
  std::vector<Slacks> slacks;                // by label, for the pick that it is about
  std::vector<uint32_t> picked;              // by label; kNone: nothing
};

class Gauge {
 public:
  // All outlive this.
  Gauge(const TunedProgram& program, const std::vector<Lesson>& labels, const EachOf& each)
      : program_(program), labels_(labels), each_(each), picks_(labels.size()) {}

  // Decides which of its picks each label is about: the one that is nearest with the numbers as written.
  [[nodiscard]] tl::expected<Measured, std::string> begin();
  // Each label is about this one of its picks from now on; what was measured before is brought up to that
  // with `retake`.
  void choose(std::vector<size_t> picks) { picks_ = std::move(picks); }
  void retake(Measured& measured) const;
  [[nodiscard]] const std::vector<size_t>& picks() const { return picks_; }

  using Result = tl::expected<Measured, std::string>;
  // At several points, each a value for each number; or why there is no such program.
  [[nodiscard]] std::vector<Result> at(const std::vector<std::vector<double>>& points);
  [[nodiscard]] Result at(const std::vector<std::string>& texts);

  // True if a label is met: the runtime picks it, or, of an agent that draws, it has the best score.
  [[nodiscard]] bool is_met(const Measured& measured, size_t label) const;
  // Which of its picks a label is about.
  [[nodiscard]] uint32_t wanted(size_t label) const { return labels_[label].picks[picks_[label]]; }

  [[nodiscard]] size_t versions() const { return versions_; }

 private:
  [[nodiscard]] Measured of(const TunedVersion& version) const;

  const TunedProgram& program_;
  const std::vector<Lesson>& labels_;
  const EachOf& each_;
  std::vector<size_t> picks_;
  size_t versions_ = 0;
};

}  // namespace ishi::compiler
