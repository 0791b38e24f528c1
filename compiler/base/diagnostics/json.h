#pragma once

#include <nlohmann/json.hpp>

// JSON for output and for the language server. Include this in place of <nlohmann/json.hpp>: the two types
// that Ishi uses are instantiated once (json.cpp), which halves what a file costs to compile.

extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
