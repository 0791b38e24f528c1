#include "syntax/yaml_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace ishi::compiler {

namespace {

struct Words {
  std::string_view said;  // how yaml-cpp's message begins (yaml-cpp 0.7.0, exceptions.h)
  std::string_view message;
};

constexpr auto kWords = std::to_array<Words>({
    {"illegal map value", "a `:` stands where no name can end"},
    {"illegal map key", "a name cannot begin here"},
    {"illegal block entry", "a list item cannot begin here"},
    {"illegal flow end", "this bracket closes nothing"},
    {"illegal tab", "this line is indented with a tab"},
    {"end of map not found", "this does not fit the names above it"},
    {"end of sequence not found", "this does not fit the list above it"},
    {"end of map flow not found", "a comma or a `}` is missing before this"},
    {"end of sequence flow not found", "a comma or a `]` is missing before this"},
    {"illegal EOF in scalar", "a quote is not closed"},
    {"unknown escape character", "this `\\` begins no sequence that a text in double quotes can hold"},
    {"unexpected character in block scalar", "a value cannot begin like this"},
    {"unknown token", "a value cannot begin like this"},
});

}  // namespace

void report_yaml_error(Span span, std::string_view said, Diagnostics& diagnostics) {
  const auto words =
      std::find_if(kWords.begin(), kWords.end(), [&](const Words& w) { return said.starts_with(w.said); });
  const bool is_known = words != kWords.end();
  auto report = diagnostics.report(Code::yaml_error, span,
                                   is_known ? std::string(words->message) : "something here cannot be read");
  if (!is_known && !said.empty()) report.note(fmt::format("the YAML reader says: {}", said));
  report.help(
      "compare the line and the one above it with `ishi explain IS025`; quotes round a value often help");
}

}  // namespace ishi::compiler
