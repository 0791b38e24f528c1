#include "workspace/complete_missing.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/tables.h"
#include "workspace/completion_scope.h"
#include "workspace/text_positions.h"

namespace ishi::compiler {

std::string path_from(const std::string& from, const std::string& to) {
  size_t common = 0;
  for (size_t i = 0; i < std::min(from.size(), to.size()) && from[i] == to[i]; ++i) {
    if (from[i] == '/') common = i + 1;
  }
  std::string result;
  for (const char c : from.substr(common)) result += c == '/' ? "../" : "";
  return result + to.substr(common);
}

WantedName wanted_name(std::string_view text, const CheckedFile& now, const CheckedFile& names,
                       uint32_t offset) {
  const CompletionScope scope(text, now, names, offset);
  WantedName wanted;
  const Field* field = scope.place.at.field;
  if (field == nullptr || scope.cursor.in_comment || !scope.place.at.callee.empty()) return wanted;
  const auto is_of_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  wanted.begin = wanted.end = offset;
  while (wanted.begin > 0 && is_of_name(text[wanted.begin - 1])) --wanted.begin;
  while (wanted.end < text.size() && is_of_name(text[wanted.end])) ++wanted.end;
  wanted.written = text.substr(wanted.begin, offset - wanted.begin);
  if (wanted.begin > 0 && text[wanted.begin - 1] == '.') return wanted;  // a member
  const bool is_step = field->form == Form::steps || field->mapping == &kStepMapping;
  if (!scope.cursor.is_key && field->form == Form::record && !is_step) field = short_form_of(field);
  if (field == nullptr) return wanted;
  if (is_step)
    wanted.kinds = {SymbolKind::task, SymbolKind::goal};
  else if (!scope.cursor.is_key && field->form == Form::formula)
    wanted.kinds = {SymbolKind::key, SymbolKind::value, SymbolKind::curve, SymbolKind::choice};
  else if (!scope.cursor.is_key && field->form == Form::type)
    wanted.kinds = {SymbolKind::enumeration, SymbolKind::thing};
  else if (!scope.cursor.is_key && (field->form == Form::reference || field->form == Form::references))
    wanted.kinds = {kind_of(field->section)};
  else if (field->form == Form::event || (field->form == Form::map && field->holds_names))
    wanted.kinds = {kind_of(field->section)};
  return wanted;
}

std::vector<FileEdit> include_edit(const CheckedFile& checked, const std::string& path) {
  const Node* const root = checked.tree().root;
  if (root == nullptr || root->entries.empty()) return {};
  const std::string written = path_from(checked.path, path);
  if (const Node* const list = root->find("include"); list != nullptr) {
    if (list->kind != NodeKind::sequence || !list->flow || list->items.empty()) return {};
    const uint32_t at = list->items.back()->span.end;
    return {{{checked.path, at, at}, ", " + written}};
  }
  const TextPositions lines(checked.text());
  const uint32_t line = lines.line_of(root->entries.front().value->span.end);
  const auto at = lines.start_of(line) + static_cast<uint32_t>(lines.line(line).size());
  const std::string_view ending = checked.text().find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
  return {{{checked.path, at, at}, fmt::format("{}include: [{}]", ending, written)}};
}

}  // namespace ishi::compiler
