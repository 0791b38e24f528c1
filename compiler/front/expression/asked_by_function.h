#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler {

// "distance(threat)" for `threat.distance`: what other tools read as a member and a function tells here.
// Empty for other members.
[[nodiscard]] std::string asked_by_function(std::string_view member, const std::string& object);

}  // namespace ishi::compiler
