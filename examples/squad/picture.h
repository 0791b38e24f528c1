#pragma once

#include <string>

#include "ledger.h"

// What a person sees of the fight.

namespace squad {

// The ground as letters, and below it what everybody does.
std::string map_text(const Fight& fight, const Ledger& ledger);

// The fight in four parts of the time, with ways coloured by role, and below it everybody's time line.
std::string svg(const Fight& fight, const Ledger& ledger);

}  // namespace squad
