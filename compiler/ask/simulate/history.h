#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulate/simulation.h"

namespace ishi::compiler {

// The deeds of a simulated agent, as far as a test asks. Options and tasks are the agent's and the asset's.
class History {
 public:
  // While an option ran, again and again perhaps, without a gap.
  struct Stretch {
    uint32_t option = 0;
    double begins = 0;
    double ends = 0;  // seconds
  };
  // A task that was started, an event that was emitted, or a sound that was made.
  struct Record {
    uint32_t index = 0;  // of the asset
    double seconds = 0;
    std::vector<std::byte> fields;
    uint64_t order = 0;  // among all that is noted: frames are too coarse to tell before from after
    bool is_sound = false;
  };
  // A sense that noticed an entity of the situation, or an agent, for the first time, or for the first time
  // since an event arrived.
  struct FirstNotice {
    uint32_t sense = 0;
    uint32_t entity = 0;
    double seconds = 0;
    uint64_t order = 0;
  };
  // From where an expectation looks: the beginning of the run, or the first arrival of an event.
  struct Since {
    double seconds = 0;
    uint64_t order = 0;
    uint64_t thought = 0;  // the first thought after it; kNever: there was none
    double thought_seconds = 0;
  };
  static constexpr uint64_t kNever = ~uint64_t{0};

  // `started`: how many of the first tasks it must remember. The agent is before its first frame.
  History(const SimulatedAgent& agent, size_t started);

  // After each frame.
  void note(const SimulatedAgent& agent);

  // The first ones; the last one is always there.
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  [[nodiscard]] const std::vector<Record>& started() const { return started_; }
  // Events and sounds. Of those that are emitted again and again alike: those after which an event arrived
  // for the first time, and the first ones. Nothing that is asked of them depends on the others.
  [[nodiscard]] const std::vector<Record>& emitted() const { return emitted_; }
  // True if more unlike ones were emitted than are kept.
  [[nodiscard]] bool has_lost_emitted() const { return has_lost_emitted_; }
  // The number of starts of a task of the asset.
  [[nodiscard]] uint32_t times(uint32_t task) const { return times_[task]; }
  [[nodiscard]] const std::vector<FirstNotice>& first_notices() const { return first_notices_; }
  // When the agent was in a state for the first time since then, as far as it had thought by then: a state
  // that it was in already counts from its next thought on, or if it lasts to `until`. Below 0: never.
  [[nodiscard]] double first_in_state(uint32_t state, const Since& since, double until) const {
    return first_of(states_, state, since, until);
  }
  // The first arrival of an event of the asset at the agent; its seconds are below 0 if it never came.
  [[nodiscard]] const Since& first_event(uint32_t event) const { return first_events_[event]; }
  // The number of times it went over to another option.
  [[nodiscard]] size_t switches() const { return switches_; }
  // When an option, or kNone, was what the last thought had chosen, for the first time since then; a choice
  // that stood already counts as a state does. Below 0: never.
  [[nodiscard]] double first_picked(uint32_t option, const Since& since, double until) const {
    return first_of(picks_, option, since, until);
  }
  // Since when the thoughts have chosen what the last one did.
  [[nodiscard]] double picked_since() const { return picks_.empty() ? 0 : picks_.back().begins; }
  // When a key of the asset last changed; below 0: never.
  [[nodiscard]] double changed(uint32_t key) const { return changed_[key]; }

 private:
  // A state that lasts until the next of its kind begins.
  struct Change {
    uint32_t what = 0;
    double begins = 0;
    uint64_t order = 0;
  };

  static double first_of(const std::vector<Change>& changes, uint32_t what, const Since& since, double until);
  void change(std::vector<Change>& changes, uint32_t what, double now) const;
  void note_arrival(uint32_t event, double now);
  void note_thought(const SimulatedAgent& agent);
  void note_emitted(const Record& record);
  void begin(uint32_t option, double seconds);
  void end(double seconds);

  size_t most_started_;
  std::vector<Stretch> stretches_;
  std::vector<Record> started_, emitted_;
  std::vector<FirstNotice> first_notices_;
  std::vector<Change> picks_, states_;
  std::vector<Since> first_events_;
  std::vector<uint32_t> unanswered_;  // events that have arrived for the first time since the last thought
  std::vector<double> changed_;
  std::vector<uint32_t> times_;                          // by task
  std::unordered_map<std::string, uint64_t> last_kept_;  // of emitted events, by what they are and say
  uint64_t order_ = 0;
  uint64_t last_first_arrival_ = 0;  // its order
  bool has_lost_emitted_ = false;
  size_t switches_ = 0;
  bool is_running_ = false;
};

}  // namespace ishi::compiler
