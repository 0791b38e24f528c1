#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "compiler/oracle/moment.h"
#include "model/model.h"
#include "simulate/situation.h"

namespace ishi::compiler::oracle {

// Random values for the keys of a random document's model, within their ranges, entities around the agent,
// what it remembers of them and what it does already.
Situation random_situation(const Model& model, std::mt19937& random);

// What becomes of all that before an agent thinks again.
struct Change {
  struct Memorable {
    uint32_t memory = 0;
    int entity = kNobody;
  };

  int64_t microseconds = 0;  // how much later it is
  std::vector<SituationValue> keys;
  std::vector<std::pair<int, Vector>> moves;  // of entities and the agent
  std::vector<uint32_t> gone;                 // entities
  std::vector<uint32_t> posted;               // events, to the agent
  bool is_in_frame = false;                   // true if the game tells what follows in the new frame
  std::vector<Memorable> noticed;
  std::vector<Memorable> forgotten;  // after that
  std::vector<Filling> fillings;
  std::vector<uint32_t> asked;  // choices, for which the game asks before the frame
};

Change random_change(const Model& model, const Moment& moment, std::mt19937& random);

}  // namespace ishi::compiler::oracle
