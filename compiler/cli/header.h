#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/batch.h"
#include "cli/inputs.h"

namespace ishi::compiler::cli {

struct HeaderFile {
  std::string path;
  std::string_view option;  // that named it
  std::string name_space;
  unsigned jobs = 0;
};

// Whether both can be what they are to be; if not, says so on stderr.
[[nodiscard]] bool check_header(const HeaderFile& header);

// Whether it is one of the inputs; if so, says it on stderr.
[[nodiscard]] bool overwrites_input(const HeaderFile& header, const std::vector<Input>& inputs);

// Writes the header of what the contracts of all inputs are together, if none has an error and all agree.
// A source that an input includes is not overwritten either. Returns an exit code; what is found in the
// sources goes to `findings`.
[[nodiscard]] int write_header(const std::vector<Input>& inputs, const HeaderFile& header, BatchFiles& files,
                               Findings& findings);

}  // namespace ishi::compiler::cli
