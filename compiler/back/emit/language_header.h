#pragma once

#include <string>
#include <string_view>

#include "emit/contract_parts.h"
#include "emit/header_names.h"

namespace ishi::compiler {

// The languages for which `ishi header` writes the contract.
enum class HeaderLanguage { cpp, c, csharp, python, typescript };

// True if a text can be `name_space` of language_header: in C++ words with `::` between them, in C what names
// begin with, in C# words with dots between them; a module of Python or TypeScript takes none.
[[nodiscard]] bool is_namespace_of(HeaderLanguage language, std::string_view text);

// The contract with the game: in C++ as header_text writes it; for the C interface and its bindings a header
// of C99, a file of C#, or a module of Python or TypeScript, with enums, ids, the layouts of parameters and event records,
// and the contract itself. Names that the language or two parts would need twice get an underscore at the
// end. A function of its arguments.
[[nodiscard]] std::string language_header(HeaderLanguage language, const ContractParts& parts,
                                          const AssetNames& assets, std::string_view name_space);

}  // namespace ishi::compiler
