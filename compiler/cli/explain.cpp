#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <optional>

#include "catalogue_examples.h"
#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/catalogue.h"
#include "diagnostics/catalogue_reference.h"
#include "diagnostics/terminal_text.h"

namespace ishi::compiler::cli {
namespace {

// A source text with a margin, nothing in it raw.
std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    result += fmt::format("    {}\n", printable(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

// The number of a code such as `IS102`, `is102` or `102`; nothing if it is none.
std::optional<unsigned> number_of(std::string_view code) {
  if (code.size() > 2 && std::toupper(code[0]) == 'I' && std::toupper(code[1]) == 'S') code.remove_prefix(2);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), number);
  if (error != std::errc() || end != code.data() + code.size() || code.size() > 3) return std::nullopt;
  return number;
}

// The codes before and behind one that there is not.
void say_neighbours(unsigned number) {
  const auto rows = catalogue();
  const auto behind = std::ranges::find_if(
      rows, [&](const CatalogueRow& row) { return static_cast<unsigned>(row.code) > number; });
  if (behind != rows.begin())
    say_more("before it: {} {}", code_text((behind - 1)->code), (behind - 1)->title);
  if (behind != rows.end()) say_more("behind it: {} {}", code_text(behind->code), behind->title);
}

}  // namespace

int run_explain(const std::string& code) {
  const std::optional<unsigned> number = number_of(code);
  if (!number) {
    complain("{} is no code; codes are IS and three digits, such as IS102; `ishi explain --list` lists them",
             code);
    return kUsage;
  }
  const bool color = use_color(stdout);
  for (const CatalogueRow& row : catalogue()) {
    if (static_cast<unsigned>(row.code) != *number) continue;
    fmt::print("{}: {}\n\n{}\n",
               paint(fmt::format("{}[{}]", row.severity == Severity::error ? "error" : "warning",
                                 code_text(row.code)),
                     Color::bold, color),
               row.title, row.explanation);
    if (!row.wrong.empty()) fmt::print("\n{}\n\n{}", paint("Wrong:", Color::red, color), indented(row.wrong));
    if (!row.right.empty())
      fmt::print("\n{}\n\n{}", paint("Right:", Color::green, color), indented(row.right));
    const bool can_be_silenced = row.severity == Severity::warning &&
                                 (row.code < Code::allow_without_reason || row.code > Code::allow_unused);
    if (can_be_silenced) {
      fmt::print(
          "\nWhere it is meant so, a comment silences it: # ishi: allow {} -- why it is right here\n"
          "(at the end of a line for that line, on a line of its own for the entry below, before the first "
          "entry for the file)\n",
          code_text(row.code));
    }
    return kGood;
  }
  complain("there is no diagnostic IS{:03}; `ishi explain --list` lists them", *number);
  say_neighbours(*number);
  return kUsage;
}

int run_explain_list() {
  for (const CatalogueRow& row : catalogue())
    fmt::print("{}  {:<7}  {}\n", code_text(row.code), row.severity == Severity::error ? "error" : "warning",
               row.title);
  return kGood;
}

int run_explain_reference() {
  fmt::print("{}", catalogue_reference(said_to_wrong_example));
  return kGood;
}

}  // namespace ishi::compiler::cli
