#include "diagnostics/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "source/embedded_text.h"

namespace ishi::compiler {

std::span<const EmbeddedText> embedded_rules();  // made by the build from rules/*.md

namespace {

// Takes `prefix` off the text, if it begins so.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes what stands before `end`, and `end`; all of the text if `end` does not occur.
std::string_view take_until(std::string_view& text, std::string_view end) {
  const size_t at = std::min(text.find(end), text.size());
  const std::string_view before = text.substr(0, at);
  text.remove_prefix(std::min(at + end.size(), text.size()));
  return before;
}

std::optional<Code> code_of(std::string_view name) {
  unsigned number = 0;
  if (!take(name, "IS")) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || std::string_view(end, name.data() + name.size()) != ".md") return std::nullopt;
  return static_cast<Code>(number);
}

std::optional<Severity> take_severity(std::string_view& page) {
  if (take(page, "error\n\n")) return Severity::error;
  if (take(page, "warning\n\n")) return Severity::warning;
  return std::nullopt;
}

// Each paragraph as one line: the page wraps them for whoever writes it.
std::string unwrapped(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool wraps = text[i] == '\n' && text[i - 1] != '\n' && i + 1 < text.size() && text[i + 1] != '\n';
    result += wraps ? ' ' : text[i];
  }
  return result;
}

// The block of YAML below a heading, of which the page need not have one; nothing if there is another thing.
std::optional<std::string_view> take_example(std::string_view& page, std::string_view heading) {
  if (!take(page, heading)) return "";
  if (!take(page, "```yaml\n")) return std::nullopt;
  std::string_view block = take_until(page, "\n```\n");
  take(page, "\n");
  return std::string_view(block.data(), block.size() + 1);  // with its last line end
}

// Stands in for a page that is missing, so that a diagnostic never fails; a test finds it.
const CatalogueRow kMissingRow = {Code{}, Severity::error, "not in the catalogue", "", "", ""};

std::vector<CatalogueRow> read_rules() {
  std::vector<CatalogueRow> rows;
  for (const EmbeddedText& page : embedded_rules()) {
    if (auto row = read_catalogue_page(page.name, page.text)) rows.push_back(std::move(*row));
  }
  std::ranges::sort(rows, {}, &CatalogueRow::code);
  return rows;
}

}  // namespace

std::optional<CatalogueRow> read_catalogue_page(std::string_view name, std::string_view page) {
  const std::optional<Code> code = code_of(name);
  if (!code || !take(page, "# ")) return std::nullopt;
  const std::string_view title = take_until(page, "\n\n");
  const std::optional<Severity> severity = take_severity(page);
  const size_t end = std::min({page.find("\n## "), page.size()});
  if (!severity || title.empty() || end == 0) return std::nullopt;
  std::string_view text = page.substr(0, end);
  while (text.ends_with('\n')) text.remove_suffix(1);
  page.remove_prefix(std::min(end + 1, page.size()));
  const auto wrong = take_example(page, "## Wrong\n\n");
  const auto right = wrong ? take_example(page, "## Right\n\n") : std::nullopt;
  if (!right || !page.empty()) return std::nullopt;
  return CatalogueRow{*code, *severity, title, unwrapped(text), *wrong, *right};
}

std::span<const CatalogueRow> catalogue() {
  static const std::vector<CatalogueRow> kRows = read_rules();
  return kRows;
}

const CatalogueRow& catalogue_row(Code code) {
  const std::span<const CatalogueRow> rows = catalogue();
  const auto row = std::ranges::lower_bound(rows, code, {}, &CatalogueRow::code);
  return row != rows.end() && row->code == code ? *row : kMissingRow;
}

std::string code_text(Code code) { return fmt::format("IS{:03}", static_cast<unsigned>(code)); }

}  // namespace ishi::compiler
