#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "asset/limits.h"
#include "bodies/assumed_keys.h"
#include "bodies/body_formulas.h"

// What a goal that foresees is about to do: its body, decomposed as if each step brought about what it says.
// The methods are tried in their order, as a whole: if something behind a method cannot be done after it, the
// next one is tried (Nau et al., "SHOP2: An HTN planning system", 2003). Formulas read assumed keys; all else
// is as it is now.
//
// A try begins anew at the first step, with the methods that have not failed so far, so it remembers no
// states. The records of goals lie where they do when the body is at work, which it is not.

namespace ishi {

class Foresight {
 public:
  // In how many nodes it looks at most, in all tries.
  static constexpr uint32_t kMostNodes = 4096;

  enum class Result : uint8_t { found, none, gave_up };

  Foresight(BodyFormulas& formulas, uint32_t goal);
  Foresight(const Foresight&) = delete;
  Foresight& operator=(const Foresight&) = delete;
  ~Foresight() { keys_.assume(nullptr); }

  // Leaves the methods of the first whole way with the goal.
  [[nodiscard]] Result find();

 private:
  static constexpr uint32_t kMostTurns = 255;

  bool try_once();
  // Each of them: false if it cannot be done, or if it has looked at too much.
  bool step(uint32_t index);
  bool attempt(uint32_t index);
  bool what(uint32_t index);
  bool list(uint32_t index);
  bool task(const blob::Node& node);
  bool goal(uint32_t index);
  bool body_of(uint32_t index);
  bool choose(uint32_t index);
  void clean_up(uint32_t index);

  [[nodiscard]] bool note(uint32_t index, uint8_t choice);
  [[nodiscard]] bool take_turn(uint32_t& turn);
  [[nodiscard]] bool may_be_done(uint32_t index);
  [[nodiscard]] uint32_t method(uint32_t index, uint32_t turn);

  BodyFormulas& f_;
  ActiveBody& b_;
  uint32_t goal_;
  uint32_t drawn_;  // how often the agent had drawn before
  AssumedKeys keys_;
  std::array<float, limits::kPlannedValues> state_;
  // Where there is more than one way to go on: which of them this try takes, those from `given_` on the
  // first.
  std::array<uint8_t, kMostTurns> turns_;
  // Of what is at hand: no part of what calls itself, so that stacks stay small.
  alignas(8) std::array<std::byte, limits::kRecordBytes> record_;
  std::array<float, limits::kBranches> scores_;
  std::array<uint32_t, limits::kBranches> methods_;
  uint32_t given_ = 0, taken_ = 0;
  uint32_t looked_ = 0;
  bool gave_up_ = false;
};

}  // namespace ishi
