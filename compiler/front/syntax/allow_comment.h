#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The words of one comment that silences findings, apart from what its codes mean and what it covers.

namespace ishi::compiler {

struct AllowComment {
  struct Word {
    size_t begin = 0;
    size_t end = 0;
  };

  // Its form is right: `ishi: allow CODE -- reason`, with one or more codes.
  bool is_exact = false;
  std::vector<Word> codes;  // what stands where codes are expected
  size_t codes_end = 0;     // behind the last of them
  std::string reason;
  std::string mended;  // in the right form, with an invented reason if it has none; empty without codes
};

// The comment whose `#` stands at `begin` and that ends at `end`, its line end left out. Nothing if it is
// plainly about something else. Places are those of the text.
[[nodiscard]] std::optional<AllowComment> read_allow_comment(std::string_view text, size_t begin, size_t end);

}  // namespace ishi::compiler
