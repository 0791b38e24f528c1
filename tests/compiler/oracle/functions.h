#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/oracle/arithmetic.h"

namespace ishi::compiler::oracle {

// What a function of plain numbers gives; nothing of one that asks where things are.
std::optional<double> function_of(std::string_view name, const std::vector<double>& x,
                                  Arithmetic& arithmetic);

}  // namespace ishi::compiler::oracle
