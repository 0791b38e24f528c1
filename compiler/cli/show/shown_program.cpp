#include "cli/show/shown_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/output/terminal.h"
#include "expression/parse.h"
#include "expression/written_unit.h"
#include "language/node_words.h"
#include "language/tables.h"
#include "syntax/yaml_text.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kColumns = 100;

// Does it stand on lines of its own, as its author wrote it?
bool is_block(const Node& node) {  // NOLINT(misc-no-recursion): 64 levels at most
  if (node.kind == NodeKind::scalar || (node.entries.empty() && node.items.empty())) return false;
  // The expansion of a short form has its place.
  const bool is_short_form = node.entries.size() == 1 && node.entries[0].value->span == node.span;
  if (!node.flow && !is_short_form) return true;
  return std::ranges::any_of(node.entries, [](const Entry& entry) { return is_block(*entry.value); }) ||
         std::ranges::any_of(node.items, [](const Node* item) { return is_block(*item); });
}

const Field* field_of(const Field* parent, std::string_view key) {
  if (parent == nullptr) return nullptr;
  if (parent->form == Form::map) return parent->item;
  if (parent->form != Form::record || parent->mapping == &kStepMapping) return nullptr;
  return find_field(*parent->mapping, key);
}

// The defaults of a mapping for fields that are not written: fields of one kind among several have none.
std::string defaults_text(const Mapping& mapping, const Node* node) {  // NOLINT(misc-no-recursion)
  std::string text;
  for (const Field& field : mapping.fields) {
    if (field.kind != 0 || (node != nullptr && node->find(field.name) != nullptr)) continue;
    if (!field.with.empty() && (node == nullptr || node->find(field.with) == nullptr)) continue;
    std::string value = field.show_default != nullptr ? field.show_default(field) : "";
    if (field.form == Form::record && field.mapping != &kStepMapping && field.mapping != &mapping) {
      value = defaults_text(*field.mapping, nullptr);
      if (!value.empty()) value = fmt::format("{{ {} }}", value);
    }
    if (!value.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", field.name, value);
  }
  return text;
}

}  // namespace

std::string ShownProgram::text() const {
  std::string text = "ishi: 1\n" + brought_text();
  for (const Entry& section : program_.root->entries) text += section_text(section);
  return text;
}

void ShownProgram::find_brought() {
  const auto& units = program_.units.units;
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < units.size(); ++i)
    if (!program_.scopes->is_main(units[i].file)) open.push_back(i);
  while (!open.empty()) {
    const SourceUnit& unit = units[open.back()];
    open.pop_back();
    if (!brought_.insert(unit.file).second) continue;
    open.insert(open.end(), unit.includes.begin(), unit.includes.end());
  }
}

// The imports of the files that are shown, and what these include that imports include, too: it can be there
// once alone. Where two files give one alias to different files the first stays.
std::string ShownProgram::brought_text() const {
  const auto& units = program_.units.units;
  const std::filesystem::path folder = std::filesystem::path(units[0].path).parent_path();
  const auto path_of = [&](const SourceUnit& unit) {
    return yaml_scalar(std::filesystem::path(unit.path).lexically_relative(folder).generic_string(), true);
  };
  std::string includes;
  std::map<std::string_view, std::string> aliases;
  for (const SourceUnit& unit : units) {
    if (!program_.scopes->is_main(unit.file)) continue;
    if (brought_.contains(unit.file)) includes += (includes.empty() ? "" : ", ") + path_of(unit);
    for (const Import& import : unit.imports) {
      if (!program_.scopes->is_main(units[import.unit].file))
        aliases.emplace(import.alias, path_of(units[import.unit]));
    }
  }
  std::string imports;
  for (const auto& [alias, path] : aliases)
    imports += fmt::format("{}{}: {}", imports.empty() ? "" : ", ", alias, path);
  return (includes.empty() ? "" : fmt::format("include: [{}]\n", includes)) +
         (imports.empty() ? "" : fmt::format("import: {{ {} }}\n", imports));
}

bool ShownProgram::is_left_out(const Entry& section, const Entry& entry) const {
  if (kept_) return !kept_->contains({section.key, entry.key});
  // They are there to be extended, and are not compiled with this file.
  return section.key == "agents" && entry.key_span.file != program_.units.main_file;
}

std::string ShownProgram::section_text(const Entry& section) const {
  if (section.value->kind != NodeKind::mapping) {
    std::string text = fmt::format("{}:", section.key);
    write(*section.value, {0, {section.key, {}, program_.units.main_file}, nullptr, {}}, "", text);
    return text;
  }
  std::string text;
  for (const Entry& entry : section.value->entries)
    if (!is_left_out(section, entry)) text += entry_text(section, entry);
  if (text.empty()) return text;
  // A section of which nothing but comments is left would be null.
  const bool has_entries = text.starts_with("  ") || text.find("\n  ") != std::string::npos;
  return fmt::format("\n{}{}:{}\n{}", has_entries ? "" : "# ", section.key, "", text);
}

std::string ShownProgram::entry_text(const Entry& section, const Entry& entry) const {
  const Field* const field = find_field(kFileMapping, section.key);
  const bool is_brought = brought_.contains(entry.key_span.file);
  const Origin* const own = origins_.find(entry.key_span);
  Place place{2, own != nullptr ? *own : Origin{section.key, entry.key, entry.key_span.file},
              field == nullptr ? nullptr : field->item, entry.key};
  std::string text;
  const std::string from = entry.key_span.file == program_.units.main_file
                               ? std::string()
                               : comment(origins_.told(entry.key_span, place.origin));
  text += fmt::format("  {}:", yaml_scalar(entry.key, false));
  write(*entry.value, place, from, text);
  if (!is_brought) return text;
  if (!options_.has_comments) return {};
  // It is there already.
  std::string commented;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    commented += fmt::format("# {}\n", std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  return commented;
}

namespace {

// The expression of a scalar on several lines, which quotes could not hold; empty for any other scalar.
std::string formula_on_one_line(const Node& scalar) {
  if (scalar.text.find('\n') == std::string_view::npos) return {};
  const Formula formula = written_formula(scalar);
  ExpressionArena arena;
  Diagnostics said_elsewhere;
  return parse_expression(formula, arena, said_elsewhere) == nullptr ? "" : shown_formula(formula.text);
}

}  // namespace

std::string ShownProgram::spelled(const Node& scalar) const {
  const auto is_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  const Scopes& scopes = *program_.scopes;
  const uint32_t file = scalar.span.file;
  const std::string formula = formula_on_one_line(scalar);
  const std::string_view text = formula.empty() ? scalar.text : std::string_view(formula);
  if (scopes.is_main(file) && scopes.aliases(file).empty()) return std::string(text);
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const std::string_view word = text.substr(i, end - i);
    const bool is_member = i > 0 && text[i - 1] == '.';
    std::string_view meant = is_member ? word : scopes.find(file, Space::expressions, word);
    const auto alias = std::ranges::find(scopes.aliases(file), word, &Scopes::Alias::name);
    if (!is_member && alias != scopes.aliases(file).end() && end < text.size() && text[end] == '.') {
      size_t behind = end + 1;
      while (behind < text.size() && is_of_name(text[behind])) ++behind;
      const auto found =
          scopes.find_behind(*alias, Space::expressions, text.substr(end + 1, behind - end - 1));
      if (!found.empty()) {
        meant = found;
        end = behind;
      }
    }
    result += meant;
    i = end;
  }
  return result;
}

std::string ShownProgram::flow_text(const Node& node) const {  // NOLINT(misc-no-recursion): 64 levels at most
  if (node.kind == NodeKind::scalar) return yaml_scalar(spelled(node), true);
  const bool is_list = node.kind == NodeKind::sequence;
  std::string text;
  for (const Entry& entry : node.entries)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", yaml_scalar(entry.key, true),
                        flow_text(*entry.value));
  for (const Node* item : node.items) text += fmt::format("{}{}", text.empty() ? "" : ", ", flow_text(*item));
  if (text.empty()) return is_list ? "[]" : "{}";
  return is_list ? fmt::format("[{}]", text) : fmt::format("{{ {} }}", text);
}

// True if everything in it was written in the entry `origin`.
bool ShownProgram::is_of_one(const Node& node, const Origin& origin) const {  // NOLINT(misc-no-recursion)
  const auto is_its = [&](const Node& part) {
    const Origin* const found = origins_.find(part.span);
    return (found == nullptr || *found == origin) && is_of_one(part, origin);
  };
  return std::ranges::all_of(node.entries, [&](const Entry& entry) { return is_its(*entry.value); }) &&
         std::ranges::all_of(node.items, [&](const Node* item) { return is_its(*item); });
}

std::string ShownProgram::comment(std::string_view text) const {
  if (!options_.has_comments) return {};
  return paint(fmt::format("  # {}", text), Color::dim, options_.has_color);
}

std::string ShownProgram::comment_at(Span span, Origin& origin) const {
  const Origin* const found = origins_.find(span);
  if (found == nullptr || *found == origin) return {};
  std::string text = comment(origins_.told(span, origin));
  origin = *found;
  return text;
}

void ShownProgram::write(const Node& node, Place place,
                         const std::string& comment,  // NOLINT(misc-no-recursion)
                         std::string& out) const {
  if (node.kind == NodeKind::scalar) {
    out += fmt::format(" {}{}\n", yaml_scalar(spelled(node), false), comment);
    return;
  }
  const bool is_empty = node.entries.empty() && node.items.empty();
  const bool has_defaults = options_.has_defaults && place.field != nullptr &&
                            place.field->form == Form::record && place.field->mapping != &kStepMapping;
  if (is_empty || (!is_block(node) && is_of_one(node, place.origin))) {
    const std::string text = flow_text(node);
    const size_t column = out.size() - (out.rfind('\n') + 1);
    if (is_empty || column + 1 + text.size() <= kColumns) {
      out += fmt::format(" {}{}\n", text, comment);
      if (has_defaults) write_defaults(*place.field->mapping, node, place, out);
      return;
    }
  }
  out += comment + "\n";
  place.indent += 2;
  for (const Entry& entry : node.entries) {
    const size_t begin = out.size();
    out += std::string(place.indent, ' ');
    write_entry(entry, place, out);
    if (!is_said_by_another(entry, place)) continue;
    for (size_t line = begin; line < out.size(); line = out.find('\n', line) + 1)
      out.insert(line + place.indent, "# ");
  }
  for (const Node* item : node.items) {
    out += fmt::format("{}-", std::string(place.indent, ' '));
    Place inner{place.indent, place.origin, place.field == nullptr ? nullptr : place.field->item,
                place.entry};
    const std::string from = comment_at(item->span, inner.origin);
    const bool is_inline = item->kind == NodeKind::mapping && !item->entries.empty() &&
                           (is_block(*item) || !is_of_one(*item, inner.origin));
    if (!is_inline) {
      write(*item, inner, from, out);
      continue;
    }
    // The first entry stands behind the dash, the others below it.
    inner.indent += 2;
    for (const Entry& entry : item->entries) {
      out += &entry == item->entries.data() ? " " : std::string(inner.indent, ' ');
      write_entry(entry, inner, out);
    }
  }
  if (has_defaults)
    write_defaults(*place.field->mapping, node, {place.indent - 2, place.origin, nullptr, place.entry}, out);
}

// Awareness belongs to what is remembered: one sense alone says how it falls, and others inherit that without
// saying it again.
bool ShownProgram::is_said_by_another(const Entry& entry, const Place& place) const {
  if (place.origin.section != "senses" || (entry.key != "fall" && entry.key != "levels")) return false;
  const Origin* const origin = origins_.find(entry.value->span);
  return origin != nullptr && origin->name != place.entry;
}

void ShownProgram::write_entry(const Entry& entry, Place place,
                               std::string& out) const {  // NOLINT(misc-no-recursion)
  place.field = field_of(place.field, entry.key);
  const std::string from = comment_at(entry.value->span, place.origin);
  out += fmt::format("{}:", yaml_scalar(entry.key, false));
  write(*entry.value, place, from, out);
}

void ShownProgram::write_defaults(const Mapping& mapping, const Node& node, const Place& place,
                                  std::string& out) const {
  if (node.kind != NodeKind::mapping) return;
  const std::string defaults = defaults_text(mapping, &node);
  if (defaults.empty()) return;
  // As an entry of the mapping would stand; its lines are comments, each with its mark.
  std::string lines = wrapped(fmt::format("by default: {}", defaults), place.indent + 4, 0);
  for (size_t end = 0; !lines.empty(); lines.erase(0, std::min(lines.size(), end + 1))) {
    end = std::min(lines.find('\n'), lines.size());
    out += fmt::format(
        "{}{}\n", std::string(place.indent + 2, ' '),
        paint(fmt::format("# {}", std::string_view(lines).substr(0, end)), Color::dim, options_.has_color));
  }
}

}  // namespace ishi::compiler::cli
