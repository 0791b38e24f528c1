#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/names.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Makes actions of what things offer, one for each set by whose members agents are offered something, and
// says which offers reach nobody. The things of sets must be linked.
void link_offers(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

// Takes offers out of a list of an agent's actions, where they do not belong.
void take_out_offers(const Model& model, std::vector<Reference>& actions, const Agent& agent,
                     Diagnostics& diagnostics);

// Adds to an agent's actions those that the members of its set offer.
void take_offers(const Model& model, Agent& agent, Diagnostics& diagnostics);

}  // namespace ishi::compiler
