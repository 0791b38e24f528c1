#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "simulate/situation.h"

namespace ishi::compiler {

// The situation of one agent as the fields of a test: names and the text of values.
struct SituationText {
  using Entries = std::vector<std::pair<std::string, std::string>>;  // "hp" and "31"

  // Empty: not written.
  std::string agent, importance, state, running, running_for;
  Entries given;  // keys, carried levels, and how long ago something was
  Entries self;   // the agent as others see it: "position" and "[0, 0, 30]"
  Entries world;  // "wolf_1" and "{ position: [0, 0, 0] }"
  Entries remembers;
  Entries candidates;
  std::string taken;   // "[whistle]": claims that others hold; empty: none
  double seconds = 0;  // the age of the world, which a test cannot give

  // "given: { hp: 31, threat: threat_1 }": a line for each field of a test that is written.
  [[nodiscard]] std::vector<std::string> lines() const;
};

// The part of a situation that stands elsewhere in the test: its first entities, facts and candidates, and
// who thinks in it.
struct WrittenBefore {
  size_t entities = 0, facts = 0, candidates = 0;
  bool is_agent_known = false;
};

// Writes the values that the situation holds, so that a test with these fields has the same ones, bit for
// bit. `situation` has one agent and is for that model. An entity without a name is `someone` where a key
// holds it, and a row of its own where it is a member of a memory or set. Walls, doors, sounds, hidden
// entities, the time and the course of a run are not written.
[[nodiscard]] SituationText write_situation(const Model& model, const Situation& situation,
                                            const WrittenBefore& before = {});

// False if no test can give a value of the situation: a number that is not finite, too small for the language
// or outside of its range.
[[nodiscard]] bool is_writable(const Model& model, const Situation& situation);

}  // namespace ishi::compiler
