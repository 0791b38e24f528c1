#pragma once

#include "looks.h"

// The time lines below the picture: what each soldier had in mind, and the warden's state and health.

namespace squad {

inline constexpr float kTimelineHeight = 34;

// From the bottom of the picture up, as wide as that.
void draw_timeline(games::Drawing& drawing, const Fight& fight, const Ledger& ledger, float width);

}  // namespace squad
