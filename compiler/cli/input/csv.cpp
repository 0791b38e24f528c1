#include "cli/input/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "source/sources.h"

namespace ishi::compiler::cli {
namespace {

std::string_view without_spaces(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// The separator that stands in the head most often.
char separator_of(std::string_view text) {
  const std::string_view head = text.substr(0, text.find('\n'));
  char best = ',';
  for (const char one : {';', '\t'}) {
    if (std::ranges::count(head, one) > std::ranges::count(head, best)) best = one;
  }
  return best;
}

// "0,5" of a spreadsheet in whose language that is a half.
bool is_decimal_comma(std::string_view text) {
  const size_t comma = text.find(',');
  return comma != std::string_view::npos && comma > 0 && comma + 1 < text.size() &&
         text.find_first_not_of("0123456789,+-") == std::string_view::npos &&
         text.find(',', comma + 1) == std::string_view::npos;
}

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text), separator_(separator_of(text)) {}

  tl::expected<CsvTable, std::string> read() {
    CsvTable table;
    while (at_ < text_.size()) {
      CsvTable::Row row{line_, {}};
      if (!read_line(row.cells)) return tl::unexpected(fault_);
      if (std::ranges::all_of(row.cells, &std::string::empty)) continue;
      if (table.head.empty()) {
        table.head = std::move(row.cells);
        continue;
      }
      // Spreadsheets leave separators behind, and programs leave out those of empty cells.
      while (row.cells.size() > table.head.size() && row.cells.back().empty()) row.cells.pop_back();
      if (row.cells.size() != table.head.size())
        return tl::unexpected(fmt::format("line {} has {} cell{}, and the head has {}", row.line,
                                          row.cells.size(), row.cells.size() == 1 ? "" : "s",
                                          table.head.size()));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

 private:
  bool read_line(std::vector<std::string>& cells) {
    for (;;) {
      std::optional<std::string> cell = read_cell();
      if (!cell) return false;
      cells.push_back(std::move(*cell));
      if (at_ == text_.size()) return true;
      const char end = text_[at_++];
      if (end != '\n') continue;
      ++line_;
      return true;
    }
  }

  std::optional<std::string> read_cell() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ < text_.size() && text_[at_] == '"') return read_quoted();
    const size_t end = std::min(text_.find_first_of(separator_ == ','   ? ",\n"
                                                    : separator_ == ';' ? ";\n"
                                                                        : "\t\n",
                                                    at_),
                                text_.size());
    std::string_view cell = text_.substr(at_, end - at_);
    at_ = end;
    if (cell.ends_with('\r')) cell.remove_suffix(1);
    return meant(std::string(without_spaces(cell)));
  }

  [[nodiscard]] std::string meant(std::string value) const {
    if (value == "TRUE") return "true";
    if (value == "FALSE") return "false";
    if (separator_ == ';' && is_decimal_comma(value)) value[value.find(',')] = '.';
    return value;
  }

  std::optional<std::string> read_quoted() {
    const size_t line = line_;
    std::string value;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '"') {
        value += text_[at_];
        continue;
      }
      if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        value += '"';
        ++at_;
        continue;
      }
      ++at_;
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\r')) ++at_;
      if (at_ == text_.size() || text_[at_] == separator_ || text_[at_] == '\n')
        return meant(std::move(value));
      fault_ = fmt::format(
          "line {} goes on behind a closing quote; a quote inside of quotes is written twice", line_);
      return std::nullopt;
    }
    fault_ = fmt::format("line {} opens a quote that is never closed", line);
    return std::nullopt;
  }

  std::string_view text_;
  char separator_;
  size_t at_ = 0;
  size_t line_ = 1;
  std::string fault_;
};

}  // namespace

tl::expected<CsvTable, std::string> read_csv(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
      text.find('\0') != std::string_view::npos)
    return tl::unexpected(std::string("it is no UTF-8: save it as `CSV UTF-8`"));
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return CsvReader(text).read();
}

}  // namespace ishi::compiler::cli
