#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "emit/language_header.h"

namespace ishi::compiler::cli {

struct HeaderFile {
  std::string path;
  std::string_view option;  // that named it
  std::string name_space;
  unsigned jobs = 0;
  HeaderLanguage language = HeaderLanguage::cpp;
};

// True if a header and kernels may stand in a namespace of this name; if not, says so on stderr.
[[nodiscard]] bool check_namespace(const std::string& name);

// True if both can be what they are to be; if not, says so on stderr.
[[nodiscard]] bool check_header(const HeaderFile& header);

// True if it is one of the inputs; if so, says it on stderr.
[[nodiscard]] bool overwrites_input(const HeaderFile& header, const std::vector<Input>& inputs);

// The header of what the contracts of all inputs are together, if none has an error, all agree, and no source
// that an input includes would be overwritten; else an exit code. What is found in the sources goes to
// `findings`.
[[nodiscard]] tl::expected<std::string, int> make_header(const std::vector<Input>& inputs,
                                                         const HeaderFile& header, Projects& projects,
                                                         Findings& findings);

// Writes it. Returns an exit code.
[[nodiscard]] int write_header(const HeaderFile& header, std::string_view text);

}  // namespace ishi::compiler::cli
