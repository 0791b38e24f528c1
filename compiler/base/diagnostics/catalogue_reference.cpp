#include "diagnostics/catalogue_reference.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace ishi::compiler {
namespace {

constexpr std::string_view kOpening = R"(# What the compiler says

<!-- Made by `ishi explain --reference` from compiler/base/diagnostics; a test proves it fresh. -->

Each error and warning has a code, which never changes. `ishi explain IS102` prints what stands here of
one, `ishi explain --list` a line for each. After an error nothing is built; a warning is no obstacle,
unless `--deny-warnings` asks for that.

)";

constexpr std::array<std::string_view, 6> kHundreds = {
    "the text of a file", "names", "types, units and ranges", "structure", "behaviour", "pipeline and tests",
};

std::string_view severity_text(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

std::string anchor(Code code) { return fmt::format("is{:03}", static_cast<unsigned>(code)); }

size_t hundred(Code code) { return static_cast<size_t>(code) / 100; }

std::string heading(size_t hundred) { return fmt::format("{}xx: {}", hundred, kHundreds[hundred]); }

std::string fenced(std::string_view language, std::string_view text) {
  return fmt::format("```{}\n{}{}```\n\n", language, text, text.ends_with('\n') ? "" : "\n");
}

std::string index() {
  std::string text;
  size_t shown = kHundreds.size();
  for (const CatalogueRow& row : catalogue()) {
    if (hundred(row.code) != shown) {
      shown = hundred(row.code);
      text += fmt::format("{}**{}**\n\n", text.empty() ? "" : "\n", heading(shown));
    }
    text += fmt::format("- [{}](#{}) {}\n", code_text(row.code), anchor(row.code), row.title);
  }
  return text + "\n";
}

std::string entry(const CatalogueRow& row, const std::string& said) {
  std::string text =
      fmt::format("<a id=\"{}\"></a>\n\n### {}: {}\n\n*{}*. {}\n\n", anchor(row.code), code_text(row.code),
                  row.title, severity_text(row.severity), row.explanation);
  if (!row.wrong.empty()) text += "Wrong:\n\n" + fenced("yaml", row.wrong);
  if (!said.empty()) text += fenced("", said);
  if (!row.right.empty()) text += "Right:\n\n" + fenced("yaml", row.right);
  return text;
}

}  // namespace

std::string catalogue_reference(const std::function<std::string(const CatalogueRow& row)>& said) {
  std::string text = std::string(kOpening) + index();
  size_t shown = kHundreds.size();
  for (const CatalogueRow& row : catalogue()) {
    if (hundred(row.code) != shown) {
      shown = hundred(row.code);
      text += fmt::format("## {}\n\n", heading(shown));
    }
    text += entry(row, row.wrong.empty() ? "" : said(row));
  }
  text.pop_back();  // an empty line less at the end
  return text;
}

}  // namespace ishi::compiler
