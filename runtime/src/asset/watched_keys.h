#pragma once

#include <cstdint>

#include "asset/check.h"
#include "asset/tables.h"
#include "ishi/types.h"

// The keys that running bodies read in each frame, whether their agents think or not: those of conditions
// that active nodes wait on, of live parameters, of the targets of walks and of steerings. Other keys are
// read when an agent thinks, or in the frame in which a step begins or an option ends.

namespace ishi {

// Calls `visit` with each formula that bodies of an agent compute in each frame; with some of them more than
// once.
template <typename Visitor>
void for_each_watched_formula(const Tables& t, const blob::Agent& agent, Visitor&& visit) {
  const auto give = [&](uint32_t formula) {
    if (formula != kNotFound) visit(formula);
  };
  for (const blob::Node& node : part(t.nodes, agent.nodes())) {
    give(modifier(node, Modifier::until));
    give(modifier(node, Modifier::while_true));
    switch (node.kind()) {
      case blob::NodeKind::interjection: give(modifier(node, Modifier::when)); break;
      case blob::NodeKind::first:
      case blob::NodeKind::best:
        if (!reconsiders(node)) break;
        give(node.value());
        for (const blob::Node& method : part(t.nodes, node.children())) {
          give(modifier(method, Modifier::when));
          give(modifier(method, Modifier::score));
        }
        break;
      case blob::NodeKind::walk: give(node.value()); break;
      case blob::NodeKind::steer:
        give(t.steerings[agent.steerings().first() + node.subject()].formula());
        break;
      case blob::NodeKind::task: {
        const auto parameters = part(t.parameters, t.tasks[node.subject()].parameters());
        for (const blob::Argument& argument : part(t.arguments, node.arguments())) {
          if (parameters[argument.parameter()].live() != 0) give(argument.formula());
        }
        break;
      }
      default: break;
    }
  }
}

// The operation of an agent's program that gives what a carried motive becomes: a formula that reads the
// motive's level reads what this one reads.
[[nodiscard]] inline uint32_t level_result(const Tables& t, const blob::Agent& agent, uint32_t motive) {
  uint32_t before = 0;
  for (uint32_t i = 0; i < motive; ++i) before += t.motives[i].carried() != 0 ? 1 : 0;
  return t.levels[agent.levels().first() + before];
}

}  // namespace ishi
