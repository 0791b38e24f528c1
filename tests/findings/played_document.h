#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

// Random behaviours with bodies, ranks, cooldowns, states, levels and sets, written so that a game can see
// which of their conditions were asked and what followed.

namespace ishi::plays {

// Counters of a condition that stands in a body, as keys `c0`, `c1`, …; the body itself counts.
struct Probe {
  enum class Kind : uint8_t {
    branch,   // `did` counts each time that the condition held, `asked` each time that it was asked
    lasting,  // `did` counts each time that a `while` held until the end of its step
    ending,   // `did` counts each time that an `until` did not end its step, `asked` each end of the step
    timeout   // `did` counts each completion of a task with a `timeout`
  };
  Kind kind = Kind::branch;
  uint32_t asked = 0, did = 0;
};

struct PlayedAction {
  int rank = 0;
  bool is_for_members = false;
  bool has_ends = false;                            // it counts how it ended
  uint32_t completed = 0, failed = 0, aborted = 0;  // counters
  uint32_t reached = 0;  // counter of how often its endless step began, if `has_endless`
  bool has_endless = false;
};

struct PlayedDocument {
  std::string text;
  std::vector<PlayedAction> actions;
  std::map<uint32_t, Probe> probes;                               // by line, from 1
  std::map<uint32_t, std::pair<uint32_t, uint32_t>> transitions;  // by line: from a state to another
  uint32_t counters = 0;
  bool has_states = false;
  bool has_levels = false;  // that rise by themselves
  bool thinks_each_frame = true;
};

// The needs that agents carry; in documents without them, no text has them.
inline constexpr const char* kCarried[] = {"hunger", "tired"};

PlayedDocument write_document(std::mt19937& random);

}  // namespace ishi::plays
