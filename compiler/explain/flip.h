#pragma once

#include <cstdint>
#include <memory>
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

// A thought of a simulated agent, to be had again with other keys and levels.
class MomentOfThought {
 public:
  // `course`: what the simulation begins with; `situation`: that of the thought, at `seconds`, of this agent.
  // All must outlive this.
  MomentOfThought(const Asset& asset, const Model& model, const Situation& course, const Situation& situation,
                  uint32_t agent, double seconds);

  // Plays as far as the thought.
  [[nodiscard]] Status open();
  // The thought in a situation that differs in keys and levels alone. False if the agent would not think
  // then, or with other values than these.
  [[nodiscard]] Status think(const Situation& changed, Thought& thought, bool& is_so);

 private:
  const Situation& situation_;
  uint32_t agent_;
  uint64_t frame_;
  Simulation simulation_;
  Simulation::Between between_;
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
