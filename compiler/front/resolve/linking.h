#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/link_steps.h"
#include "resolve/names.h"
#include "resolve/scopes.h"

// The parts of linking, one a file: each finds what the names in its part of the model mean, and reports what
// is not found.

namespace ishi::compiler {

// inner_names.cpp: reports what stands within entries under something that cannot be a name: fields,
// parameters, methods, states and the like. The names of entries themselves are looked at when they are
// gathered, those of a loop, of a memory's own fields and of candidates where these are linked.
void check_inner_names(const Model& model, Diagnostics& diagnostics);

// link_senses.cpp: finds what senses and sounds name, and brings what levels of awareness declare into the
// model: an event and a number each. After memories, before what names events.
void link_senses(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

// link_candidates.cpp: says of which things the members of each set of candidates are, and checks that a
// member has no two things of one name, and that all sets together, memories too, are not too large. The
// fields of things and sets must be linked.
void link_candidates(Model& model, Diagnostics& diagnostics);

// link_claims.cpp: finds what actions claim, and says which tokens nobody does. The sets of loop variables
// must be linked.
void link_claims(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

// link_offers.cpp: makes actions of what things offer, one for each set by whose members agents are offered
// something, and says which offers reach nobody. The things of sets must be linked.
void link_offers(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

// Takes offers out of a list of an agent's actions, where they do not belong.
void take_out_offers(const Model& model, std::vector<Reference>& actions, const Agent& agent,
                     Diagnostics& diagnostics);

// Adds to an agent's actions those that the members of its set offer.
void take_offers(const Model& model, Agent& agent, Diagnostics& diagnostics);

// link_navigation.cpp: finds the terrains of classes of walkers, says which classes nobody walks by, and that
// an agent goes one way at a time. The steps of actions and goals must be linked.
void link_navigation(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

// link_states.cpp: links the states of an agent: resolves their names, collects the actions of each state,
// and checks that each can be reached. The agent's own actions and plans must be linked before; actions of
// states are appended to them.
void link_states(Named<Agent>& agent, const Model& model, Names& names, StepLinker& steps,
                 Diagnostics& diagnostics);

// link_tests.cpp: finds what tests name. Agents must be linked.
void link_tests(Model& model, Names& names, Diagnostics& diagnostics);

}  // namespace ishi::compiler
