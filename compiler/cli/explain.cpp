#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "cli/exit_code.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/catalogue.h"
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

}  // namespace

int run_explain(const std::string& code) {
  std::string wanted = code;
  std::ranges::transform(wanted, wanted.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (!wanted.starts_with("IS")) wanted.insert(0, "IS");
  const bool color = use_color(stdout);
  for (const CatalogueRow& row : catalogue()) {
    if (code_text(row.code) != wanted) continue;
    fmt::print("{}: {}\n\n{}\n",
               paint(fmt::format("{}[{}]", row.severity == Severity::error ? "error" : "warning", wanted),
                     Color::bold, color),
               row.title, row.explanation);
    if (!row.wrong.empty()) fmt::print("\n{}\n\n{}", paint("Wrong:", Color::red, color), indented(row.wrong));
    if (!row.right.empty())
      fmt::print("\n{}\n\n{}", paint("Right:", Color::green, color), indented(row.right));
    return kGood;
  }
  complain(
      "there is no diagnostic {}; codes are IS and three digits, such as IS102; `ishi explain --list` lists "
      "them",
      code);
  return kUsage;
}

int run_explain_list() {
  for (const CatalogueRow& row : catalogue())
    fmt::print("{}  {:<7}  {}\n", code_text(row.code), row.severity == Severity::error ? "error" : "warning",
               row.title);
  return kGood;
}

}  // namespace ishi::compiler::cli
