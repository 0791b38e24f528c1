#include "workspace/extract.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/formula_tokens.h"
#include "workspace/text_positions.h"

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

// The place of a new entry of a section: below its last one, or a new section before the one around the
// place.
FileEdit new_entry(const CheckedFile& checked, std::string_view section, std::string_view before,
                   const std::string& entry) {
  const std::string_view text = checked.text();
  const std::string_view ending = text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
  const TextPositions lines(text);
  for (const Entry& one : checked.tree().root->entries) {
    if (one.key != section || one.value->kind != NodeKind::mapping || one.value->flow ||
        one.value->entries.empty())
      continue;
    const Entry& last = one.value->entries.back();
    const uint32_t line = lines.line_of(std::max(last.value->span.end, last.key_span.end));
    const auto at = lines.start_of(line) + static_cast<uint32_t>(lines.line(line).size());
    const uint32_t key_line = lines.line_of(one.value->entries.front().key_span.begin);
    const uint32_t indent = one.value->entries.front().key_span.begin - lines.start_of(key_line);
    return {{checked.path, at, at}, fmt::format("{}{}{}", ending, std::string(indent, ' '), entry)};
  }
  uint32_t at = 0;
  for (const Entry& one : checked.tree().root->entries)
    if (one.key == before) at = lines.start_of(lines.line_of(one.key_span.begin));
  return {{checked.path, at, at}, fmt::format("{}:{}  {}{}{}", section, ending, entry, ending, ending)};
}

bool has_section_in_brackets(const CheckedFile& checked, std::string_view section) {
  return std::ranges::any_of(checked.tree().root->entries, [&](const Entry& one) {
    return one.key == section && (one.value->kind != NodeKind::mapping || one.value->flow);
  });
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

// A straight line along a key: `1 - hp.norm`, or the key alone.
struct Line {
  std::string key;
  bool falls = false;
};
std::optional<Line> line_of(const CheckedFile& checked, std::string_view part) {
  const std::vector<FormulaToken> tokens = formula_tokens(part);
  const bool falls = tokens.size() == 5 && tokens[0].text == "1" && tokens[1].text == "-";
  const size_t first = falls ? 2 : 0;
  const bool is_norm = tokens.size() == first + 3 && tokens[first].is_name && tokens[first + 1].text == "." &&
                       tokens[first + 2].text == "norm";
  if (!is_norm) return std::nullopt;
  const uint32_t key = find_index(checked.program->model.blackboard, tokens[first].text);
  if (key == kNone || !checked.program->model.blackboard[key].value.has_range()) return std::nullopt;
  return Line{std::string(tokens[first].text), falls};
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
    if (has_section_in_brackets(checked, section)) return;
    CodeAction action;
    action.title = title;
    action.is_quick_fix = false;
    action.edits = {new_entry(checked, section, place.section, fmt::format("{}: {}", name, entry)),
                    {{checked.path, begin, end}, use}};
    if (still_compiles(checked, action.edits, reader, included)) actions.push_back(std::move(action));
  };
  const std::string name = free_name(checked, "new_value");
  offer("values", "Extract a value", name, written, name);
  if (const auto line = line_of(checked, part)) {
    const auto& key =
        checked.program->model.blackboard[find_index(checked.program->model.blackboard, line->key)];
    const std::string low = show(key.value.low, key.value.resolved.quantity, key.value.unit);
    const std::string high = show(key.value.high, key.value.resolved.quantity, key.value.unit);
    const std::string curve = free_name(checked, "new_curve");
    offer("curves", "Extract a curve", curve,
          fmt::format("{{ points: [[{}, {}], [{}, {}]] }}", low, line->falls ? 1 : 0, high,
                      line->falls ? 0 : 1),
          fmt::format("{}({})", curve, line->key));
  }
  return actions;
}

}  // namespace ishi::compiler
