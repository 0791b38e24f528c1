#pragma once

#include <random>
#include <string>

namespace ishi::compiler::oracle {

// A random source file of one agent `who` that uses whatever the language has to score and choose: keys of
// all types, curves of all kinds, needs, drives, profiles, memories, candidates, choices, every scoring
// model, planners that extend each other, expressions of every function. Always correct, though it may be
// warned of.
struct RandomDocument {
  std::string text;
  // The same without `extends`, and with what the agent takes from its planner's `select` at the agent.
  std::string written_out;
};

RandomDocument random_document(std::mt19937& random);

}  // namespace ishi::compiler::oracle
