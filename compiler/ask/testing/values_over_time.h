#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/ranges.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// The values that keys and carried levels of an agent may have in the runs about which a test with `for_all`
// and `run` claims something. Keys of the game are anywhere in their ranges at any time, but where the
// contract says how fast they change; keys that are private to behaviours have what steps set. All times are
// seconds since the run began.
class ValuesOverTime {
 public:
  // A number that takes its time to change.
  struct Gradual {
    ProofRange what;          // all that it may be in the run
    double up = 0, down = 0;  // by how much it changes in a second at most; infinite: at once
    double rounding = 0;      // it may be so much further, since it is shown as a whole number
    bool is_assumed = false;  // a promise of the contract
  };

  // `model`, `lowered` and `test` must outlive this.
  ValuesOverTime(const Model& model, const Lowered& lowered, const LoweredAgent& agent,
                 const TypedTest& test);

  // The values between two times.
  [[nodiscard]] std::vector<ProofRange> between(double from, double until) const;
  [[nodiscard]] const std::vector<Gradual>& gradual() const { return gradual_; }
  // A number that steps do not set, in the whole run; nothing of any other key.
  [[nodiscard]] std::optional<Interval> number(uint32_t key) const;
  // A carried level, needs first, between two times.
  [[nodiscard]] Interval level(uint32_t motive, double from, double until) const;

 private:
  struct Level {
    uint32_t motive = 0;
    Interval start;
    double least = 0, most = 0;  // by so much it rises in a second; below 0: it falls
    bool may_jump_up = false, may_jump_down = false;
  };

  void find_keys(const TypedTest& test);
  void find_private(uint32_t key, const TypedTest& test, const std::vector<std::optional<double>>& set);
  void find_levels(const LoweredAgent& agent, const TypedTest& test);
  void add_rates(const LoweredAgent& agent, Level& level) const;
  [[nodiscard]] Interval rate(const Formula& formula) const;

  const Model& model_;
  const Lowered& lowered_;
  double seconds_;
  std::vector<ProofRange> lasting_;  // of keys, at any time
  std::vector<ProofRange> starts_;   // of gradual keys, and parallel to them
  std::vector<Gradual> gradual_;     // keys first
  std::vector<Level> levels_;
};

}  // namespace ishi::compiler
