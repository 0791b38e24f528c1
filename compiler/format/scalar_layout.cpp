#include "format/scalar_layout.h"

#include <algorithm>
#include <array>

#include "format/formula_text.h"
#include "language/tables.h"
#include "syntax/characters.h"
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

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_free_text(const Field* field) {
  return field != nullptr &&
         (field->form == Form::text || field->form == Form::path_list || field->form == Form::path_map);
}

// True if quotes around a text may go. What the language reads is looked at for characters that merely look
// like others, free texts are not.
bool needs_no_quotes(std::string_view text, bool is_free, bool in_flow) {
  if (!is_plain_scalar(text, in_flow) || has_another_meaning(text)) return false;
  if (text.find('\t') != std::string_view::npos || text.find(": ") != std::string_view::npos) return false;
  return is_free || is_ascii(text);
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
  if (!is_quote(written[0])) return std::string(written);
  const bool has_colon = key.find(':') != std::string_view::npos;
  return !has_colon && needs_no_quotes(key, true, in_flow) ? std::string(key)
                                                           : with_usual_quotes(written, key);
}

std::string scalar_layout(std::string_view written, const Node& scalar, const Field* field, bool in_flow) {
  std::string_view text = scalar.text;
  std::string spaced;
  if (is_formula(field) && text.find('\n') == std::string_view::npos) text = spaced = spaced_formula(text);
  if (!is_quote(written[0])) {
    if (written.find('\n') == std::string_view::npos)
      return text == scalar.text ? std::string(written) : spaced;
    return yaml_scalar(text, in_flow);
  }
  if (needs_no_quotes(text, is_free_text(field), in_flow)) return std::string(text);
  const bool is_verbatim = written.substr(1, written.size() - 2) == scalar.text;
  if (is_verbatim && text != scalar.text)
    return with_usual_quotes(written[0] + std::string(text) + written[0], text);
  return with_usual_quotes(written, scalar.text);
}

}  // namespace ishi::compiler
