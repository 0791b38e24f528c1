#pragma once

#include <string>
#include <string_view>

#include "emit/contract_parts.h"
#include "emit/header_names.h"

namespace ishi::compiler {

// True if a text can be the namespace of a header: words with `::` between them, none a keyword of C++.
[[nodiscard]] bool is_namespace(std::string_view text);

// The C++ header of a contract, for a game to include: enums, typed keys, structs of tasks and events, typed
// ids, which keys agents watch, and the contract itself as a constant. Names that C++ or two parts would need
// twice get an underscore at the end. A function of its arguments.
[[nodiscard]] std::string header_text(const ContractParts& parts, const AssetNames& assets,
                                      std::string_view name_space);

}  // namespace ishi::compiler
