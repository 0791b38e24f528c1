#include "language/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/functions.h"
#include "language/glossary.h"
#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"
#include "source/embedded_text.h"

namespace ishi::compiler {

std::span<const EmbeddedText> embedded_reference();  // made by the build from reference/*.md

namespace {

std::string limits_text(const Field& field) {
  const bool low = field.low != -std::numeric_limits<double>::infinity();
  const bool high = field.high != std::numeric_limits<double>::infinity();
  if (low && high)
    return fmt::format(", {} to {}", show(field.low, field.quantity), show(field.high, field.quantity));
  if (low) return fmt::format(", at least {}", show(field.low, field.quantity));
  return high ? fmt::format(", at most {}", show(field.high, field.quantity)) : "";
}

// Of fields that name entities, which stand in no section, or one kind of set alone.
std::string_view named_by(const Field& field) {
  struct Row {
    std::string_view field, named;
  };
  constexpr auto kRows = std::to_array<Row>({
      {"hidden", "of entities of `world`"},
      {"taken", "from `tokens`, and of entities of `world`"},
      {"remove", "of entities of `world` and of agents"},
      {"open", "of `doors`"},
      {"close", "of `doors`"},
      {"remember", "from `memory`"},
  });
  const auto row = std::ranges::find(kRows, field.name, &Row::field);
  return row == kRows.end() ? std::string_view() : row->named;
}

// The form of the value, in a few words.
std::string form_text(const Field& field) {
  if (field.is_bare) return "its name alone";
  switch (field.form) {
    case Form::text: return "text";
    case Form::boolean: return "`true` or `false`";
    case Form::whole: return "whole number" + limits_text(field);
    case Form::measure: {
      const std::string_view kind = describe(field.quantity);
      std::string text = std::string(kind.substr(kind.find(' ') + 1)) + limits_text(field);
      for (const std::string_view word : field.words) text += fmt::format(", or `{}`", word);
      return text;
    }
    case Form::any_measure: return "number with its unit";
    case Form::along_input: return "plain number, or in the unit of `input`" + limits_text(field);
    case Form::bounds: return "range";
    case Form::formula:
    case Form::word: {
      if (field.words.empty()) return "expression";
      std::string words;
      for (const std::string_view word : field.words)
        words += fmt::format("{}`{}`", words.empty() ? "" : ", ", word);
      if (field.form == Form::formula) words += ", or expression";
      return words;
    }
    case Form::type: return "type";
    case Form::reference:  // members of either kind of set
      if (const std::string_view named = named_by(field); !named.empty())
        return fmt::format("name {}", named);
      return fmt::format("name from `{}`{}", section_name(field.section),
                         field.section == Section::memory ? " or `candidates`" : "");
    case Form::references:
      if (const std::string_view named = named_by(field); !named.empty())
        return fmt::format("{}list of names {}", field.takes_one ? "name or " : "", named);
      return fmt::format("{}list of names from `{}`", field.takes_one ? "name or " : "",
                         section_name(field.section));
    case Form::names: return field.takes_one ? "name, or list of names" : "list of new names";
    case Form::record: return std::string(field.mapping->title);
    case Form::map:
      if (field.most == 1) return fmt::format("a new name, and a {}", form_text(*field.item));
      return fmt::format("{}, each {}",
                         field.holds_times   ? "timed entries"
                         : field.holds_paths ? "paths to numbers"
                                             : "named entries",
                         field.item->form == Form::record ? std::string(field.item->mapping->title)
                                                          : form_text(*field.item));
    case Form::list:
      if (field.is_short_form) return fmt::format("{}, or a list", form_text(*field.item));
      return field.least == field.most ? fmt::format("list of {}", field.least) : "list";
    case Form::steps: return field.is_instant ? "steps that take no time" : "steps";
    case Form::path_list: return "list of paths";
    case Form::path_map: return "paths by alias";
    case Form::event:
      return field.section == Section::tasks ? "a task, alone or with its arguments"
                                             : "an event, alone or with its fields";
    case Form::value: return "value";
  }
  return "";
}

ReferenceRow row_of(const Mapping& mapping, const Field& field) {
  ReferenceRow row{std::string(mapping.title), std::string(field.name), form_text(field),
                   std::string(field.doc), field.show_default != nullptr ? field.show_default(field) : ""};
  if (field.is_required || field.kind != 0) row.fallback = "";
  std::string& doc = row.meaning;
  if (field.is_required) doc += " (required)";
  if (field.order_from > 0)
    doc += fmt::format(
        "; of {} or more{} the order decides how the result is rounded", field.order_from,
        field.order_behind.empty() ? "" : fmt::format(" (of 2, beside `{}`)", field.order_behind));
  if (field.keeps_order && field.order_of.empty() && field.order_from == 0) doc += "; their order counts";
  if (field.keeps_order && !field.order_of.empty())
    doc += fmt::format("; the order of those with `{}` counts", field.order_of);
  if (!field.with.empty())
    doc += fmt::format(" (with `{}`{})", field.with,
                       field.or_with.empty() ? "" : fmt::format(" or `{}`", field.or_with));
  if (field.is_short_form && field.form != Form::bounds) doc += "; may be written alone";
  if (!field.example.empty()) doc += fmt::format("; such as `{}`", field.example);
  return row;
}

// The mapping that describes the entries of a field, or null.
const Mapping* mapping_within(const Field& field) {
  return field.mapping != nullptr ? field.mapping : field.item != nullptr ? field.item->mapping : nullptr;
}

// The fields of a mapping, with those that stand for all other names.
std::vector<const Field*> fields_of(const Mapping& mapping) {
  std::vector<const Field*> fields;
  for (const Field& field : mapping.fields) fields.push_back(&field);
  if (mapping.open != nullptr) fields.push_back(mapping.open);
  if (mapping.other != nullptr) fields.push_back(mapping.other);
  return fields;
}

// The anchor that Markdown gives to a heading.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') anchor += '-';
    if (c >= 'a' && c <= 'z') anchor += c;
    if (c >= 'A' && c <= 'Z') anchor += static_cast<char>(c - 'A' + 'a');
  }
  return anchor;
}

// A table of contents: the topics, then what the tables describe, in one line each.
std::string contents(std::string_view text) {
  std::string topics, tables;
  std::map<std::string, int> seen;  // of headings that are the same each after the first has a number
  bool is_table = false;
  bool is_code = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("```")) is_code = !is_code;
    if (is_code || !line.starts_with("## ")) continue;
    line.remove_prefix(3);
    is_table = is_table || line == "The file";
    std::string& list = is_table ? tables : topics;
    const std::string anchor = anchor_of(line);
    const int earlier = seen[anchor]++;
    list += fmt::format("{}[{}](#{}{})", list.empty() ? "" : " · ", line, anchor,
                        earlier == 0 ? "" : fmt::format("-{}", earlier));
  }
  return fmt::format("**Topics:** {}\n\n**Fields, types and functions:** {}\n\n", topics, tables);
}

class ReferenceWriter {
 public:
  std::string write() {
    const std::span<const EmbeddedText> topics = embedded_reference();
    for (const EmbeddedText& topic : topics.subspan(1)) text_ += topic.text;
    write_mapping(kFileMapping, "The file");
    write_types();
    write_units();
    write_functions();
    write_reserved_words();
    text_ += '\n' + glossary_reference();
    const std::string opening(topics[0].text);
    const size_t end_of_opening = opening.find("## ");
    return opening.substr(0, end_of_opening) + contents(opening + text_) + opening.substr(end_of_opening) +
           text_;
  }

 private:
  void write_mapping(const Mapping& mapping, const std::string& heading) {
    done_.push_back(&mapping);
    text_ += fmt::format("## {}\n\n{}\n\n", heading, mapping.doc);
    text_ += "| field | written as | meaning | default |\n|---|---|---|---|\n";
    std::vector<const Mapping*> inner;
    for (const Field* field : fields_of(mapping)) {
      const ReferenceRow row = row_of(mapping, *field);
      text_ += fmt::format("| `{}` | {} | {} | {} |\n", row.name, row.written, row.meaning, row.fallback);
      const Mapping* next = mapping_within(*field);
      if (next != nullptr && std::ranges::find(done_, next) == done_.end() &&
          std::ranges::find(inner, next) == inner.end())
        inner.push_back(next);
    }
    if (mapping.needs_kind) text_ += fmt::format("\nExactly one kind is written: {}.\n", kinds_text(mapping));
    text_ += '\n';
    for (const Mapping* next : inner) {
      if (std::ranges::find(done_, next) != done_.end()) continue;
      if (&mapping != &kFileMapping && has_section(*next)) continue;  // it is written there
      std::string title(next->title);
      title[0] = static_cast<char>(title[0] - 'a' + 'A');
      write_mapping(*next, title);
    }
  }

  static bool has_section(const Mapping& mapping) {
    return std::ranges::any_of(kFileMapping.fields, [&](const Field& section) {
      return section.item != nullptr && section.item->mapping == &mapping;
    });
  }

  static std::string kinds_text(const Mapping& mapping) {
    std::string result;
    uint8_t last = 0;
    for (const Field& field : mapping.fields) {
      if (field.kind == 0) continue;
      result += fmt::format("{}`{}`",
                            result.empty()       ? ""
                            : field.kind == last ? " with or without "
                                                 : ", ",
                            field.name);
      last = field.kind;
    }
    return result;
  }

  void write_types() {
    text_ += "## Types\n\n| type | values |\n|---|---|\n";
    for (const TypeRow& type : types()) text_ += fmt::format("| `{}` | {} |\n", type.name, type.doc);
    text_ +=
        "| the name of an enum | one of its values |\n"
        "| the name of a thing | an entity of this kind, or `nothing` |\n\n";
  }

  void write_units() {
    text_ += "## Units\n\nGlued to the digits: `2.5s`, `10m`, `110deg`.\n\n| unit | measures |\n|---|---|\n";
    for (const UnitRow& unit : units()) {
      const std::string_view kind = describe(unit.quantity);
      text_ += fmt::format("| `{}` | {} |\n", unit.suffix,
                           unit.suffix == "%" ? "percent: a plain number, 15% is 0.15" : std::string(kind));
    }
    text_ += '\n';
  }

  void write_functions() {
    text_ +=
        "## Functions\n\nEvery curve is a function of one value, too.\n\n| function | gives |\n|---|---|\n";
    for (const FunctionRow& function : functions())
      text_ += fmt::format("| `{}` | {} |\n", function.form, function.doc);
  }

  void write_reserved_words() {
    const std::vector<std::string_view> of_expressions = words_in_expressions();
    const std::vector<std::string_view> of_steps = words_of_steps();
    text_ += fmt::format(
        "\n## Reserved words\n\nWhat expressions can name (keys, values, curves, aliases of imports, "
        "parameters of goals, "
        "loop variables) is called neither as a function is nor {}.\n\nTasks and goals are not called {}.\n",
        quoted_list(of_expressions, "or", of_expressions.size()),
        quoted_list(of_steps, "or", of_steps.size()));
  }

  std::string text_;
  std::vector<const Mapping*> done_;
};

}  // namespace

std::string language_reference() { return ReferenceWriter().write(); }

std::vector<ReferenceRow> reference_rows() {
  std::vector<ReferenceRow> rows;
  std::vector<const Mapping*> mappings = {&kFileMapping};
  for (size_t i = 0; i < mappings.size(); ++i) {
    for (const Field* field : fields_of(*mappings[i])) {
      rows.push_back(row_of(*mappings[i], *field));
      const Mapping* next = mapping_within(*field);
      if (next != nullptr && std::ranges::find(mappings, next) == mappings.end()) mappings.push_back(next);
    }
  }
  for (const TypeRow& type : types())
    rows.push_back(
        {"a type", std::string(type.name), fmt::format("`type: {}`", type.name), std::string(type.doc), ""});
  for (const FunctionRow& function : functions())
    rows.push_back({"a function", std::string(function.name), fmt::format("`{}`", function.form),
                    std::string(function.doc), ""});
  for (const UnitRow& unit : units())
    rows.push_back(
        {"a unit", std::string(unit.suffix), fmt::format("`2{}`", unit.suffix),
         unit.suffix == "%" ? "percent: a plain number, 15% is 0.15" : std::string(describe(unit.quantity)),
         ""});
  return rows;
}

}  // namespace ishi::compiler
