#pragma once

#include <string>

#include "diary.h"

namespace household {

// The last day as a chart: for each person what they do, and below it their needs; who has the toilet.
std::string svg(const Household& household, const Diary& diary);

}  // namespace household
