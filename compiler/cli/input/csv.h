#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace ishi::compiler::cli {

// A table as spreadsheets write it: RFC 4180, and what programs make of that. Cells are separated by commas,
// semicolons or tabs, whichever the head has; lines end with LF or CRLF; a byte order mark is skipped. Spaces
// around a cell that is not quoted are no part of it. Beside semicolons `0,5` is 0.5; TRUE and FALSE are
// written small.
struct CsvTable {
  struct Row {
    size_t line = 0;  // in the file, from 1
    std::vector<std::string> cells;
  };
  std::vector<std::string> head;
  std::vector<Row> rows;  // those that hold something, each as long as the head
};

// Or what is wrong, in a sentence that begins with the place: "line 7 has 5 cells, and the head has 4".
[[nodiscard]] tl::expected<CsvTable, std::string> read_csv(std::string_view text);

}  // namespace ishi::compiler::cli
