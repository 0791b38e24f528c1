#include "format/scalar_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "format/formula_text.h"
#include "language/tables.h"
#include "syntax/characters.h"
#include "syntax/read_tree.h"
#include "syntax/yaml_text.h"

namespace ishi::compiler {
namespace {

constexpr Field kText = text();

// True if another reader of YAML would take the plain text for something else than a text.
bool has_another_meaning(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords = {"true", "false", "yes", "no",  "on",
                                                      "off",  "y",     "n",   "null"};
  if (std::ranges::find(kWords, lower_case(text)) != kWords.end()) return true;
  const char first = text[0] == '-' || text[0] == '+' || text[0] == '.' ? character_at(text, 1) : text[0];
  return is_digit(first) || first == '.' || text[0] == '=';
}

// True if the text without quotes is read as the same text, and nothing is said of it.
bool is_read_back(std::string_view text, bool in_flow) {
  const std::string line = in_flow ? fmt::format("x: [{}]\n", text) : fmt::format("x: {}\n", text);
  Diagnostics faults;
  const Tree tree = read_tree(line, 0, faults);
  if (!faults.all().empty() || tree.root->entries.size() != 1) return false;
  const Node* node = tree.root->entries[0].value;
  if (in_flow) node = node->items.size() == 1 ? node->items[0] : nullptr;
  return node != nullptr && node->kind == NodeKind::scalar && node->text == text;
}

// True if quotes around a text may go.
bool needs_no_quotes(std::string_view text, bool in_flow) {
  if (!is_plain_scalar(text, in_flow) || has_another_meaning(text)) return false;
  if (text.find('\t') != std::string_view::npos || text.find(": ") != std::string_view::npos) return false;
  return is_read_back(text, in_flow);
}

std::string double_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// Single quotes as double ones, where nothing in them would have to be written otherwise.
std::string with_usual_quotes(std::string_view written, std::string_view text) {
  const bool is_single = written[0] == '\'' && text.find_first_of("\"\\") == std::string_view::npos;
  return is_single ? '"' + std::string(text) + '"' : std::string(written);
}

}  // namespace

const Field* field_of_entry(const Field* parent, std::string_view key) {
  if (parent == nullptr) return nullptr;
  if (const Field* field = field_within(parent, key)) return field;
  if (parent->form == Form::event) return kStepMapping.other;
  if (parent->form != Form::record && parent->form != Form::steps) return nullptr;
  const Mapping& mapping = *parent->mapping;
  if (mapping.is_named && (key == "doc" || key == "extends" || key == kRenamedFrom.name)) return &kText;
  if (mapping.open != nullptr) return mapping.open->item;
  return mapping.other;
}

bool holds_own_names(const Field* field) {
  return field != nullptr && (field->form == Form::map || field->form == Form::path_map);
}

bool is_formula(const Field* field) {
  if (field == nullptr) return false;
  if (const Field* meant = short_form_of(field)) field = meant;
  if (field->form == Form::list && field->is_short_form) field = field->item;
  return field->form == Form::formula;
}

std::string key_layout(std::string_view written, std::string_view key, bool in_flow) {
  if (!is_quote(written[0])) {
    // Between brackets a colon before a quote separates nothing.
    const bool is_odd = key.find(":'") != std::string_view::npos || key.find(":\"") != std::string_view::npos;
    return is_odd ? double_quoted(key) : std::string(written);
  }
  const bool has_colon = key.find(':') != std::string_view::npos;
  return !has_colon && needs_no_quotes(key, in_flow) ? std::string(key) : with_usual_quotes(written, key);
}

std::string scalar_layout(std::string_view written, const Node& scalar, const Field* field, bool in_flow) {
  std::string_view text = scalar.text;
  std::string spaced;
  if (is_formula(field) && text.find('\n') == std::string_view::npos) text = spaced = spaced_formula(text);
  if (!is_quote(written[0])) {
    if (has_line_end(written, 0, written.size())) return yaml_scalar(text, in_flow);
    if (text != scalar.text) return spaced;
    // Out of its brackets a text may need quotes that it did without in them.
    const bool is_usual = in_flow || written.find('#') == std::string_view::npos || is_read_back(text, false);
    return is_usual ? std::string(written) : double_quoted(text);
  }
  if (needs_no_quotes(text, in_flow)) return std::string(text);
  const bool is_verbatim = written.substr(1, written.size() - 2) == scalar.text;
  if (is_verbatim && text != scalar.text)
    return with_usual_quotes(written[0] + std::string(text) + written[0], text);
  return with_usual_quotes(written, scalar.text);
}

}  // namespace ishi::compiler
