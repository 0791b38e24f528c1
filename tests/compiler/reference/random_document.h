#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "model/model.h"
#include "testing/situation.h"

namespace ishi::compiler::reference {

// A random source file of one agent `who` that uses whatever the language has: keys of all types, curves
// of all kinds, needs, drives, profiles, every scoring model, expressions of every function. Always
// correct, though it may be warned of.
std::string random_document(std::mt19937& random);

// Random values for the keys of a model, within their ranges, and entities around the agent.
Situation random_situation(const Model& model, std::mt19937& random);

}  // namespace ishi::compiler::reference
