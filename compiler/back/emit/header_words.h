#pragma once

#include <string>
#include <string_view>

#include "emit/contract_parts.h"

// The words of a C++ header for values and parts of a contract.

namespace ishi::compiler {

// "0.5f"
[[nodiscard]] std::string number_text(float number);

// Any text as a comment of one line.
[[nodiscard]] std::string comment_text(std::string_view text);

// The comment of a part: "how much is left (number 0..100)"; of what a task gives "given back, point".
[[nodiscard]] std::string comment_of(const ContractPart& part);

// "agent", "team" or "world".
[[nodiscard]] std::string_view scope_word(ishi::Scope scope);

// The members of a ContractEntry with its names, without braces: `.id = 0x…, .name = "hp", …`; those that
// have their defaults are left out.
[[nodiscard]] std::string entry_text(const ContractPart& part);

}  // namespace ishi::compiler
