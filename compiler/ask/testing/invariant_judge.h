#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/history.h"
#include "simulate/simulation.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// Looks at an agent after each frame of a run, for what is expected of all frames: `always`, `never` and
// `steady`.
class InvariantJudge {
 public:
  // All must outlive this. `agent` is one of the situation's.
  InvariantJudge(const Model& model, const Asset& asset, const TypedExpectation& expect,
                 const SituationAgent& agent);

  // False if nothing of that kind is expected.
  [[nodiscard]] static bool is_about(const TypedExpectation& expect) {
    return expect.always.given || expect.never.given || expect.steady.given;
  }
  // After each frame, when the history has noted it.
  void note(const SimulatedAgent& agent, const History& history);
  // True if something has not held.
  [[nodiscard]] bool has_failed() const { return !lines_.empty(); }
  // When the last of them was lost that are, in seconds; 0 if none was.
  [[nodiscard]] double lost_at() const { return lost_at_; }
  // Calls `fail` with a line for each expectation that did not hold, of its first frame.
  void judge(const std::function<void(std::string)>& fail) const;

 private:
  void note_always(const SimulatedAgent& agent);
  void note_never(const SimulatedAgent& agent, const History& history);
  void note_switches(const SimulatedAgent& agent, const History& history);
  // Notes that one of these has not held, counted over all of them; its first line counts.
  void lose(size_t claim, const std::function<std::string()>& line);
  [[nodiscard]] std::string_view name_of(uint32_t option) const;
  [[nodiscard]] std::string_view state_of(const SimulatedAgent& agent) const;

  const Model& model_;
  const Asset& asset_;
  const TypedExpectation& expect_;
  const Agent& agent_;
  std::vector<uint32_t> always_picks_, never_picks_;  // options of the agent; kNone: nothing
  std::vector<uint32_t> tasks_, events_;              // of the asset, that never come
  std::vector<std::pair<size_t, std::string>> lines_;
  double now_ = 0, lost_at_ = 0;  // seconds
  std::deque<double> switched_;   // when, the latest ones
  size_t switches_ = 0;
  uint32_t picked_ = kNone;  // by the last thought
  bool has_thought_ = false;
};

}  // namespace ishi::compiler
