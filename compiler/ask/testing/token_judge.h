#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/simulation.h"

namespace ishi::compiler {

// Counts in each frame how many agents hold a token, for an expectation of it.
class TokenJudge {
 public:
  // All must outlive this.
  TokenJudge(const Asset& asset, const TokenExpectation& expect)
      : asset_(asset),
        expect_(expect),
        token_(asset.find(ishi::Kind::tokens, id_of("tokens", expect.token.text))) {}

  // After each frame.
  void note(const Simulation& simulation);
  // True if the rest of the run changes nothing: as many have held it as are expected at least, and no more
  // can hold it at once than are expected at most, since there are no more.
  [[nodiscard]] bool is_settled() const;
  // When more held it for the first time than are expected at most, in seconds; 0 if that never was.
  [[nodiscard]] double lost_at() const { return lost_at_; }
  // Calls `fail` with a line for each end that is not met.
  void judge(const std::function<void(std::string)>& fail) const;

 private:
  [[nodiscard]] bool holds(const SimulatedAgent& agent);

  const Asset& asset_;
  const TokenExpectation& expect_;
  uint32_t token_;
  // By agent: the option that it was looked at with, and whether that claims the token.
  struct Looked {
    uint16_t option = kNoOption;
    bool claims = false;
  };
  std::vector<Looked> looked_;
  int32_t most_ = 0;
  double most_at_ = 0;  // seconds
  double lost_at_ = 0;
  std::string holders_{};  // then
};

}  // namespace ishi::compiler
