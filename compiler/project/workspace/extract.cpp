#include "workspace/extract.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>

#include "language/tables.h"
#include "language/words.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/formula_tokens.h"
#include "workspace/new_entry.h"
#include "workspace/straight_lines.h"

namespace ishi::compiler {
namespace {

// Only whole tokens, with parentheses that close each other, and more than one of them.
bool is_whole_part(std::string_view formula, uint32_t begin, uint32_t end) {
  int depth = 0;
  size_t count = 0;
  for (const FormulaToken& token : formula_tokens(formula)) {
    if (token.end <= begin || token.begin >= end) continue;
    if (token.begin < begin || token.end > end) return false;
    if (token.text == "(") ++depth;
    if (token.text == ")" && --depth < 0) return false;
    ++count;
  }
  return depth == 0 && count > 1;
}

// The same name with a number where it is taken.
std::string free_name(const CheckedFile& checked, std::string_view wanted) {
  std::string name(wanted);
  const auto is_taken = [&] {
    return std::ranges::any_of(checked.index.symbols(),
                               [&](const Symbol& symbol) { return symbol.name == name; });
  };
  for (int number = 2; is_taken(); ++number) name = fmt::format("{}_{}", wanted, number);
  return name;
}

bool still_compiles(const CheckedFile& checked, std::vector<FileEdit> edits, const FileReader& reader,
                    ParsedFiles& included) {
  std::string text(checked.text());
  std::ranges::sort(edits, std::greater<>(), [](const FileEdit& edit) { return edit.place.begin; });
  for (const FileEdit& edit : edits)
    text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
  const auto after = check_file(checked.path, std::move(text), reader, included);
  return !after->has_errors;
}

}  // namespace

std::vector<CodeAction> extractions(const CheckedFile& checked, uint32_t begin, uint32_t end,
                                    const FileReader& reader, ParsedFiles& included) {
  const std::string_view text = checked.text();
  if (checked.has_errors || begin >= end || end > text.size()) return {};
  const Cursor cursor = find_cursor(text, begin);
  if (cursor.is_key || cursor.in_comment || begin < cursor.begin || end > cursor.end) return {};
  const DescribedPlace place = describe_place(cursor.path);
  const Field* field = place.at.field;
  if (field != nullptr && field->form == Form::record) field = short_form_of(field);
  if (field == nullptr || field->form != Form::formula || is_for_tests(place.section)) return {};
  const std::string_view formula = text.substr(cursor.begin, cursor.end - cursor.begin);
  if (!is_whole_part(formula, begin - cursor.begin, end - cursor.begin)) return {};
  const std::string part(text.substr(begin, end - begin));
  // Brackets and quotes of YAML stay where they are, so the part must stand alone outside of them.
  const bool needs_quotes = part.find_first_of(",:#\"'[]{}") != std::string::npos;
  const std::string written = needs_quotes ? fmt::format("\"{}\"", part) : part;
  if (part.find('"') != std::string::npos || part.find('\n') != std::string::npos) return {};
  std::vector<CodeAction> actions;
  const auto offer = [&](std::string_view section, std::string_view title, const std::string& name,
                         const std::string& entry, const std::string& use) {
    if (!takes_entries(*checked.tree().root, section)) return;
    CodeAction action;
    action.title = title;
    action.is_quick_fix = false;
    action.edits = {new_entry(checked.path, text, *checked.tree().root, section, place.section,
                              fmt::format("{}: {}", name, entry)),
                    {{checked.path, begin, end}, use}};
    if (still_compiles(checked, action.edits, reader, included)) actions.push_back(std::move(action));
  };
  const std::string name = free_name(checked, "new_value");
  offer("values", "Extract a value", name, written, name);
  if (const auto lines = straight_lines(checked, part, reader)) {
    const std::string curve = free_name(checked, "new_curve");
    offer("curves", "Extract a curve", curve,
          fmt::format("{{ points: [{}] }}", fmt::join(lines->points, ", ")),
          fmt::format("{}({})", curve, lines->key));
  }
  return actions;
}

}  // namespace ishi::compiler
