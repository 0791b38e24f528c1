#pragma once

#include <cstdint>

#include "bodies/active_body.h"

// What plans take hold of: the members that their steps claim, and the searches of the population. A plan is
// found while many agents act at the same time, so it asks for its members, and the next frame gives them to
// one agent after the other: all that a plan asks for, or none of it, and then the agent plans again without
// them. They are its own until their steps are done, or the plan is over.

namespace ishi {

// Lets an agent hold what its plans have claimed. True if a plan asks for more.
bool hold_planned(ActiveBody& b, uint32_t slot, ClaimTable& table);
// Gives an agent's plans all that they ask for, or nothing.
void grant_planned(ActiveBody& b, uint32_t slot, ClaimTable& table);
// A plan that was found asks for the members that its steps claim.
void ask_for_members(ActiveBody& b, uint32_t index);
// True as long as that is not answered.
[[nodiscard]] bool asks_for_members(ActiveBody& b, uint32_t index);
[[nodiscard]] bool is_refused(ActiveBody& b, uint32_t index);
[[nodiscard]] NodeCause why_refused(ActiveBody& b, uint32_t index);
// True if a search for a plan leaves somebody out whom others hold.
[[nodiscard]] bool leaves_out_members(ActiveBody& b, uint32_t index);
// The members that the steps of a plan may be for during its search, by number of the step. A step that
// claims leaves out members that others hold.
void copy_planned_members(ActiveBody& b, uint32_t index);

// The search that the agent has for a node, else one that it has just been given; kNotFound if there is none.
[[nodiscard]] uint32_t search_of(ActiveBody& b, uint32_t node);
void give_back_search(ActiveBody& b, uint32_t node);
// Nothing plans any more.
void give_back_searches(ActiveBody& b);

}  // namespace ishi
