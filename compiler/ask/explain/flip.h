#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/simulation.h"
#include "simulate/thought.h"
#include "source/stop.h"

// The smallest changes that would have made an agent decide otherwise: one key or carried level changed, all
// else as it is, and the runtime asked again.

namespace ishi::compiler {

struct Flip {
  std::string key;          // "hp", "needs.hunger": as a test's `given` names it
  std::string from, to;     // as a test writes them; `to` is the nearest value that is short to write
  std::string condition;    // "at hp ≤ 31", "if threat were nothing"
  double share = 0;         // of its declared range that the change takes; 1 for what has no order
  uint32_t option = kNone;  // of the agent, that it picks then; kNone: nothing, or it has choices alone
  std::string picked_for;   // the member that this is for; empty if it is for none
  std::string chosen;       // of an agent that has choices alone: "best: bag 2"
};

// The nearest change of each key that the agent reads, of numbers the nearest up and down, and of each level
// that it carries, nearest first. A number is tried at some hundred places of its declared range, at what the
// program compares with and close to where it is, and between two that differ the exact place is found; so
// what is told is so, but a change in a narrow band between two places may be missed. `thought` is what the
// situation comes to as it stands. Costs some thousand thoughts; `stop`, which may be null, is asked before
// each.
[[nodiscard]] std::vector<Flip> find_flips(const Asset& asset, const Model& model, const Situation& situation,
                                           const Thought& thought, const Stop* stop = nullptr);

// The last thought of a simulated agent up to some frame, to be had again with other keys and levels. The
// course is played once; to think again takes a second of it more.
class MomentOfThought {
 public:
  // `course`: what the simulation begins with; `agent`: of it. The others must outlive this.
  MomentOfThought(const Asset& asset, const Model& model, Situation course, uint32_t agent);
  MomentOfThought(const MomentOfThought&) = delete;
  MomentOfThought& operator=(const MomentOfThought&) = delete;

  [[nodiscard]] const Situation& course() const { return course_; }
  // Plays so many frames, or up to the first thought. `stop`: may be null.
  [[nodiscard]] Status play(uint64_t frames, bool ends_at_thought, const Stop* stop);
  // The time of the thought since the course began; nothing if the agent has not thought.
  [[nodiscard]] std::optional<double> seconds() const;
  // The agent, as far as was played.
  [[nodiscard]] const SimulatedAgent& agent() const { return simulation_.agent(agent_); }

  // Goes back to the frame of the thought. To be called again before anybody else thinks again.
  [[nodiscard]] Status open();
  // The thought in `changed`, which differs from `situation`, that of the thought, in keys and levels alone.
  // False if the agent would not think then, or with other values than these.
  [[nodiscard]] Status think(const Situation& situation, const Situation& changed, Thought& thought,
                             bool& is_so);

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};

  const Situation course_;
  const uint32_t agent_;
  Simulation simulation_;
  bool is_open_ = false;
  uint64_t frame_ = 0;           // that is played next
  uint64_t thought_ = kNever;    // the frame of the thought
  Simulation::Between latest_;   // before one of the last frames
  Simulation::Between between_;  // before the frame of the thought, or one shortly before
  uint64_t latest_at_ = kNever, between_at_ = kNever;
};

// The same in pieces. All that it is given must outlive it.
class FlipSearch {
 public:
  // `moment`: the thought is that one's; null: it is what the situation comes to by itself.
  FlipSearch(const Asset& asset, const Model& model, const Situation& situation, const Thought& thought,
             const Stop* stop = nullptr, MomentOfThought* moment = nullptr);
  ~FlipSearch();
  FlipSearch(const FlipSearch&) = delete;
  FlipSearch& operator=(const FlipSearch&) = delete;

  // Changes the next key or level. False if there is none.
  bool go_on();
  // Takes what was found, nearest first.
  [[nodiscard]] std::vector<Flip> take();

 private:
  class Trials;
  std::unique_ptr<Trials> trials_;
};

}  // namespace ishi::compiler
